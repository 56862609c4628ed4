// Invariants of grants by releases, and of what a waiter is told of those before it. They do not use how the model
// serves a freed lock.
import { lives } from "./queue.ts";
import { inTicks } from "./requests.ts";
import { apply, type Outcome, type Step } from "./steps.ts";
import { isOurs, type Message, type World } from "./world.ts";

// The scripts skip a request that is so old.
const OLD_MS = 150_000;

/** What a step did. */
export interface Happened {
  readonly before: World;
  readonly step: Step;
  readonly outcome: Outcome;
  readonly after: World;
}

/** Returns the violation after this step, if there is one. */
export function grantProblem(happened: Happened): string | undefined {
  const messages = happened.after.told.slice(happened.before.told.length);
  const grants = messages.filter(({ mail }) => mail?.kind === "granted");
  const [grant] = grants;
  if (grants.length > 1) return "a step grants the lock twice";
  const told = toldGrant(happened.outcome);
  if (grant?.to !== told) return `the reply tells of a grant to ${told}, and the message of one to ${grant?.to}`;
  return grant === undefined
    ? missedGrant(happened, messages)
    : (wrongGrant(happened, grant) ?? strayed(happened, grant));
}

/** Returns what an attempt that stands was told; undefined: nothing. */
export function isBehindOurs(outcome: Outcome): boolean | undefined {
  if (typeof outcome !== "object" || outcome?.kind !== "busy") return undefined;
  return outcome.stands?.isOurs;
}

/** A waiter that was told that it is behind ours follows no channel but its mailbox. */
export function behindOthers(owner: string, { counts, queue }: World): string | undefined {
  const before = [...counts.keys(), ...queue.slice(0, queue.indexOf(owner))];
  const other = before.find((each) => !isOurs(each));
  return other && `${owner} was told that all before it are ours, and ${other} is not`;
}

function toldGrant(outcome: Outcome): string | undefined {
  if (typeof outcome !== "object" || outcome === null) return undefined;
  return "granted" in outcome ? outcome.granted?.owner : undefined;
}

function wrongGrant({ before, step, after }: Happened, { to, mail }: Message): string | undefined {
  const request = before.requests.get(to);
  const own = "hold" in step ? step.hold.owner : undefined;
  if (after.counts.size !== 1 || after.counts.get(to) !== 1) return `${to} is granted the lock, and does not hold it`;
  const other = [...before.counts.keys()].find((owner) => owner !== own && step.kind !== "force");
  if (other !== undefined) return `${to} is granted the lock, which ${other} holds`;
  if (before.pages.has(to)) return `${to} is granted the lock, and its hold was granted or ended before`;
  if (after.pages.get(to)?.defaultEnd !== undefined) return `${to} is granted the lock, and its hold ends`;
  const place = before.queue.indexOf(to);
  if (place < 0 || after.queue.includes(to)) return `${to} is granted the lock, and did not wait or still does`;
  if (!lives(before, to) && !isAhead(before, to)) return `${to} is granted the lock, and is silent`;
  const passed = before.queue.slice(0, place).find((waiter) => waiter !== own && mayStay(before, waiter, own));
  if (passed !== undefined) return `${to} is granted the lock, and ${passed} comes first`;
  if (request === undefined || request.isMarked || request.mailbox !== mail?.mailbox)
    return `${to} is granted the lock, and did not ask for it`;
  if (!before.open.has(request.mailbox)) return `${to} is granted the lock, and nobody hears its mailbox`;
  if (before.now - request.seen >= OLD_MS) return `${to} is granted the lock by a request that is too old`;
  return undefined;
}

/** A freed lock is granted if it can be, or the first waiter is told. */
function missedGrant({ before, step, after }: Happened, messages: readonly Message[]): string | undefined {
  const ends = step.kind === "release" || step.kind === "hand-over" || step.kind === "cancel" || step.kind === "force";
  const [head] = after.queue;
  if (!ends || before.counts.size === 0 || after.counts.size > 0 || head === undefined) return undefined;
  if (messages.length !== 1 || messages[0]?.to !== head) return `the lock is free, and ${head} does not hear of it`;
  const request = after.requests.get(head);
  if (request === undefined) return undefined;
  const mayBe = !request.isMarked && after.open.has(request.mailbox) && after.now - request.seen < OLD_MS;
  if (mayBe && after.tries.has(head) && !after.pages.has(head)) return `${head} could be granted the free lock`;
  return undefined;
}

/** The queue is as if the first waiter had been told, and had come at once. */
function strayed({ before, step, after }: Happened, { to, mail }: Message): string | undefined {
  const other = structuredClone(before);
  const leaseMs = other.requests.get(to)?.leaseMs ?? 0;
  other.requests.clear();
  apply(other, step);
  apply(other, {
    kind: "acquire",
    hold: { owner: to, holdId: to, ownerIsNew: true, leaseMs, once: false },
    last: false,
  });
  const [next = ""] = other.queue;
  const score = other.scores.get(next);
  // Redisson's is told of the short lease.
  const isTheirs = score !== undefined && !other.tries.has(next) && !before.requests.has(next);
  if (isTheirs) other.scores.set(next, Math.min(score, after.now + inTicks(mail?.ms ?? 0) + after.patienceMs));
  const [met, expected] = [after, other].map(({ counts, queue, scores, tries }) =>
    JSON.stringify([[...counts], queue, [...scores].sort(), [...tries].sort()]),
  );
  return met === expected ? undefined : `after the grant to ${to} ${met}, after its own attempt ${expected}`;
}

/** The clock was set back since its last attempt. */
function isAhead({ tries, now }: World, waiter: string): boolean {
  return (tries.get(waiter) ?? now) > now;
}

/** Each one that leaves brings those behind it nearer: a waiter of Redisson may then have been first for too long. */
function mayStay(world: World, waiter: string, own: string | undefined): boolean {
  const { queue, tries, scores, now, patienceMs } = world;
  if (tries.has(waiter)) return lives(world, waiter);
  const ahead = queue.slice(0, queue.indexOf(waiter));
  const leaving = ahead.filter((each) => each === own || (tries.has(each) && !lives(world, each)));
  return (scores.get(waiter) ?? Number.NEGATIVE_INFINITY) - leaving.length * patienceMs > now;
}
