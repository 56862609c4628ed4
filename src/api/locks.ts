// Finds the lock and the hold that a request to the lock API is about.
import type { Context } from "hono";
import { type Client, contextOf } from "../client.ts";
import { InvalidOptionError } from "../errors.ts";
import type { ClientContext } from "../hold/client-context.ts";
import { inspection } from "../hold/inspection.ts";
import { holdText } from "../hold/serialized.ts";
import { steal } from "../hold/steal.ts";
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

/** Shared by all routes of one lock API. */
export interface Api {
  readonly locksOf: LocksOf;
  readonly texts: HoldTexts;
  /** Returns whether a lock of any owner may be freed or stolen. */
  readonly forceRelease: (c: Context) => boolean;
  /** The most holds that the watchdog keeps for one principal. */
  readonly maxKeptHolds: number;
}

/** The hold that a request is about. */
export interface HoldOfRequest {
  readonly client: ClientContext;
  /** The lock's name in the response. */
  readonly name: string;
  readonly hold: GrantedHold;
}

/**
 * Returns how to get the locks. An error in that is the operator's, not the caller's: it is logged, and answered with
 * 500.
 */
export function configured(locks: ApiLocks): LocksOf {
  if (typeof locks !== "function") {
    const context = withCapabilities(locks);
    return () => context;
  }
  return function locksOf(c) {
    try {
      return withCapabilities(locks(c));
    } catch (error) {
      console.error("the locks of the lock API:", error instanceof Error ? error.message : error);
      throw refused(500, "the lock API is not configured");
    }
  };
}

/** Returns the client with all that the API needs. Throws INVALID_OPTION naming "locks". */
function withCapabilities(client: Client): ClientContext {
  return { ...contextOf(client, "locks"), text: holdText(), inspection: inspection(), stealing: steal() };
}

/** Returns the lock that a request names by `kind`. */
export function lockOfKindNamed(client: ClientContext, kind: unknown = "lock", name: string): Lock {
  const found = typeof kind === "string" ? kindNamed(client, kind) : undefined;
  if (found === undefined) throw new InvalidOptionError("kind", `must be one of ${KIND_NAMES.join(", ")}`);
  return lockOfKind(client, found, name);
}

/** Returns the lock of a hold, by the hold's kind. */
export function lockOfHold(client: ClientContext, hold: GrantedHold, name: string): Lock {
  return lockOfKind(client, kindOfHold(client, hold), name);
}

/** Returns the owner of a hold, as named in the response to acquire. */
export function ownerOf(client: ClientContext, hold: GrantedHold): string {
  return kindOfHold(client, hold).fieldToOwner(hold.owner);
}

/**
 * Reads the hold that a request states for this lock. Throws like `HoldTexts.read`, and 409 for a hold of another lock.
 */
export async function holdOfLock({ texts, locksOf }: Api, c: Context<ApiEnv>, given: unknown): Promise<HoldOfRequest> {
  const [client, name] = [locksOf(c), nameOf(c)];
  const { key } = lockName(client.options.prefix, name);
  const hold = await texts.read(c, client, principalOf(c).id, "hold", given);
  if (hold.key !== key) throw conflict("the hold is one of another lock");
  return { client, name, hold };
}
