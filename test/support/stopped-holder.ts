// A process that takes some locks, keeps their signals, and is stopped in the middle of its own code. When it goes on
// it looks at each signal before any timer could run, and says what it saw. Run by the tests of the client's process.
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
// Ways out: it was stopped for longer than the lease; a minute has passed.
for (let now = seen; now - seen < Number(leaseMs) && now < end; now = performance.now()) seen = now;
// By turns: neither look depends on the other.
const looks = signals.map((signal, nth) => (nth % 2 === 0 ? signal.aborted : thrownBy(signal)));
console.log(`after ${JSON.stringify(looks)}`);
process.exit();
