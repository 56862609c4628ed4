// A process whose callers of one lock often give up: after a moment, or by an abort. Prints as JSON how often it had
// the lock, and the longest wait of those who do not give up.
import { createLocks, isLockError } from "../../src/index.ts";

const [url = "", token = "", kind = "", name = "", forMs = "0"] = process.argv.slice(2);
const CALLERS = 3;
const BRIEF_MS = 60;
const PATIENT_MS = 20_000;
// Only messages hand the lock over in time.
const locks = createLocks({ redis: { url, token }, pollMs: 60_000 });
const lock = { lock: locks.lock(name), fencedLock: locks.fencedLock(name), fairLock: locks.fairLock(name) }[kind];
const end = performance.now() + Number(forMs);
const found = { held: 0, gaveUp: 0, longestMs: 0 };

/** Ends when the time has passed. */
async function call(): Promise<void> {
  while (performance.now() < end) {
    const chance = Math.random();
    const aborts = chance < 0.5;
    const isPatient = !aborts && chance < 0.7;
    const startedAt = performance.now();
    try {
      const held = await lock?.acquire({
        waitMs: isPatient || aborts ? PATIENT_MS : Math.floor(Math.random() * BRIEF_MS),
        signal: aborts ? AbortSignal.timeout(Math.ceil(Math.random() * BRIEF_MS)) : undefined,
      });
      found.held += 1;
      if (isPatient) found.longestMs = Math.max(found.longestMs, performance.now() - startedAt);
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 6));
      await held?.release();
    } catch (error) {
      const gaveUp = isLockError(error) && (error.code === "ABORTED" || (error.code === "LOCK_BUSY" && !isPatient));
      if (!gaveUp) throw error;
      found.gaveUp += 1;
    }
  }
}

await Promise.all(Array.from({ length: CALLERS }, call));
console.log(JSON.stringify(found));
