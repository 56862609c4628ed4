// A process that calls with `mode: "newest"` once for each name that it reads, and prints the time of the call, epoch
// ms.
import { createInterface } from "node:readline";
import { createLocks } from "./bare-locks.ts";

const [url = "", token = ""] = process.argv.slice(2);
const locks = createLocks({ redis: { url, token } });
// So that the first call has a connection, as every later one.
await locks.lock("warm").isLocked();
console.log("ready");
for await (const name of createInterface({ input: process.stdin })) {
  const calledAt = performance.timeOrigin + performance.now();
  await locks.withLock(name, () => {}, { mode: "newest" });
  console.log(`${name} ${calledAt}`);
}
