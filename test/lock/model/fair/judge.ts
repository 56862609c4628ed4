// Invariants that hold for any rules of the queue.
import { behindOthers, grantProblem, type Happened, isBehindOurs } from "./grant-judge.ts";
import { endOf, isEndless } from "./holds.ts";
import { LEAST_AHEAD_MS, lives } from "./queue.ts";
import { attemptIn, type Step } from "./steps.ts";
import { isOurs, type World } from "./world.ts";

// The maximum of a walk's leases, and of the lead of a Java clock.
const LEASE_MS = 120_000;
const AHEAD_MS = 40_000;

/** Checks one walk. */
export class Judge {
  /** Waiters of ours, in order of arrival. */
  #arrived: readonly string[] = [];
  /** Those of them that have not tried throughout. */
  readonly #wasSilent = new Set<string>();
  #longest = 0;
  /** The total by which the clock was set back. */
  #backMs = 0;
  /** The last attempts were deleted in this walk. */
  areTriesLost = false;
  /** Owners of ours that were told so by their last reply. */
  readonly #areBehindOurs = new Set<string>();

  /** Returns the violation after this step, if there is one. */
  check(happened: Happened): string | undefined {
    const { before, step, after } = happened;
    this.#longest = Math.max(this.#longest, after.queue.length);
    if (step.kind === "set-back") this.#backMs += step.ms;
    if (step.kind === "lose-tries") this.areTriesLost = true;
    return (
      (this.#longest > after.mostMoved ? undefined : tooFarAhead(after, this.#longest, this.#backMs)) ??
      tooLittleAhead(step, after) ??
      silentIsTold(before, step, after) ??
      silentIsFirst(before, step, after) ??
      (this.areTriesLost ? undefined : passesForTheirs(before, step, after)) ??
      headWithoutScore(step, after) ??
      leftSomething(before, step, after) ??
      lateCopyDid(before, step, after) ??
      grantProblem(happened) ??
      this.#behindOthers(happened) ??
      this.#outOfOrder(before, step, after)
    );
  }

  #behindOthers(happened: Happened): string | undefined {
    const { before, step, outcome, after } = happened;
    if (!("hold" in step)) return undefined;
    const { owner } = step.hold;
    // An attempt that does not stand may give it another place, and leaves the request. Its client knows no place then.
    if (step.kind === "acquire" && !before.queue.includes(owner)) this.#areBehindOurs.delete(owner);
    if (step.kind !== "stand") return undefined;
    // In a walk that was shortened, it may never have been told so.
    if (step.listed === "kept" && !this.#areBehindOurs.has(owner)) return undefined;
    const isOurs = isBehindOurs(outcome);
    if (isOurs === true) this.#areBehindOurs.add(owner);
    if (isOurs === false) this.#areBehindOurs.delete(owner);
    return isOurs === true ? behindOthers(owner, after) : undefined;
  }

  #outOfOrder(before: World, step: Step, after: World): string | undefined {
    const taker = [...after.counts.keys()].find((owner) => isOurs(owner) && !before.counts.has(owner));
    const turn = taker === undefined ? 0 : this.#arrived.indexOf(taker);
    const passed = this.#arrived
      .slice(0, turn < 0 ? undefined : turn)
      .find((waiter) => this.#keptTrying(waiter, after));
    if (passed !== undefined && step.kind !== "steal") return `${taker} takes the lock before ${passed}`;
    const gone = this.#arrived.filter((waiter) => !after.queue.includes(waiter));
    const own = "hold" in step ? step.hold.owner : undefined;
    const lost = gone.find((waiter) => waiter !== own && waiter !== taker && this.#keptTrying(waiter, after));
    if (lost !== undefined && step.kind !== "java") return `${lost} lost its place`;
    this.#arrived = after.queue.filter(isOurs);
    for (const waiter of this.#arrived) if (!lives(after, waiter)) this.#wasSilent.add(waiter);
    for (const waiter of gone) this.#wasSilent.delete(waiter);
    return undefined;
  }

  #keptTrying(waiter: string, { tries }: World): boolean {
    return tries.has(waiter) && !this.#wasSilent.has(waiter);
  }
}

/** Dropping earlier waiters brings none nearer, so that a score may be ahead by the longest queue so far. */
function tooFarAhead({ queue, scores, now, patienceMs }: World, longest: number, backMs: number): string | undefined {
  const limit = now + backMs + LEASE_MS + AHEAD_MS + (longest + queue.length + 1) * patienceMs;
  const far = queue.find((waiter) => isOurs(waiter) && (scores.get(waiter) ?? 0) > limit);
  return far && `the score of ${far} is too far ahead`;
}

/** Redisson reads scores only: it must not drop a waiter that tries again in time. */
function tooLittleAhead(step: Step, after: World): string | undefined {
  const { hold, last = true } = attemptIn(step) ?? {};
  if (hold === undefined || last) return undefined;
  const { owner } = hold;
  const place = after.queue.indexOf(owner);
  // Answered before the queue matters: its owner may be queued for another hold.
  if (place < 0 || after.counts.has(owner) || endOf(after, hold) !== undefined || isEndless(after)) return undefined;
  const aheadMs = (after.scores.get(owner) ?? 0) - after.now - place * after.patienceMs;
  return aheadMs < LEAST_AHEAD_MS ? `${owner} tries, and its score is only ${aheadMs} ms ahead` : undefined;
}

/** A waiter of ours that is woken must be alive, as far as Redis knows. */
function silentIsTold(before: World, step: Step, after: World): string | undefined {
  if (step.kind === "java") return undefined;
  // A grant is judged as such, and a waiter behind it is only told in case that it fails.
  const called = after.told.slice(before.told.length).filter(({ mail }) => mail === undefined || mail.kind === "try");
  const silent = called.find(({ to }) => before.tries.has(to) && !lives(after, to));
  return silent && `${silent.to} is told, and is silent`;
}

/** No waiter is behind a dead one after an attempt of ours. */
function silentIsFirst(before: World, step: Step, after: World): string | undefined {
  const { hold } = attemptIn(step) ?? {};
  if (hold === undefined || !["", "refused"].includes(endOf(after, hold) ?? "")) return undefined;
  if (endOf(before, hold) !== undefined || before.counts.size > 0 || after.counts.size > 0) return undefined;
  const silent = after.queue.find((waiter) => after.tries.has(waiter) && !lives(after, waiter));
  return silent && `${silent} is silent, and still waits`;
}

/** Last attempts outlive every score: once a waiter is no longer known as ours, its score has passed too. */
function passesForTheirs(before: World, step: Step, { queue, scores, tries, now }: World): string | undefined {
  if (step.kind !== "pass") return undefined;
  const forgotten = queue.filter((waiter) => before.tries.has(waiter) && !tries.has(waiter));
  const waiter = forgotten.find((each) => (scores.get(each) ?? 0) > now);
  return waiter && `${waiter} passes for one of Redisson's`;
}

/** A live waiter of ours gets its score at its next attempt. */
function headWithoutScore(step: Step, after: World): string | undefined {
  const [head] = after.queue;
  const { hold } = attemptIn(step) ?? {};
  if (hold === undefined || head === undefined || after.scores.has(head)) return undefined;
  if (endOf(after, hold) !== undefined || after.counts.size > 0) return undefined;
  if (head !== hold.owner && lives(after, head)) return undefined;
  return `${head} is first without a score`;
}

function leftSomething(before: World, step: Step, after: World): string | undefined {
  const leaves = step.kind === "cancel" || attemptIn(step)?.last === true;
  if (!("hold" in step) || !leaves || endOf(before, step.hold) !== undefined) return undefined;
  // Otherwise it was not a waiter: its hold counted, and another hold of its owner may wait.
  const end = endOf(after, step.hold) ?? "";
  if (!["refused", "free", "taken"].includes(end)) return undefined;
  const { owner } = step.hold;
  return after.queue.includes(owner) || after.scores.has(owner) ? `${owner} left, and is still there` : undefined;
}

function lateCopyDid(before: World, step: Step, after: World): string | undefined {
  if (!("hold" in step) || endOf(before, step.hold) === undefined) return undefined;
  const same = [before, after].map(({ counts, queue, scores, until, requests, told }) =>
    JSON.stringify([[...counts], queue, [...scores], until, [...requests], told.length]),
  );
  return same[0] === same[1] ? undefined : "a late copy of a request for a hold that ended does something";
}
