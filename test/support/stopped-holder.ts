// A process that acquires some locks, keeps their signals, and is stopped in the middle of its own code. When it
// continues, it reads each signal before any timer can run, and prints the result. The tests of the client's process
// run it.
import { createLocks } from "../../src/index.ts";

const [url = "", token = "", name = "", leaseMs = "", count = ""] = process.argv.slice(2);
const locks = createLocks({ redis: { url, token }, leaseMs: Number(leaseMs) });
const held = await Promise.all(
  Array.from({ length: Number(count) }, (_, nth) => locks.lock(`${name}:${nth}`).acquire()),
);
const signals = held.map(({ signal }) => signal);

function thrownBy(signal: AbortSignal): unknown {
  try {
    signal.throwIfAborted();
    return "nothing";
  } catch (error) {
    return Object(error).code;
  }
}

// Before the line: the process may be stopped as soon as it is read.
let seen = performance.now();
const end = seen + 60_000;
console.log(`before ${signals.filter(({ aborted }) => aborted).length}`);
// Ends when it was stopped for longer than the lease, or after a minute.
for (let now = seen; now - seen < Number(leaseMs) && now < end; now = performance.now()) seen = now;
// Alternates, so that neither kind of read depends on the other.
const looks = signals.map((signal, nth) => (nth % 2 === 0 ? signal.aborted : thrownBy(signal)));
console.log(`after ${JSON.stringify(looks)}`);
process.exit();
