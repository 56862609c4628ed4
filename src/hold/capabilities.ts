// The capabilities of a client, as values: a program's bundle holds only those that the program names.
import { InvalidOptionError, NoWatchdogError } from "../errors.ts";
import type { GrantedHold } from "../lua/lock/calls.ts";
import type { ResolvedHandOff, WaitUntil } from "../options.ts";
import type { Streams } from "../redis/streams.ts";
import type { Entrusted, EntrustedId, HandOffStatus, Watchdog } from "../watchdog/protocol.ts";
import type { HoldState } from "./hold-state.ts";
import type { KeepAliveLoop } from "./keep-alive.ts";

/** The capabilities that one client has. */
export interface Capabilities {
  /** How waiters learn of a release; undefined: they poll. */
  readonly streams?: Streams | undefined;
  readonly text?: HoldText | undefined;
  readonly watchdog?: WatchdogClient | undefined;
}

/** Holds as text: what `holdText()` returns. */
export interface HoldText {
  /** @internal `hold`: with its `kindId`. */
  serialize(hold: GrantedHold): string;
  /** @internal Throws INVALID_OPTION naming "serialized". */
  parse(serialized: unknown): GrantedHold;
}

/** A watchdog and the way to it: what `durableObjectWatchdog()` and `watchdogClient()` return. */
export interface WatchdogClient {
  readonly watchdog: Watchdog;
  /** @internal */
  readonly handOff: HandOff;
}

/** @internal The caller's side of a hand-off. */
export interface HandOff {
  entrust(
    watchdog: Watchdog,
    hold: GrantedHold,
    limits: ResolvedHandOff,
    life: HoldState,
    context: WaitUntil | undefined,
  ): Promise<Kept>;
  follow(life: HoldState, ask: () => Promise<boolean>, kept: Kept): KeepAliveLoop;
  status(watchdog: Watchdog, id: EntrustedId): Promise<HandOffStatus>;
  /** Takes a request back. Never rejects. */
  withdraw(watchdog: Watchdog, entrusted: Entrusted): Promise<void>;
}

/** A hand-off that the watchdog confirmed. */
export interface Kept {
  /** When the request that was confirmed was sent, on the monotonic clock. */
  readonly sentAt: number;
  readonly leaseMs: number;
  /** From `sentAt` until the watchdog lets go. */
  readonly maxHoldMs: number;
  /** When the watchdog lets go, epoch ms by its clock. */
  readonly deadline: number;
}

/** Returns the watchdog that keeps a hold of this kind. Throws NO_WATCHDOG; `instead`: see NoWatchdogError. */
export function watchdogFor(
  { watchdog }: Capabilities,
  kind: { watchdog?(hold: GrantedHold): WatchdogClient },
  hold: GrantedHold,
  instead?: string,
): WatchdogClient {
  if (kind.watchdog !== undefined) return kind.watchdog(hold);
  if (watchdog === undefined) throw new NoWatchdogError(instead);
  return watchdog;
}

/** Returns what writes and reads holds as text. Throws INVALID_OPTION naming "text" where the client has none. */
export function textOf({ text }: Capabilities): HoldText {
  if (text !== undefined) return text;
  throw new InvalidOptionError(
    "text",
    "must be given to createClient or locksFromEnv before a hold can be a text: { text: holdText() }",
  );
}
