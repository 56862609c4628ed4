// The waiters for one lock in one isolate share one event stream. In a Worker each may be another invocation. No
// invocation can read the stream of another, or learn that another was cut. So one waiter, the leader, owns the stream,
// and another becomes leader when it leaves. A waiter that sees no sign of life of the leader for a while takes its
// place. To wake another invocation, a promise is resolved.
import { nowMs } from "../../base/clock.ts";
import type { Listing, ReleaseChannel } from "../protocol.ts";
import { type GroupMember, isBehindWriter, QueueCalls, SignsOfLife } from "./group-member.ts";
import { NamedTurns } from "./named-turns.ts";
import type { Offer } from "./offer.ts";
import { RetrySchedule } from "./retry-schedule.ts";
import { isOfQueue, type Refusal, type WaitResult } from "./wait-terms.ts";

// How many waiters are offered the lock: the others may have been cut, too.
const MOST_OFFERS = 3;
// When an isolate that just held the lock attempts, unless it hears of a release.
const AFTER_GRANT_LOOK_MS = 100;
// How long it may take to move the stream to another waiter.
const MOVING_MS = 500;

/** The waiters of one channel. Instants are on the local clock. */
export class WaiterGroup {
  readonly #members: GroupMember[] = [];
  readonly #wakes: (payload: string) => number;
  readonly #calls: QueueCalls | undefined;
  readonly #onEmpty: () => void;
  leader: GroupMember | undefined;
  /** The leader's last sign of life. */
  leaderSeenAt: number = Number.NEGATIVE_INFINITY;
  #isLive = false;
  #liveSince = Number.POSITIVE_INFINITY;
  #silentSince = nowMs();
  #messageAt = Number.NEGATIVE_INFINITY;
  /** The stream is moving because its reader was granted the lock. */
  #movesAfterGrant = false;
  readonly signs: SignsOfLife = new SignsOfLife();
  /** There are no streams. */
  isUnsupported = false;
  /** The waiters are in a queue, where each is woken on its own channel, or called by its number. */
  readonly inQueue: boolean;
  // An answer holds for all waiters with the same chance: a lock held by readers is busy for a writer, but not for a
  // reader.
  readonly #exclusive = new RetrySchedule();
  readonly turns: NamedTurns = new NamedTurns();
  readonly #shared = new RetrySchedule();

  constructor(channel: ReleaseChannel, onEmpty: () => void) {
    this.#calls = channel.callsByNumber && new QueueCalls();
    this.inQueue = isOfQueue(channel);
    this.#wakes = channel.wakes;
    this.#onEmpty = onEmpty;
  }

  /** The stream is confirmed: messages arrive. */
  get isLive(): boolean {
    return this.#isLive;
  }

  /** Whether messages arrive, or the stream is just moving to another waiter. */
  get hears(): boolean {
    return this.#isLive || nowMs() - this.#silentSince < MOVING_MS;
  }

  /** Returns whether a message since this instant would have arrived, and none did. */
  wasSilentSince(instant: number): boolean {
    return this.#isLive && this.#liveSince <= instant && this.#messageAt < instant;
  }

  #turn(isLive: boolean): void {
    if (!this.#isLive && isLive) this.#liveSince = nowMs();
    if (this.#isLive && !isLive) this.#silentSince = nowMs();
    this.#isLive = isLive;
  }

  /** Resolves with whether anybody is in line: a waiter that is not attempting, and lives. */
  isInLine(): Promise<boolean> {
    return this.signs.of(this.#idle);
  }

  /**
   * Offers the lock to the first waiters, one after the other; in a queue only to the one that is probably the first
   * there. Resolves with the offer that is accepted.
   */
  async offer(): Promise<Offer | undefined> {
    const next = this.inQueue ? this.#idle.filter(({ position }) => position === 1) : this.#idle;
    for (const waiter of next.slice(0, MOST_OFFERS)) {
      const offer = waiter.offer();
      if (await offer?.isAccepted()) return offer;
    }
    return undefined;
  }

  get #idle(): GroupMember[] {
    return this.#living.filter(({ isTrying, isAwake }) => !isTrying && !isAwake);
  }

  /** Returns the schedule shared by all waiters with the same chance; undefined in a queue, where each has its own. */
  scheduleOf(shared: boolean): RetrySchedule | undefined {
    if (this.inQueue) return undefined;
    return shared ? this.#shared : this.#exclusive;
  }

  /**
   * Records that this waiter's attempt was refused. `woken`: the attempt was triggered by a message that woke no other
   * waiter.
   */
  recordRefusal({ shared, permits }: GroupMember, refusal: Refusal, woken: boolean): void {
    if (this.inQueue) return;
    // A lock that is busy for a reader is busy for all. For a writer it may be busy only because of readers.
    if (shared) this.#exclusive.reschedule(refusal);
    else if (woken) this.wakeOne(this.#asleep.filter((waiter) => waiter.shared));
    // Too few for this waiter, whatever the answer says, but perhaps enough for another.
    if (refusal.available !== undefined) this.#available(Math.min(refusal.available, permits - 1));
  }

  /** Adds a waiter, also one that was presumed dead. */
  join(waiter: GroupMember): void {
    if (this.#members.includes(waiter)) return;
    this.#forgetGone();
    this.#members.push(waiter);
    if (this.leader === undefined) this.lead(waiter);
  }

  /** Returns what an attempt of this waiter tells Redis about the isolates that wait. */
  listing(waiter: GroupMember): Listing | undefined {
    if (!this.#isLive && !this.turns.isListed) return undefined;
    return this.turns.listing(this.#living.every((member) => member === waiter));
  }

  /** All waiters were cut, or have left. */
  get isAbandoned(): boolean {
    return this.#members.every((waiter) => waiter.isAbandoned);
  }

  /** Removes a waiter. `granted`: what it got. */
  leave(waiter: GroupMember, granted?: WaitResult): void {
    const at = this.#members.indexOf(waiter);
    if (at === -1) return;
    this.#members.splice(at, 1);
    if (granted?.available !== undefined) this.#available(granted.available);
    else if (granted !== undefined) this.#taken(granted.leaseMs, waiter.shared);
    // It was the first.
    if (granted !== undefined) for (const member of this.#members) member.movesUp();
    // The newest waiter stays longest: each move of the stream costs a SUBSCRIBE and an attempt.
    const youngest = this.#living.at(-1) ?? this.#members[0];
    if (youngest === undefined) this.#onEmpty();
    else if (this.leader === waiter) {
      this.lead(youngest);
      this.#movesAfterGrant = granted !== undefined;
    }
  }

  /**
   * Returns whether no waiter here is known to be before this one. A later waiter's place may look better, because
   * others have left since, but it is still behind.
   */
  comesFirst(waiter: GroupMember): boolean {
    const place = this.#members.indexOf(waiter);
    return this.#members.every(
      (member, at) => at > place || member.position >= waiter.position || member.isPresumedDead,
    );
  }

  /** Makes a waiter the leader. Its stream replaces that of the former leader, which has left or is presumed dead. */
  lead(waiter: GroupMember): void {
    this.leader = waiter;
    this.#movesAfterGrant = false;
    this.#turn(false);
    this.leaderSeenAt = nowMs();
    waiter.notify();
  }

  /**
   * Records whether the leader's stream is confirmed. When it is, one waiter of each kind attempts, because earlier
   * messages were missed. In a queue, each that may be first attempts. Of a listed isolate that just held the lock, one
   * attempts later, unless it hears of a release: it would overtake those who are named.
   */
  live(isLive: boolean): void {
    this.#turn(isLive);
    if (isLive && this.inQueue) {
      for (const waiter of this.#living) if (this.comesFirst(waiter)) waiter.wake();
    } else if (isLive && this.#movesAfterGrant && this.turns.isListed) {
      this.#exclusive.heard(AFTER_GRANT_LOOK_MS);
    } else if (isLive) {
      for (const shared of [false, true]) this.wakeOne(this.#asleep.filter((waiter) => waiter.shared === shared));
    }
    this.#movesAfterGrant &&= !isLive;
    for (const waiter of this.#members) waiter.notify();
  }

  onMessage(payload: string, owner: string): void {
    this.#messageAt = nowMs();
    this.#forgetGone();
    if (this.inQueue) {
      const called = this.#calls?.called(payload, this.#members);
      for (const waiter of called ?? this.#members.filter((member) => member.owner === owner)) waiter.wake();
      return;
    }
    const turn = this.turns.read(payload);
    if (turn.kind === "named") return;
    if (turn.kind !== "unnamed") {
      this.#exclusive.heard(turn.kind === "look" ? turn.ms : Number.POSITIVE_INFINITY);
      if (turn.kind === "mine") this.wakeOne();
      if (turn.kind === "look") this.#first?.notify();
      return;
    }
    const many = this.#wakes(payload);
    // The message may count fewer than are available, so one waiter attempts in any case.
    if (many <= 1 || !this.#someFit(many, false, (waiter) => waiter.isAwake)) this.wakeOne();
  }

  /**
   * Wakes the waiters that fit into `many` permits, by the answer to an attempt. A waiter with an attempt in flight
   * gets its own answer. But if there is enough for all, that answer may be older, and nothing else will wake it.
   */
  #available(many: number): void {
    const forAll = many === Number.POSITIVE_INFINITY;
    this.#someFit(many, true, (waiter) => waiter.isAwake || (!forAll && waiter.isTrying));
  }

  /**
   * Wakes one waiter: of many attempts all but one would be refused. The leader yields to another waiter for up to a
   * poll, because the stream must move when the leader leaves.
   */
  wakeOne(asleep: readonly GroupMember[] = this.#asleep): void {
    const idle = asleep.filter((waiter) => !waiter.isTrying);
    const [first, second] = idle.length === 0 ? asleep : idle;
    this.#wake((first === this.leader && first?.isYielding === true ? second : undefined) ?? first);
    // The leader heard the message, so it is alive: it makes sure that a waiter attempts.
    this.leader?.notify();
  }

  get #asleep(): GroupMember[] {
    return this.#living.filter((waiter) => !waiter.isAwake);
  }

  /**
   * Wakes the waiters that fit, in order of arrival. Waiters that attempt anyway count as fitting. Returns whether any
   * fits.
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
      // Waiters that may hold it at the same time can acquire now. For others the lock may be free by itself in `ms`:
      // on their own schedule, or the shared one.
      if (shared && waiter.shared && !isBehindWriter(waiter, this.#members)) waiter.wake(true);
      else waiter.freeIn(ms);
    }
    this.#first?.notify();
  }

  #wake(waiter: GroupMember | undefined, isCertain = false): void {
    if (waiter === undefined) return;
    this.scheduleOf(waiter.shared)?.woken();
    waiter.wake(isCertain);
  }
}
