// The waiters for one lock in one isolate, behind one event stream. In a Worker each may be another invocation, and
// none can read the stream of another, nor be told that another was cut: so the stream belongs to one of them, the
// leader, and is handed on when that leaves; and one who hears nothing of its leader for a while takes its place.
// Waking another invocation is a promise that is resolved.

import type { Refusal } from "./acquire-loop.ts";
import { RetrySchedule } from "./retry-schedule.ts";

/** Where a release is told. */
export interface ReleaseChannel {
  readonly name: string;
  /**
   * Each waiter has a channel of its own: this name and its owner. One that stands in a queue is told when it is its
   * turn.
   */
  readonly perWaiter: boolean;
  /** How many may get in after a message; where each has a channel of its own, nobody asks. */
  wakes(payload: string): number;
}

export interface ChannelListener {
  /** The subscription is confirmed: from now on nothing is missed, as long as it lasts. */
  onSubscribed(): void;
  /** `owner`: whose channel it came on; "" when all have one. */
  onMessage(payload: string, owner: string): void;
}

/**
 * How following a channel ended: it may be tried again later, or never: this channel was refused, or the store has no
 * streams.
 */
export type StreamEnd = "ended" | "refused" | "unsupported";

/** What a waiter got: a lock, which may be free by itself when the lease is over; or permits, and how many are left. */
export interface WaitResult {
  readonly leaseMs: number;
  readonly available?: number | undefined;
}

/** Follows a channel until `signal` aborts, or it ends by itself. Never rejects. */
export type Follow = (listener: ChannelListener, signal: AbortSignal) => Promise<StreamEnd>;

/** What a group has to know of each waiter, and does with it. */
export interface GroupMember {
  readonly owner: string;
  /** Others may have the lock at the same time. */
  readonly shared: boolean;
  /** How many permits at once. */
  readonly permits: number;
  /** Its place in a queue, as Redis said it last. */
  readonly position: number;
  /** Woken since its last try began. */
  readonly isAwake: boolean;
  /** Its try has not been answered. */
  readonly isTrying: boolean;
  /** It has been silent for too long. */
  readonly isPresumedDead: boolean;
  /** Neither a try nor a stream of it is left. */
  readonly isAbandoned: boolean;
  /** As the leader, it lets another waiter try first. */
  readonly isYielding: boolean;
  /** Makes it look at the group again. */
  notify(): void;
  /** Makes it try. `isCertain`: because Redis answered another waiter here, and not because of a message. */
  wake(isCertain?: boolean): void;
  /** The lock may be free by itself in so many ms. */
  freeIn(ms: number): void;
}

/** The waiters of one channel. Instants are on the monotonic clock. */
export class WaiterGroup {
  readonly #members: GroupMember[] = [];
  readonly #wakes: (payload: string) => number;
  readonly #onEmpty: () => void;
  leader: GroupMember | undefined;
  /** The last sign of life of the leader. */
  leaderSeenAt: number = Number.NEGATIVE_INFINITY;
  /** The stream is confirmed: messages come. */
  isLive = false;
  /** There is none to be had. */
  isUnsupported = false;
  /** They stand in a queue, where each is told by itself. */
  readonly inQueue: boolean;
  // What a try is answered holds for all who have the same chance: a lock that is read is busy for a writer, and not
  // for a reader.
  readonly #exclusive = new RetrySchedule();
  readonly #shared = new RetrySchedule();

  constructor({ perWaiter, wakes }: ReleaseChannel, onEmpty: () => void) {
    this.inQueue = perWaiter;
    this.#wakes = wakes;
    this.#onEmpty = onEmpty;
  }

  /** When to try, as all do who have the same chance; in a queue each has its own. */
  scheduleOf(shared: boolean): RetrySchedule | undefined {
    if (this.inQueue) return undefined;
    return shared ? this.#shared : this.#exclusive;
  }

  /** Its try was. `woken`: by a message, which told it alone. */
  recordRefusal({ shared }: GroupMember, refusal: Refusal, woken: boolean): void {
    if (this.inQueue) return;
    // What keeps a reader out keeps out all; a writer may be kept out by readers alone.
    if (shared) this.#exclusive.reschedule(refusal);
    else if (woken) this.wakeOne(this.#asleep.filter((waiter) => waiter.shared));
    // Less than it wants: another may want no more.
    if (refusal.available !== undefined) this.#available(refusal.available);
  }

  /** Also one that was taken for gone. */
  join(waiter: GroupMember): void {
    if (this.#members.includes(waiter)) return;
    this.#forgetGone();
    this.#members.push(waiter);
    if (this.leader === undefined) this.lead(waiter);
  }

  /** All were cut, or have left. */
  get isAbandoned(): boolean {
    return this.#members.every((waiter) => waiter.isAbandoned);
  }

  /** `granted`: what it leaves with. */
  leave(waiter: GroupMember, granted?: WaitResult): void {
    const at = this.#members.indexOf(waiter);
    if (at === -1) return;
    this.#members.splice(at, 1);
    if (granted?.available !== undefined) this.#available(granted.available);
    else if (granted !== undefined) this.#taken(granted.leaseMs, waiter.shared);
    // Who came last stays longest: each time the stream moves, it costs a SUBSCRIBE and a try.
    const youngest = this.#living.at(-1) ?? this.#members[0];
    if (youngest === undefined) this.#onEmpty();
    else if (this.leader === waiter) this.lead(youngest);
  }

  /**
   * Of those here nobody is known to come before it. Who came later may have a better place now, since others have
   * left: not before it.
   */
  comesFirst(waiter: GroupMember): boolean {
    const place = this.#members.indexOf(waiter);
    return this.#members.every(
      (member, at) => at > place || member.position >= waiter.position || member.isPresumedDead,
    );
  }

  /** Its stream takes the place of that of the former leader, which has left, or whose end nobody could tell us. */
  lead(waiter: GroupMember): void {
    this.leader = waiter;
    this.isLive = false;
    this.leaderSeenAt = performance.now();
    waiter.notify();
  }

  /**
   * What the stream of the leader says of itself. One of a kind tries, for what was published before: in a queue,
   * whoever may be the first.
   */
  live(isLive: boolean): void {
    this.isLive = isLive;
    if (isLive && this.inQueue) {
      for (const waiter of this.#living) if (this.comesFirst(waiter)) waiter.wake();
    } else if (isLive) {
      for (const shared of [false, true]) this.wakeOne(this.#asleep.filter((waiter) => waiter.shared === shared));
    }
    for (const waiter of this.#members) waiter.notify();
  }

  onMessage(payload: string, owner: string): void {
    this.#forgetGone();
    if (this.inQueue) {
      this.#wakeOwner(owner);
      return;
    }
    const many = this.#wakes(payload);
    // A message may tell of fewer than there are: one tries in any case.
    if (many <= 1 || !this.#someFit(many, false, (waiter) => waiter.isAwake)) this.wakeOne();
  }

  /**
   * There are so many, as the answer to a try told: those here who want no more may get in. Who is trying is told by
   * its own answer; but where there is enough for all, that may be from before, and nobody else will wake it.
   */
  #available(many: number): void {
    const forAll = many === Number.POSITIVE_INFINITY;
    this.#someFit(many, true, (waiter) => waiter.isAwake || (!forAll && waiter.isTrying));
  }

  /**
   * A release wakes one waiter: of many tries all but one would be refused. The leader gives way to another, since the
   * stream would have to move with it, but not for longer than a poll.
   */
  wakeOne(asleep: readonly GroupMember[] = this.#asleep): void {
    const idle = asleep.filter((waiter) => !waiter.isTrying);
    const [first, second] = idle.length === 0 ? asleep : idle;
    this.#wake((first === this.leader && first?.isYielding === true ? second : undefined) ?? first);
    // It lives, since it has heard the message: it sees to it that somebody tries.
    this.leader?.notify();
  }

  get #asleep(): GroupMember[] {
    return this.#living.filter((waiter) => !waiter.isAwake);
  }

  /**
   * Wakes them, in the order in which they came; those who are about to try anyway take their part. Whether there are
   * any.
   */
  #someFit(many: number, isCertain: boolean, tries: (waiter: GroupMember) => boolean): boolean {
    let left = many;
    let some = false;
    for (const waiter of this.#living) {
      if (waiter.permits > left) continue;
      left -= waiter.permits;
      some = true;
      if (!tries(waiter)) this.#wake(waiter, isCertain);
    }
    return some;
  }

  get #living(): GroupMember[] {
    return this.#members.filter(({ isPresumedDead }) => !isPresumedDead);
  }

  get #first(): GroupMember | undefined {
    return this.#living.find((waiter) => this.comesFirst(waiter));
  }

  #forgetGone(): void {
    for (const waiter of this.#members.filter(({ isPresumedDead }) => isPresumedDead)) this.leave(waiter);
  }

  #taken(ms: number, shared: boolean): void {
    this.#exclusive.tries();
    this.#shared.tries();
    for (const waiter of this.#members) {
      // Who may have it at the same time gets in as well; for others it may be free by itself then. Each has its own
      // schedule, or the one they share.
      if (shared && waiter.shared) waiter.wake(true);
      else waiter.freeIn(ms);
    }
    this.#first?.notify();
  }

  /** Nobody else can take its turn. */
  #wakeOwner(owner: string): void {
    for (const waiter of this.#members.filter((member) => member.owner === owner)) waiter.wake();
  }

  #wake(waiter: GroupMember | undefined, isCertain = false): void {
    if (waiter === undefined) return;
    this.scheduleOf(waiter.shared)?.woken();
    waiter.wake(isCertain);
  }
}
