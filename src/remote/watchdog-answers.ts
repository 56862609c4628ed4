// The answers of a lock API to questions for its watchdog.
import type { HandedOff, HandOffState, Kept } from "../api/contract/answers.ts";
import { InvalidOptionError, UnexpectedReplyError } from "../errors.ts";
import type { Entrusted, EntrustReply, HandOffStatus, KeptHolds } from "../watchdog/protocol.ts";
import { ApiProblem } from "./lock-api.ts";

export function entrustReply(answer: HandedOff | ApiProblem, asked: Entrusted): EntrustReply {
  if (!(answer instanceof ApiProblem)) {
    const { leaseMs, maxHoldMs, deadline } = answer;
    return { kind: "kept", leaseMs: Math.min(leaseMs, asked.leaseMs), maxHoldMs, deadline };
  }
  const { status, body } = answer;
  const { code, title, end } = body;
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
  throw refusal(answer);
}

export function handOffStatus(answer: HandOffState | ApiProblem): HandOffStatus {
  if (answer instanceof ApiProblem) throw refusal(answer);
  const { state, deadline, endedAt } = answer;
  if (state === "unknown") return { state };
  if (state === "kept" && deadline !== undefined) return { state, deadline };
  if (state !== "kept" && endedAt !== undefined) return { state, endedAt };
  throw unexpected();
}

export function keptHolds(answer: Kept | ApiProblem): KeptHolds {
  if (answer instanceof ApiProblem) throw refusal(answer);
  const { holds, isWhole } = answer;
  return { holds: holds.map(({ owner, deadline }) => ({ owner, deadline })), isWhole };
}

/** @throws the refusal of a withdrawal */
export function withdrawn(answer: object): void {
  if (answer instanceof ApiProblem) throw refusal(answer);
}

// A repeated request gets the same answer for these.
const FINAL = new Set([400, 401, 403, 404, 405, 409, 413, 415, 422]);

function refusal({ status, body }: ApiProblem): Error {
  const secret = status === 400 && body["option"] === "hold" ? ": is `secret` its LOCK_API_SECRET?" : "";
  return Object.assign(new Error(`its lock API answered HTTP ${status}${secret}`), { isFinal: FINAL.has(status) });
}

export function unexpected(): UnexpectedReplyError {
  return new UnexpectedReplyError(
    "the watchdog's Worker returned an unexpected reply; check that url is that of the lock API",
  );
}
