// The locks behind the lock API, and the hold, of the kind that a request is about.
import type { Context } from "hono";
import { type Client, contextOf } from "../client.ts";
import { InvalidOptionError } from "../errors.ts";
import type { ClientContext } from "../hold/client-context.ts";
import { holdText } from "../hold/serialized.ts";
import { lockName } from "../keys.ts";
import { type Lock, lockOfKind } from "../locks/lock.ts";
import { KIND_NAMES, kindNamed, kindOfHold } from "../locks/registry.ts";
import type { GrantedHold } from "../lua/lock/calls.ts";
import { conflict, type HoldTexts } from "./hold-texts.ts";
import { type ApiEnv, principalOf } from "./principals.ts";
import { refused } from "./refusal.ts";
import { nameOf } from "./request.ts";

export type ApiLocks = Client | ((c: Context) => Client);

export type LocksOf = (c: Context) => ClientContext;

/** What all routes of one lock API work with. */
export interface Api {
  readonly locksOf: LocksOf;
  readonly texts: HoldTexts;
  /** Whether a lock may be freed whoever has it. */
  readonly forceRelease: (c: Context) => boolean;
  /** How many holds the watchdog keeps for one principal. */
  readonly maxKeptHolds: number;
}

/** The hold that a request is about. */
export interface HoldOfRequest {
  readonly client: ClientContext;
  /** How the answer names its lock. */
  readonly name: string;
  readonly hold: GrantedHold;
}

/** What goes wrong in getting them is the operator's mistake, not the caller's: 500, and said in the log. */
export function configured(locks: ApiLocks): LocksOf {
  if (typeof locks !== "function") {
    const context = withTexts(locks);
    return () => context;
  }
  return function locksOf(c) {
    try {
      return withTexts(locks(c));
    } catch (error) {
      console.error("the locks of the lock API:", error instanceof Error ? error.message : error);
      throw refused(500, "the lock API is not configured");
    }
  };
}

/** The client, whose holds travel as text here. Throws INVALID_OPTION naming "locks". */
function withTexts(client: Client): ClientContext {
  return { ...contextOf(client, "locks"), text: holdText() };
}

/** The lock that a request asks for by `kind`. */
export function lockOfKindNamed(client: ClientContext, kind: unknown = "lock", name: string): Lock {
  const found = typeof kind === "string" ? kindNamed(client, kind) : undefined;
  if (found === undefined) throw new InvalidOptionError("kind", `must be one of ${KIND_NAMES.join(", ")}`);
  return lockOfKind(client, found, name);
}

/** The lock of the kind that a hold is of. */
export function lockOfHold(client: ClientContext, hold: GrantedHold, name: string): Lock {
  return lockOfKind(client, kindOfHold(client, hold), name);
}

/** Whoever has the hold, as the answer to acquire calls it. */
export function ownerOf(client: ClientContext, hold: GrantedHold): string {
  return kindOfHold(client, hold).fieldToOwner(hold.owner);
}

/**
 * The hold of this lock that a request tells. Throws what `HoldTexts.read` does, and 409 for a hold of another lock.
 */
export async function holdOfLock({ texts, locksOf }: Api, c: Context<ApiEnv>, given: unknown): Promise<HoldOfRequest> {
  const [client, name] = [locksOf(c), nameOf(c)];
  const { key } = lockName(client.options.prefix, name);
  const hold = await texts.read(c, client, principalOf(c).id, "hold", given);
  if (hold.key !== key) throw conflict("the hold is one of another lock");
  return { client, name, hold };
}
