// Idempotency-Key: names the hold of an acquire, so that a repetition answers the same hold. Owner and hold id follow
// from the key, and Redis remembers them anyway: nothing else is stored.
import type { Context } from "hono";
import { asBase64Url, asHex } from "../../../base/bytes.ts";
import { HoldEndedError, InvalidOptionError, LockBusyError } from "../../../base/errors.ts";
import type { ChosenHold } from "../../../lock/hold/chosen-hold.ts";
import { REPEATABLE } from "../../../lock/lua/lock.ts";
import type { ScriptCall } from "../../../lock/protocol.ts";
import { refused } from "../../access/refusal.ts";
import type { AcquireFields } from "../contract/contract.ts";
import { KEY_FORM, KEY_HEADER } from "../contract/vocabulary.ts";

// Another use of the same digest must not give the same owners.
const LABEL = "leasehound: holds of idempotency keys, 1";
const PERMITS_LABEL = "leasehound: permits of idempotency keys, 1";
const REQUESTS_LABEL = "leasehound: requests of idempotency keys, 1";
const HOLD_ID_BYTES = 24;
const PERMIT_ID_BYTES = 16;

/** Whose key it is, and which lock it is about. */
export interface KeyScope {
  /** The API that the principal is one of. */
  readonly audience: string;
  readonly principal: string;
  /** The lock's key in Redis. */
  readonly lockKey: string;
}

/** The members of the body that tell one hold from another. Not `waitMs`: a repetition may wait for less. */
export type HoldFields = Omit<AcquireFields, "waitMs">;

/**
 * Returns the hold that the header names, or undefined without the header.
 * @throws INVALID_OPTION naming the header
 */
export async function holdOfKey(
  c: Context,
  scope: KeyScope,
  { kind = "lock", leaseMs, renew, owner, label, steal, reason }: HoldFields,
): Promise<ChosenHold | undefined> {
  const parts = partsOf(c, LABEL, scope);
  if (parts === undefined) return undefined;
  const bytes = await digestOf(parts);
  const ofBody = await digestOf([...parts, kind, leaseMs, renew, owner, label, steal, reason]);
  return {
    repeats: true,
    // The form of all owners, by which Java services recognise a lock. The first half is of the key, and the second
    // of the body. So two bodies of one key never share a hold, and the API sees that they have one key.
    owner: `${uuidOf(bytes)}:${ofBody.getBigUint64(0) >> 2n}`,
    holdId: (owner === undefined ? REPEATABLE : "") + asBase64Url(new Uint8Array(ofBody.buffer, 0, HOLD_ID_BYTES)),
  };
}

/**
 * Returns the two permits that the header names, or undefined without the header. The body does not matter. The second
 * permit is for the case that no number of permits is set: Redis then remembers the first one as refused.
 * @throws INVALID_OPTION naming the header
 */
export async function permitsOfKey(c: Context, scope: KeyScope): Promise<ChosenHold[] | undefined> {
  const parts = partsOf(c, PERMITS_LABEL, scope);
  if (parts === undefined) return undefined;
  const bytes = await digestOf(parts);
  const ids = [hexOf(bytes, 0, PERMIT_ID_BYTES), hexOf(bytes, PERMIT_ID_BYTES, 2 * PERMIT_ID_BYTES)];
  return ids.map((owner) => ({ repeats: true, owner, holdId: REPEATABLE + owner }));
}

/** What identifies a request that makes a change once. */
export interface RequestId {
  readonly id: string;
  /** It follows from the header: the caller may ask again. */
  readonly repeats: boolean;
}

/**
 * Returns the id of a request that makes this change once: by the header, or a new one without it. Another change by
 * the same key is another request: Redis remembers the answer alone, which must not confirm what was not done.
 * @throws INVALID_OPTION naming the header
 */
export async function requestIdOf(c: Context, scope: KeyScope, change: readonly unknown[]): Promise<RequestId> {
  const parts = partsOf(c, REQUESTS_LABEL, scope);
  if (parts === undefined) return { id: crypto.randomUUID(), repeats: false };
  return { id: uuidOf(await digestOf([...parts, ...change])), repeats: true };
}

/** Returns the call of a request. One that its caller may repeat is not withdrawn after a failure: it must stay open. */
export function callOf<Reply>(call: ScriptCall<Reply>, { repeats }: RequestId): ScriptCall<Reply> {
  if (!repeats) return call;
  const { withdrawal: _, ...open } = call;
  return open;
}

/**
 * Returns what the digests of one key begin with, or undefined without the header.
 * @param label the use of the digests
 * @throws INVALID_OPTION naming the header
 */
function partsOf(c: Context, label: string, { audience, principal, lockKey }: KeyScope): string[] | undefined {
  const key = c.req.header(KEY_HEADER);
  if (key === undefined) return undefined;
  if (KEY_FORM.test(key)) return [label, audience, principal, lockKey, key];
  throw new InvalidOptionError(KEY_HEADER, "must be 1 to 200 visible ASCII characters");
}

/**
 * Runs the acquire of a hold that a key names.
 * @throws 409 HOLD_ENDED when the hold has ended; 422 when the key was used for another hold, which has the lock
 */
export async function withKey<Got>(chosen: ChosenHold | undefined, acquire: () => Promise<Got>): Promise<Got> {
  try {
    return await acquire();
  } catch (error) {
    if (chosen === undefined) throw error;
    if (error instanceof HoldEndedError) {
      const facts = { code: "HOLD_ENDED", end: error.end } as const;
      throw refused(409, `the hold of this ${KEY_HEADER} has ended; use another key for another hold`, facts);
    }
    if (error instanceof LockBusyError && isOfKey(chosen, error.holder?.owner)) {
      const facts = { code: "IDEMPOTENCY_KEY_REUSED", option: KEY_HEADER } as const;
      throw refused(422, `this ${KEY_HEADER} names a hold with another body`, facts);
    }
    throw error;
  }
}

function isOfKey({ owner }: ChosenHold, holder: string | undefined): boolean {
  const [ofKey] = owner.split(":");
  return holder !== undefined && holder !== owner && holder.startsWith(`${ofKey}:`);
}

async function digestOf(parts: readonly unknown[]): Promise<DataView> {
  // JSON keeps the parts apart, whatever they contain. It writes null for an absent one.
  const text = new TextEncoder().encode(JSON.stringify(parts));
  return new DataView(await crypto.subtle.digest("SHA-256", text));
}

function uuidOf(digest: DataView): string {
  const hex = (from: number, to: number): string => hexOf(digest, from, to);
  return [hex(0, 4), hex(4, 6), hex(6, 8), hex(8, 10), hex(10, 16)].join("-");
}

function hexOf(digest: DataView, from: number, to: number): string {
  return asHex(new Uint8Array(digest.buffer, from, to - from));
}
