// The mailbox of an isolate: one channel, and one stream, for all its waiters that stand in lists of Redis, whatever
// the number of locks. A message calls a waiter to attempt, or says that the lock was granted to it. Whoever releases a
// lock grants it: so a hand-over to another isolate takes one request and one message. A grant counts only with its
// seal. Any other message is a hint: its waiter attempts.

import { asHex } from "../../base/bytes.ts";
import { clocksAgreeSince, nowMs } from "../../base/clock.ts";
import { sweepTwo } from "../../base/sweep.ts";
import { channelAt, mailboxAddress } from "../keys.ts";
import type { Chain, ReleaseChannel } from "../protocol.ts";
import { isAhead } from "../token.ts";
import { Election, type Follow } from "./election.ts";
import type { Grant } from "./line-state.ts";
import type { StandingWaiter } from "./wait-terms.ts";

// As for each validity: clocks are read, and timers fire, a little late.
const MARGIN_MS = 50;
// How much faster than Redis' clock this one may run, or slower.
const DRIFT = 0.01;
// A waiter that was called for a grant to another one attempts this much later than that ends.
const AFTER_GRANT_MS = 50;
// How long an owner is known that has left without an answer: its grant is given back.
const LEFT_MS = 60_000;
const MOST_LEFT = 1_000;
// How long a database that refused a mailbox is not asked for another one.
const WITHOUT_MAILBOX_MS = 300_000;
// In a process, a caller that comes back soon finds the stream open. Until it ends, the process does not end by itself.
const LINGERS_MS = 500;
// As give() in lib/waiters.lua: no release grants for longer, whatever a message says.
const LONGEST_CONFIRM_MS = 5_000;
// Tokens are Redis' time, unless its clock was set back. A token that is further ahead of it must come from an answer.
const MOST_AHEAD_MS = 60_000;
// A grant of which less is left is renewed by an attempt, before the work begins.
const LEAST_LEFT = 1 / 4;
const GRANTED =
  /^(granted \S+ (\d{1,15}) (\d{1,10}) (\d{1,15}) (\d{1,2}) (\d{1,2})(?: ([1-9]\d{0,19}))?) ([\da-f]{20})$/;
// Whose grant a message claims to be, whatever else it says.
const CLAIMED = /^granted (\S+)/;
const CALLED = /^(try|next) (\S+) (\d{1,13})$/;

/** A grant, as its message describes it. Times are of Redis, ms. */
export interface GrantNews {
  readonly grantedAt: number;
  /** How long Redis keeps it without a confirmation. */
  readonly confirmMs: number;
  readonly chain: Chain;
  readonly fencingToken: string | undefined;
  /** On the local clock. */
  readonly heardAt: number;
}

/** A waiter whose isolate hears by mailbox. */
export interface MailWaiter {
  /** It was cut so long ago that nothing can be granted to it any more. */
  readonly isAbandoned: boolean;
  /** Ends what a grant gave it. Rejects without an answer. */
  giveBack(): Promise<unknown>;
  /** When it joined, on the local clock: nothing was granted to it before. */
  readonly joinedAt: number;
  /** Whether this seal of a message comes from a script that read its request. */
  isSealed(text: string, seal: string): boolean;
  /** Resolves with whether it takes the grant, or may find it by its own attempt. */
  granted(news: GrantNews): Promise<boolean>;
  /** Attempts at once, or in `ms` unless it hears more before. `since`: of the chain, if the lock is reserved for it. */
  called(ms: number, since?: string): void;
  /** The stream was confirmed, and messages may have been missed; or it has ended. */
  onTurn(isLive: boolean): void;
}

/** How a waiter stands. */
export interface Mail {
  readonly mailbox: Mailbox;
  readonly words: StandingWaiter;
  /** Releases may grant the lock to it, where the database sees its mailbox. Otherwise they only call it. */
  readonly grants: boolean;
  /** A release cannot tell a request whose owner has had the lock: each attempt takes its own out of the list. */
  readonly locksKeys: boolean;
  /** Others than this package may release the lock. */
  readonly hearsOthers: boolean;
  /** Returns a channel that this isolate alone follows, by a pattern; "": it follows none now. */
  probe(): string;
  /** Follows the mailbox. */
  readonly follow: Follow;
}

/** The mailboxes of this isolate, by database and prefix. It grows only with those of the program. */
const mailboxes = new Map<string, Mailbox>();

/** Returns the mailbox for a database and a prefix. Undefined: its stream was refused a short time ago. */
export function mailboxOf(database: string, prefix: string): Mailbox | undefined {
  const id = `${prefix}|${database}`;
  const known = mailboxes.get(id);
  if (known?.election.isUnsupported === false) return known;
  if (known !== undefined && nowMs() - known.madeAt < WITHOUT_MAILBOX_MS) return undefined;
  const mailbox = new Mailbox(prefix);
  mailboxes.set(id, mailbox);
  return mailbox;
}

/** One mailbox. Instants are on the local clock. */
export class Mailbox {
  /** It ends with random digits, which nobody can guess. */
  readonly address: string;
  readonly channel: ReleaseChannel;
  readonly election: Election = new Election(this, LINGERS_MS);
  readonly madeAt: number = nowMs();
  readonly #waiters = new Map<string, MailWaiter>();
  /** Waiters that were cut, or left without an answer. */
  readonly #left = new Map<string, { readonly waiter: MailWaiter; readonly at: number }>();
  /** Redis' time in an answer, and when its request was sent; before the first one, that of a grant. */
  #anchor: { readonly redisMs: number; readonly sentAt: number } | undefined;
  /** Redis has said how many subscribers this stream has. */
  #isCounted = false;
  /**
   * Redis saw no subscriber although the stream was confirmed: then a grant would be made to nobody. A new stream keeps
   * this until it is counted. Otherwise a release would take its waiters for dead, and drop their requests.
   */
  #isUnseen = false;
  /** Whether Redis counts only others on a channel that this isolate follows by a pattern. Undefined: not known yet. */
  countsOthers: boolean | undefined;

  constructor(prefix: string) {
    this.address = mailboxAddress(prefix, asHex(crypto.getRandomValues(new Uint8Array(16))));
    this.channel = { name: channelAt(this.address), perWaiter: false, wakes: () => 0 };
  }

  /** Whether the next request shall count the subscribers. */
  get counts(): boolean {
    return !this.#isCounted;
  }

  get isUnseen(): boolean {
    return this.#isUnseen;
  }

  /** Redis' time now, as far as known. */
  get redisNowMs(): number | undefined {
    return this.#anchor && Math.round(this.#anchor.redisMs + nowMs() - this.#anchor.sentAt);
  }

  /** Adds a waiter. */
  enter(owner: string, waiter: MailWaiter): void {
    this.#waiters.set(owner, waiter);
    // Cut waiters cannot leave.
    sweepTwo(this.#waiters, ({ isAbandoned }) => isAbandoned);
  }

  /** `isKnown`: whether the outcome of its wait is known, so that nothing can be granted to it any more. */
  leave(owner: string, isKnown: boolean): void {
    const waiter = this.#waiters.get(owner);
    this.#waiters.delete(owner);
    if (isKnown || waiter === undefined) return;
    const now = nowMs();
    for (const [oldest, { at }] of this.#left) {
      if (this.#left.size < MOST_LEFT && now - at < LEFT_MS) break;
      this.#left.delete(oldest);
    }
    this.#left.set(owner, { waiter, at: now });
  }

  /**
   * Records the answer to a request that stands, and when it was sent. `isSeen`: whether Redis saw a subscriber;
   * undefined: it did not look.
   */
  answered(redisMs: number, sentAt: number, isSeen: boolean | undefined): void {
    if (this.#anchor === undefined || sentAt > this.#anchor.sentAt) this.#anchor = { redisMs, sentAt };
    if (isSeen === undefined) return;
    this.#isCounted = true;
    this.#isUnseen = !isSeen;
  }

  /**
   * Returns the grant in a message. Undefined: only an attempt can find it out. Then the grant is not valid for long
   * enough to confirm it, lacks a token, or has a token that no release gives this waiter.
   */
  grantIn(news: GrantNews, { leaseMs, needsToken }: StandingWaiter): Grant | undefined {
    const confirmMs = Math.min(news.confirmMs, leaseMs, LONGEST_CONFIRM_MS);
    const validUntil = this.#validUntil(news, confirmMs);
    const until = validUntil - confirmMs * LEAST_LEFT;
    if (until <= nowMs()) return undefined;
    const { fencingToken, heardAt, chain } = news;
    if (needsToken ? !this.#isOfGrant(news) : fencingToken !== undefined) return undefined;
    const held = { kind: "held", holdCount: 1, remainingMs: confirmMs, epoch: "" } as const;
    const reply = fencingToken === undefined ? held : { ...held, fencingToken };
    const passes = { count: 0, since: heardAt, chain, isShort: true };
    return { handed: { answer: { reply, sentAt: heardAt, tries: 1, validUntil }, passes }, until };
  }

  /**
   * Returns the end of a grant's validity, on the local clock. Redis' clock is now at most that of the last answer,
   * plus the time since its request was sent, unless the clocks disagreed since then. So a message that is late, or
   * arrives twice, is valid for a shorter time.
   */
  #validUntil({ grantedAt, heardAt }: GrantNews, confirmMs: number): number {
    if (this.#anchor === undefined) return Number.NEGATIVE_INFINITY;
    const { redisMs, sentAt } = this.#anchor;
    if (!clocksAgreeSince(sentAt)) return Number.NEGATIVE_INFINITY;
    const byRedis = sentAt + (grantedAt + confirmMs - MARGIN_MS - redisMs) / (1 + DRIFT);
    return Math.min(byRedis, heardAt + confirmMs - MARGIN_MS);
  }

  /** Returns whether the token is near the time of the grant, which is not ahead of Redis' clock as known here. */
  #isOfGrant({ grantedAt, fencingToken }: GrantNews): boolean {
    const { redisNowMs } = this;
    if (fencingToken === undefined || redisNowMs === undefined) return false;
    return !isAhead(fencingToken, Math.min(grantedAt, redisNowMs), MOST_AHEAD_MS);
  }

  onTurn(isLive: boolean): void {
    if (isLive) this.#isCounted = false;
    for (const waiter of this.#waiters.values()) waiter.onTurn(isLive);
  }

  onMessage(payload: string): void {
    const [, what, called = "", ms] = CALLED.exec(payload) ?? [];
    if (what !== undefined) {
      const waiter = this.#waiters.get(called);
      if (what === "try") waiter?.called(0, ms);
      else waiter?.called(Number(ms) + AFTER_GRANT_MS * (1 + Math.random()));
      return;
    }
    const [, owner = ""] = CLAIMED.exec(payload) ?? [];
    const waiter = this.#waiters.get(owner) ?? this.#left.get(owner)?.waiter;
    const [, text = "", grantedAt, confirmMs, since = "", turns, owed, fencingToken, seal = ""] =
      GRANTED.exec(payload) ?? [];
    if (waiter?.isSealed(text, seal) !== true) {
      this.#waiters.get(owner)?.called(0);
      return;
    }
    const news = {
      grantedAt: Number(grantedAt),
      confirmMs: Number(confirmMs),
      chain: { since, turns: Number(turns), owed: Number(owed) },
      fencingToken,
      heardAt: nowMs(),
    };
    this.#anchor ??= { redisMs: news.grantedAt, sentAt: waiter.joinedAt };
    void this.#granted(owner, news);
  }

  /**
   * Gives a grant to its waiter. Gives it back if the waiter was cut, or has left. Nothing happens for an owner that is
   * not known: another process may hold the lock by its text.
   */
  async #granted(owner: string, news: GrantNews): Promise<void> {
    const waiter = this.#waiters.get(owner);
    if (waiter !== undefined && (await waiter.granted(news))) return;
    const gone = waiter ?? this.#left.get(owner)?.waiter;
    this.#left.delete(owner);
    await gone?.giveBack().catch(ignore);
  }
}

function ignore(): void {}
