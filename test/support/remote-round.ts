// One round of the typed client of the lock API, by the built package: for each runtime that
// docs/service/use-lock-api.md names.
import { createRemoteLocks, type Fetch, type Lock } from "leasehound/remote";

/** Where the lock API is. Its lease must be short: a round outlives it. */
export interface RoundOptions {
  readonly url: string;
  readonly token: string;
  readonly name: string;
  readonly fetch?: Fetch;
}

// Longer than a round on a busy machine.
const LONG_MS = 120_000;

/** The results of a round in each runtime. */
export const ROUND = {
  label: "round",
  renewed: true,
  inspected: 1,
  listed: true,
  busy: "LOCK_BUSY",
  refused: "REDIS_REFUSED 401",
  aborted: "ABORTED",
  granted: true,
  kept: true,
  released: "released",
  free: true,
};

/** Plays a round: acquire, renew, errors, waits, a renewal by itself, release. */
export async function remoteRound({ name, ...place }: RoundOptions): Promise<typeof ROUND> {
  const locks = createRemoteLocks(place);
  const lock = locks.fencedLock(name);
  const held = await lock.acquire({ label: ROUND.label, leaseMs: LONG_MS });
  const firstUntil = held.validUntil;
  await held.renew();
  const { holderCount, holders } = await lock.inspect();
  const listed = await locks.list({ match: name });
  const busy = await codeOf(locks.lock(name).acquire({ waitMs: 0 }));
  const strangers = createRemoteLocks({ ...place, token: "a-token-that-is-wrong-0123456789abcdef" });
  const refused = await codeOf(strangers.lock(name).acquire());
  const aborted = await abortedWait(locks.lock(`${name}:other`));
  const next = await lock.acquire({ waitMs: 60_000, onWait: () => soon(() => void held.release()) });
  const { outcome } = await next.release();
  const kept = await locks.withLock(name, async (own) => {
    await new Promise((resolve) => setTimeout(resolve, 1.5 * own.leaseMs));
    return own.check();
  });
  const round = {
    ...{ label: holders[0]?.label ?? "", renewed: held.validUntil >= firstUntil, inspected: holderCount },
    ...{ listed: listed.cursor !== undefined || listed.locks.some((one) => one.name === name) },
    ...{ busy, refused, aborted, granted: BigInt(next.fencingToken) > BigInt(held.fencingToken), kept },
    ...{ released: outcome, free: !(await lock.isLocked()) },
  };
  locks.close();
  return round;
}

/** Ends a wait. Its lock is another one: behind a proxy, the API may learn late that the waiter has left. */
async function abortedWait(lock: Lock): Promise<string> {
  const held = await lock.acquire({ leaseMs: LONG_MS });
  const stop = new AbortController();
  const waiting = lock.acquire({ waitMs: 60_000, signal: stop.signal, onWait: () => soon(() => stop.abort("enough")) });
  const code = await codeOf(waiting);
  await held.release();
  return code;
}

/** Long enough for a request of a wait to be on its way. */
function soon(act: () => void): void {
  setTimeout(act, 300);
}

async function codeOf(asked: Promise<unknown>): Promise<string> {
  try {
    await asked;
    return "none";
  } catch (error) {
    const { code, httpStatus } = Object(error);
    return httpStatus === undefined ? String(code ?? error) : `${code} ${httpStatus}`;
  }
}
