// The requests about a hold that a lock API granted, as calls like those of scripts.
import type { HoldEnd } from "../errors.ts";
import type { Ended } from "../lua/call.ts";
import type { CountedReply, GrantedHold, RenewedReply } from "../lua/lock/calls.ts";
import type { CompositeCall, RunLimits } from "../redis/port.ts";
import { unexpectedAnswer, wholeIn } from "./answers.ts";
import type { Fields } from "./fields.ts";
import type { ApiAnswer, LockApi } from "./lock-api.ts";
import { endIn, errorOf } from "./problems.ts";

export function releasing(api: LockApi, { key, apiText = "" }: GrantedHold): CompositeCall<Ended> {
  return { runAll: (limits) => release(api, key, apiText, limits) };
}

export function renewing(api: LockApi, hold: GrantedHold): CompositeCall<RenewedReply | Ended> {
  return {
    async runAll(limits) {
      const answer = await askAboutHold(api, hold, "renew", limits);
      if ("kind" in answer) return answer;
      const { leaseMs } = hold;
      wholeIn(answer.body["leaseMs"], leaseMs, leaseMs);
      return { kind: "renewed", holdCount: 1 };
    },
  };
}

export function checking(api: LockApi, hold: GrantedHold): CompositeCall<CountedReply | Ended> {
  return {
    async runAll(limits) {
      const answer = await askAboutHold(api, hold, "check", limits);
      if ("kind" in answer) return answer;
      const { holdCount, remainingMs } = answer.body;
      // Another program may have set another lease, or none (-1).
      return { kind: "counted", holdCount: wholeIn(holdCount, 1), remainingMs: wholeIn(remainingMs, -1) };
    },
  };
}

/** Ends the hold with this text. */
export async function release(api: LockApi, name: string, hold: string, limits: RunLimits): Promise<Ended> {
  const answer = await askAbout(api, name, "release", { hold }, limits);
  if (answer.status !== 200) throw errorOf(answer, name);
  const { outcome, holdCount } = answer.body;
  return { kind: "ended", end: endOf(String(outcome), holdCount) };
}

/** Returns the end that a release answers with this outcome. */
function endOf(outcome: string, holdCount: unknown): HoldEnd {
  if (outcome === "released" || outcome === "released-elsewhere" || outcome === "taken") return outcome;
  if (outcome === "still-held") return `still:${wholeIn(holdCount, 1)}`;
  if (outcome === "expired") return "free";
  // The answer names no thief.
  if (outcome === "stolen") return "stolen://";
  throw unexpectedAnswer();
}

async function askAboutHold(
  api: LockApi,
  { key, apiText: hold = "" }: GrantedHold,
  verb: string,
  limits: RunLimits,
): Promise<ApiAnswer | Ended> {
  const answer = await askAbout(api, key, verb, { hold }, limits);
  if (answer.status === 200) return answer;
  const end = endIn(answer);
  if (end !== undefined) return { kind: "ended", end };
  throw errorOf(answer, key);
}

function askAbout(api: LockApi, name: string, verb: string, body: Fields, limits: RunLimits): Promise<ApiAnswer> {
  return api.ask({ path: pathOf(name, verb), name, body }, limits);
}

/** Returns the path of a request about the lock of this name. */
export function pathOf(name: string, verb: string): string {
  return `/${encodeURIComponent(name)}/${verb}`;
}
