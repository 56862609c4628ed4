// A process that starts single flights at once, and prints the result of each and which of them ran. Tests of many
// callers and of killed ones run it. "ask": runs until it receives a line; "die": kills itself when its function has
// ended.
import { once } from "node:events";
import { isLockError } from "../../src/index.ts";
import { createLocks } from "./bare-locks.ts";

const [url = "", token = "", name = "", callers = "1", runMs = "0", leaseMs = "30000", then = "", ttlMs = "60000"] =
  process.argv.slice(2);
const locks = createLocks({ redis: { url, token }, leaseMs: Number(leaseMs), waitMs: 20_000 });

async function fly(nth: number): Promise<unknown> {
  return locks.singleFlight(
    name,
    async () => {
      console.log("runs");
      if (then === "ask") await once(process.stdin, "data");
      await new Promise((resolve) => setTimeout(resolve, Number(runMs)));
      if (then === "die") process.kill(process.pid, "SIGKILL");
      return `${process.pid}:${nth}`;
    },
    { ttlMs: Number(ttlMs) },
  );
}

const ends = await Promise.allSettled(Array.from({ length: Number(callers) }, (_, nth) => fly(nth)));
for (const end of ends) {
  const reason = end.status === "rejected" && isLockError(end.reason) ? end.reason.code : String(Object(end).reason);
  console.log(end.status === "fulfilled" ? `got ${end.value}` : `failed ${reason}`);
}
