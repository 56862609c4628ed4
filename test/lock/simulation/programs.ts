// The programs of callers in a simulated world, for each kind of lock.
import type { AcquireOptions, Held, NewestOptions, ReadWriteLock, StealOptions } from "../../../src/index.ts";
import type { RemoteLocks, RemoteSemaphore } from "../../../src/service/remote/index.ts";
import type { Actor } from "./actor.ts";
import { type Belief, CALM_MS, PERMITS } from "./checks.ts";
import type { ProgramName } from "./profile.ts";
import type { Turn } from "./turn.ts";

/** A lock of any kind with one name, or several as one. */
interface AnyLock {
  acquire(options?: StealOptions): Promise<Held>;
  withLock<T>(fn: (held: Held) => T | PromiseLike<T>, options?: NewestOptions): Promise<T>;
  // Several locks have none of these.
  forceRelease?(): Promise<boolean>;
  releaseOwner?(owner: string): Promise<boolean>;
  renewOwner?(owner: string): Promise<boolean>;
  resume(text: string): Promise<Held>;
}

interface LockTraits {
  readonly isShared?: boolean;
  /** A hash of Redis under its own key names its owner. */
  readonly isInHash: boolean;
  /** An owner may acquire it again. */
  readonly isReentrant: boolean;
  readonly canBeStolen: boolean;
  /** Its holds have owners that other isolates can name. */
  readonly hasOwners: boolean;
}

const PLAIN: LockTraits = { isInHash: true, isReentrant: true, canBeStolen: true, hasOwners: true };
const READING: LockTraits = { ...PLAIN, isShared: true, isReentrant: false, canBeStolen: false };
const NOT_REENTRANT: LockTraits = { ...PLAIN, isReentrant: false };
const SEVERAL: LockTraits = { isInHash: false, isReentrant: false, canBeStolen: false, hasOwners: false };

const LEFT_MS = 2_000;
// A release that gets no answer stores its result so much later.
const STORED_AFTER_MS = 12_000;

/** The error of a flight's function. */
export class WorkFailed extends Error {}

/** The kinds that both clients have: those of a database, and of a service. */
type CommonLocks = Pick<RemoteLocks, "lock" | "fencedLock" | "fairLock" | "readWriteLock" | "permitExpirableSemaphore">;

/** Makes a lock with one of the clients of the world. */
type LockOf = (actor: Actor) => AnyLock;

export const RUN: Readonly<Record<ProgramName, (turn: Turn) => Promise<void>>> = {
  lock: (turn) => useLock(turn, ({ locks }) => locks.lock(turn.resource.name), PLAIN),
  fencedLock: (turn) => useLock(turn, ({ locks }) => locks.fencedLock(turn.resource.name), PLAIN),
  fairLock: (turn) => useLock(turn, ({ locks }) => locks.fairLock(turn.resource.name), PLAIN),
  spinLock: (turn) => useLock(turn, ({ locks }) => locks.spinLock(turn.resource.name), PLAIN),
  nonReentrantLock: (turn) => useLock(turn, ({ locks }) => locks.nonReentrantLock(turn.resource.name), NOT_REENTRANT),
  nonReentrantFairLock: (turn) =>
    useLock(turn, ({ locks }) => locks.nonReentrantFairLock(turn.resource.name), NOT_REENTRANT),
  readWriteLock: (turn) => useEither(turn, ({ locks }) => locks.readWriteLock(turn.resource.name)),
  fairReadWriteLock: (turn) => useEither(turn, ({ locks }) => locks.fairReadWriteLock(turn.resource.name)),
  multiLock(turn) {
    const { name } = turn.resource;
    // The single lock is one of the several of others.
    if (turn.random.chance(0.5)) return useLock(turn, ({ locks }) => locks.lock(name), PLAIN);
    return useLock(turn, ({ locks }) => locks.multiLock(locks.lock(name), locks.lock(`${name} b`)), SEVERAL);
  },
  redLock: (turn) =>
    useLock(
      turn,
      ({ locks, others }) => locks.redLock(...[locks, ...others].map((each) => each.lock(turn.resource.name))),
      SEVERAL,
    ),
  newest,
  light,
  singleFlight: flight,
  semaphore,
  permitExpirableSemaphore: (turn) =>
    usePermit(turn, turn.actor.locks.permitExpirableSemaphore(turn.resource.name, { permits: PERMITS })),
  countDownLatch: latch,
  remoteLock: (turn) => {
    const locksOf = either(turn);
    return useLock(turn, (actor) => locksOf(actor).lock(turn.resource.name), PLAIN);
  },
  remoteFencedLock: (turn) => {
    const locksOf = either(turn);
    return useLock(turn, (actor) => locksOf(actor).fencedLock(turn.resource.name), PLAIN);
  },
  remoteFairLock: (turn) => {
    const locksOf = either(turn);
    return useLock(turn, (actor) => locksOf(actor).fairLock(turn.resource.name), PLAIN);
  },
  remoteReadWriteLock: (turn) => {
    const locksOf = either(turn);
    return useEither(turn, (actor) => locksOf(actor).readWriteLock(turn.resource.name));
  },
  remotePermits: (turn) => {
    const locksOf = either(turn);
    return usePermit(turn, locksOf(turn.actor).permitExpirableSemaphore(turn.resource.name, { permits: PERMITS }));
  },
};

/** Returns where a turn gets its locks from: by the service, or directly, as a program with credentials beside it. */
function either(turn: Turn): (actor: Actor) => CommonLocks {
  const isDirect = turn.random.chance(0.3);
  turn.isRemote = !isDirect;
  return ({ locks, remote }) => (isDirect ? locks : remote);
}

function useEither(turn: Turn, bothOf: (actor: Actor) => ReadWriteLock): Promise<void> {
  return turn.random.chance(0.6)
    ? useLock(turn, (actor) => bothOf(actor).readLock(), READING)
    : useLock(turn, (actor) => bothOf(actor).writeLock(), PLAIN);
}

async function useLock(turn: Turn, lockOf: LockOf, traits: LockTraits): Promise<void> {
  const { random, stage } = turn;
  const lock = lockOf(turn.actor);
  const options: StealOptions = { ...turn.options, ...(random.chance(0.1) ? { confirm: "first" } : {}) };
  const isTheft = stage.profile.steals && traits.canBeStolen && random.chance(0.05);
  const theft = isTheft ? turn.disturb() : undefined;
  if (isTheft) options.steal = true;
  try {
    const way = random.next();
    if (way < 0.2) await wholeCall(turn, lock, traits, options);
    else if (way < 0.26 && !isTheft) await moveElsewhere(turn, lockOf, traits, options);
    else if (way < 0.32 && !isTheft && traits.hasOwners) await actByOwner(turn, lock, traits, options);
    else await holdAndRelease(turn, lock, traits, options);
  } finally {
    theft?.settled();
  }
  if (!stage.profile.forces || lock.forceRelease === undefined || !random.chance(0.03)) return;
  const forced = turn.disturb();
  await lock.forceRelease().finally(forced.settled);
}

async function wholeCall(turn: Turn, lock: AnyLock, traits: LockTraits, options: StealOptions): Promise<void> {
  turn.asks();
  turn.isKept = turn.isRenewable;
  const work = async (held: Held): Promise<void> => {
    const belief = turn.got(held, traits);
    if (turn.wantsToKnow()) await turn.workUntilWanted(held, belief);
    await turn.work(belief);
  };
  await lock.withLock(work, { ...options, ...turn.contextOption });
}

/** An owner with a name is renewed and released by that name. */
async function actByOwner(turn: Turn, lock: AnyLock, traits: LockTraits, options: AcquireOptions): Promise<void> {
  const owner = `worker-${turn.random.between(1, 1e9)}`;
  turn.asks(1, true);
  const held = await lock.acquire({ ...options, owner });
  const belief = turn.got(held, traits);
  await turn.sleep(turn.stage.profile.meanHoldMs);
  await lock.renewOwner?.(owner);
  turn.ends(belief);
  await lock.releaseOwner?.(owner);
}

async function holdAndRelease(turn: Turn, lock: AnyLock, traits: LockTraits, options: StealOptions): Promise<void> {
  const { random, actor, resource, world } = turn;
  turn.asks();
  const held = await lock.acquire(options);
  const belief = turn.got(held, traits);
  const isKept = turn.isRenewable && random.chance(0.4);
  const wantsToKnow = turn.wantsToKnow();
  const listens = wantsToKnow && !turn.isRemote && random.chance(0.5);
  if (isKept) {
    turn.isKept = true;
    held.keepAlive(turn.context, { maxHoldMs: 900_000, listen: listens });
    complainOfLoss(turn, belief);
  }
  if (wantsToKnow) await turn.workUntilWanted(held, belief, isKept && listens);
  await turn.sleep(random.chance(0.05) ? turn.leaseMs : turn.stage.profile.meanHoldMs);
  // A request about a lease that is about to end may not be answered in time.
  const leftMs = held.validUntil - actor.isolate.wallMs();
  if (random.chance(0.1) && leftMs > LEFT_MS && !held.signal.aborted)
    await (random.chance(0.5) ? held.check() : held.renew()).catch((error: unknown) => {
      // It was robbed of one of several locks. Nobody releases the others.
      resource.leftToLease(world.now);
      throw error;
    });
  if (traits.isReentrant && random.chance(0.1)) {
    const again = await lock.acquire({ owner: held.owner, waitMs: 0 });
    await turn.sleep(50);
    await again.release();
  }
  turn.ends(belief);
  if (random.chance(0.03)) {
    // Its lease ends it, or its renewals end with a Worker's request.
    const endsByItself = !isKept || actor.isolate.isWorker;
    resource.leftToLease(endsByItself ? world.now : Number.POSITIVE_INFINITY);
    return;
  }
  // The lease has ended this hold.
  if (held.validUntil <= actor.isolate.wallMs()) resource.leftToLease(world.now);
  await held.release();
}

/** The hold goes to another isolate by its text. */
async function moveElsewhere(turn: Turn, lockOf: LockOf, traits: LockTraits, options: AcquireOptions): Promise<void> {
  const { resource, world, random, stage } = turn;
  turn.asks();
  const held = await lockOf(turn.actor).acquire(options);
  const belief = turn.got(held, traits);
  await turn.work(belief);
  const text = held.serialize({ move: true });
  // If it is never resumed, its lease ends it.
  resource.leftToLease(world.now);
  const other = random.oneOf(stage.actors.filter(({ isolate }) => !isolate.isDead && !isolate.isSuspended));
  await new Promise<void>((resolve, reject) => {
    other.isolate.invoke((invocation) => {
      async function goOn(): Promise<void> {
        const moved = await lockOf(other).resume(text);
        const continued = turn.got(moved, { ...traits, isResumed: true }, { actor: other, invocation });
        await other.isolate.sleep(random.exponential(stage.profile.meanHoldMs) + 1);
        turn.ends(continued);
        await moved.release();
      }
      goOn()
        .finally(() => other.isolate.isWorker && invocation.cut())
        .then(resolve, reject);
    });
  });
}

/** A kept hold is lost only by a fault. */
function complainOfLoss(turn: Turn, belief: Belief): void {
  if (turn.hasShortLease) return;
  const since = turn.world.now;
  belief.signal?.addEventListener("abort", () => {
    if (belief.isOver || !turn.isCalmSince(since - CALM_MS)) return;
    turn.world.problem(`LOST without a fault: ${turn.resource.name} of ${turn.actor.name}`);
  });
}

async function newest(turn: Turn): Promise<void> {
  const { actor, resource } = turn;
  turn.asks();
  const work = async (held: Held): Promise<void> => {
    const belief = turn.got(held, { isInHash: false });
    await turn.work(belief);
  };
  await actor.locks.withLock(resource.name, work, { ...turn.options, ...turn.contextOption, mode: "newest" });
}

async function light(turn: Turn): Promise<void> {
  const { actor, random, resource } = turn;
  const { wait: _, onUnreachable: __, ...options } = turn.options;
  const lock = actor.light.lock(resource.name);
  turn.asks();
  if (random.chance(0.2)) {
    await lock.withLock((held) => turn.work(turn.got(held)), { ...options, ...turn.contextOption });
    return;
  }
  const held = await lock.acquire(options);
  const belief = turn.got(held);
  if (turn.isRenewable && random.chance(0.4)) held.keepAlive(turn.context);
  await turn.work(belief);
  await held.release();
}

async function flight(turn: Turn): Promise<void> {
  const { actor, random, resource, world, startedAt } = turn;
  const { leaseMs: _, renew: __, ...options } = turn.options;
  // Only a result that lives for a minute is published.
  const ttlMs = random.chance(0.1) ? 60_000 : random.oneOf([1, 500, 5_000]);
  turn.asks();
  const work = async (held: Held): Promise<{ id: number }> => {
    const belief = turn.got(held, { isInHash: true });
    const id = resource.runs.size + 1;
    resource.runs.set(id, { madeAt: Number.POSITIVE_INFINITY, ttlMs });
    await turn.work(belief);
    resource.runs.set(id, { madeAt: world.now, ttlMs });
    if (random.chance(0.1)) throw new WorkFailed("the work failed");
    return { id };
  };
  const { id } = await actor.locks.singleFlight(resource.name, work, { ...options, ttlMs });
  const run = resource.runs.get(id);
  if (run === undefined || run.madeAt > world.now)
    world.problem(`FLIGHT ${resource.name} gave a result that nobody made`);
  // A clock of Redis that is set back prolongs the results of before.
  else if (run.madeAt < startedAt - run.ttlMs - STORED_AFTER_MS && run.madeAt > resource.disturbedUntil) {
    world.problem(`FLIGHT ${resource.name} gave a result of ${(startedAt - run.madeAt).toFixed(0)} ms before the call`);
  }
}

async function semaphore(turn: Turn): Promise<void> {
  const { random, resource, stage } = turn;
  const permits = random.between(1, 2);
  const { kills, cuts } = stage.profile.harm;
  let isSure = false;
  resource.permitsAtRisk += permits;
  try {
    await usePermits(turn, permits);
    // A release in the background ends with its isolate.
    isSure = !(kills || cuts);
  } catch (error) {
    isSure = Object(error).code === "LOCK_BUSY";
    throw error;
  } finally {
    if (isSure || !turn.hadFault()) resource.permitsAtRisk -= permits;
  }
}

async function usePermits(turn: Turn, permits: number): Promise<void> {
  const { actor, random, resource } = turn;
  const { leaseMs: _, renew: __, ...options } = turn.options;
  const slots = actor.locks.semaphore(resource.name, { permits: PERMITS });
  turn.asks(permits);
  if (random.chance(0.2)) {
    const work = (): Promise<void> => turn.work(turn.got({ owner: "" }, { permits }));
    await slots.withPermit(work, { ...options, ...turn.contextOption, permits });
    return;
  }
  await slots.acquire(permits, options);
  await turn.work(turn.got({ owner: "" }, { permits }));
  await slots.release(permits);
}

async function usePermit(turn: Turn, slots: Pick<RemoteSemaphore, "acquire" | "withPermit">): Promise<void> {
  const { random, resource } = turn;
  turn.asks();
  if (random.chance(0.2)) {
    const work = ({ id, signal }: { id: string; signal: AbortSignal }): Promise<void> =>
      turn.work(turn.got({ owner: id, signal }));
    await slots.withPermit(work, { ...turn.options, ...turn.contextOption });
    return;
  }
  const held = await slots.acquire(turn.options);
  const belief = turn.got({ owner: held.id, signal: held.signal });
  if (turn.isRenewable && random.chance(0.4)) {
    held.keepAlive(turn.context);
    turn.isKept = true;
  }
  if (turn.wantsToKnow()) await turn.workUntilWanted(held, belief);
  await turn.work(belief);
  if (random.chance(0.03)) {
    resource.leftToLease(Number.POSITIVE_INFINITY);
    return;
  }
  await held.release();
}

async function latch(turn: Turn): Promise<void> {
  const { actor, random, resource } = turn;
  const door = actor.locks.countDownLatch(resource.name);
  if (random.chance(0.2)) await door.trySetCount(random.between(1, 3));
  else if (random.chance(0.5)) await door.countDown();
  else {
    const { leaseMs: _, renew: __, ...options } = turn.options;
    turn.asks();
    await door.wait(options);
    turn.answered();
  }
}
