// One waiter, as its invocation runs it: asks its line what to do, sleeps, and passes on what it hears. It also has its
// part in the streams: any waiter may have to read them.
import { nowMs } from "../../base/clock.ts";
import { endsWithInvocation } from "../../base/invocation.ts";
import { Notice, settledWithin } from "../../base/timers.ts";
import type { Chain, Standing } from "../protocol.ts";
import type { Candidate, Follow } from "./election.ts";
import type { Handed } from "./handed.ts";
import { type Happened, type Stood, todo } from "./line.ts";
import {
  type Grant,
  inQueue,
  isAbandoned,
  isFirst,
  isGone,
  isToBeGivenBack,
  isToStand,
  newWaiting,
  SILENT_MS,
  type Waiting,
  type Wanting,
} from "./line-state.ts";
import type { IsolateLine, NextInLine, StandBy, WaiterLoop } from "./lines.ts";
import type { GrantNews, Mail, MailWaiter } from "./mailbox.ts";
import type { LastTry, Refusal } from "./wait-terms.ts";

// In a Worker each waiter gives a sign of life so often. This costs no request.
const SIGN_MS = 1_000;
// A waiter that lives takes a grant within one turn.
const TAKE_MS = 250;
// How long a waiter waits for the reply to a release that names it; and long before its lease ends, which may run already.
const NAMED_MS = 1_000;
const NAMED_SHARE = 1 / 6;

export interface WaiterOptions extends Wanting {
  /** Follows the channel of the lock. */
  readonly follow: Follow;
  /** Absent: it cannot stand. */
  readonly mail?: Mail | undefined;
}

/** One waiter, from its first refusal to its end. */
export class Waiter implements MailWaiter, WaiterLoop {
  readonly who: Waiting;
  readonly #in: IsolateLine;
  readonly #mail: Mail | undefined;
  readonly #own: Candidate;
  readonly #ofMailbox: Candidate | undefined;
  #followsOwn = false;
  /** The request that a holder here may have added to the list: it has not said so. */
  #lent = "";
  /** The request of the attempt in flight, if that stands. */
  #asked: string | undefined;
  /** An attempt of it has asked to stand, answered or not. */
  #hasAsked = false;
  #grantedAt: number | undefined;
  /** That of the last grant or reservation, which its attempt may find. */
  chain: Chain | undefined;
  readonly #notice = new Notice();
  #onTake = (): void => {};

  constructor(line: IsolateLine, { follow, mail, ...wanting }: WaiterOptions) {
    this.who = newWaiting(line.line, wanting, nowMs());
    this.#in = line;
    this.#mail = mail;
    this.#own = this.#candidate(follow);
    this.#ofMailbox = mail && this.#candidate(mail.follow);
    line.enter(this.who, this);
    mail?.mailbox.enter(this.who.owner, this);
  }

  /** Returns this waiter as it takes part in one election: it may take part in two. */
  #candidate(follow: Follow): Candidate {
    const isDead = (): boolean => isGone(this.#in.line, this.who, nowMs());
    return {
      follow,
      notify: () => this.notify(),
      get isPresumedDead() {
        return isDead();
      },
    };
  }

  get joinedAt(): number {
    return this.who.joinedAt;
  }

  get isAbandoned(): boolean {
    return isAbandoned(this.#in.line, this.who, nowMs());
  }

  notify(): void {
    this.#notice.notify();
  }

  #happened(what: Happened): void {
    this.#in.happened(what);
  }

  /** Joins the line before its first attempt, or after a refusal. */
  join(): void {
    this.#happened({ is: "joined", who: this.who });
    this.#joinsElections();
  }

  #joinsElections(): void {
    if (this.#ofMailbox !== undefined) this.#mail?.mailbox.election.join(this.#ofMailbox);
    if (this.#mail === undefined || this.#mail.hearsOthers) this.#followOwn(true);
  }

  /** Takes part in following the channel of the lock, or no longer. */
  #followOwn(follows: boolean): void {
    if (follows === this.#followsOwn) return;
    if (follows && !this.#in.mayFollow()) return;
    this.#followsOwn = follows;
    const { election } = this.#in;
    if (follows) election.join(this.#own);
    else void election.leave(this.#own, true);
  }

  /** Returns what its next attempt, which follows at once, changes in the list of standing requests. */
  standing(isLast: boolean): Standing | undefined {
    const { who } = this;
    const mail = this.#mail;
    this.#asked = undefined;
    if (mail === undefined) return undefined;
    const isQueued = inQueue(this.#in.line);
    const isHeard = mail.mailbox.election.isLive;
    if (isQueued) return !isLast && isHeard ? this.#asks(mail, who.isBehindOurs) : undefined;
    const listed = this.request();
    const mayStand = !isLast && isHeard && isFirst(this.#in.line, who, nowMs());
    if (mayStand && (mail.locksKeys || isToStand(this.#in.line, who, nowMs()))) {
      this.#hasAsked = true;
      return { ...this.#asks(mail, false), listed };
    }
    // With locked keys, whatever ends the wait takes out what an earlier attempt, or a holder here, may have left.
    const mayBeListed = listed !== "" || (mail.locksKeys && this.#hasAsked);
    return mayBeListed && (isLast || mail.locksKeys) ? { listed, request: "", counts: false } : undefined;
  }

  /** `isBehindOurs`: it is in a queue, in which all before it are ours. */
  #asks({ mailbox, words, probe }: Mail, isBehindOurs: boolean): Standing {
    this.#asked = this.#newRequest(mailbox.counts);
    const counts = mailbox.counts && !words.isOnlyCalled(this.#asked);
    const channel = mailbox.countsOthers === undefined && !isBehindOurs ? probe() : "";
    return { listed: isBehindOurs ? this.request() : "", request: this.#asked, counts, probe: channel };
  }

  request(): string {
    return this.who.request || this.#lent;
  }

  /** `counts`: Redis looks whether the subscribers of its mailbox are counted, and marks the request if not. */
  #newRequest(counts: boolean = false): string {
    if (this.#mail === undefined) return "";
    const { mailbox, words, grants, locksKeys } = this.#mail;
    const isOnlyCalled = !grants || (mailbox.isUnseen && !counts);
    const { countsOthers } = mailbox;
    return words.request(mailbox.address, mailbox.redisNowMs, { isOnlyCalled, countsOthers, locksKeys });
  }

  standBy(): StandBy | undefined {
    const { phase, request: known } = this.who;
    if (phase !== "asleep" || known !== "" || this.#mail?.mailbox.election.isLive !== true) return undefined;
    const request = this.#newRequest();
    this.#lent = request;
    const added = (): void => {
      this.#lent = "";
      this.#happened({ is: "added", who: this.who, request });
    };
    return { request, added };
  }

  /**
   * Gives signs of life during its attempt. Returns the answer; a waiter that was taken for lost has lost its grant. From
   * the answer on, it is not.
   */
  async during<Answer>(attempt: Promise<Answer>): Promise<Answer | NonNullable<Handed["answer"]>> {
    if (endsWithInvocation()) {
      const answered = attempt.then(ignore, ignore);
      while (!(await settledWithin(answered, SIGN_MS))) this.#happened({ is: "seen", who: this.who });
    }
    const answer = await attempt;
    const lost = this.who.phase === "unanswered" ? this.who.grant?.handed.answer : undefined;
    if (lost !== undefined) return lost;
    this.#happened({ is: "answered", who: this.who });
    return answer;
  }

  /** Records that its attempt was refused. `sentAt`: when it was sent. */
  onRefusal(refusal: Refusal, sentAt: number): void {
    const stood = this.#stood(refusal, sentAt);
    this.#joinsElections();
    this.#happened({ is: "refused", who: this.who, refusal, stood });
    // A holder that is not ours calls nobody by mailbox.
    if (stood !== undefined) this.#followOwn(this.#mail?.hearsOthers === true || !stood.isOurs);
  }

  /** Returns the answer to an attempt that asked to stand. */
  #stood({ stands }: Refusal, sentAt: number): Stood | undefined {
    const asked = this.#asked;
    this.#asked = undefined;
    if (this.#mail === undefined || asked === undefined) return undefined;
    if (stands === undefined) return { request: "", isOurs: false };
    const { mailbox, words } = this.#mail;
    this.#lent = "";
    const isSeen = words.isOnlyCalled(asked) ? undefined : !words.isOnlyCalled(stands.request);
    mailbox.answered(stands.redisMs, sentAt, isSeen);
    mailbox.countsOthers ??= words.countsOthers(stands.request);
    return stands;
  }

  /**
   * Waits until the stream is confirmed, so that the next attempt misses no message. Also ends after `limitMs`, if
   * there are no streams, on abort, or when it was granted the lock, which it returns.
   */
  async listens(limitMs: number, signal: AbortSignal): Promise<Handed | undefined> {
    const end = nowMs() + limitMs;
    while (!signal.aborted && this.who.grant === undefined) {
      this.#heartbeat();
      const leftMs = end - nowMs();
      if (this.#hearsAll || this.#in.hearing.isUnsupported || leftMs <= 0) break;
      await this.#pause(leftMs, signal);
    }
    return this.#ends(signal);
  }

  /** Each stream that it follows is confirmed. */
  get #hearsAll(): boolean {
    const { hearing, election } = this.#in;
    return hearing.isLive && (!this.#followsOwn || election.isLive || election.isUnsupported);
  }

  /**
   * Waits until its line says that it attempts, for `limitMs` at most, or until the signal aborts. Returns a grant
   * instead.
   */
  async sleeps(limitMs: number, signal: AbortSignal): Promise<Handed | undefined> {
    const end = nowMs() + limitMs;
    while (!signal.aborted) {
      this.#happened({ is: "seen", who: this.who });
      // A waiter that ends its wait opens no stream, although it may lead by now.
      if (this.#sleepsUntil(end) === undefined) break;
      this.#heartbeat();
      const until = this.#sleepsUntil(end);
      if (until === undefined) break;
      await this.#pause(until - nowMs(), signal);
    }
    return this.#ends(signal);
  }

  /** Returns when it asks its line again, at the latest at `end`; undefined: it does something now. */
  #sleepsUntil(end: number): number | undefined {
    const now = nowMs();
    const next = todo(this.#in.line, this.who, now);
    return next.does === "sleep" && now < end ? Math.min(next.until, end) : undefined;
  }

  /** Takes a grant, or begins an attempt. */
  #ends(signal: AbortSignal): Handed | undefined {
    const { namedUntil, grant } = this.who;
    // The release that named it may have granted it the lock.
    const mayBeGranted = namedUntil === undefined && grant === undefined ? undefined : {};
    if (signal.aborted) {
      // Others must not rely on it, nor a release name it, until its cancel is answered.
      this.#happened({ is: "left", who: this.who, lastTry: { kind: "unanswered" } });
      this.#onTake();
      return mayBeGranted;
    }
    const next = todo(this.#in.line, this.who, nowMs());
    this.#happened({ is: next.does === "take" ? "took" : "attempts", who: this.who });
    this.#onTake();
    return next.does === "take" ? next.grant.handed : mayBeGranted;
  }

  /** Waits for a notice. In a Worker, not for longer than until the next sign of life. */
  #pause(limitMs: number, signal: AbortSignal): Promise<void> {
    return this.#notice.wait(endsWithInvocation() ? Math.min(limitMs, SIGN_MS) : limitMs, signal);
  }

  /** Gives a sign of life, and opens the streams that this waiter leads, in its own invocation. */
  #heartbeat(): void {
    const patienceMs = endsWithInvocation() ? SILENT_MS : Number.POSITIVE_INFINITY;
    this.#happened({ is: "seen", who: this.who });
    if (this.#followsOwn) this.#in.election.heartbeat(this.#own, patienceMs);
    if (this.#ofMailbox !== undefined) this.#mail?.mailbox.election.heartbeat(this.#ofMailbox, patienceMs);
  }

  called(inMs: number, since = "0"): void {
    if (since !== "0") this.chain = { since, turns: 0, owed: 0 };
    if (inMs > 0) this.#happened({ is: "called later", who: this.who, inMs });
    else this.#happened({ is: "woken", who: this.who, by: "call" });
  }

  onTurn(isLive: boolean): void {
    if (isLive) this.#happened({ is: "mailbox open", who: this.who });
    else this.notify();
  }

  isSealed(text: string, seal: string): boolean {
    return this.#mail?.words.isSealed(text, seal) === true;
  }

  async granted(news: GrantNews): Promise<boolean> {
    // The same message again.
    if (this.#grantedAt === news.grantedAt) return true;
    this.#grantedAt = news.grantedAt;
    this.chain = news.chain;
    // To confirm a grant may cost requests.
    const mayTake = this.who.calledRate.nextAt <= nowMs();
    return this.#grant(mayTake ? this.#mail?.mailbox.grantIn(news, this.#mail.words) : undefined);
  }

  named(): NextInLine {
    const { owner, label, passableLeaseMs: leaseMs = 0, request } = this.who;
    this.#happened({ is: "named", who: this.who, forMs: Math.min(NAMED_MS, leaseMs * NAMED_SHARE) });
    return {
      ...{ owner, label, leaseMs, request },
      grant: (answer, passes) => this.#grant(answer && { handed: { answer, passes }, until: answer.sentAt + leaseMs }),
    };
  }

  /** Hands it a grant. Resolves with whether it takes it, or finds it by its own attempt. Otherwise it is lost. */
  async #grant(grant: Grant | undefined): Promise<boolean> {
    const { who } = this;
    const taken = new Promise<void>((resolve) => {
      this.#onTake = resolve;
    });
    const wasAsleep = who.phase === "asleep";
    this.#happened({ is: "granted", who, grant });
    if (grant === undefined) return true;
    const isLost = (): boolean => isToBeGivenBack(this.#in.line, who, grant, nowMs());
    // One that attempts may only be slow: it gives a sign of life meanwhile.
    if (wasAsleep || isLost()) await settledWithin(taken, TAKE_MS);
    if (!isLost()) return true;
    this.#happened({ is: "lost", who });
    return false;
  }

  async giveBack(): Promise<void> {
    await this.#mail?.words.giveBack();
  }

  /** Leaves the line. Resolves when its invocation may end; undefined: at once. */
  leave(lastTry: LastTry): Promise<unknown> | undefined {
    const wasGranted = lastTry.kind === "granted";
    this.#happened({ is: "left", who: this.who, lastTry });
    this.#onTake();
    this.#mail?.mailbox.leave(this.who.owner, lastTry.kind !== "unanswered");
    const moves = [
      this.#followsOwn && this.#in.election.leave(this.#own, wasGranted),
      this.#ofMailbox && this.#mail?.mailbox.election.leave(this.#ofMailbox, wasGranted),
    ];
    return moves.some(Boolean) ? Promise.all(moves) : undefined;
  }
}

function ignore(): void {}
