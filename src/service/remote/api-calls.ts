// The requests to a lock API as calls, like those of scripts.

import { type HoldEnd, wasNotDone } from "../../base/errors.ts";
import type { InspectedLock } from "../../lock/hold/lock-inspection.ts";
import type { Waiting } from "../../lock/lua/wanted.ts";
import type { CountedReply, Ended, GrantedHold, OwnCall, RenewedReply, RunLimits } from "../../lock/protocol.ts";
import type { OperationKey, RequestOf } from "../api/contract/contract.ts";
import {
  ApiProblem,
  type ApiRequest,
  ask,
  type LockApi,
  type ReadAnswer,
  unexpectedAnswer,
  wholeIn,
} from "./api-request.ts";
import { endIn, errorOf } from "./problems.ts";

/**
 * Returns a request that has one good answer. It gives the answer, or throws the error of its problem.
 * @param key the operation
 */
export function apiRequest<Key extends OperationKey>(
  api: LockApi,
  key: Key,
  request: ApiRequest<RequestOf<Key>>,
): OwnCall<ReadAnswer<Key>> {
  return {
    async send(limits) {
      const answer = await ask(api, key, request, limits);
      if (answer instanceof ApiProblem) throw errorOf(answer, request.name ?? "");
      return answer;
    },
  };
}

/** Returns a request that counts those who wait for a lock. */
export function waitersOf({ send }: OwnCall<InspectedLock>): OwnCall<Waiting> {
  return {
    async send(limits) {
      const { queue, queueLength, isolates, listeners } = await send(limits);
      const streams = queueLength > 0 || listeners === "unknown" ? undefined : listeners;
      return { listed: queueLength + isolates, streams, first: { label: queue[0]?.label } };
    },
  };
}

/**
 * Returns a call that is sent again only if nothing was done. Otherwise, it keeps its error. For requests whose copies
 * the API does not recognise: a late copy could meet another holder.
 */
export function sentOnce<Reply>({ send }: OwnCall<Reply>): OwnCall<Reply> {
  let kept: { readonly error: unknown } | undefined;
  return {
    async send(limits) {
      if (kept !== undefined) throw kept.error;
      try {
        return await send(limits);
      } catch (error) {
        if (!wasNotDone(error)) kept = { error };
        throw error;
      }
    },
  };
}

export function releasing(api: LockApi, { key, apiText = "" }: GrantedHold): OwnCall<Ended> {
  return { send: (limits) => release(api, key, apiText, limits) };
}

export function renewing(api: LockApi, hold: GrantedHold): OwnCall<RenewedReply | Ended> {
  return {
    async send(limits) {
      const { leaseMs } = hold;
      const answer = await askAboutHold(api, "POST /{name}/renew", hold, limits, { leaseMs });
      if ("kind" in answer) return answer;
      if (answer.leaseMs !== leaseMs) throw unexpectedAnswer();
      return { kind: "renewed", holdCount: 1 };
    },
  };
}

export function checking(api: LockApi, hold: GrantedHold): OwnCall<CountedReply | Ended> {
  return {
    async send(limits) {
      const answer = await askAboutHold(api, "POST /{name}/check", hold, limits, {});
      if ("kind" in answer) return answer;
      return { kind: "counted", holdCount: wholeIn(answer.holdCount, 1), remainingMs: wholeIn(answer.remainingMs, -1) };
    },
  };
}

/** Ends the hold with this text. */
export async function release(api: LockApi, name: string, hold: string, limits: RunLimits): Promise<Ended> {
  const request = apiRequest(api, "POST /{name}/release", { name, fields: { hold } });
  return { kind: "ended", end: endOf(await request.send(limits)) };
}

/** Returns the end that a release answers with this outcome. */
function endOf({ outcome, holdCount }: ReadAnswer<"POST /{name}/release">): HoldEnd {
  switch (outcome) {
    case "expired":
      return "free";
    case "stolen":
      // The answer names no thief.
      return "stolen://";
    case "still-held":
      return `still:${wholeIn(holdCount, 1)}`;
    case "released":
    case "taken":
    case "released-elsewhere":
      return outcome;
    default:
      throw unexpectedAnswer();
  }
}

/** Asks about a hold. Returns the answer, or how the hold has ended. */
async function askAboutHold<Key extends "POST /{name}/renew" | "POST /{name}/check">(
  api: LockApi,
  operation: Key,
  { key: name, apiText: hold = "" }: GrantedHold,
  limits: RunLimits,
  more: Omit<RequestOf<Key>, "hold">,
): Promise<ReadAnswer<Key> | Ended> {
  const answer = await ask(api, operation, { name, fields: { hold, ...more } }, limits);
  if (!(answer instanceof ApiProblem)) return answer;
  const end = endIn(answer);
  if (end !== undefined) return { kind: "ended", end };
  throw errorOf(answer, name);
}
