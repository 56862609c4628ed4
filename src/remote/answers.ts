// Checks whether an answer of a lock API belongs to an attempt. A proxy may give the answer to another request, or
// repeat an earlier one. So each attempt has a nonce, which its answer repeats beside the lock's name and the text of
// the hold. An answer that names another request does not count: the attempt is repeated.
import { UnexpectedReplyError } from "../errors.ts";
import { withoutSecrets } from "../redis/one-request.ts";
import type { Fields } from "./fields.ts";

/** The members that an answer must repeat. */
export interface Attempted {
  /** The nonce, which no other attempt has. */
  readonly nonce: string;
  /** The lock, if the request is about one. */
  readonly name?: string | undefined;
  /** The text of the hold that the request states. */
  readonly hold?: unknown;
}

/**
 * Returns whether an answer, or an event of it, names this attempt and what it is about. A problem names the attempt
 * alone: its status is not 200.
 */
export function isAnswerTo({ nonce, name, hold }: Attempted, body: Fields, status: unknown): boolean {
  if (body["nonce"] !== nonce) return false;
  if (status !== 200 && "code" in body) return true;
  return (name === undefined || body["name"] === name) && (hold === undefined || body["hold"] === hold);
}

/** Returns a problem, or a busy answer, as errors may show it: without the secrets that a server may echo. */
export function fieldsToShow(body: Fields, secrets: readonly string[]): Fields {
  return Object.fromEntries(Object.entries(body).map(([member, value]) => [member, toShow(value, secrets)]));
}

function toShow(value: unknown, secrets: readonly string[]): unknown {
  if (typeof value === "string") return withoutSecrets(value, secrets);
  if (Array.isArray(value)) return value.map((one) => toShow(one, secrets));
  return typeof value === "object" && value !== null ? fieldsToShow({ ...value }, secrets) : value;
}

/**
 * Returns a number of an answer.
 * @throws UNEXPECTED_REPLY unless it is a whole number within the bounds
 */
export function wholeIn(value: unknown, from: number, to: number = Number.MAX_SAFE_INTEGER): number {
  if (typeof value === "number" && Number.isSafeInteger(value) && value >= from && value <= to) return value;
  throw unexpectedAnswer();
}

/** Returns the error for an answer to another request, or without the members of such an answer. */
export function unexpectedAnswer(): UnexpectedReplyError {
  return new UnexpectedReplyError("the lock API gave an unexpected answer: check its version");
}
