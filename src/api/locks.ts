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
import { KIND_NAMES, kindNamed } from "../locks/registry.ts";
import type { GrantedHold } from "../lua/lock/calls.ts";
import type { Verb } from "./capability.ts";
import type { Texts } from "./credential.ts";
import { kindOfGranted } from "./granted-kinds.ts";
import { conflict, type HoldTexts } from "./hold-texts.ts";
import type { LastingNames } from "./lasting-names.ts";
import { permit } from "./permission.ts";
import { type ApiEnv, callerOf } from "./principals.ts";
import { refused } from "./refusal.ts";
import { nameOf } from "./request.ts";
import type { Revocations } from "./revocations.ts";

export type ApiLocks = Client | ((c: Context) => Client);

export type LocksOf = (c: Context) => ClientContext;

/** The rights of callers of a lock API or of the page. */
export interface Access {
  readonly locksOf: LocksOf;
  readonly revocations: Revocations;
  /** The secrets that sign tokens and texts of holds: the first signs, all verify. */
  readonly secretsOf: (c: Context) => Texts;
  /** The API that its tokens are for. */
  readonly audience: string;
  /**
   * Refuses a caller whose token was revoked, or has expired meanwhile. It is called before anything else asks Redis or
   * the watchdog.
   */
  readonly admit: (c: Context<ApiEnv>) => Promise<void>;
  /** Returns whether a lock of any owner may be freed or stolen. */
  readonly forceRelease: (c: Context) => boolean;
}

/** Shared by all routes of one lock API. */
export interface Api extends Access {
  readonly texts: HoldTexts;
  readonly lasting: LastingNames;
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
export function lockOfKindNamed(client: ClientContext, kind: string = "lock", name: string): Lock {
  const found = kindNamed(client, kind);
  if (found === undefined) throw new InvalidOptionError("kind", `must be one of ${KIND_NAMES.join(", ")}`);
  return lockOfKind(client, found, name);
}

/** Returns the owner of a hold, as named in the response to acquire. */
export function ownerOf(client: ClientContext, hold: GrantedHold): string {
  return kindOfGranted(client, hold).fieldToOwner(hold.owner);
}

/**
 * Returns the name that a request is about.
 * @throws 400 for a malformed name; 403 unless the caller has this verb and name
 */
export function permittedName(c: Context<ApiEnv>, verb: Verb): string {
  const name = nameOf(c);
  permit(c, verb, name);
  return name;
}

/**
 * Reads the hold that a request states for the lock of this name. Throws like `HoldTexts.read`, and 409 for a hold of
 * another lock.
 */
export async function holdOfLock(api: Api, c: Context<ApiEnv>, name: string, given: string): Promise<HoldOfRequest> {
  const client = api.locksOf(c);
  const { key } = lockName(client.options.prefix, name);
  const hold = await api.texts.read(c, client, callerOf(c).id, "hold", given);
  if (hold.key !== key) throw conflict("the hold is one of another lock");
  await api.admit(c);
  return { client, name, hold };
}
