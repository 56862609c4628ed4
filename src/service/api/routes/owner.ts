// The owners that callers pass. A lock is reentrant for its owner, and `inspect` shows owners: without this, a caller
// could enter the lock of another one by its owner.

import { asBase64Url } from "../../../base/bytes.ts";
import { InvalidOptionError } from "../../../base/errors.ts";
import { checkOwner } from "../../../lock/keys.ts";
import { ROOT } from "../contract/vocabulary.ts";

const MAX_LENGTH = 100;
const DIGEST_BYTES = 16;

/**
 * Returns the owner in Redis for one that a caller passed: `root`'s as it is, and any other with a digest of its
 * principal, which no other principal has.
 * @throws INVALID_OPTION naming "owner"
 */
export async function ownerIn(principal: string, given: unknown): Promise<string> {
  const owner = checkOwner("owner", given);
  if (principal === ROOT) return owner;
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(principal));
  const own = `p.${asBase64Url(new Uint8Array(digest, 0, DIGEST_BYTES))}.`;
  // As an acquire answered it.
  if (owner.startsWith(own)) return owner;
  if (owner.length > MAX_LENGTH)
    throw new InvalidOptionError("owner", `must have ${MAX_LENGTH} characters at most here`);
  return own + owner;
}
