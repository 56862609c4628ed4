// Entrusting a hold to the watchdog: asked until it confirms, within the time the hold is believed in.
import { LockLostError, WatchdogUnreachableError } from "../errors.ts";
import { holdEnd } from "../lua/call.ts";
import type { GrantedHold } from "../lua/lock/calls.ts";
import type { ResolvedHandOff } from "../options.ts";
import { pause, settledWithin } from "../wait/pause.ts";
import { type KeepAliveLoop, keepRenewing } from "../watchdog/keep-alive.ts";
import type { Watchdog } from "../watchdog/watchdog.ts";
import type { HoldLife } from "./hold-life.ts";

const MAX_TRIES = 4;
// A new object may have to be made, on another continent.
const TRY_MS = 5_000;
const PAUSE_MS = 100;

export interface Kept {
  /** When the request that was confirmed was sent, on the monotonic clock. */
  readonly sentAt: number;
  readonly leaseMs: number;
  /** From `sentAt` until the watchdog lets go. */
  readonly maxHoldMs: number;
  /** When the watchdog lets go, epoch ms by its clock. */
  readonly deadline: number;
}

/**
 * Ways out: confirmed; LOCK_LOST; the error of the last try, when the tries or `leftMs` are used up. All tries are one
 * request, so that a repeated one changes nothing.
 */
export async function entrust(
  watchdog: Watchdog,
  lockName: string,
  hold: GrantedHold,
  { maxHoldMs, leaseMs }: ResolvedHandOff,
  leftMs: () => number,
): Promise<Kept> {
  const entrusted = { ...hold, leaseMs, maxHoldMs, requestId: crypto.randomUUID() };
  for (let tries = 1; ; tries += 1) {
    const sentAt = performance.now();
    try {
      const reply = await answeredWithin(watchdog.entrust(entrusted), Math.min(TRY_MS, leftMs()));
      if (reply.kind === "kept") return { sentAt, ...reply };
      if (reply.kind === "ended") throw new LockLostError(lockName, hold.owner, holdEnd(reply.end));
      throw new WatchdogUnreachableError(`it could not renew: ${reply.problem}`);
    } catch (error) {
      if (error instanceof LockLostError) throw error;
      const pauseMs = PAUSE_MS * 2 ** (tries - 1);
      if (tries === MAX_TRIES || isOverloaded(error) || leftMs() <= pauseMs) throw unreachable(error);
      await pause(pauseMs);
    }
  }
}

/**
 * Follows a hold that the watchdog keeps, which tells nobody: a third of the lease before the end of what is believed, Redis is
 * asked. Lives as long as the invocation; ends by itself when the rest up to the deadline is known.
 */
export function follow(life: HoldLife, ask: () => Promise<boolean>, kept: Kept): KeepAliveLoop {
  const { belief } = life;
  const { leaseMs, maxHoldMs, sentAt } = kept;
  const asking = {
    // Of half a lease: "due with two thirds left" is a third of the whole.
    leaseMs: leaseMs / 2,
    validUntil: () => belief.until,
    renew: async () => {
      if (!(await ask()) || belief.leftMs() >= leaseMs / 3) return;
      // Not renewed since: so near its deadline it needs no more, but for the margins that belief keeps.
      if (belief.until >= sentAt + maxHoldMs - leaseMs / 6) loop.end("max-hold");
      else throw new WatchdogUnreachableError("two thirds of the lease have passed without a renewal");
    },
    onLeaseEnd: () => belief.look(),
    onFailing: (error: unknown) => life.renewalFailed(error),
  };
  const loop = keepRenewing(asking, maxHoldMs);
  return loop;
}

/** A question to the watchdog, once. */
export async function askWatchdog<Reply>(question: Promise<Reply>): Promise<Reply> {
  try {
    return await answeredWithin(question, TRY_MS);
  } catch (error) {
    throw unreachable(error);
  }
}

async function answeredWithin<Reply>(asked: Promise<Reply>, limitMs: number): Promise<Reply> {
  // What a stub gives is like a promise, but settles a moment later in a race.
  const answer = Promise.resolve(asked);
  await settledWithin(answer, limitMs);
  const late = new WatchdogUnreachableError(`it did not answer within ${Math.round(limitMs)} ms`);
  return Promise.race([answer, Promise.reject(late)]);
}

function unreachable(error: unknown): WatchdogUnreachableError {
  if (error instanceof WatchdogUnreachableError) return error;
  return new WatchdogUnreachableError("the call to it failed", { cause: error });
}

// What a stub's error says when the object has more to do than it can: another try makes it worse.
function isOverloaded(error: unknown): boolean {
  return Object(error).overloaded === true;
}
