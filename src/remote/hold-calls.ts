// The requests about a hold that a lock API granted, as calls like those of scripts.
import { CHECKED, RELEASED, RENEWED, type Released } from "../api/contract/answers.ts";
import type { AnswerOf } from "../api/contract/contract.ts";
import type { Answered } from "../api/contract/operation.ts";
import type { HoldEnd } from "../errors.ts";
import type { Ended } from "../lua/call.ts";
import type { CountedReply, GrantedHold, RenewedReply } from "../lua/lock/calls.ts";
import type { CompositeCall, RunLimits } from "../redis/port.ts";
import { unexpectedAnswer } from "./answers.ts";
import { ApiProblem, type LockApi } from "./lock-api.ts";
import { endIn, errorOf } from "./problems.ts";

export function releasing(api: LockApi, { key, apiText = "" }: GrantedHold): CompositeCall<Ended> {
  return { runAll: (limits) => release(api, key, apiText, limits) };
}

export function renewing(api: LockApi, hold: GrantedHold): CompositeCall<RenewedReply | Ended> {
  return {
    async runAll(limits) {
      const answer = await askAboutHold(api, "POST /{name}/renew", RENEWED, hold, limits);
      if ("kind" in answer) return answer;
      if (answer.leaseMs !== hold.leaseMs) throw unexpectedAnswer();
      return { kind: "renewed", holdCount: 1 };
    },
  };
}

export function checking(api: LockApi, hold: GrantedHold): CompositeCall<CountedReply | Ended> {
  return {
    async runAll(limits) {
      const answer = await askAboutHold(api, "POST /{name}/check", CHECKED, hold, limits);
      if ("kind" in answer) return answer;
      const { holdCount, remainingMs } = answer;
      return { kind: "counted", holdCount, remainingMs };
    },
  };
}

/** Ends the hold with this text. */
export async function release(api: LockApi, name: string, hold: string, limits: RunLimits): Promise<Ended> {
  const answer = await api.ask("POST /{name}/release", RELEASED, { name, fields: { hold } }, limits);
  if (answer instanceof ApiProblem) throw errorOf(answer, name);
  return { kind: "ended", end: endOf(answer) };
}

/** Returns the end that a release answers with this outcome. */
function endOf({ outcome, holdCount }: Released): HoldEnd {
  if (outcome === "expired") return "free";
  // The answer names no thief.
  if (outcome === "stolen") return "stolen://";
  if (outcome !== "still-held") return outcome;
  if (holdCount < 1) throw unexpectedAnswer();
  return `still:${holdCount}`;
}

/** Asks about a hold. Returns the answer, or how the hold has ended. */
async function askAboutHold<Key extends "POST /{name}/renew" | "POST /{name}/check">(
  api: LockApi,
  operation: Key,
  form: Answered<AnswerOf<Key>>,
  { key: name, apiText: hold = "" }: GrantedHold,
  limits: RunLimits,
): Promise<AnswerOf<Key> | Ended> {
  const answer = await api.ask(operation, form, { name, fields: { hold } }, limits);
  if (!(answer instanceof ApiProblem)) return answer;
  const end = endIn(answer);
  if (end !== undefined) return { kind: "ended", end };
  throw errorOf(answer, name);
}
