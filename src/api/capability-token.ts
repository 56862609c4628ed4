// Capability tokens: JWTs that contain what their bearer may do. Each is signed with the newest secret of the API, and
// names its key, so that secrets can rotate. Sessions of the page have the same form, with keys of their own.
import { errors, type JWTPayload, jwtVerify, SignJWT } from "jose";
import { isLockError } from "../errors.ts";
import { TOKENS } from "../hold/signing-key.ts";
import { type Capability, capabilityMembers, LIMITS, PRINCIPAL_ID } from "./capability.ts";
import { type Refusal, refused } from "./refusal.ts";
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

const ALGORITHM = "HS256";
const TOLERANCE_S = 5;
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
    const { id, key } = await this.#keys.of(secret);
    const { principal, tokenId, ancestors, expiresAt, names, verbs } = grant;
    const limits = Object.fromEntries(
      LIMITS.flatMap((limit) => (grant[limit] === undefined ? [] : [[limit, grant[limit]]])),
    );
    return new SignJWT({ names, verbs, ...limits, ...(ancestors.length > 0 && { from: ancestors }) })
      .setProtectedHeader({ alg: ALGORITHM, typ: this.#type, kid: id })
      .setSubject(principal)
      .setJti(tokenId)
      .setAudience(audience)
      .setIssuedAt()
      .setExpirationTime(Math.floor(expiresAt / 1_000))
      .sign(key);
  }

  /**
   * Reads a grant that was signed with one of the secrets.
   * @throws 401, which says what is wrong with the token, but nothing of its text
   */
  async read(secrets: readonly string[], audience: string, token: string): Promise<SignedGrant> {
    const known = await Promise.all(secrets.map(async (secret) => ({ secret, ...(await this.#keys.of(secret)) })));
    const signerOf = (kid: string | undefined): (typeof known)[number] => {
      const found = known.find(({ id }) => id === kid);
      if (found === undefined) throw refused(401, "the key of the token is unknown, or retired");
      return found;
    };
    try {
      const { payload, protectedHeader } = await jwtVerify(token, ({ kid }) => signerOf(kid).key, {
        ...{ algorithms: [ALGORITHM], audience, typ: this.#type, clockTolerance: TOLERANCE_S },
        requiredClaims: ["sub", "jti", "exp", "iat"],
      });
      return { grant: grantIn(payload), secret: signerOf(protectedHeader.kid).secret };
    } catch (error) {
      throw reasonOf(error);
    }
  }
}

/** The tokens that callers of the API have. */
export const capabilityTokens: GrantTexts = new GrantTexts(TOKENS, "leasehound+jwt");

function grantIn(payload: JWTPayload): Grant {
  const { sub = "", jti = "", exp = 0, from = [], ...given } = payload;
  const { names, verbs, ...limits } = capabilityMembers(given);
  const isWhole = names !== undefined && verbs !== undefined && isListOfText(from) && isPrincipalId(sub);
  if (!isWhole) throw refused(401, MALFORMED);
  return { principal: sub, tokenId: jti, ancestors: from, expiresAt: 1_000 * exp, names, verbs, ...limits };
}

const MALFORMED = "the token is malformed";
// By the code of jose's error. Their messages may contain a claim.
const REASONS: Readonly<Record<string, string>> = {
  [errors.JWTExpired.code]: "the token has expired",
  [errors.JOSEAlgNotAllowed.code]: "the algorithm of the token is not allowed",
  [errors.JWSSignatureVerificationFailed.code]: "the signature of the token is wrong",
};

function reasonOf(error: unknown): Refusal | unknown {
  if (error instanceof errors.JWTClaimValidationFailed && error.claim === "aud") {
    return refused(401, "the token is for another audience");
  }
  if (isLockError(error)) return refused(401, MALFORMED);
  if (error instanceof errors.JOSEError) return refused(401, REASONS[error.code] ?? MALFORMED);
  return error;
}

function isListOfText(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((one) => typeof one === "string");
}
