// One waiter of a group: its duties, and when it attempts.
import { nowMs } from "../../base/clock.ts";
import { Notice, unrefSleep } from "../../base/timers.ts";
import type { ChannelListener, Listing, StreamEnd } from "../protocol.ts";
import type { GroupMember } from "./group-member.ts";
import { type Handed, Offer } from "./offer.ts";
import { ReplyRate } from "./polling.ts";
import { RetrySchedule, WOKEN_TRY_MS } from "./retry-schedule.ts";
import type { LastTry, Refusal } from "./wait-terms.ts";
import type { WaiterGroup } from "./waiter-group.ts";

const FIRST_REOPEN_MS = 250;
const LONGEST_REOPEN_MS = 10_000;
// A stream that lasted this long is opened again soon.
const STEADY_MS = 10_000;
// While no stream is confirmed, the longest time without an attempt of any waiter.
const DEAF_POLL_MS = 1_000;
// A waiter silent for this many poll intervals is presumed dead: a cut invocation cannot deregister itself.
const SILENT_POLLS = 2;
// Its stream may still be open for this much longer, on an overloaded machine.
const ABANDONED_MS = 60_000;
// The leader is passed over for this long: the stream must move when it leaves.
const YIELDING_MS = 500;
// A queued waiter keeps its place by attempts, and loses it after 15 s without one.
const QUEUED_POLL_MS = 5_000;
// Honest messages for one waiter are further apart: those in between are for others.
const FLOOR_MS = 50;
const REFILL_MS = 200;
const BURST = 5;

/** Follows a channel until `signal` aborts, or the stream ends by itself. Never rejects. */
export type Follow = (listener: ChannelListener, signal: AbortSignal) => Promise<StreamEnd>;

export interface WaiterOptions {
  readonly owner: string;
  readonly label: string;
  /** Others may hold the lock at the same time. */
  readonly shared: boolean;
  /** How many permits it needs at once. */
  readonly permits: number;
  /** The lease that it asks for, if a holder may pass the lock on to it. */
  readonly passableLeaseMs?: number | undefined;
  /** Redis lists its isolate among those that wait. */
  readonly isListed: boolean;
  /** The longest time without an attempt, ms. */
  readonly pollMs: number;
  readonly follow: Follow;
}

/** One waiter, from its first refusal to its end. */
export class Waiter implements GroupMember {
  /** Woken since its last attempt began, which may have missed what was published during it. */
  isAwake = false;
  /** Its attempt has not been answered. */
  isTrying = false;
  readonly owner: string;
  readonly label: string;
  readonly shared: boolean;
  readonly permits: number;
  readonly #passableLeaseMs: number | undefined;
  readonly #isListed: boolean;
  /** Of its last attempt. */
  #listing: Listing | undefined;
  readonly #joinedAt = nowMs();
  #seenAt = nowMs();
  readonly #group: WaiterGroup;
  readonly #schedule: RetrySchedule;
  readonly #follow: Follow;
  readonly #pollMs: number;
  readonly #patienceMs: number;
  readonly #left = new AbortController();
  /** Limits the attempts because of messages, and because of answers. */
  readonly #allowance = new TokenBucket();
  readonly #answers = new ReplyRate();
  /** Its place in a queue by the last answer; others may have left the queue since. */
  position = 0;
  number = 0;
  /** A message that woke no other waiter triggered this attempt. */
  #wasAwake = false;
  #isCertain = false;
  #offer: Offer | undefined;
  readonly #notice = new Notice();
  #stream: AbortController | undefined;

  constructor(
    group: WaiterGroup,
    { owner, label, shared, permits, passableLeaseMs, isListed, pollMs, follow }: WaiterOptions,
  ) {
    this.owner = owner;
    this.label = label;
    this.shared = shared;
    this.permits = permits;
    this.#passableLeaseMs = passableLeaseMs;
    this.#isListed = isListed;
    this.#group = group;
    this.#schedule = group.scheduleOf(shared) ?? new RetrySchedule();
    this.#follow = follow;
    this.#pollMs = group.inQueue ? Math.min(pollMs, QUEUED_POLL_MS) : pollMs;
    // A live waiter checks its group once per poll, but may be in the middle of an attempt.
    this.#patienceMs = SILENT_POLLS * this.#pollMs + WOKEN_TRY_MS;
  }

  get isPresumedDead(): boolean {
    return nowMs() - this.#seenAt > this.#patienceMs;
  }

  /** It has certainly no attempt and no stream any more. */
  get isAbandoned(): boolean {
    return nowMs() - this.#seenAt > this.#patienceMs + ABANDONED_MS;
  }

  get isYielding(): boolean {
    return nowMs() - this.#joinedAt < Math.min(this.#pollMs, YIELDING_MS);
  }

  /** Offers it the lock, unless it attempts anyway, or cannot take it by a pass. */
  offer(): Offer | undefined {
    if (this.#passableLeaseMs === undefined || this.isTrying || this.isAwake) return undefined;
    this.#offer = new Offer(this, this.#passableLeaseMs, this.listing());
    return this.#offer;
  }

  /** Returns what its next attempt tells Redis about the isolates that wait. */
  listing(): Listing | undefined {
    this.#listing = this.#isListed ? this.#group.listing(this) : undefined;
    return this.#listing;
  }

  movesUp(): void {
    if (this.position > 1) this.position -= 1;
  }

  notify(): void {
    this.#notice.notify();
  }

  /**
   * Makes this waiter attempt. `isCertain`: because of Redis' answer to another waiter here; otherwise because of a
   * message, which anybody may send at any rate.
   */
  wake(isCertain = false): void {
    this.isAwake = true;
    this.#isCertain ||= isCertain;
    this.notify();
  }

  freeIn(ms: number): void {
    this.#schedule.freeIn(ms);
  }

  /** Joins the line before its first attempt. */
  join(): void {
    this.#group.join(this);
  }

  /** Records that this waiter's attempt was refused. */
  onRefusal(refusal: Refusal): void {
    this.isTrying = false;
    this.#seenAt = nowMs();
    this.#answers.attempted(this.#seenAt);
    this.position = refusal.queued?.position ?? 0;
    this.number = refusal.queued?.number || this.number;
    this.#group.join(this);
    if (this.#listing?.joins === true) this.#group.turns.listed();
    this.#schedule.reschedule(refusal);
    this.#group.recordRefusal(this, refusal, this.#wasAwake);
  }

  /**
   * Waits until the stream is confirmed, so that the next attempt misses no message. Also ends after `limitMs`, if
   * there are no streams, or on abort.
   */
  async listens(limitMs: number, signal: AbortSignal): Promise<void> {
    await this.#listens(limitMs, signal);
    this.#tries();
  }

  async #listens(limitMs: number, signal: AbortSignal): Promise<void> {
    const end = nowMs() + limitMs;
    for (;;) {
      this.#heartbeat();
      const leftMs = end - nowMs();
      if (this.#group.isLive || this.#group.isUnsupported || signal.aborted || leftMs <= 0) return;
      await this.#notice.wait(leftMs, signal);
    }
  }

  /**
   * Waits until an attempt may succeed. It ends when:
   * - a message wakes it, within the rate limit of messages
   * - an attempt is due on the schedule, because the lock may be free or nobody attempted for a poll, and this waiter
   * is first to make it
   * - `limitMs` has passed, the signal aborts, or there are no streams
   * - a holder of this isolate offered it the lock; returns what that came to
   */
  async sleeps(limitMs: number, signal: AbortSignal): Promise<Handed | undefined> {
    const passed = await this.#sleeps(limitMs, signal);
    this.#tries();
    return passed;
  }

  #tries(): void {
    this.#wasAwake = this.isAwake;
    this.isAwake = false;
    this.#isCertain = false;
    this.isTrying = true;
  }

  async #sleeps(limitMs: number, signal: AbortSignal): Promise<Handed | undefined> {
    const group = this.#group;
    const end = nowMs() + limitMs;
    while (!signal.aborted && !group.isUnsupported) {
      this.#heartbeat();
      const now = nowMs();
      if (now >= end || this.#isCertain) return undefined;
      const offer = this.#offer;
      this.#offer = undefined;
      if (offer?.accept()) {
        // Long before the lease ends, which may run already.
        return this.#receives(offer, Math.min(end - now, WOKEN_TRY_MS, offer.leaseMs / 6), signal);
      }
      const wakesAt = this.isAwake ? this.#allowance.nextAt : Number.POSITIVE_INFINITY;
      if (wakesAt <= now) {
        this.#allowance.take(now);
        return undefined;
      }
      const comesFirst = group.comesFirst(this);
      const isDeaf = !group.isLive && comesFirst;
      const pollMs = isDeaf ? Math.min(this.#pollMs, DEAF_POLL_MS) : this.#pollMs;
      const dueAt = this.#schedule.dueAt(pollMs, comesFirst, this.#answers.nextAt);
      if (dueAt <= now) {
        this.#schedule.tries();
        return undefined;
      }
      await this.#notice.wait(Math.min(dueAt, wakesAt, end) - now, signal);
    }
    return undefined;
  }

  /** Waits for the answer to an offer that it accepted. */
  async #receives(offer: Offer, limitMs: number, signal: AbortSignal): Promise<Handed> {
    this.isTrying = true;
    const end = nowMs() + limitMs;
    for (;;) {
      const leftMs = end - nowMs();
      if (!offer.isPending || signal.aborted || leftMs <= 0) return offer.take();
      await this.#notice.wait(leftMs, signal);
    }
  }

  /**
   * Leaves the group. If it was woken, or its attempt was not answered, it passes the wake on. In a queue, Redis wakes
   * the next waiter when this one leaves the queue.
   */
  leave(lastTry: LastTry): void {
    this.#left.abort();
    if (this.#listing?.leaves === true) this.#group.turns.left();
    if (lastTry.kind === "refused") this.isTrying = false;
    this.#group.leave(this, lastTry.kind === "granted" ? lastTry : undefined);
    if (this.#group.inQueue) return;
    // A granted lock answers the wake. Another permit may have been released since its attempt.
    if (lastTry.kind === "granted" && lastTry.available === undefined) return;
    if (this.isAwake || (this.isTrying && lastTry.kind !== "granted")) this.#group.wakeOne();
  }

  /**
   * Gives a sign of life, and opens the stream if this waiter leads, in its own invocation. Replaces a silent leader.
   */
  #heartbeat(): void {
    this.#seenAt = nowMs();
    this.#group.signs.seen();
    const silentMs = this.#seenAt - this.#group.leaderSeenAt;
    if (this.#group.leader !== this && silentMs > this.#patienceMs) this.#group.lead(this);
    if (this.#group.leader !== this) {
      this.#stream?.abort();
      return;
    }
    this.#group.leaderSeenAt = nowMs();
    if (this.#stream === undefined) this.#followWhileLeading();
  }

  async #followWhileLeading(): Promise<void> {
    const group = this.#group;
    const stream = new AbortController();
    this.#stream = stream;
    this.#left.signal.addEventListener("abort", () => stream.abort());
    let pauseMs = FIRST_REOPEN_MS;
    const listener = {
      onSubscribed: () => {
        if (group.leader === this) group.live(true);
      },
      onMessage: (payload: string, owner: string) => group.onMessage(payload, owner),
    };
    // Ends when this waiter has left, no longer leads, or there are no streams.
    while (!stream.signal.aborted && !group.isUnsupported) {
      const openedAt = nowMs();
      const end = await this.#follow(listener, stream.signal);
      if (end !== "ended") group.isUnsupported = true;
      if (group.leader === this) group.live(false);
      if (nowMs() - openedAt > STEADY_MS) pauseMs = FIRST_REOPEN_MS;
      await unrefSleep(pauseMs, stream.signal);
      pauseMs = Math.min(2 * pauseMs, LONGEST_REOPEN_MS);
    }
    this.#stream = undefined;
  }
}

/**
 * Limits how often messages may make one waiter attempt. Anybody with access to the channel can send a message. Each
 * attempt costs a request and billed commands, so a storm of messages must not become a storm of attempts. Allows a
 * burst of five attempts and then five per second, each at least 50 ms after the one before. Instants are on the local
 * clock.
 */
export class TokenBucket {
  #lastAt = Number.NEGATIVE_INFINITY;
  /** When the bucket would be full again. */
  #fullAt = Number.NEGATIVE_INFINITY;

  /** The earliest instant at which a message may cause an attempt. */
  get nextAt(): number {
    return Math.max(this.#lastAt + FLOOR_MS, this.#fullAt - (BURST - 1) * REFILL_MS);
  }

  /** Records that a message causes an attempt now. */
  take(now: number): void {
    this.#lastAt = now;
    this.#fullAt = Math.max(this.#fullAt, now) + REFILL_MS;
  }
}
