// Describes locks, semaphores and latches: one request to Redis, and one to the watchdog if a hold may be handed off.

import { type Awaitable, type Inspectable, type Inspection, runAnswered } from "../hold/client-context.ts";
import type {
  HoldMode,
  InspectedHolder,
  InspectedLatch,
  InspectedLock,
  InspectedPermits,
  InspectedSemaphore,
  InspectedWaiter,
} from "../hold/lock-inspection.ts";
import { type CountWaiting, type WantedHold, WantedSignal } from "../hold/wanted.ts";
import { type LockName, ownerOfField, queueKey, readWriteQueueKeys, standingKey, WRITER } from "../keys.ts";
import {
  type HolderReply,
  inspectLatchCall,
  inspectLockCall,
  inspectPermitsCall,
  inspectSemaphoreCall,
  type LockReply,
  type WaiterReply,
} from "../lua/inspect.ts";
import { type WaitersPlace, type Waiting, waitingCall } from "../lua/wanted.ts";
import type { Call, GrantedHold } from "../protocol.ts";
import type { KeptHolds } from "../watchdog/watchdog.ts";

/**
 * Lets locks, semaphores and latches of a client tell who holds them: `lock.inspect()`. `createLocks` has it already.
 * @returns the value for `createClient({ inspection })`
 * @example
 * const client = createClient({ redis: { url, token }, inspection: inspection() });
 * const { holders } = await lock(client, "orders:42").inspect();
 */
export function inspection(): Inspection {
  return {
    lock: inspectLock,
    semaphore: inspectSemaphore,
    permits: inspectPermits,
    latch: inspectLatch,
    waiting,
    wanted,
  };
}

async function inspectLock(client: Inspectable, name: LockName, mostReads?: number): Promise<InspectedLock> {
  const found = await ask(client, "lock", name, inspectLockCall(name.key, mostReads));
  // Redis may have deleted the lock while its script ran.
  const isFree = found.mode === "free" || found.remainingMs < 0;
  const kept = isFree ? NOTHING_KEPT : await keptOf(client, found.holders, name.key);
  return {
    name: name.name,
    kind: isFree ? "free" : lockKindOf(found.mode),
    mode: isFree ? undefined : holdModeOf(found.mode),
    remainingMs: isFree ? -2 : found.remainingMs,
    holders: isFree ? [] : holdersOf(found, kept),
    holderCount: isFree ? 0 : found.holderCount,
    queue: found.queue.map(waiterAt),
    queueLength: found.queueLength,
    ...found.counted,
  };
}

async function inspectSemaphore(client: Inspectable, name: LockName): Promise<InspectedSemaphore> {
  const found = await ask(client, "semaphore", name, inspectSemaphoreCall(name.key));
  const { isSet, number: available, remainingMs } = found;
  return { name: name.name, kind: "semaphore", isSet, available, remainingMs, ...found.counted };
}

async function inspectPermits(client: Inspectable, name: LockName): Promise<InspectedPermits> {
  const found = await ask(client, "semaphore", name, inspectPermitsCall(name.key));
  const { isSet, number: available, leased: leaseCount, leases, remainingMs } = found;
  return {
    name: name.name,
    kind: "permit-expirable-semaphore",
    isSet,
    permits: isSet ? available + leaseCount : 0,
    available,
    leases,
    leaseCount,
    remainingMs,
    ...found.counted,
  };
}

async function inspectLatch(client: Inspectable, name: LockName): Promise<InspectedLatch> {
  const found = await ask(client, "latch", name, inspectLatchCall(name.key));
  const { number: count, remainingMs } = found;
  return { name: name.name, kind: "count-down-latch", count, remainingMs, ...found.counted };
}

function waiting(client: Inspectable, granted: GrantedHold, kind: Awaitable): Promise<Waiting> {
  return counting(client, granted, kind)(false);
}

function wanted(hold: WantedHold, client: Inspectable, granted: GrantedHold, kind: Awaitable): WantedSignal {
  return new WantedSignal(hold, counting(client, granted, kind));
}

/** Returns what counts those who wait, for any of several locks. */
function counting(client: Inspectable, hold: GrantedHold, kind: Awaitable): CountWaiting {
  const members = kind.membersOf?.(hold);
  if (members === undefined) {
    const place = placeOf(kind, hold.key);
    return async (listens) => {
      const call = waitingCall(hold, place, listens && kind.stands !== undefined);
      return (await runAnswered(client, call, hold.leaseMs, ["inspect lock", hold.key])).reply;
    };
  }
  const each = members.map((held) => counting(held.member.client, held.hold, held.member.kind));
  return async () => {
    // One of several databases may not answer.
    const counts = await Promise.allSettled(each.map((count) => count(false)));
    const told = counts.flatMap((count) => (count.status === "fulfilled" ? [count.value] : []));
    return told.find(({ listed, streams = 0 }) => listed + streams > 0) ?? { listed: 0, streams: 0, first: {} };
  };
}

function placeOf({ stands, channel }: Awaitable, key: string): WaitersPlace {
  const { name = "", callsByNumber } = channel?.(key) ?? {};
  if (stands === "queue") return { form: "list", key: queueKey(key), channel: name };
  if (stands !== undefined) return { form: "requests", key: standingKey(key), channel: name };
  const [queue] = readWriteQueueKeys(key);
  return callsByNumber ? { form: "zset", key: queue, channel: name } : { form: "none", key, channel: name };
}

async function ask<Reply>(client: Inspectable, what: string, { name }: LockName, call: Call<Reply>): Promise<Reply> {
  return (await runAnswered(client, call, client.options.leaseMs, [`inspect ${what}`, name])).reply;
}

const NOTHING_KEPT: KeptHolds = { holds: [], isWhole: true };

/** Returns what the watchdog keeps of this lock; undefined if it does not answer. Asks only about holders of ours. */
async function keptOf(
  { watchdog }: Inspectable,
  holders: readonly HolderReply[],
  key: string,
): Promise<KeptHolds | undefined> {
  if (watchdog === undefined || holders.every(({ origin }) => origin === "redisson")) return NOTHING_KEPT;
  return watchdog.handOff.kept(watchdog.watchdog, key);
}

function holdersOf({ mode, holders }: LockReply, kept: KeptHolds | undefined): InspectedHolder[] {
  const untils = new Map(kept?.holds.map(({ owner, deadline }) => [owner, deadline]));
  const isExclusive = holdModeOf(mode) === "exclusive";
  const told = holders.map(({ field, label, since, holds, remainingMs, origin }): InspectedHolder => {
    const isWriter = !isExclusive && field.endsWith(WRITER);
    const unlisted = kept?.isWhole === true || origin === "redisson" ? undefined : "unknown";
    return {
      owner: isWriter ? ownerOfField(field) : field,
      mode: isExclusive ? "exclusive" : isWriter ? "write" : "read",
      ...{ label, since, holds, remainingMs, origin },
      handedOffUntil: untils.get(field) ?? unlisted,
    };
  });
  return told.sort(
    (one, other) => rank(one) - rank(other) || age(one) - age(other) || (one.owner < other.owner ? -1 : 1),
  );
}

function rank({ mode }: InspectedHolder): number {
  return mode === "read" ? 1 : 0;
}

/** Those whose instant is unknown come last. */
function age({ since }: InspectedHolder): number {
  return since ?? Number.MAX_SAFE_INTEGER;
}

function waiterAt({ owner, access, label, silentMs }: WaiterReply, nth: number): InspectedWaiter {
  const origin = silentMs === undefined ? "redisson" : "leasehound";
  const waiter = access === undefined ? owner : ownerOfField(owner);
  return { owner: waiter, position: nth + 1, mode: access ?? "exclusive", label, silentMs, origin };
}

/** Returns the kind of a held lock as users call it. */
function lockKindOf(mode: LockReply["mode"]): "lock" | "light" | "read-write" {
  if (mode === "light") return mode;
  return holdModeOf(mode) === "exclusive" ? "lock" : "read-write";
}

/** Returns the mode of a lock's hash as users call it. */
export function holdModeOf(mode: LockReply["mode"]): HoldMode {
  return mode === "read" || mode === "write" ? mode : "exclusive";
}
