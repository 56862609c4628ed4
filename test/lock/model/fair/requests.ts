// The requests of waiters whose isolates have mailboxes, and how the first waiter of a freed lock is served.
import { isRobbed, takeFor } from "./holds.ts";
import { sweepHead, takeTurn } from "./queue.ts";
import { type Hold, type Request, TICK_MS, type World } from "./world.ts";

const SERVED_MS = 150_000;
export const KEPT_MS = 20_000;

/** What the client of an attempt that stands writes into its request. */
export interface Asked {
  readonly mailbox: number;
  readonly isMarked: boolean;
  /** How old it is already; undefined: its client does not know the time of Redis. */
  readonly agoMs: number | undefined;
  /** The request gets a mark if nobody hears the mailbox. */
  readonly counts: boolean;
}

/** A grant by a release. `ms`: how long it counts without a renewal. */
export interface Granted {
  readonly owner: string;
  readonly ms: number;
}

export function leaveRequest(world: World, hold: Hold, { mailbox, isMarked, agoMs = 0, counts }: Asked): Request {
  const request = {
    ...{ mailbox, isMarked: isMarked || (counts && !world.open.has(mailbox)), leaseMs: hold.leaseMs },
    ...{ seen: world.now - agoMs, until: world.now + KEPT_MS },
  };
  world.requests.set(hold.owner, request);
  return request;
}

/** Returns whether the holder, and all waiters before this one, are known as ours. */
export function areOurs({ counts, pages, queue, tries, mostMoved }: World, waiter: string): boolean {
  const [holder = ""] = counts.keys();
  const page = pages.get(holder);
  const place = queue.indexOf(waiter);
  if (page === undefined || isRobbed(page) || place >= mostMoved) return false;
  return queue.slice(0, place).every((before) => tries.has(before));
}

/** Grants the free lock to its first waiter, if that may be granted it; else calls that one. */
export function serveHead(world: World): Granted | undefined {
  const head = sweepHead(world);
  if (head === undefined) return undefined;
  const request = world.tries.has(head) ? world.requests.get(head) : undefined;
  if (request !== undefined && isServed(world, request) && !world.pages.has(head)) return grant(world, head, request);
  callWaiter(world, head, request);
  return undefined;
}

/** Calls the first waiter to attempt. `sure`: see Message. */
export function callFirst(world: World, sure: boolean): void {
  const [head] = world.queue;
  if (head !== undefined) callWaiter(world, head, world.requests.get(head), sure);
}

export function confirmMs(leaseMs: number): number {
  return Math.min(leaseMs, 5_000);
}

/** Returns a time in whole ticks. */
export function inTicks(ms: number): number {
  return Math.ceil(ms / TICK_MS) * TICK_MS;
}

function isServed({ now, open }: World, { isMarked, mailbox, seen }: Request): boolean {
  return !isMarked && open.has(mailbox) && now - seen < SERVED_MS;
}

/** The walk sets the lease to whole ticks after the grant, as it does with all times. */
function grant(world: World, owner: string, { mailbox, leaseMs }: Request): Granted {
  const ms = confirmMs(leaseMs);
  takeTurn(world, owner);
  takeFor(world, owner, inTicks(ms));
  world.told.push({ to: owner, sure: true, mail: { kind: "granted", mailbox, ms } });
  const [next] = world.queue;
  const request = world.requests.get(next ?? "");
  if (next !== undefined && request !== undefined) {
    world.told.push({ to: next, sure: true, mail: { kind: "next", mailbox: request.mailbox, ms } });
  } else if (next !== undefined && !world.tries.has(next)) tellTheirs(world, next, ms);
  return { owner, ms };
}

/** A waiter of Redisson's learns how long the lease of a grant is. */
function tellTheirs(world: World, waiter: string, ms: number): void {
  const { scores, now, patienceMs } = world;
  const score = scores.get(waiter);
  if (score !== undefined) scores.set(waiter, Math.min(score, now + inTicks(ms) + patienceMs));
  world.told.push({ to: waiter, sure: true });
}

function callWaiter(world: World, to: string, request: Request | undefined, sure = true): void {
  if (request === undefined) world.told.push({ to, sure });
  else world.told.push({ to, sure, mail: { kind: "try", mailbox: request.mailbox, ms: 0 } });
}
