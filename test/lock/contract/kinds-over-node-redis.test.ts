// The kinds over node-redis. test/exhaustive-files.ts names this file.
import { kindsOverTcp } from "./over-tcp.ts";

await kindsOverTcp("node-redis", "node-redis 6");
