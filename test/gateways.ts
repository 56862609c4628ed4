// Starts a gateway, with its own database, for each request, and answers with its address. Prints its own address
// in a line, and ends with standard input. With an argument, the gateways accept scripts with key-level locking.
// A separate process, because the tests' process transforms modules meanwhile, and would answer late.
import { createServer } from "node:http";
import { type Gateway, startGateway } from "../src/tools/gateway/gateway.ts";
import { listening } from "./support/hostile-rest.ts";

const options = { keyLocking: process.argv.length > 2 };
const gateways: Gateway[] = [];
const server = createServer(async (_, response) => {
  const gateway = await startGateway(options);
  gateways.push(gateway);
  response.end(
    JSON.stringify({ url: gateway.url, token: gateway.token, redisUrl: gateway.redisUrl, respUrl: gateway.respUrl }),
  );
});
process.stdin.resume().once("end", () => {
  server.closeAllConnections();
  server.close();
  for (const gateway of gateways) void gateway.close();
});
console.log(await listening(server));
