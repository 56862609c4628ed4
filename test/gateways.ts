// Starts so many gateways, each with its own redis-server, until standard input ends; prints their addresses in a line.
// With a second argument, they accept scripts with key-level locking.
// A separate process, because the tests' process transforms modules meanwhile, and would answer late.
import { startGateway } from "../scripts/gateway/index.ts";

const [, , count, ...more] = process.argv;
const options = { keyLocking: more.length > 0 };
const gateways = await Promise.all(Array.from({ length: Number(count) }, () => startGateway(options)));
process.stdin.resume().once("end", () => void Promise.all(gateways.map((gateway) => gateway.close())));
console.log(JSON.stringify(gateways.map(({ url, token }) => ({ url, token }))));
