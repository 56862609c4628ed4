// Capability tokens: JWTs that contain what their bearer may do. Each is signed with the newest secret of the API, and
// names its key, so that secrets can rotate. Sessions of the page have the same form, with keys of their own.
import { isLockError } from "../errors.ts";
import { TOKENS } from "../hold/signing-key.ts";
import { type Capability, type CapabilityFields, capabilityMembers, LIMITS, PRINCIPAL_ID } from "./capability.ts";
import { type Claims, MALFORMED, type Members, signJwt, verifyJwt } from "./jwt.ts";
import { refused } from "./refusal.ts";
import { SigningKeys } from "./signing-keys.ts";

/** A capability with its bearer, and the times in which it is valid. */
export interface Grant extends Capability {
  /** The id of the principal. */
  readonly principal: string;
  /** The id of the token, by which it can be revoked. */
  readonly tokenId: string;
  /** The ids of the tokens that it was narrowed from. When one is revoked, it is, too. */
  readonly ancestors: readonly string[];
  /** Epoch ms, a whole number of seconds. */
  readonly expiresAt: number;
}

export const MOST_ANCESTORS = 8;
/** The longest token, and enough for the largest capability. */
export const MAX_TOKEN_LENGTH = 8_192;

const FORM = /^[\w-]+\.[\w-]+\.[\w-]+$/;

/** Returns whether a text has the form of such a token. */
export function isCapabilityToken(text: string): boolean {
  return text.length <= MAX_TOKEN_LENGTH && FORM.test(text);
}

/** Returns whether a text may be the id of a principal that is not root. */
export function isPrincipalId(text: string): boolean {
  return PRINCIPAL_ID.test(text);
}

/** A grant, and the secret that signed it. */
export interface SignedGrant {
  readonly grant: Grant;
  readonly secret: string;
}

/** Signs and reads grants for one use. Those of another use have other keys and another type, and are refused. */
export class GrantTexts {
  readonly #keys: SigningKeys;
  readonly #type: string;

  /** @param label that of the keys; `type`: that of the JWTs */
  constructor(label: string, type: string) {
    this.#keys = new SigningKeys(label);
    this.#type = type;
  }

  /** Signs a grant. `audience`: the API that accepts it. */
  async sign(secret: string, audience: string, grant: Grant): Promise<string> {
    const { principal, tokenId, ancestors, expiresAt, names, verbs } = grant;
    const limits = Object.fromEntries(
      LIMITS.flatMap((limit) => (grant[limit] === undefined ? [] : [[limit, grant[limit]]])),
    );
    return signJwt(await this.#keys.of(secret), this.#type, {
      ...{ names, verbs, ...limits, ...(ancestors.length > 0 && { from: ancestors }) },
      ...{ sub: principal, jti: tokenId, aud: audience },
      ...{ iat: Math.floor(Date.now() / 1_000), exp: Math.floor(expiresAt / 1_000) },
    });
  }

  /**
   * Reads a grant that was signed with one of the secrets.
   * @throws 401, which says what is wrong with the token, but nothing of its text
   */
  async read(secrets: readonly string[], audience: string, token: string): Promise<SignedGrant> {
    const known = await Promise.all(secrets.map(async (secret) => ({ secret, ...(await this.#keys.of(secret)) })));
    const { claims, key } = await verifyJwt(known, this.#type, audience, token);
    return { grant: grantIn(claims), secret: key.secret };
  }
}

/** The tokens that callers of the API have. */
export const capabilityTokens: GrantTexts = new GrantTexts(TOKENS, "leasehound+jwt");

function grantIn({ sub, jti, exp, from = [], ...given }: Claims & Members): Grant {
  const { names, verbs, ...limits } = membersOf(given);
  const isWhole = names !== undefined && verbs !== undefined && isListOfText(from) && isPrincipalId(sub);
  if (!isWhole) throw refused(401, MALFORMED);
  return { principal: sub, tokenId: jti, ancestors: from, expiresAt: 1_000 * exp, names, verbs, ...limits };
}

function membersOf(claims: object): CapabilityFields {
  try {
    return capabilityMembers(claims);
  } catch (error) {
    throw isLockError(error) ? refused(401, MALFORMED) : error;
  }
}

function isListOfText(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((one) => typeof one === "string");
}
