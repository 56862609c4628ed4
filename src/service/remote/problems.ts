// The problems of a lock API as errors of this package, by their codes.
import {
  type HoldEnd,
  InvalidOptionError,
  type LockError,
  lossOf,
  NotALockError,
  OutcomeUnknownError,
  printable,
  RedisRefusedError,
  RedisUnreachableError,
  UnexpectedReplyError,
} from "../../base/errors.ts";
import { holdEnd } from "../../lock/protocol.ts";
import type { ApiProblem } from "./api-request.ts";

const LONGEST_TITLE = 300;
const SECOND_MS = 1_000;

/** Returns how a hold ended, if that is what the API answers. */
export function endIn({ body }: ApiProblem): HoldEnd | undefined {
  const { code, end } = body;
  if (code !== "LOCK_LOST" && code !== "LOCK_STOLEN" && code !== "HOLD_ENDED") return undefined;
  return (typeof end === "string" ? holdEnd(end) : undefined) ?? "lost";
}

/** Returns the error for a problem about the lock of this name. */
export function errorOf(answer: ApiProblem, name: string): LockError {
  const { status, body, retryAfterMs } = answer;
  const { code, option } = body;
  const end = endIn(answer);
  if (end !== undefined) return lossOf({ lockName: name, owner: "", end });
  const title = printable(String(body["title"])).slice(0, LONGEST_TITLE);
  const told = `the lock API answered: ${title}`;
  switch (code) {
    case "INVALID_OPTION":
      // The text of a hold that the API did not sign.
      if (option === "hold") return new InvalidOptionError("serialized", "is no hold of this lock API");
      return new InvalidOptionError(String(option), withoutOption(title, String(option)));
    case "NOT_A_LOCK":
      return new NotALockError(name);
    case "REDIS_UNREACHABLE":
    case "CLOSED":
    case "HTTP_503":
      return new RedisUnreachableError(told, { retryAfterMs });
    case "UNEXPECTED_REPLY":
      return new UnexpectedReplyError(told);
    case "OUTCOME_UNKNOWN":
      return new OutcomeUnknownError(told, { retryAfterMs });
    default:
  }
  if (status >= 500 && code !== "REDIS_REFUSED") return new OutcomeUnknownError(told, { retryAfterMs });
  const again = retryAfterMs > 0 ? `; try again in ${Math.ceil(retryAfterMs / SECOND_MS)} s` : "";
  const message = `the lock API refused the request (HTTP ${status}: ${title})${again}`;
  return new RedisRefusedError(message, { httpStatus: status, redisCode: "" });
}

/** Returns a message of INVALID_OPTION without its beginning, which names the option. */
function withoutOption(title: string, option: string): string {
  const begin = `"${option}" `;
  const at = title.indexOf(begin);
  return at < 0 ? title : title.slice(at + begin.length);
}
