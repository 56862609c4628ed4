// Compares the outcomes of a client's calls with the executions. Counts M12 from the clients' side, renewals sent after
// an end (M8), and the number of requests (M14).
import type { OperationRecord } from "../history.ts";
import { type Execution, shown } from "./execution.ts";
import type { Findings } from "./findings.ts";
import type { HoldFacts } from "./holds.ts";

// An executed command is logged before its reply leaves, on the same clock.
const CLOCK_MS = 2;
// The maximal transit of a renewal before it is repeated: a sixth of the longest lease, and a margin.
const RENEWAL_MS = 400;
// Four attempts, and two of the cancel: the maximal cost of one reply.
const REQUESTS_PER_ANSWER = 6;

/** Judges every operation of one hold, or of one request. */
export function judgeOperations({ operations, executions }: HoldFacts, findings: Findings): void {
  for (const operation of operations) {
    judgeOperation(operation, executions, findings);
    const late = renewalAfterEnd(operation, operations);
    if (late !== undefined) findings.add("M8", trace(operation, executions, late));
  }
}

export function judgeOperation(operation: OperationRecord, executions: readonly Execution[], findings: Findings): void {
  const wrong = falseOutcome(operation, executions);
  if (wrong !== undefined) findings.add("M12", trace(operation, executions, wrong));
  const { length } = operation.requests;
  if (length <= REQUESTS_PER_ANSWER * needed(operation)) return;
  findings.add("M14", trace(operation, executions, `${length} requests for ${needed(operation)} answers`));
}

/** Returns the requests of an operation without any fault: the answered ones, and at least one if it sent any. */
export function needed({ requests }: OperationRecord): number {
  return requests.length === 0 ? 0 : Math.max(1, requests.filter(({ answered }) => answered).length);
}

function falseOutcome(operation: OperationRecord, executions: readonly Execution[]): string | undefined {
  const { kind, outcome, told, calledAt, returnedAt } = operation;
  // The message of a grant may come before the reply to the release.
  const before = executions.filter(({ at, slackMs }) => at - slackMs <= returnedAt + CLOCK_MS);
  const during = before.filter(({ at }) => at >= calledAt - CLOCK_MS);
  const answered = (kindOfAnswer: string): boolean => during.some(({ answer }) => answer.kind === kindOfAnswer);
  if (outcome === "thrown") return "an error that is none of the library's";
  if (outcome !== "ok") return refusalIsFalse(operation, executions, before);
  switch (kind) {
    case "acquire":
    case "tryAcquire":
      return during.some(({ answer }) => answer.kind === "held" && answer.count === told)
        ? undefined
        : `ok with hold count ${told}, and nothing like it was executed`;
    case "resume":
      return answered("counted") ? undefined : "ok, and it was not asked or does not count";
    case "check":
      if (told === true) return answered("counted") ? undefined : "true, and it was not asked or does not count";
      return undefined;
    case "renew":
      // One of keepAlive may have been pending already; renew() then waits for its reply.
      return before.some(({ at, answer }) => answer.kind === "renewed" && at >= calledAt - RENEWAL_MS)
        ? undefined
        : "ok, and no renewal was executed";
    case "renew text":
      return answered("renewed") ? undefined : "ok, and no renewal was executed";
    case "release":
    case "release text":
      return before.some(({ answer }) => answer.kind === "ended" && releaseOutcome(answer.how) === told)
        ? undefined
        : `told ${told}, and no such end was executed`;
    case "forceRelease":
      return during.some(({ answer }) => answer.kind === "forced" && answer.freed === told)
        ? undefined
        : `told ${told}, and nothing like it was executed`;
    case "status":
      return during.some(
        ({ answer }) => answer.kind === "status" && (answer.count === told || typeof told !== "number"),
      )
        ? undefined
        : `told ${told}, and nothing like it was executed`;
    default:
      return undefined;
  }
}

/** A refusal means that nothing is held because of the call: Redis must not keep it, now or later. */
function refusalIsFalse(
  { kind, outcome }: OperationRecord,
  executions: readonly Execution[],
  before: readonly Execution[],
): string | undefined {
  if (kind === "renew" || kind === "renew text" || kind === "resume") {
    // LOCK_LOST by the local clock needs no reply.
    return undefined;
  }
  if (kind !== "acquire" && kind !== "tryAcquire") return undefined;
  if (outcome !== "refused" && outcome !== "REDIS_UNREACHABLE" && outcome !== "REDIS_REFUSED") return undefined;
  const last = before.at(-1);
  if (last !== undefined && (last.answer.kind === "held" || last.answer.kind === "renewed")) {
    return "nothing is held, it was told, and Redis keeps a grant for it";
  }
  const later = executions.slice(before.length).some(({ answer }) => answer.kind === "held");
  return later ? "nothing is held, it was told, and Redis granted it afterwards" : undefined;
}

function renewalAfterEnd(operation: OperationRecord, all: readonly OperationRecord[]): string | undefined {
  const { kind, outcome, returnedAt, lastRenewalAt, requests } = operation;
  if (kind === "keepAlive") {
    return requests.some(({ sentAt }) => sentAt > lastRenewalAt) ? "a renewal was sent after maxHoldMs" : undefined;
  }
  // By text, any client may ask at any time; only the object itself must not.
  const renewals = all.filter((other) => other.kind === "renew" || other.kind === "keepAlive");
  const sent = renewals.flatMap((other) => other.requests.filter(({ script }) => script === "lock/renew"));
  if (kind !== "release" || outcome !== "ok" || !sent.some(({ sentAt }) => sentAt > returnedAt)) return undefined;
  return "a renewal was sent after release was answered";
}

function releaseOutcome(end: string): string {
  if (end.startsWith("still:")) return "still-held";
  return end === "released" || end === "released-elsewhere" || end === "taken" ? end : "expired";
}

function trace(operation: OperationRecord, executions: readonly Execution[], why: string): string {
  const { kind, client, lock, id, outcome, told, calledAt, returnedAt } = operation;
  const window = `${calledAt.toFixed(0)}..${returnedAt.toFixed(0)}ms`;
  const executed = executions.map((x) => `\n    ${shown(x)}`).join("");
  return `client ${client} ${kind} of ${lock} ${id} ${window}: ${outcome} ${told}: ${why}${executed}`;
}
