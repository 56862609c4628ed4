// Capabilities and their tokens: what a caller may do, the signed text that says so, and how that ends. A narrower
// capability never allows what the wider one refuses.
import { errors, type JWTPayload, jwtVerify, SignJWT } from "jose";
import type { InferOutput } from "valibot";
import { epochNowMs, nowMs } from "../../base/clock.ts";
import { AbortedError, isLockError } from "../../base/errors.ts";
import { unrefTimer } from "../../base/timers.ts";
import { type ClientContext, runAnswered } from "../../lock/hold/client-context.ts";
import { revokedKey } from "../../lock/keys.ts";
import { numberCall, trySetCall } from "../../lock/lua/request.ts";
import { capability } from "../api/contract/requests.ts";
import { valid } from "../api/contract/valid.ts";
import {
  type Capability,
  type CapabilityLimits,
  PRINCIPAL_ID,
  TOKEN_FORM,
  type Verb,
} from "../api/contract/vocabulary.ts";
import { Refusal, refused } from "./refusal.ts";
import { type SigningKey, signingKey, TOKENS } from "./signed-hold.ts";

export const LIMITS: readonly (keyof CapabilityLimits)[] = ["maxLeaseMs", "maxHoldMs", "maxWaits", "maxKeptHolds"];

/** Returns whether a capability contains this verb, and this name if there is one. */
export function allows({ names, verbs }: Capability, verb: Verb, name?: string): boolean {
  return verbs.includes(verb) && (name === undefined || coveredBy(names, name));
}

/** Returns whether one of the patterns covers a name. */
export function coveredBy(patterns: readonly string[], name: string): boolean {
  return patterns.some((pattern) => covers(pattern, name));
}

/** Returns one pattern that covers all names of these patterns, and others with the same beginning. */
export function commonPattern(patterns: readonly string[]): string {
  const [first = "", ...others] = patterns.map((pattern) => pattern.replace(/\*$/, ""));
  let length = first.length;
  while (!others.every((other) => other.startsWith(first.slice(0, length)))) length -= 1;
  return `${first.slice(0, length)}*`;
}

/**
 * Returns the members of a capability that an object has. Other members are left out.
 * @throws INVALID_OPTION naming the member
 */
export function capabilityMembers(given: object): InferOutput<typeof capability> {
  const members = Object.entries(given).filter(([name]) => Object.hasOwn(capability.entries, name));
  return valid(capability, Object.fromEntries(members));
}

/** Returns the first member by which `asked` allows more than `held`, or undefined. */
export function widerIn(held: Capability, asked: Capability): keyof Capability | undefined {
  if (!asked.names.every((name) => coveredBy(held.names, name))) return "names";
  if (!asked.verbs.every((verb) => held.verbs.includes(verb))) return "verbs";
  return LIMITS.find((limit) => (asked[limit] ?? Number.POSITIVE_INFINITY) > (held[limit] ?? Number.POSITIVE_INFINITY));
}

/** Returns whether a pattern covers a name, or all names of another pattern. */
function covers(pattern: string, other: string): boolean {
  if (!pattern.endsWith("*")) return pattern === other;
  return other.startsWith(pattern.slice(0, -1));
}

// Enough for a rotation, and for environments that share an isolate.
const MAX_KEYS = 16;

/** The keys that are derived from the secrets of an API for one use, each derived once. */
export class SigningKeys {
  readonly #label: string | undefined;
  readonly #keys = new Map<string, SigningKey>();

  /** @param label that of the use; default: the texts of holds */
  constructor(label?: string) {
    this.#label = label;
  }

  async of(secret: string): Promise<SigningKey> {
    const known = this.#keys.get(secret);
    if (known !== undefined) return known;
    const key = await signingKey(secret, this.#label);
    if (this.#keys.size >= MAX_KEYS) this.#keys.clear();
    this.#keys.set(secret, key);
    return key;
  }
}

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
/** How long a token is accepted after its end, because clocks differ. */
export const TOLERANCE_S = 5;

/** Returns whether a text has the form of such a token. */
export function isCapabilityToken(text: string): boolean {
  return text.length <= MAX_TOKEN_LENGTH && TOKEN_FORM.test(text);
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
  const isWhole = names !== undefined && verbs !== undefined && isListOfText(from) && PRINCIPAL_ID.test(sub);
  if (!isWhole) throw refused(401, MALFORMED);
  return { principal: sub, tokenId: jti, ancestors: from, expiresAt: 1_000 * exp, names, verbs, ...limits };
}

/** Returns the refusal of a token that has expired. */
export function expired(): Refusal {
  return refused(401, EXPIRED);
}

const EXPIRED = "the token has expired";
const MALFORMED = "the token is malformed";
// By the code of jose's error. Their messages may contain a claim.
const REASONS: Readonly<Record<string, string>> = {
  [errors.JWTExpired.code]: EXPIRED,
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

// A revoked token is refused everywhere within 30 s.
const KNOWN_FOR_MS = 20_000;
const MOST_KNOWN = 10_000;
// Clocks may differ.
const BEYOND_MS = 600_000;

interface Known {
  readonly isRevoked: boolean;
  readonly until: number;
}

/** Revoked capability tokens. Redis knows them; an isolate asks about each token again after a while. */
export class Revocations {
  readonly #known = new Map<string, Known>();

  /**
   * Refuses a revoked token, and one that was narrowed from a revoked one.
   * @throws 401 for a revoked token; the error of Redis, if it cannot tell
   */
  async check(client: ClientContext, { tokenId, ancestors }: Grant): Promise<void> {
    const revoked = await Promise.all([tokenId, ...ancestors].map((id) => this.#isRevoked(client, id)));
    if (revoked.includes(true)) throw refused(401, "the token was revoked");
  }

  /** Revokes a token until it has expired. Repeatable. */
  async revoke(client: ClientContext, tokenId: string, expiresAt: number): Promise<void> {
    const lifeMs = Math.max(0, expiresAt - epochNowMs()) + BEYOND_MS;
    const { leaseMs } = client.options;
    const nobody = { channel: revokedKey(tokenId), payload: "" };
    await runAnswered(client, trySetCall(revokedKey(tokenId), tokenId, 1, nobody, lifeMs), leaseMs, [
      "revoke token",
      tokenId,
    ]);
    this.#keep(tokenId, true);
  }

  async #isRevoked(client: ClientContext, id: string): Promise<boolean> {
    const known = this.#known.get(id);
    if (known !== undefined && nowMs() < known.until) return known.isRevoked;
    const { leaseMs } = client.options;
    const isRevoked = (await runAnswered(client, numberCall(revokedKey(id)), leaseMs, ["check token", id])).reply !== 0;
    this.#keep(id, isRevoked);
    return isRevoked;
  }

  #keep(id: string, isRevoked: boolean): void {
    if (this.#known.size >= MOST_KNOWN) this.#known.clear();
    this.#known.set(id, { isRevoked, until: nowMs() + KNOWN_FOR_MS });
  }
}

// Redis gets fewer requests: an isolate remembers its last answer for a while.
const LOOK_MS = 5_000;

/**
 * Runs work that ends early when the caller disconnects, and when its token expires or is revoked.
 * @param left aborts when the caller has disconnected
 * @param admit refuses the caller when its token has ended
 * @param work gets a signal that aborts then
 * @throws 401 when the token has ended; the error of the work
 */
export async function withinToken<Result>(
  grant: Grant | undefined,
  { left, admit }: { readonly left: AbortSignal; readonly admit: () => Promise<void> },
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  if (grant === undefined) return work(left);
  const ending = new AbortController();
  const leave = (): void => ending.abort(left.reason);
  if (left.aborted) leave();
  left.addEventListener("abort", leave);
  let refusal: Refusal | undefined;
  let isOver = false;
  const look = async (): Promise<void> => {
    try {
      await admit();
    } catch (error) {
      // Without Redis, the wait fails by itself.
      if (error instanceof Refusal) refusal = error;
    }
    if (refusal !== undefined) ending.abort();
    else if (!isOver) timer = lookLater();
  };
  const lookLater = (): ReturnType<typeof setTimeout> =>
    unrefTimer(() => void look(), Math.min(LOOK_MS, Math.max(0, leftMs(grant)) + 1));
  let timer = lookLater();
  try {
    return await work(ending.signal);
  } catch (error) {
    throw refusal !== undefined && error instanceof AbortedError ? refusal : error;
  } finally {
    isOver = true;
    clearTimeout(timer);
    left.removeEventListener("abort", leave);
  }
}

/** @throws 401 for a token that has expired since its request began */
export function mustNotHaveExpired(grant: Grant): void {
  if (leftMs(grant) < 0) throw expired();
}

/** Returns how long the token is still accepted. */
function leftMs({ expiresAt }: Grant): number {
  return expiresAt + 1_000 * TOLERANCE_S - epochNowMs();
}
