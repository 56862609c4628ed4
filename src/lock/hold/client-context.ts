// A client, as its locks see it: its options, its optional parts as values, and its requests without a wait. A
// bundle holds only the parts that a program imports.
import { InvalidOptionError, type LockThief, NoWatchdogError, type Subject } from "../../base/errors.ts";
import type { LockEvent } from "../events.ts";
import type { LockName } from "../keys.ts";
import type { Waiting } from "../lua/wanted.ts";
import type { HandOffOptions, RedisEndpoint, RenewOptions, StealOptions, WaitUntil } from "../options.ts";
import type {
  AcquireReply,
  BusyReply,
  Call,
  ChannelListener,
  CountedReply,
  Driver,
  Ended,
  GrantedHold,
  HeldReply,
  HoldId,
  ReleaseChannel,
  RenewedReply,
  Standing,
  StreamEnd,
} from "../protocol.ts";
import { type Answered, runNamed } from "../retry.ts";
import type { listenForEnd, listenForEnds } from "../wait/ends.ts";
import type { Passes } from "../wait/handed.ts";
import type { nextToStand } from "../wait/lines.ts";
import type { WakeStrategy, WakeStrategyOptions } from "../wait/wait-terms.ts";
import { tryTimeoutMs } from "../watchdog/renewal-plan.ts";
import type { Entrusted, EntrustedId, HandOffStatus, KeptHolds, Watchdog } from "../watchdog/watchdog.ts";
import type { CloseRegistry } from "./close-registry.ts";
import type { Held, KeepAliveLoop, ReleaseResult, RenewalLimits } from "./held.ts";
import type { HoldState } from "./hold-state.ts";
import type { confirm, Renewable } from "./keep-alive.ts";
import type { InspectedLatch, InspectedLock, InspectedPermits, InspectedSemaphore } from "./lock-inspection.ts";
import type { passOn } from "./pass-on.ts";
import type { StandingKind, standingWaiter } from "./standing-waiter.ts";
import type { WantedHold, WantedSignal } from "./wanted.ts";

/** The checked options of a client, with their defaults. */
export interface ResolvedClientOptions {
  readonly leaseMs: number;
  readonly waitMs: number;
  readonly pollMs: number;
  readonly fairPatienceMs: number;
  readonly prefix: string;
  readonly label: string;
  readonly onEvent: ((event: LockEvent) => void) | undefined;
}

/** The state that all locks of one client share. */
export interface ClientContext extends Parts {
  readonly driver: Driver;
  readonly options: ResolvedClientOptions;
  readonly closeRegistry: CloseRegistry;
  /** Returns a new owner that nobody can guess: `<clientId>:<number>`, like Redisson's `<uuid>:<threadId>`. */
  newOwner(): string;
}

/** The parts of one client. */
export interface Parts {
  /** Delivers messages about releases to waiters. Undefined: waiters poll. */
  readonly streams?: Streams | undefined;
  readonly text?: HoldText | undefined;
  readonly watchdog?: WatchdogClient | undefined;
  /** Keeps holds alive together. Undefined: each is renewed alone. */
  readonly renewals?: SharedRenewals | undefined;
  readonly inspection?: Inspection | undefined;
  readonly stealing?: Stealing | undefined;
  readonly owners?: ByOwner | undefined;
  /** `createLocks` adds it: a bundle of a single kind has no room for its words. */
  advice?: Advice | undefined;
}

// In types alone: without it, anything at all would fit an interface whose members are all internal.
declare const opaque: unique symbol;

/** Wakes the waiters of a client after a release: the result of `streams()`. */
export interface Streams {
  /** @hidden */
  readonly [opaque]?: "Streams";
  /** @internal */
  start(options: WakeStrategyOptions, driver: Driver, channel: ReleaseChannel): WakeStrategy;
  /** @internal Ends a hold, and passes its lock on to a waiter of this isolate. */
  readonly passOn: typeof passOn;
  /**
   * @internal Returns the attempt that also changes the list of standing requests. `call`: one of a kind that stands.
   */
  standing<Reply>(call: Call<Reply>, standing: Standing, hold: HoldId, kind: StandingKind): Call<Reply | BusyReply>;
  /** @internal Returns how a new owner may stand in the list of its lock. */
  readonly stands: typeof standingWaiter;
  /** @internal Confirms a hold that a message granted. */
  readonly confirm: typeof confirm;
  /** @internal Returns the request of a waiter of this isolate that does not stand yet. */
  readonly nextToStand: typeof nextToStand;
  /** @internal Listens for the end of one hold. */
  readonly end: typeof listenForEnd;
  /** @internal Listens for the ends of all holds. */
  readonly ends: typeof listenForEnds;
  /** @internal */
  readonly follow: FollowChannel;
}

/** Follows a channel of the database at this endpoint. */
export type FollowChannel = (
  endpoint: RedisEndpoint,
  channel: Pick<ReleaseChannel, "name" | "perWaiter">,
  listener: ChannelListener,
  signal: AbortSignal,
) => Promise<StreamEnd>;

/** Serializes holds: the value that `holdText()` returns. */
export interface HoldText {
  /** @hidden */
  readonly [opaque]?: "HoldText";
  /** @internal Serializes a hold, with its `kindId`. `move`: gives it away. Throws INVALID_OPTION. */
  give(hold: GrantedHold, options: { move?: boolean | undefined } | undefined, from: Giver): string;
  /** @internal Reads a serialized hold. Throws INVALID_OPTION naming "serialized". */
  parse(serialized: unknown): GrantedHold;
  /** @internal Reads a serialized hold of this lock. Throws INVALID_OPTION naming "serialized". */
  holdOf(lock: LockOfText<unknown> & LockName, serialized: unknown): GrantedHold;
  /** @internal Verifies the hold. Throws LOCK_LOST, CLOSED, and the errors of `runAnswered`. */
  resume<Hold>(lock: LockOfText<Hold>, hold: GrantedHold): Promise<Hold>;
  /** @internal Ends the hold. Throws the errors of `runAnswered`. */
  release(lock: LockOfText<unknown>, hold: GrantedHold): Promise<ReleaseResult>;
  /**
   * @internal Renews the hold for this lease. Returns the end of its validity, in epoch ms. Throws LOCK_LOST, and those
   * errors.
   */
  renew(lock: LockOfText<unknown>, hold: GrantedHold, leaseMs?: number): Promise<number>;
}

/** The part of a hold that changes when it is given away. */
export interface Giver {
  readonly life: HoldState;
  readonly alarm: AlarmHooks | undefined;
}

/** The part of its lock that the text of a hold needs. */
export interface LockOfText<Hold> {
  readonly client: ClientContext;
  readonly kind: Resumable<Hold>;
  readonly name: string;
}

/** The part of its kind that the text of a hold needs. */
export interface Resumable<Hold> {
  readonly id: string;
  readonly method: string;
  readonly shared: boolean;
  ownerToField(owner: string, key: string): string;
  fieldToOwner(field: string): string;
  check(hold: GrantedHold): Call<CountedReply | Ended>;
  release(hold: GrantedHold, first: boolean): Call<Ended>;
  renew(hold: GrantedHold): Call<RenewedReply | Ended>;
  /** For several locks. */
  keysOf?(client: ClientContext): readonly (string | undefined)[];
  held(client: ClientContext, grant: HoldInit): Hold;
}

/** The initial state of a new `Held`. */
export interface HoldInit {
  /** Identifies it in events. */
  readonly id: string;
  readonly name: string;
  readonly hold: GrantedHold;
  readonly holdCount: number;
  /** The end of validity, on the local clock. */
  readonly validUntil: number;
  /** Resumed from text, which others may have too. */
  readonly resumed?: true;
  /** Set when the lock was passed on to it, or granted by a message. */
  readonly passes?: Passes | undefined;
  /** Set when a message granted it: confirms it by a renewal. Redis keeps it for a short lease until then. */
  readonly confirm?: typeof confirm | undefined;
  /** Set when an alarm renews the hold and checks the end of its lease. Such a hold has no timer. */
  readonly alarm?: AlarmHooks | undefined;
  /** As in `Held`. Absent: it was resumed. */
  readonly waited?: boolean;
  readonly waitedMs?: number;
}

export interface AlarmHooks {
  /** Receives the state to report renewals and loss to. */
  onStart(life: HoldState): void;
  /** The hold was given away: the alarm must not renew it. */
  onMove(): void;
}

/** Renews holds that fall due together in one request: the value that `sharedRenewals()` returns. */
export interface SharedRenewals {
  /** @hidden */
  readonly [opaque]?: "SharedRenewals";
  /**
   * @internal Renews a hold from now on.
   * @param client one object for each client
   * @param context that of keepAlive
   */
  readonly keep: (hold: Shareable, limits: RenewalLimits, client: object, context: object) => KeepAliveLoop;
}

/** Tells who holds locks, semaphores and latches: the value that `inspection()` returns. */
export interface Inspection {
  /** @hidden */
  readonly [opaque]?: "Inspection";
  /** @internal */
  readonly lock: (client: Inspectable, name: LockName, mostReads?: number) => Promise<InspectedLock>;
  /** @internal */
  readonly semaphore: (client: Inspectable, name: LockName) => Promise<InspectedSemaphore>;
  /** @internal */
  readonly permits: (client: Inspectable, name: LockName) => Promise<InspectedPermits>;
  /** @internal */
  readonly latch: (client: Inspectable, name: LockName) => Promise<InspectedLatch>;
  /** @internal Counts those who wait for what a hold has. */
  readonly waiting: (client: Inspectable, granted: GrantedHold, kind: Awaitable) => Promise<Waiting>;
  /** @internal Begins to ask whether somebody waits for what a hold has. */
  readonly wanted: (hold: WantedHold, client: Inspectable, granted: GrantedHold, kind: Awaitable) => WantedSignal;
}

/** The part of its kind by which those who wait for a hold are found. */
export interface Awaitable extends Pick<StandingKind, "stands"> {
  channel?(key: string): ReleaseChannel;
  /** For several locks: the hold on each. */
  membersOf?(hold: GrantedHold): readonly AwaitedMember[];
}

/** One of several locks, and the hold on it. */
export interface AwaitedMember {
  readonly member: { readonly client: Inspectable; readonly kind: Awaitable };
  readonly hold: GrantedHold;
}

/** Steals locks: the value that `steal()` returns. */
export interface Stealing {
  /** @hidden */
  readonly [opaque]?: "Stealing";
  /** @internal Checks the options. Returns the reason; undefined: the lock is not to be stolen. */
  readonly reasonOf: (options: StealOptions, label: string) => string | undefined;
  /** @internal Begins an acquire that steals. */
  readonly begin: (client: Robbing, kind: Stealable, hold: HoldId, thief: LockThief) => Theft;
}

/** One acquire that steals. */
export interface Theft {
  readonly call: Call<AcquireReply>;
  /**
   * Tells the holds of this client that the theft ended. Returns the owners of all that it ended; undefined: none, or
   * they are not known.
   */
  granted(reply: HeldReply, sentAt: number): readonly string[] | undefined;
}

/** The part of a client that a theft needs. */
export interface Robbing {
  readonly closeRegistry: Pick<CloseRegistry, "tell">;
}

/** The part of its kind that a theft needs. */
export interface Stealable {
  readonly method: string;
  readonly stolenBy?: StolenBy;
  fieldToOwner(field: string): string;
}

/** The kinds of lock that can be stolen, by how that is done. */
export type StolenBy = "exclusive" | "nonReentrant" | "fenced" | "write";

/** Acts on all holds of an owner: the value that `byOwner()` returns. */
export interface ByOwner {
  /** @hidden */
  readonly [opaque]?: "ByOwner";
  /** @internal Ends the holds. Returns whether the owner had the lock. */
  readonly release: (lock: OwnedLock, owner: string) => Promise<boolean>;
  /** @internal Renews the holds. Returns whether the owner has the lock. */
  readonly renew: (lock: OwnedLock, owner: string, options: RenewOptions | undefined) => Promise<boolean>;
}

/** Says once that a call is a mistake, where nothing fails. */
export interface Advice {
  /** Returns how to report that a hold ended unused; undefined: it may be meant to end so. */
  readonly unused: (grant: HoldInit) => ((life: HoldState) => void) | undefined;
  /** Called with the result of `withLock`. */
  readonly returned: (result: unknown, held: Held) => void;
}

/** The part of a lock that a request about an owner needs. */
export interface OwnedLock extends LockName {
  readonly client: ClientContext;
  readonly kind: { readonly id: string; ownerToField(owner: string, key: string): string };
}

/** The part of a client that an inspection needs. */
export interface Inspectable {
  readonly driver: Driver;
  readonly options: { readonly leaseMs: number };
  readonly watchdog?: WatchdogClient | undefined;
}

/** A hold whose renewals can share a request. */
export interface Shareable extends Renewable {
  readonly client: { readonly driver: Driver };
  readonly kind: { readonly renewedWith?: RenewedWith };
  readonly hold: GrantedHold;
  /** Its renewal by its user, if one is running. */
  readonly inFlight: Promise<void> | undefined;
}

/** The holds that one script renews: "read" is the longer one, for read holds. */
export type RenewedWith = "exclusive" | "read";

/** A watchdog and the connection to it: the value of `durableObjectWatchdog()` and `watchdogClient()`. */
export interface WatchdogClient {
  /** Keeps the holds that are handed off. */
  readonly watchdog: Watchdog;
  /** @hidden */
  readonly handOff: HandOff;
}

/** The caller's side of a hand-off. */
export interface HandOff {
  /** @internal Hands a hold off. Returns the end of its validity without another renewal, in epoch ms. */
  begin(watchdog: Watchdog, options: HandOffOptions, from: HandOver): Promise<number>;
  /** @internal Asks about this hold, of which the watchdog gets the names alone. */
  status(watchdog: Watchdog, hold: EntrustedId, lockName: string): Promise<HandOffStatus>;
  /** @internal Returns what the watchdog keeps of a lock; undefined if it does not answer. Never rejects. */
  kept(watchdog: Watchdog, key: string): Promise<KeptHolds | undefined>;
  /** @internal Withdraws a request. Never rejects. */
  withdraw(watchdog: Watchdog, entrusted: Entrusted): Promise<void>;
}

/** A hold that is handed off. */
export interface HandOver {
  readonly hold: GrantedHold;
  readonly life: HoldState;
  /** The invocation's context, if known: it takes background work. */
  readonly context: WaitUntil | undefined;
  /** Asks Redis whether the hold still counts. */
  readonly ask: () => Promise<boolean>;
}

/** Returns the watchdog for holds of this kind. Throws NO_WATCHDOG; `instead`: see NoWatchdogError. */
export function watchdogFor(
  { watchdog }: Parts,
  kind: { watchdog?(hold: GrantedHold): WatchdogClient },
  hold: GrantedHold,
  lockName: string,
  instead?: string,
): WatchdogClient {
  // A member of a changed `Object.prototype` is no watchdog.
  if (Object.hasOwn(kind, "watchdog") && kind.watchdog !== undefined) return kind.watchdog(hold);
  if (watchdog === undefined) throw new NoWatchdogError(instead, lockName);
  return watchdog;
}

/** Returns the serializer of holds. Throws INVALID_OPTION naming "text" if the client has none. */
export function textOf({ text }: Parts): HoldText {
  return given(text, "text", "holdText()");
}

/** Returns the inspection of a client. Throws INVALID_OPTION naming "inspection" if it has none. */
export function inspectionOf({ inspection }: Parts): Inspection {
  return given(inspection, "inspection", "inspection()");
}

/** Returns what steals the locks of a client. Throws INVALID_OPTION naming "steal" if it has nothing that does. */
export function stealingOf({ stealing }: Parts): Stealing {
  return given(stealing, "steal", "steal()");
}

/** Returns the streams of a client. Throws INVALID_OPTION naming "listen" if it has none. */
export function streamsOf({ streams }: Pick<Parts, "streams">): Streams {
  if (streams !== undefined) return streams;
  throw new InvalidOptionError("listen", "needs createLocks, or createClient({ wait: streams() })");
}

/** Returns what acts on the holds of an owner. Throws INVALID_OPTION naming "owners" if the client has none. */
export function ownersOf({ owners }: Parts): ByOwner {
  return given(owners, "owners", "byOwner()");
}

function given<Part>(part: Part | undefined, option: string, maker: string): Part {
  if (part !== undefined) return part;
  throw new InvalidOptionError(
    option,
    `must be given to createClient or locksFromEnv for this call: { ${option}: ${maker} }`,
  );
}

/**
 * Runs a call until it is answered, within the time that one attempt may take for this lease. Its error names
 * `subject`.
 */
export function runAnswered<Reply>(
  client: Pick<ClientContext, "driver">,
  call: Call<Reply>,
  leaseMs: number,
  subject: Subject,
): Promise<Answered<Reply>> {
  const timeoutMs = tryTimeoutMs(leaseMs);
  return runNamed(client.driver, call, { timeoutMs, budgetMs: timeoutMs }, subject);
}
