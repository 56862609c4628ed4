// The answers of a lock API to questions for its watchdog.
import { InvalidOptionError, UnexpectedReplyError } from "../errors.ts";
import { MAX_MS } from "../options.ts";
import type { Entrusted, EntrustReply, HandOffStatus, KeptHolds } from "../watchdog/protocol.ts";
import { type Attempted, isAnswerTo } from "./answers.ts";
import type { Fields } from "./fields.ts";

/** The status and the members of an answer. */
export interface Answer {
  readonly status: number;
  readonly body: Fields;
}

/**
 * Returns the answer to this attempt. If an answer names no request, such as one of a proxy, only its status counts.
 * @throws UNEXPECTED_REPLY for an answer to another request
 */
export function answerTo(attempted: Attempted, status: number, body: Fields): Answer {
  if (isAnswerTo(attempted, body, status)) return { status, body };
  if (status === 200 || "nonce" in body) throw unexpected();
  return { status, body: {} };
}

export function entrustReply(answer: Answer, asked: Entrusted): EntrustReply {
  const { status, body } = answer;
  const { code, title, end, leaseMs, maxHoldMs, deadline } = body;
  if (status === 409 && (code === "LOCK_LOST" || code === "LOCK_STOLEN") && typeof end === "string")
    return { kind: "ended", end };
  if (status === 503 && code === "WATCHDOG_UNREACHABLE") {
    return { kind: "unconfirmed", problem: "its Worker could not confirm a renewal" };
  }
  if (status === 429 && code !== undefined) return { kind: "full" };
  if ((status === 400 || status === 422) && (body["option"] === "maxHoldMs" || body["option"] === "leaseMs")) {
    const problem = String(title)
      .replace(/^"\w+" /, "")
      .slice(0, 200);
    throw new InvalidOptionError(body["option"], `was refused by the watchdog's Worker: ${problem}`);
  }
  if (status !== 200) throw refusal(answer);
  if (!isDuration(leaseMs) || !isDuration(maxHoldMs) || !isInstant(deadline)) throw unexpected();
  return { kind: "kept", leaseMs: Math.min(leaseMs, asked.leaseMs), maxHoldMs, deadline };
}

export function handOffStatus(answer: Answer): HandOffStatus {
  const { status, body } = answer;
  if (status !== 200) throw refusal(answer);
  const { state, deadline, endedAt } = body;
  if (state === "unknown") return { state };
  if (state === "kept" && isInstant(deadline)) return { state, deadline };
  if ((state === "released" || state === "expired" || state === "lost") && isInstant(endedAt)) {
    return { state, endedAt };
  }
  throw unexpected();
}

export function keptHolds(answer: Answer): KeptHolds {
  const { status, body } = answer;
  if (status !== 200) throw refusal(answer);
  const { holds, isWhole } = body;
  if (!Array.isArray(holds) || typeof isWhole !== "boolean") throw unexpected();
  return { holds: holds.map(keptHold), isWhole };
}

function keptHold(value: unknown): KeptHolds["holds"][number] {
  const { owner, deadline }: { owner?: unknown; deadline?: unknown } = Object(value);
  if (typeof owner !== "string" || !isInstant(deadline)) throw unexpected();
  return { owner, deadline };
}

function isDuration(value: unknown): value is number {
  return isInstant(value) && value > 0 && value <= MAX_MS;
}

function isInstant(value: unknown): value is number {
  return typeof value === "number" && Number.isSafeInteger(value);
}

// A repeated request gets the same answer for these.
const FINAL = new Set([400, 401, 403, 404, 405, 409, 413, 415, 422]);

export function refusal({ status, body }: Answer): Error {
  const secret = status === 400 && body["option"] === "hold" ? ": is `secret` its LOCK_API_SECRET?" : "";
  return Object.assign(new Error(`its lock API answered HTTP ${status}${secret}`), { isFinal: FINAL.has(status) });
}

function unexpected(): UnexpectedReplyError {
  return new UnexpectedReplyError(
    "the watchdog's Worker returned an unexpected reply; check that url is that of the lock API",
  );
}
