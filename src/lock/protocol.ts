// The words that all drivers speak: what is asked about a hold, what is answered, and how a call is sent.
import { nowMs } from "../base/clock.ts";
import type { HoldEnd } from "../base/errors.ts";

/** A script of Redis. */
export interface LuaScript {
  readonly name: string;
  readonly sha1: string;
  readonly source: string;
  /** It touches keys outside its KEYS. */
  readonly hasOtherKeys?: true;
}

/** One run of a script: what is sent, and how its reply is decoded. */
export interface ScriptCall<Reply> {
  readonly script: LuaScript;
  readonly keys: readonly string[];
  /** The arguments after the nonce. */
  readonly args: readonly string[];
  /** Keys beside `keys` that this run may use. They are sent only where keys are locked: see key-locking.ts. */
  readonly moreKeys?: readonly string[];
  /** No key is a lock's: a key of another type is a refusal, not NOT_A_LOCK. */
  readonly isNoLocks?: true;
  /** Lets this request do nothing if it has not run yet. For requests that Redis remembers by an id. */
  readonly withdrawal?: ScriptCall<unknown>;
  /** Reads the reply. Throws UNEXPECTED_REPLY for a reply that the script cannot give to this call. */
  readonly decode: (reply: unknown) => Reply;
}

/** A call that sends itself: to a lock API, or to each of several locks. Like a script, it may be repeated. */
export interface OwnCall<Reply> {
  readonly send: (limits: RunLimits) => Promise<Reply>;
}

/** A request with one answer. */
export type Call<Reply> = ScriptCall<Reply> | OwnCall<Reply>;

/** Carries calls to the place where locks are kept. A `RedisPort` is a driver. */
export interface Driver {
  /** The same text for all drivers of one place, and another one for any other place. */
  readonly database: string;
  /** Whether it is a cluster, where the keys of a script must share a slot: see `RedisPort`. Absent: it is none. */
  readonly isCluster?: boolean | undefined;
  /** Whether scripts lock their keys, and read no others. Absent: they do not. */
  readonly locksKeys?: boolean | undefined;
  /** Runs a script once: see `RedisPort`. Absent: every call sends itself. */
  run?<Reply>(call: ScriptCall<Reply>, limits: RunLimits): Promise<Reply>;
  /** Follows a channel: see `RedisPort`. Absent: waiters poll. */
  follow?(channel: ReleaseChannel, listener: ChannelListener, signal: AbortSignal): Promise<StreamEnd>;
}

/** Sends one attempt of a call. Resolves with its reply. */
export function send<Reply>(driver: Driver, call: Call<Reply>, limits: RunLimits): Promise<Reply> {
  // Each request of such a call is an attempt of its own.
  if (isOwnCall(call)) return call.send({ ...limits, tries: undefined });
  if (driver.run) return driver.run(call, limits);
  throw new TypeError("no scripts here");
}

/** Returns whether a call sends itself. A member of a changed `Object.prototype` sends nothing. */
export function isOwnCall<Reply>(call: Call<Reply>): call is OwnCall<Reply> {
  return Object.hasOwn(call, "send");
}

/** The limits of one attempt. */
export interface RunLimits {
  /** One deadline for connecting, headers and body of this attempt, ms from now. */
  readonly timeoutMs: number;
  /** Ends the attempt with ABORTED; the call may still have been carried out. */
  readonly signal?: AbortSignal | undefined;
  /** The earlier attempts of the same call. Default: none. */
  readonly tries?: Tries | undefined;
  /**
   * It shares no request: an earlier attempt got no answer, perhaps because of calls that shared its request; or others
   * would delay it, or fail with it.
   */
  readonly alone?: boolean | undefined;
}

/**
 * The attempts of one call. A reply may name an earlier one: its grant then counts from the time that one was sent.
 * @example
 * const tries = new Tries();
 * const reply = await port.run(call, { timeoutMs: 1_000, tries });
 */
export class Tries {
  readonly #sentAt = new Map<string, number>();
  /** When the answered attempt was sent, on the local clock, ms. */
  answeredAt = 0;

  /**
   * Records an attempt that is about to be sent.
   * @param nonce the attempt's nonce
   * @example
   * limits.tries?.begin(nonce);
   */
  begin(nonce: string): void {
    this.#sentAt.set(nonce, nowMs());
  }

  /**
   * Returns whether the attempt with this nonce is one of them.
   * @param nonce the nonce that a reply names
   * @returns whether `begin` recorded it
   * @example
   * const isEarlier = limits.tries?.has(nonce) === true;
   */
  has(nonce: string): boolean {
    return this.#sentAt.has(nonce);
  }

  /**
   * Records which of them was answered.
   * @param nonce the nonce of the answered attempt
   * @example
   * limits.tries?.answered(nonce);
   */
  answered(nonce: string): void {
    this.answeredAt = this.#sentAt.get(nonce) ?? 0;
  }
}

/** Names one hold of one lock in every request about it. */
export interface HoldId {
  /** The lock's key. */
  readonly key: string;
  readonly owner: string;
  readonly holdId: string;
  /** The owner was created for this hold alone, which so needs no record of its own. */
  readonly ownerIsNew: boolean;
  /** The lease of its grant, ms. */
  readonly leaseMs: number;
  /** A read hold: it has a lease of its own beside those of other readers. */
  readonly shared?: true | undefined;
  /** What its caller says of it. Redis keeps it with the time of the grant. */
  readonly label?: string | undefined;
  /** If the last attempt is refused, its answer tells the holder. */
  readonly asksHolder?: boolean | undefined;
  /** The caller chose the lease. */
  readonly leaseGiven?: boolean | undefined;
  /** The lease is not renewed. */
  readonly leaseFixed?: boolean | undefined;
}

/** A hold that Redis granted: all that its holder must know, and all that its text contains. */
export interface GrantedHold extends HoldId {
  /** The life of the lock in which it was granted. */
  readonly epoch: string;
  /** The `id` of the kind of lock: in a text, and in one of several holds. */
  readonly kindId?: string | undefined;
  /** Fenced lock: its token while it is held, decimal digits. */
  readonly fencingToken?: string | undefined;
  /** Several locks: the hold on each. */
  readonly members?: readonly GrantedHold[] | undefined;
  /** Granted by a lock API: the text that names it there. */
  readonly apiText?: string | undefined;
}

/** Returns the hold with another lease, for one renewal. */
export function withLease(hold: GrantedHold, leaseMs: number): GrantedHold {
  return { ...hold, leaseMs, members: hold.members?.map((member) => ({ ...member, leaseMs })) };
}

export type HeldReply = {
  readonly kind: "held";
  readonly holdCount: number;
  readonly remainingMs: number;
  readonly epoch: string;
  readonly fencingToken?: string;
  /** Several locks: the hold on each. */
  readonly members?: readonly GrantedHold[];
  /** Semaphore: permits left. */
  readonly available?: number;
  /** A theft: the fields of the owners whose holds it ended. */
  readonly robbed?: readonly string[];
  /** A lock API chose these facts of the hold. */
  readonly chosen?: Pick<GrantedHold, "owner" | "leaseMs" | "apiText">;
};
export type BusyReply = {
  readonly kind: "busy";
  /** -1: not known; -2: the lock is free, and others are first in the queue. */
  readonly remainingMs: number;
  /** Several locks: index of the busy one, from 0. */
  readonly member?: number;
  /** Semaphore: available permits, fewer than requested. */
  readonly available?: number;
  readonly queued?: Queued;
  readonly holder?: HolderReply | undefined;
  /** The request that stands now. Undefined: none does, so the waiter polls. */
  readonly stands?: Stands | undefined;
};
/** What a refused attempt tells of its standing request. */
export type Stands = {
  /** When the attempt ran, epoch ms, by the clock of Redis. */
  readonly redisMs: number;
  /** The request as it is in the list. */
  readonly request: string;
  /** Redis knows the holder, so the holder is of this package, and its release serves the list. */
  readonly isOurs: boolean;
};
/** The place of a waiter in a queue. */
export type Queued = {
  /** 1 is next. */
  readonly position: number;
  /** When another attempt may succeed without a message, in ms from now; -1: not known. */
  readonly againMs: number;
  /** Of a new waiter that is called by its number; 0 for one that was in the queue before. */
  readonly number?: number;
};
export type RenewedReply = { readonly kind: "renewed"; readonly holdCount: number };
export type CountedReply = { readonly kind: "counted"; readonly holdCount: number; readonly remainingMs: number };
export type LockStatus = { readonly remainingMs: number; readonly holdCount: number };

export type AcquireReply = HeldReply | BusyReply | Ended;

/** The hold has ended for good. */
export type Ended = {
  readonly kind: "ended";
  readonly end: HoldEnd;
  /** The owner that this very run granted the lock to: a waiter that stood. */
  readonly granted?: string;
  /** This very run passed the lock on to the next owner, whom the release named. */
  readonly isPassed?: true;
};

const HOLD_END =
  /^(released|released-elsewhere|still:[1-9]\d*|free|taken|refused|lost|stolen:[^\s/]+\/[^\s/]*\/[^\s/]*|reentered|crowded|upgrade|unset)$/;

/** Returns the text as an end, if it is one. */
export function holdEnd(text: string): HoldEnd | undefined {
  return isHoldEnd(text) ? text : undefined;
}

function isHoldEnd(text: string): text is HoldEnd {
  return HOLD_END.test(text);
}

/** The holder of a busy lock; of several readers one. */
export type HolderReply = About & {
  /** Its field in the lock's hash. */
  readonly field: string;
};
/** What a hold says of itself. */
export type About = {
  /** "": none. */
  readonly label: string;
  /** When it was granted, epoch ms, by the clock of its client. Undefined: not known. */
  readonly since: number | undefined;
};

/** How to change the number of permits; "try" sets it only if it was never set. */
export type PermitChange = "try" | "set" | "add";

export interface PermitStatus {
  /** False: the number of permits was never set. */
  readonly isSet: boolean;
  readonly available: number;
  readonly leased: number;
}

/** What an attempt changes in the list of standing requests, beside its answer. */
export interface Standing {
  /** The waiter's request as it is in the list; "": as far as known, it has none. */
  readonly listed: string;
  /** Its new request, see `standingRequest`: a refusal puts it into the list, in the place of the listed one. */
  readonly request: string;
  /** The script counts the subscribers of the mailbox. If there are none, the request is marked as uncounted. */
  readonly counts: boolean;
  /** A channel that this isolate follows by a pattern: the script looks whether that is counted. Absent: it does not. */
  readonly probe?: string | undefined;
}

/** Holds of those who stand, each granted or passed on by the release of the one before. */
export interface Chain {
  /** When the lock was free before it, Redis' epoch ms; "": just now, as far as known. */
  readonly since: string;
  /** How many holds it had before this one. */
  readonly turns: number;
  /** How many holds others had before it, as far as known. */
  readonly owed: number;
}

/** What a release tells the script that may serve the standing requests. */
export interface Serving {
  /** Absent: this hold begins one. */
  readonly chain?: Chain | undefined;
  /** Others can have read only a short lease of this hold. */
  readonly wasShort?: boolean;
  /** The request of another waiter of this isolate, which joins the list. */
  readonly stands?: string | undefined;
  /** The waiter of this isolate to which the freed lock is given: a hold of a new owner. */
  readonly next?: HoldId | undefined;
  /** Its request, which leaves the list. */
  readonly nextRequest?: string | undefined;
}

/** The channel on which a release is published. */
export interface ReleaseChannel {
  /** The channel's name; with `perWaiter`, its beginning. */
  readonly name: string;
  /** Each waiter has a channel of its own: this name and its owner. In a queue, a waiter is woken when it is first. */
  readonly perWaiter: boolean;
  /** The waiters are in a queue, and messages call them by their numbers. */
  readonly callsByNumber?: true;
  /** A release that has called the waiters in the list of the lock says so by a message of its own. */
  readonly tellsOfCalls?: true;
  /** It is followed by a pattern if possible: Redis then counts others alone among its subscribers. */
  readonly countsOthers?: true;
  /** One message calls the waiters of all isolates, who draw lots. */
  readonly drawsLots?: true;
  /**
   * Returns how many waiters may acquire after a message. Not called if the waiters are in a queue.
   * @param payload the message
   * @returns the number of waiters to wake; Infinity for all
   */
  wakes(payload: string): number;
}

/** Gets what happens on a channel. */
export interface ChannelListener {
  /** The subscription is confirmed: from now on no message is missed while it lasts. */
  onSubscribed(): void;
  /**
   * A message arrived.
   * @param payload the message
   * @param owner the owner of the channel; "" if all waiters share one
   */
  onMessage(payload: string, owner: string): void;
}

/**
 * How a stream ended. "ended": it may be opened again later. Never again: "refused", this channel was refused;
 * "unsupported", the driver has no streams.
 */
export type StreamEnd = "ended" | "refused" | "unsupported";
