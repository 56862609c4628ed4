// An engine in a process of its own, over RESP with a given port (0: any) and password: what tests start as their
// server where there is no redis-server. Prints a line when it is loaded, listens after a line on standard input, and
// then prints its port. It ends with standard input.
import { startGateway } from "../../src/tools/gateway/gateway.ts";

const [port = "", password = ""] = process.argv.slice(2);
process.stdin.once("data", async () => {
  // Without the comparisons of Upstash, like Redis 7.
  const gateway = await startGateway({ engine: true, compares: false, respPort: Number(port), token: password });
  console.log(new URL(gateway.respUrl).port);
});
process.stdin.once("end", () => process.exit());
console.log("loaded");
