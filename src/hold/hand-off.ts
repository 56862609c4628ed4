// Entrusting a hold to the watchdog: asked until it confirms, within the time the hold is believed in.
import { InvalidOptionError, LockLostError, NoWatchdogError, WatchdogUnreachableError } from "../errors.ts";
import { holdEnd } from "../lua/call.ts";
import type { GrantedHold } from "../lua/lock/calls.ts";
import type { ResolvedHandOff, WaitUntil } from "../options.ts";
import { settledWithin, sleep } from "../wait/sleep.ts";
import type { Entrusted, Watchdog } from "../watchdog/protocol.ts";
import { inBackground } from "./background.ts";
import type { HandOff, Kept } from "./capabilities.ts";
import type { HoldState } from "./hold-state.ts";
import { type KeepAliveLoop, keepRenewing } from "./keep-alive.ts";

const MAX_TRIES = 4;
// A new object may have to be made, on another continent.
const TRY_MS = 5_000;
const PAUSE_MS = 100;

/** The caller's side of each hand-off. */
export const handOff: HandOff = {
  entrust,
  follow,
  status: (watchdog, id) => askWatchdog(() => watchdog.status(id)),
  withdraw: withdrawn,
};

/**
 * Ends with a hold that is kept and still ours; else the request is taken back, in the background, and the error is
 * thrown.
 * @param context of the invocation, where it is known: it is given what goes on in the background
 */
async function entrust(
  watchdog: Watchdog,
  hold: GrantedHold,
  limits: ResolvedHandOff,
  life: HoldState,
  context: WaitUntil | undefined,
): Promise<Kept> {
  // A watchdog of the user's own gets what it needs: a token or a text of the hold is not for it.
  const { key, owner, holdId, epoch, ownerIsNew, shared } = hold;
  const which = { key, owner, holdId, epoch, ownerIsNew, shared };
  const entrusted: Entrusted = { ...which, ...limits, requestId: crypto.randomUUID() };
  try {
    const kept = await confirmed(watchdog, entrusted, life);
    life.mustBeHeld();
    return kept;
  } catch (error) {
    inBackground(context, withdrawn(watchdog, entrusted));
    if (error instanceof LockLostError && error.end !== undefined) {
      // By leaving the scope, when handOff was not awaited: that is nobody else's doing.
      life.mustBeHeld();
      life.lose("gone", error.end);
    }
    throw error;
  }
}

/**
 * Ways out: confirmed; LOCK_LOST; NO_WATCHDOG, when it cannot be called from here; the error of the last try, when the
 * tries or the time that is left are used up. All tries are one request, so that a repeated one changes nothing.
 */
async function confirmed(watchdog: Watchdog, entrusted: Entrusted, life: HoldState): Promise<Kept> {
  for (let tries = 1; ; tries += 1) {
    const sentAt = performance.now();
    try {
      // Half of what is left: whoever is not answered needs the rest to release, or to try again.
      const reply = await answeredWithin(watchdog.entrust(entrusted), Math.min(TRY_MS, life.validity.leftMs() / 2));
      if (reply.kind === "kept") return { sentAt, ...reply };
      if (reply.kind === "ended") throw life.lost(holdEnd(reply.end));
      if (reply.kind === "full") throw full();
      throw new WatchdogUnreachableError(`it could not renew: ${reply.problem}`);
    } catch (error) {
      if (error instanceof LockLostError || error instanceof InvalidOptionError || error instanceof NoWatchdogError)
        throw error;
      const pauseMs = PAUSE_MS * 2 ** (tries - 1);
      if (tries === MAX_TRIES || isFinal(error) || life.validity.leftMs() <= pauseMs) throw unreachable(error);
      await sleep(pauseMs);
    }
  }
}

/**
 * Follows a hold that the watchdog keeps, which tells nobody: a third of the lease before the end of what is believed,
 * Redis is asked. Lives as long as the invocation; ends by itself when the rest up to the deadline is known.
 */
function follow(life: HoldState, ask: () => Promise<boolean>, kept: Kept): KeepAliveLoop {
  const { validity } = life;
  const { leaseMs, maxHoldMs, sentAt } = kept;
  const asking = {
    // Of half a lease: "due with two thirds left" is a third of the whole.
    leaseMs: leaseMs / 2,
    validUntil: () => validity.until,
    renew: async () => {
      if (!(await ask()) || validity.leftMs() >= leaseMs / 3) return;
      // Not renewed since: so near its deadline it needs no more, but for the margins that belief keeps.
      if (validity.until >= sentAt + maxHoldMs - leaseMs / 6) loop.end("max-hold");
      else throw new WatchdogUnreachableError("two thirds of the lease have passed without a renewal");
    },
    onLeaseEnd: () => validity.refresh(),
    onFailing: (error: unknown) => life.renewalFailed(error),
  };
  const loop = keepRenewing(asking, maxHoldMs);
  return loop;
}

/**
 * Never rejects. Ways out: heard; there is nobody to hear it; not heard in as many tries, so that it is kept until its
 * deadline at the latest.
 */
async function withdrawn(watchdog: Watchdog, entrusted: Entrusted): Promise<void> {
  const { key, owner, holdId, requestId } = entrusted;
  for (let tries = 1; tries <= MAX_TRIES; tries += 1) {
    try {
      return await askWatchdog(async () => watchdog.withdraw({ key, owner, holdId, requestId }));
    } catch (error) {
      if (error instanceof NoWatchdogError) return;
      await sleep(PAUSE_MS * 2 ** tries);
    }
  }
}

/** A question to the watchdog, once. Throws NO_WATCHDOG, WATCHDOG_UNREACHABLE. */
export async function askWatchdog<Reply>(question: () => Promise<Reply>): Promise<Reply> {
  try {
    return await answeredWithin(question(), TRY_MS);
  } catch (error) {
    throw error instanceof NoWatchdogError ? error : unreachable(error);
  }
}

async function answeredWithin<Reply>(asked: Promise<Reply>, limitMs: number): Promise<Reply> {
  // What a stub gives is like a promise, but settles a moment later in a race.
  const answer = Promise.resolve(asked);
  await settledWithin(answer, limitMs);
  const late = new WatchdogUnreachableError(`it did not answer within ${Math.round(limitMs)} ms`);
  return Promise.race([answer, Promise.reject(late)]);
}

/** Asked again at once, it says the same. */
function full(): WatchdogUnreachableError {
  const error = new WatchdogUnreachableError("it keeps as many holds as its quota allows; release some");
  return Object.assign(error, { isFinal: true });
}

function unreachable(error: unknown): WatchdogUnreachableError {
  if (error instanceof WatchdogUnreachableError) return error;
  const why = error instanceof Error ? `: ${error.message.slice(0, 200)}` : "";
  return new WatchdogUnreachableError(`the call to it failed${why}`, { cause: error });
}

// What a stub's error says when the object has more to do than it can: another try makes it worse. And a remote
// watchdog's, when the answer will be the same.
function isFinal(error: unknown): boolean {
  return Object(error).overloaded === true || Object(error).isFinal === true;
}
