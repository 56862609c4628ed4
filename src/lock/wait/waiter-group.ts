// The waiters for one lock in one isolate. They hear of releases by the channel of the lock, or by the mailbox of the
// isolate.
import { nowMs } from "../../base/clock.ts";
import type { ReleaseChannel } from "../protocol.ts";
import { type Audience, Election } from "./election.ts";
import { type GroupMember, isBehindWriter, QueueCalls, SignsOfLife, type StandBy } from "./group-member.ts";
import type { Lots } from "./lots.ts";
import type { Mailbox } from "./mailbox.ts";
import type { Offer } from "./offer.ts";
import { RetrySchedule } from "./retry-schedule.ts";
import { isOfQueue, type Refusal, type WaitResult } from "./wait-terms.ts";

// How many waiters are offered the lock: the others may have been cut, too.
const MOST_OFFERS = 3;
// After a grant, the next waiter here stands in the list by itself, unless the release came before.
const STANDS_AFTER_MS = 1_000;
// A release of a lock whose waiters stand says by this message that it has called them. The message for all others
// follows at once. On the channel of a semaphore it is a number of permits.
const CALLED_BEFORE = "1000000";
// A release says by this message to waiters that do not stand that the lock has a short lease.
const SHORT_LEASE = "1";
const ANNOUNCED_MS = 1_000;

/** The waiters of one channel. Instants are on the local clock. */
export class WaiterGroup implements Audience {
  readonly #members: GroupMember[] = [];
  readonly #wakes: (payload: string) => number;
  readonly #tellsOfCalls: boolean;
  readonly #calls: QueueCalls | undefined;
  /** Those that its waiters draw, if they do. */
  readonly lots: Lots | undefined;
  readonly #onEmpty: () => void;
  readonly #mailbox: Mailbox | undefined;
  readonly #mayFollow: () => boolean;
  /** Those who follow the channel of the lock. */
  readonly election: Election = new Election(this);
  #messageAt = Number.NEGATIVE_INFINITY;
  #announcedAt = Number.NEGATIVE_INFINITY;
  /** How many holds others than those who stand have had since one of these had the lock, as far as known. */
  turnsOfOthers = 0;
  readonly signs: SignsOfLife = new SignsOfLife();
  /** The waiters are in a queue, where each is woken on its own channel, or called by its number. */
  readonly inQueue: boolean;
  /** The first waiter of each isolate stands in a list of the lock. */
  readonly hasList: boolean;
  // An answer holds for all waiters with the same chance: a lock held by readers is busy for a writer, but not for a
  // reader.
  readonly #exclusive = new RetrySchedule();
  readonly #shared = new RetrySchedule();

  /** `mailbox`: that of its waiters, if they stand. `mayFollow`: returns whether the channel may have a stream. */
  constructor(
    channel: ReleaseChannel,
    mailbox: Mailbox | undefined,
    mayFollow: (group: WaiterGroup) => boolean,
    onEmpty: () => void,
    lots?: Lots,
  ) {
    this.lots = lots;
    this.#calls = channel.callsByNumber && new QueueCalls();
    this.inQueue = isOfQueue(channel);
    this.hasList = mailbox !== undefined && !this.inQueue;
    this.#wakes = channel.wakes;
    this.#mailbox = mailbox;
    this.#mayFollow = () => mayFollow(this);
    this.#tellsOfCalls = channel.tellsOfCalls === true;
    this.#onEmpty = onEmpty;
  }

  /** The election of the stream that its waiters depend on. */
  get #hearsBy(): Election {
    return this.#mailbox?.election ?? this.election;
  }

  /** The stream is confirmed: messages arrive. */
  get isLive(): boolean {
    return this.#hearsBy.isLive;
  }

  /** There are no streams. */
  get isUnsupported(): boolean {
    return this.#hearsBy.isUnsupported;
  }

  /** Whether messages arrive, or the stream is just moving to another waiter. */
  get hears(): boolean {
    return this.#hearsBy.hears;
  }

  /** Returns whether another stream may be opened for its channel. */
  mayFollow(): boolean {
    return this.#mayFollow();
  }

  /** Returns whether a message since this instant would have arrived, and none did. */
  wasSilentSince(instant: number): boolean {
    return this.#hearsBy.wasLiveSince(instant) && this.#messageAt < instant;
  }

  /** Resolves with whether a waiter in line, which lives and is not attempting, needs no more than `permits`. */
  isInLine(permits: number): Promise<boolean> {
    // A woken one that pauses for its lot is still in line.
    const inLine = this.lots === undefined ? this.#idle : this.#living.filter(({ isTrying }) => !isTrying);
    return this.signs.of(inLine.filter((waiter) => waiter.permits <= permits));
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
    if (refusal.available === 0) this.lots?.refused(woken);
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
  }

  /** Returns the request of the first waiter here that does not stand, so that a holder here can add it to the list. */
  async nextToStand(): Promise<StandBy | undefined> {
    const first = this.hasList ? this.#first : undefined;
    if (first === undefined || first.stands || !(await this.signs.of([first]))) return undefined;
    return first.standBy();
  }

  /** Makes the first waiter stand in the list, unless it does. */
  standsNext(): void {
    const first = this.hasList ? this.#first : undefined;
    if (first?.stands === false && !first.isTrying) first.wake(true);
  }

  /** All waiters were cut, or have left. */
  get isAbandoned(): boolean {
    return this.#members.every((waiter) => waiter.isAbandoned);
  }

  /** Removes a waiter. `granted`: what it got. */
  leave(waiter: GroupMember, granted?: WaitResult): void {
    const at = this.#members.indexOf(waiter);
    if (at !== -1) this.#members.splice(at, 1);
    if (this.#members.length === 0) this.#onEmpty();
    if (at === -1) return;
    if (granted !== undefined) {
      this.lots?.granted(waiter.wokenAfterMs);
      this.turnsOfOthers = 0;
    }
    if (granted?.available !== undefined) {
      // The lease of this permit may be the first to end.
      this.#exclusive.freeBy(granted.leaseMs);
      this.#available(granted.available);
    } else if (granted !== undefined) this.#taken(granted.leaseMs, waiter);
    // It was the first.
    if (granted !== undefined) for (const member of this.#members) member.movesUp();
    // The new first waiter attempts for all when the lock may be free.
    this.#first?.notify();
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

  /**
   * When the stream of the channel is confirmed, one waiter of each kind attempts, because earlier messages were
   * missed. In a queue, each that may be first attempts.
   */
  onTurn(isLive: boolean): void {
    if (isLive && this.inQueue) {
      for (const waiter of this.#living) if (this.comesFirst(waiter)) waiter.wake();
    } else if (isLive) {
      for (const shared of [false, true]) this.wakeOne(this.#asleep.filter((waiter) => waiter.shared === shared));
    }
    for (const waiter of this.#members) waiter.notify();
  }

  /** `owner`: the end of the channel, after its name. */
  onMessage(payload: string, owner: string): void {
    this.#messageAt = nowMs();
    this.#forgetGone();
    if (this.inQueue) {
      const called = this.#calls?.called(payload, this.#members);
      for (const waiter of called ?? this.#members.filter((member) => member.owner === owner)) waiter.wake();
      return;
    }
    if (this.#isForOthers(payload)) return;
    this.turnsOfOthers += 1;
    const many = this.#wakes(payload);
    // The message may count fewer than are available, so one waiter attempts in any case.
    if (many <= 1 || !this.#someFit(many, false, (waiter) => waiter.isAwake)) this.wakeOne();
  }

  /** Records whose the lock is, by an answer. */
  heldBy(isOurs: boolean): void {
    this.turnsOfOthers = isOurs ? 0 : Math.max(this.turnsOfOthers, 1);
  }

  /** Returns whether a release has called those who stand, of which these waiters are some. */
  #isForOthers(payload: string): boolean {
    // Those who stand learn it by their mailbox. A flight ends with this message, too, and calls those who stand.
    if (payload === SHORT_LEASE && this.#first?.stands === true) return true;
    const isCall = this.#tellsOfCalls && payload === CALLED_BEFORE;
    const isForOthers = isCall || nowMs() - this.#announcedAt < ANNOUNCED_MS;
    this.#announcedAt = isCall && this.#mailbox?.election.isLive ? nowMs() : Number.NEGATIVE_INFINITY;
    return isForOthers;
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
    this.#wake((first?.isYielding === true ? second : undefined) ?? first);
    // The leader heard the message, so it is alive: it makes sure that a waiter attempts.
    this.#hearsBy.leader?.notify();
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
    return this.#living.find((waiter) => !waiter.isSilent && this.comesFirst(waiter));
  }

  /** Returns whether this waiter stands for those here, or is about to be a member that does. */
  isFirst(waiter: GroupMember): boolean {
    const first = this.#first;
    return first === undefined || first === waiter;
  }

  #forgetGone(): void {
    for (const waiter of this.#members.filter(({ isPresumedDead }) => isPresumedDead)) this.leave(waiter);
  }

  #taken(ms: number, { owner, shared }: GroupMember): void {
    this.#exclusive.tries();
    this.#shared.tries();
    for (const waiter of this.#members) {
      // Waiters that may hold it at the same time can acquire now: its owner, and readers. For others the lock may be
      // free by itself in `ms`: on their own schedule, or the shared one.
      const isReader = shared && waiter.shared && !isBehindWriter(waiter, this.#members);
      if (isReader || waiter.owner === owner) waiter.wake(true);
      else waiter.freeIn(this.hasList ? Math.min(ms, STANDS_AFTER_MS) : ms);
    }
  }

  #wake(waiter: GroupMember | undefined, isCertain = false): void {
    if (waiter === undefined) return;
    this.scheduleOf(waiter.shared)?.woken();
    waiter.wake(isCertain, isCertain ? 0 : this.lots?.drawMs(waiter.waitedMs));
  }
}
