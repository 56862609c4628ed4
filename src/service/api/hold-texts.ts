// What the API grants: holds of single locks, and permits of semaphores. Their texts are signed, and checked before
// anything is sent to Redis.
import type { Context } from "hono";
import { InvalidOptionError } from "../../base/errors.ts";
import type { ClientContext } from "../../lock/hold/client-context.ts";
import type { HoldKind, LockKind } from "../../lock/hold/kind.ts";
import { lockName } from "../../lock/keys.ts";
import { type Lock, lockOfKind } from "../../lock/kinds/lock.ts";
import { LockBase } from "../../lock/kinds/lock-base.ts";
import { permitKind } from "../../lock/kinds/permit-kinds.ts";
import { kindNamed, kindOfHold } from "../../lock/kinds/registry.ts";
import { holdOfKind, parseHold } from "../../lock/parts/hold-text.ts";
import type { GrantedHold } from "../../lock/protocol.ts";
import type { Texts } from "../access/callers.ts";
import { refused } from "../access/refusal.ts";
import { type HoldUse, readSignedHold, signHold } from "../access/signed-hold.ts";
import { SigningKeys } from "../access/tokens.ts";
import { GRANTED_KINDS, KIND_NAMES, PERMITS } from "./contract/vocabulary.ts";

// The longest time that the watchdog keeps a hold, and the hour for which it remembers how a hold ended.
const LONGEST_HOLD_MS = 86_400_000;
const REMEMBERED_MS = 3_600_000;

export class HoldTexts {
  readonly #secretsOf: (c: Context) => Texts;
  readonly #keys = new SigningKeys();

  /** @param secretsOf returns the secrets: the first signs, all verify */
  constructor(secretsOf: (c: Context) => Texts) {
    this.#secretsOf = secretsOf;
  }

  /**
   * Returns a function that signs the text of `held.serialize()` for this principal. Call it before the acquire:
   * without a secret, no lock may be acquired.
   * @param maxHoldMs how long the principal may renew a hold, in ms
   * @throws 503 when the secret is missing or malformed
   */
  async signer(c: Context, principal: string, maxHoldMs?: number): Promise<(serialized: string) => Promise<string>> {
    const [newest = ""] = this.#secretsOf(c);
    const key = await this.#keys.of(newest);
    return function signed(serialized) {
      const hold = parseHold(serialized);
      const lifeMs = maxHoldMs ?? Math.max(LONGEST_HOLD_MS, hold.leaseMs) + REMEMBERED_MS;
      return signHold(key, { principal, use: "hold", lifeMs }, hold);
    };
  }

  /**
   * Reads the hold that a request states.
   * @throws 403 for a text that was not signed here, or for another principal; 409 for an expired text, or one for
   * another use
   */
  async read(c: Context, client: ClientContext, principal: string, use: HoldUse, given: string): Promise<GrantedHold> {
    const keys = await Promise.all(this.#secretsOf(c).map((secret) => this.#keys.of(secret)));
    const told = await readSignedHold(keys, given);
    if (told === undefined) throw refused(403, "the hold was not signed here", { option: "hold" });
    const { hold } = told;
    if (told.principal !== principal) throw refused(403, "the hold is another caller's");
    if (told.use !== use || hold.members !== undefined) throw conflict("the text of the hold is for another use");
    if (told.expired) throw conflict("the text of the hold has expired");
    return holdOfKind(kindOfGranted(client, hold), hold);
  }
}

/** Returns the refusal of a text that was signed here, but not for this request. */
export function conflict(title: string): Error {
  return refused(409, title, { option: "hold" });
}

/** The `kind` of a lock that leaves a key: its latest token. */
export const FENCED = "fencedLock";

/** Returns the lock that a request names by `kind`. */
export function lockOfKindNamed(client: ClientContext, kind: string = "lock", name: string): Lock {
  return lockOfKind(client, kindOfName(client, kind), name);
}

/** Returns the kind of this name. Throws INVALID_OPTION naming "kind". */
export function kindOfName(client: ClientContext, kind: string = "lock"): LockKind {
  const found = kindNamed(client, kind);
  if (found === undefined) throw new InvalidOptionError("kind", `must be one of ${KIND_NAMES.join(", ")}`);
  return found;
}

/** Returns the lock or semaphore of this name that an acquire is about. */
export function grantedBy(client: ClientContext, kind: string = "lock", name: string): LockBase {
  const found = kind === PERMITS ? permitKind : kindNamed(client, kind);
  if (found === undefined) throw new InvalidOptionError("kind", `must be one of ${GRANTED_KINDS.join(", ")}`);
  return ofKind(client, found, name);
}

/** Returns the lock or semaphore of this name that a hold is of. */
export function grantorOf(client: ClientContext, hold: GrantedHold, name: string): LockBase {
  return ofKind(client, kindOfGranted(client, hold), name);
}

/**
 * Returns the kind of a hold that was granted here.
 * @throws INVALID_OPTION naming "serialized" for a hold of several locks, or of an unknown kind
 */
export function kindOfGranted(client: ClientContext, hold: GrantedHold): HoldKind {
  return isPermit(hold) ? permitKind : kindOfHold(client, hold);
}

/** Returns whether a hold is a permit. The watchdog keeps no permits. */
export function isPermit({ kindId }: GrantedHold): boolean {
  return kindId === permitKind.id;
}

function ofKind(client: ClientContext, kind: HoldKind, name: string): LockBase {
  return new LockBase({ client, kind, ...lockName(client.options.prefix, name) });
}
