// A process of the fault bench. It acquires, works on the resource while it believes that it holds the lock, and
// releases. The bench stops, suspends and kills it.
import { setTimeout as sleep } from "node:timers/promises";
import type { Kept, Locker } from "../locker.ts";
import { KEPT_SUBJECTS } from "../subjects.ts";
import { type Access, type FromHolder, LEASE_MS, type Start, type ToHolder, type Work } from "./protocol.ts";

/** Between a read and its write. */
const STEP_MS = 20;
/** The wait for the answer to a release. */
const RELEASE_MS = 1_000;

const finishing = new Set<number>();
const asked = new Map<number, (version: number | undefined) => void>();
let lastAsk = 0;

const say = (message: FromHolder): void => {
  process.send?.(message);
};

/** Resolves to the version that was read or written; undefined: the fence refused. */
function access(what: Access): Promise<number | undefined> {
  lastAsk += 1;
  const ask = lastAsk;
  return new Promise((resolve) => {
    asked.set(ask, resolve);
    say({ ...what, ask });
  });
}

/** Stops this process until the bench continues it. */
function stop(session: number): void {
  say({ type: "stopping", session });
  process.kill(process.pid, "SIGSTOP");
}

async function work(acquire: Locker<Kept>, { session, lockName, stops }: Work): Promise<void> {
  say({ type: "wants", session });
  const { token, isHeld, extend, release } = await acquire(lockName);
  say({ type: "granted", session });
  const renewing = setInterval(() => extend?.().then(undefined, () => {}), LEASE_MS / 3);
  let isOver = false;
  for (let writes = 0; !finishing.has(session) && !isOver; writes += 1) {
    isOver = true;
    if (!isHeld()) break;
    const version = await access({ type: "read", session, token });
    if (version === undefined) break;
    // When it goes on, it is time for its check.
    if (stops?.atWrite === writes && stops.before === "check") setTimeout(() => stop(session), STEP_MS / 2);
    await sleep(STEP_MS);
    if (!isHeld()) break;
    if (stops?.atWrite === writes && stops.before === "write") stop(session);
    isOver = (await access({ type: "write", session, token, version })) === undefined;
  }
  clearInterval(renewing);
  say({ type: isOver ? "learned" : "done", session });
  await Promise.race([Promise.resolve(release()).catch(() => {}), sleep(RELEASE_MS)]);
  say({ type: "left", session });
}

process.once("message", async ({ subject, endpoint }: Start) => {
  const open = await KEPT_SUBJECTS.find(({ id }) => id === subject)?.load();
  if (open === undefined) throw new Error(`there is no ${subject}`);
  const acquire = await open(endpoint, LEASE_MS, 0);
  process.on("message", (message: ToHolder) => {
    if (message.type === "finish") finishing.add(message.session);
    else if (message.type === "answer") asked.get(message.ask)?.(message.version);
    else {
      work(acquire, message).catch(() => say({ type: "failed", session: message.session }));
    }
  });
  say({ type: "ready" });
});
// The bench may end at any time.
process.once("disconnect", () => process.exit(0));
