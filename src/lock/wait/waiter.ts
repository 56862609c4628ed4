// One waiter of a group: its duties, and when it attempts.
import { nowMs } from "../../base/clock.ts";
import { endsWithInvocation } from "../../base/invocation.ts";
import { Notice } from "../../base/timers.ts";
import type { Chain, Standing } from "../protocol.ts";
import { type Candidate, candidateOf } from "./election.ts";
import type { GroupMember, StandBy } from "./group-member.ts";
import type { Grant, Mail, MailWaiter } from "./mailbox.ts";
import { type Handed, Offer } from "./offer.ts";
import { ReplyRate } from "./polling.ts";
import { RetrySchedule, WOKEN_TRY_MS } from "./retry-schedule.ts";
import { TokenBucket } from "./token-bucket.ts";
import type { LastTry, Refusal } from "./wait-terms.ts";
import type { WaiterGroup } from "./waiter-group.ts";
import type { WaiterOptions } from "./waiter-options.ts";

// While no stream is confirmed, the longest time without an attempt of any waiter.
const DEAF_POLL_MS = 1_000;
// A waiter silent for this many poll intervals is presumed dead: a cut invocation cannot deregister itself.
const SILENT_POLLS = 2;
// Its stream may still be open for this much longer, on an overloaded machine.
const ABANDONED_MS = 60_000;
// In a Worker each waiter gives a sign of life so often, and a leader without one for longer is replaced. This costs no
// request.
const SIGN_MS = 1_000;
const LEADER_PATIENCE_MS = 2_500;
// The leader is passed over for this long: in a Worker, the stream must move when it leaves.
const YIELDING_MS = 500;
// A queued waiter keeps its place by attempts, and loses it after 15 s without one.
const QUEUED_POLL_MS = 5_000;
// A standing request is renewed after this time. The scripts skip one that is 150 s old.
const RENEW_REQUEST_MS = 60_000;

/** One waiter, from its first refusal to its end. */
export class Waiter implements GroupMember, MailWaiter {
  /** Woken since its last attempt began, which may have missed what was published during it. */
  isAwake = false;
  /** If it is awake: when it attempts, and by which allowance. */
  #awakeAt = Number.NEGATIVE_INFINITY;
  #wokenBy: TokenBucket | undefined;
  /** For how long it had waited when it was woken last. */
  wokenAfterMs = 0;
  /** Its attempt has not been answered. */
  isTrying = false;
  readonly owner: string;
  readonly label: string;
  readonly shared: boolean;
  readonly permits: number;
  readonly #passableLeaseMs: number | undefined;
  readonly #mail: Mail | undefined;
  /** Its standing request as it is in the list, as far as known; "": it has none. */
  #request = "";
  /** The request that a holder here may have added to the list: it has not said so. */
  #lent = "";
  /** An attempt of it has asked to stand, answered or not. */
  #hasAsked = false;
  /** The request of the attempt in flight, if that stands. */
  #asked: string | undefined;
  #stoodAt = Number.NEGATIVE_INFINITY;
  /** By the last refusal, the holder is ours, and so are all before it in the queue. */
  #isBehindOurs = false;
  readonly #joinedAt = nowMs();
  #seenAt = nowMs();
  readonly #group: WaiterGroup;
  readonly #schedule: RetrySchedule;
  readonly #pollMs: number;
  readonly #patienceMs: number;
  readonly #own: Candidate;
  readonly #ofMailbox: Candidate | undefined;
  #followsOwn = false;
  /** Limit the attempts because of messages: on the mailbox, and on the channel of the lock, where others may be busy. */
  readonly #calls = new TokenBucket();
  readonly #news = new TokenBucket();
  /** Limits those because of answers. */
  readonly #answers = new ReplyRate();
  /** Its place in a queue by the last answer; others may have left the queue since. */
  position = 0;
  number = 0;
  /** A message that woke no other waiter triggered this attempt. */
  #wasAwake = false;
  #isCertain = false;
  /** When it attempts after a grant to another waiter, unless it hears more before. */
  #calledAt = Number.POSITIVE_INFINITY;
  #offer: Offer | undefined;
  /** Came during its attempt. */
  #grant: Grant | undefined;
  #grantedAt: number | undefined;
  /** That of the last grant or reservation, which its attempt may find. */
  chain: Chain | undefined;
  readonly #notice = new Notice();

  constructor(
    group: WaiterGroup,
    { owner, label, shared, permits, passableLeaseMs, pollMs, follow, mail }: WaiterOptions,
  ) {
    this.owner = owner;
    this.label = label;
    this.shared = shared;
    this.permits = permits;
    this.#passableLeaseMs = passableLeaseMs;
    this.#mail = mail;
    this.#group = group;
    this.#schedule = group.scheduleOf(shared) ?? new RetrySchedule();
    this.#pollMs = group.inQueue ? Math.min(pollMs, QUEUED_POLL_MS) : pollMs;
    // A live waiter checks its group once per poll, but may be in the middle of an attempt.
    this.#patienceMs = SILENT_POLLS * this.#pollMs + WOKEN_TRY_MS;
    this.#own = candidateOf(this, follow);
    this.#ofMailbox = mail && candidateOf(this, mail.follow);
    mail?.mailbox.enter(owner, this);
  }

  get isPresumedDead(): boolean {
    return nowMs() - this.#seenAt > this.#patienceMs;
  }

  get isSilent(): boolean {
    return endsWithInvocation() && !this.isTrying && nowMs() - this.#seenAt > LEADER_PATIENCE_MS;
  }

  /** It has certainly no attempt and no stream any more. */
  get isAbandoned(): boolean {
    return nowMs() - this.#seenAt > this.#patienceMs + ABANDONED_MS;
  }

  get isYielding(): boolean {
    if (this.#group.election.leader !== this.#own || !endsWithInvocation()) return false;
    return nowMs() - this.#joinedAt < Math.min(this.#pollMs, YIELDING_MS);
  }

  get waitedMs(): number {
    return nowMs() - this.#joinedAt;
  }

  get stands(): boolean {
    return this.#request !== "";
  }

  /** Offers it the lock, unless it attempts anyway, or cannot take it by a pass. */
  offer(): Offer | undefined {
    if (this.#passableLeaseMs === undefined || this.isTrying || this.isAwake) return undefined;
    this.#offer = new Offer(this, this.#passableLeaseMs, this.#request);
    return this.#offer;
  }

  standBy(): StandBy | undefined {
    const { mailbox } = this.#mail ?? {};
    const isReady = mailbox?.election.isLive === true && mailbox.redisNowMs !== undefined;
    if (this.isTrying || this.stands || !isReady) return undefined;
    const request = this.#newRequest();
    this.#lent = request;
    const added = (): void => {
      if (!this.stands) this.#stands(request);
    };
    return { request, added };
  }

  /** Returns what its next attempt, which follows at once, changes in the list of standing requests. */
  standing(isLast: boolean): Standing | undefined {
    const mail = this.#mail;
    // Also for its first one: a grant during it must wait for the answer.
    this.isTrying = true;
    this.#asked = undefined;
    if (mail === undefined) return undefined;
    const isHeard = mail.mailbox.election.isLive;
    if (this.#group.inQueue && !isLast && isHeard) return this.#asks(mail, this.#isBehindOurs);
    // In a queue it may have lost its place: this attempt gets another one, and is not told of those before it.
    this.#isBehindOurs = false;
    if (this.#group.inQueue) return undefined;
    const listed = this.request();
    const isDue = !this.stands || mail.locksKeys || nowMs() - this.#stoodAt > RENEW_REQUEST_MS;
    if (!isLast && isDue && isHeard && this.#group.isFirst(this)) {
      this.#hasAsked = true;
      return this.#asks(mail, true);
    }
    // With locked keys, whatever ends the wait takes out what an earlier attempt, or a holder here, may have left.
    const mayBeListed = listed !== "" || (mail.locksKeys && this.#hasAsked);
    return mayBeListed && (isLast || mail.locksKeys) ? { listed, request: "", counts: false } : undefined;
  }

  /** `isListed`: whether its request is in the list, or all before it in the queue are ours. */
  #asks({ mailbox, words, probe }: Mail, isListed: boolean): Standing {
    this.#asked = this.#newRequest(mailbox.counts);
    const counts = mailbox.counts && !words.isOnlyCalled(this.#asked);
    const channel = mailbox.countsOthers === undefined && !this.#isBehindOurs ? probe() : "";
    return { listed: isListed ? this.request() : "", request: this.#asked, counts, probe: channel };
  }

  request(): string {
    return this.#request || this.#lent;
  }

  /** `counts`: Redis looks whether the subscribers of its mailbox are counted, and marks the request if not. */
  #newRequest(counts: boolean = false): string {
    if (this.#mail === undefined) return "";
    const { mailbox, words, grants, locksKeys } = this.#mail;
    const isOnlyCalled = !grants || (mailbox.isUnseen && !counts);
    const { countsOthers } = mailbox;
    return words.request(mailbox.address, mailbox.redisNowMs, { isOnlyCalled, countsOthers, locksKeys });
  }

  #stands(request: string): void {
    this.#request = request;
    this.#lent = "";
    this.#stoodAt = nowMs();
  }

  movesUp(): void {
    if (this.position > 1) this.position -= 1;
  }

  notify(): void {
    this.#notice.notify();
  }

  /**
   * Makes this waiter attempt. `isCertain`: because of Redis' answer to another waiter here; otherwise because of a
   * message, which anybody may send at any rate. `afterMs`: its pause; an earlier wake with a shorter one counts.
   */
  wake(isCertain = false, afterMs = 0): void {
    this.#wakes(this.#news, isCertain, afterMs);
  }

  #wakes(by: TokenBucket, isCertain: boolean, afterMs: number): void {
    const now = nowMs();
    this.#asksNext();
    if (!this.isAwake) this.wokenAfterMs = this.waitedMs;
    this.#awakeAt = this.isAwake ? Math.min(this.#awakeAt, now + afterMs) : now + afterMs;
    if (!this.isAwake || by === this.#calls) this.#wokenBy = by;
    this.isAwake = true;
    this.#isCertain ||= isCertain;
    this.notify();
  }

  /** The lock is or was free for a moment. A refusal must tell who took it, and its request may be out of the list. */
  #asksNext(): void {
    this.#stoodAt = Number.NEGATIVE_INFINITY;
  }

  freeIn(ms: number): void {
    this.#schedule.freeIn(ms);
  }

  called(ms: number, since = "0"): void {
    if (since !== "0") this.chain = { since, turns: 0, owed: 0 };
    if (ms > 0) {
      this.#asksNext();
      this.#calledAt = nowMs() + ms;
      this.notify();
    } else {
      // If it was cut, another one here attempts soon.
      this.#schedule.woken();
      this.#wakes(this.#calls, false, 0);
    }
  }

  onTurn(isLive: boolean): void {
    const { inQueue } = this.#group;
    // One may have missed a message. In a queue, each must leave its request.
    const isFirst = inQueue ? !this.stands || this.#group.comesFirst(this) : this.#group.isFirst(this);
    if (isLive && isFirst) this.wake();
    this.notify();
  }

  isSealed(text: string, seal: string): boolean {
    return this.#mail?.words.isSealed(text, seal) === true;
  }

  async granted(grant: Grant): Promise<boolean> {
    // The same message again.
    if (this.#grantedAt === grant.grantedAt) return true;
    this.#grantedAt = grant.grantedAt;
    this.chain = grant.chain;
    if (this.isTrying) {
      // Its attempt finds the grant, or was refused before it.
      this.#grant = grant;
      return true;
    }
    const handed = this.#answerIn(grant);
    if (handed === undefined || this.#mail === undefined) {
      this.#wakes(this.#calls, false, 0);
      return true;
    }
    this.#offer = new Offer(this, this.#mail.words.leaseMs, this.#request);
    return this.#offer.answer(handed);
  }

  /**
   * Returns the answer in a grant; undefined: only an attempt can find it out. To confirm the grant may cost requests,
   * so it counts as an attempt because of a message.
   */
  #answerIn(grant: Grant): Handed | undefined {
    const now = nowMs();
    const { mailbox, words } = this.#mail ?? {};
    if (mailbox === undefined || words === undefined || this.#calls.nextAt > now) return undefined;
    const handed = mailbox.handed(grant, words);
    if (handed !== undefined) this.#calls.take(now);
    return handed;
  }

  async giveBack(): Promise<void> {
    this.#group.leave(this);
    await this.#mail?.words.giveBack();
    // Those behind it relied on it.
    this.#group.standsNext();
  }

  isGone(): void {
    this.#group.leave(this);
    this.#group.standsNext();
  }

  /** Joins the line before its first attempt. */
  join(): void {
    this.#group.join(this);
    if (this.#ofMailbox === undefined) this.#followOwn(true);
    else {
      this.#mail?.mailbox.election.join(this.#ofMailbox);
      if (this.#mail?.hearsOthers) this.#followOwn(true);
    }
  }

  /** Takes part in following the channel of the lock, or no longer. */
  #followOwn(follows: boolean): void {
    if (follows === this.#followsOwn) return;
    if (follows && !this.#group.mayFollow()) return;
    this.#followsOwn = follows;
    const { election } = this.#group;
    if (follows) election.join(this.#own);
    else void election.leave(this.#own, true);
  }

  /** Records that this waiter's attempt was refused. `sentAt`: when it was sent. */
  onRefusal(refusal: Refusal, sentAt: number): void {
    this.isTrying = false;
    this.#seenAt = nowMs();
    this.#answers.attempted(this.#seenAt);
    this.position = refusal.queued?.position ?? 0;
    this.number = refusal.queued?.number || this.number;
    this.join();
    this.#onStanding(refusal, sentAt);
    this.#schedule.reschedule(refusal);
    this.#group.recordRefusal(this, refusal, this.#wasAwake);
  }

  /** Takes over what an attempt that asked to stand was told, or makes it ask if nobody here stands. */
  #onStanding({ stands }: Refusal, sentAt: number): void {
    if (this.#mail === undefined) return;
    const { mailbox, words, hearsOthers } = this.#mail;
    // The one before it may have left during this attempt: then nobody stands here.
    if (this.#asked === undefined && mailbox.election.isLive && this.#group.isFirst(this)) this.#group.standsNext();
    if (this.#asked === undefined) return;
    if (stands === undefined) this.#request = "";
    else {
      const isSeen = words.isOnlyCalled(this.#asked) ? undefined : !words.isOnlyCalled(stands.request);
      mailbox.answered(stands.redisMs, sentAt, isSeen);
      mailbox.countsOthers ??= words.countsOthers(stands.request);
      this.#stands(stands.request);
    }
    this.#asked = undefined;
    this.#isBehindOurs = stands?.isOurs === true;
    this.#group.heldBy(this.#isBehindOurs);
    // A holder that is not ours calls nobody by mailbox.
    this.#followOwn(hearsOthers || !this.#isBehindOurs);
  }

  /**
   * Waits until the stream is confirmed, so that the next attempt misses no message. Also ends after `limitMs`, if
   * there are no streams, on abort, or when a release granted it the lock.
   */
  async listens(limitMs: number, signal: AbortSignal): Promise<Handed | undefined> {
    await this.#listens(limitMs, signal);
    return this.#tries(signal);
  }

  async #listens(limitMs: number, signal: AbortSignal): Promise<void> {
    const end = nowMs() + limitMs;
    for (;;) {
      this.#heartbeat();
      const leftMs = end - nowMs();
      if (this.#hearsAll || this.#group.isUnsupported || signal.aborted || leftMs <= 0) return;
      if (this.#offer !== undefined) return;
      await this.#pause(leftMs, signal);
    }
  }

  /** Each stream that it follows is confirmed. */
  get #hearsAll(): boolean {
    const { isLive, election } = this.#group;
    return isLive && (!this.#followsOwn || election.isLive || election.isUnsupported);
  }

  /**
   * Waits until an attempt may succeed. It ends when:
   * - a message wakes it, within the rate limit of messages
   * - an attempt is due on the schedule, because the lock may be free or nobody attempted for a poll, and this waiter
   * is first to make it
   * - `limitMs` has passed, the signal aborts, or there are no streams
   * - a holder of this isolate offered it the lock, or a release granted it; returns what that came to
   */
  async sleeps(limitMs: number, signal: AbortSignal): Promise<Handed | undefined> {
    const passed = await this.#sleeps(limitMs, signal);
    const ended = this.#tries(signal);
    return passed ?? ended;
  }

  /** Begins an attempt. Returns an answer instead: it was granted the lock, which was given back. */
  #tries(signal: AbortSignal): Handed | undefined {
    const offer = this.#offer;
    this.#offer = undefined;
    this.#wasAwake = this.isAwake;
    this.isAwake = false;
    this.#isCertain = false;
    this.#calledAt = Number.POSITIVE_INFINITY;
    this.isTrying = true;
    if (signal.aborted) return undefined;
    // Its attempt finds a grant that came just now, which must not be given back meanwhile.
    const handed = offer?.take();
    return handed?.answer && handed;
  }

  async #sleeps(limitMs: number, signal: AbortSignal): Promise<Handed | undefined> {
    const group = this.#group;
    const end = nowMs() + limitMs;
    const grant = this.#grant;
    this.#grant = undefined;
    const handed = grant && this.#answerIn(grant);
    if (handed !== undefined && !signal.aborted) return handed;
    // An attempt finds what became of a grant that is not valid.
    if (grant !== undefined) this.#wakes(this.#calls, false, 0);
    // A waiter that ends its wait opens no stream, although it may lead by now.
    while (!signal.aborted && !group.isUnsupported && !(this.#isCertain && this.#offer === undefined)) {
      this.#heartbeat();
      const now = nowMs();
      const offer = this.#offer;
      this.#offer = undefined;
      if (offer?.accept()) {
        // Long before the lease ends, which may run already.
        return this.#receives(offer, Math.min(end - now, WOKEN_TRY_MS, offer.leaseMs / 6), signal);
      }
      const ended = offer?.take();
      if (ended?.answer !== undefined) return ended;
      if (now >= end || this.#isCertain) return undefined;
      const allowance = (this.isAwake && this.#wokenBy) || this.#calls;
      const wakesAt = Math.max(this.isAwake ? this.#awakeAt : this.#calledAt, allowance.nextAt);
      if (wakesAt <= now) {
        allowance.take(now);
        return undefined;
      }
      const comesFirst = group.hasList ? group.isFirst(this) : group.comesFirst(this);
      const dueAt = this.#schedule.dueAt(comesFirst, this.#answers.nextAt);
      const pollAt = this.#pollAt(comesFirst);
      if (Math.min(dueAt, pollAt) <= now) {
        this.#schedule.tries();
        return undefined;
      }
      await this.#pause(Math.min(dueAt, pollAt, wakesAt, end) - now, signal);
    }
    return undefined;
  }

  #pollAt(comesFirst: boolean): number {
    const isDeaf = !this.#group.isLive && comesFirst;
    if (isDeaf) return this.#schedule.pollAt(Math.min(this.#pollMs, DEAF_POLL_MS));
    // The first one, which stands, attempts for those behind it.
    return this.#schedule.pollAt(!this.#group.hasList || comesFirst ? this.#pollMs : this.#pollMs + WOKEN_TRY_MS);
  }

  /** Waits for a notice. In a Worker, not for longer than until the next sign of life. */
  #pause(limitMs: number, signal: AbortSignal): Promise<void> {
    return this.#notice.wait(endsWithInvocation() ? Math.min(limitMs, SIGN_MS) : limitMs, signal);
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
   * the next waiter when this one leaves the queue. Resolves when its invocation may end; undefined: at once.
   */
  leave(lastTry: LastTry): Promise<unknown> | undefined {
    if (lastTry.kind === "refused") this.isTrying = false;
    const wasGranted = lastTry.kind === "granted";
    this.#group.leave(this, wasGranted ? lastTry : undefined);
    this.#mail?.mailbox.leave(this.owner, lastTry.kind !== "unanswered");
    const moves = [
      this.#followsOwn && this.#group.election.leave(this.#own, wasGranted),
      this.#ofMailbox && this.#mail?.mailbox.election.leave(this.#ofMailbox, wasGranted),
    ];
    this.#wakesNext(lastTry);
    return moves.some(Boolean) ? Promise.all(moves) : undefined;
  }

  #wakesNext(lastTry: LastTry): void {
    if (this.#group.inQueue) return;
    // A granted lock answers the wake. Another permit may have been released since its attempt.
    if (lastTry.kind === "granted" && lastTry.available === undefined) return;
    if (this.isAwake || (this.isTrying && lastTry.kind !== "granted")) this.#group.wakeOne();
    else this.#group.standsNext();
  }

  /** Gives a sign of life, and opens the streams that this waiter leads, in its own invocation. */
  #heartbeat(): void {
    this.#seenAt = nowMs();
    this.#group.signs.seen();
    const patienceMs = endsWithInvocation() ? LEADER_PATIENCE_MS : this.#patienceMs;
    if (this.#followsOwn) this.#group.election.heartbeat(this.#own, patienceMs);
    if (this.#ofMailbox !== undefined) this.#mail?.mailbox.election.heartbeat(this.#ofMailbox, patienceMs);
  }
}
