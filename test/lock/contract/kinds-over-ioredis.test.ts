// The kinds over ioredis. All of them in `npm run test:full`.
import { kindsOverTcp } from "./over-tcp.ts";

await kindsOverTcp("ioredis", "ioredis 6");
