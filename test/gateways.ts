// So many gateways, each with a redis-server of its own, until standard input ends: tells their addresses in a line. In
// a process of their own, as that of the tests transforms modules meanwhile, and would answer late.
import { startGateway } from "../scripts/gateway/index.ts";

const [, , count] = process.argv;
const gateways = await Promise.all(Array.from({ length: Number(count) }, () => startGateway()));
process.stdin.resume().once("end", () => void Promise.all(gateways.map((gateway) => gateway.close())));
console.log(JSON.stringify(gateways.map(({ url, token }) => ({ url, token }))));
