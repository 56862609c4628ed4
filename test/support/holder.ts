// A process that takes a lock, keeps it alive, says so, and never lets go. Run by the crash test.
import { createLocks, untilProcessEnds } from "../../src/index.ts";

const [url = "", token = "", name = "", leaseMs = ""] = process.argv.slice(2);
const held = await createLocks({ redis: { url, token }, leaseMs: Number(leaseMs) })
  .lock(name)
  .acquire();
held.keepAlive(untilProcessEnds);
console.log(held.owner);
