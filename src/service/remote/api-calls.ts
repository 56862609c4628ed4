// The requests to a lock API as calls, like those of scripts.

import { type HoldEnd, wasNotDone } from "../../base/errors.ts";
import { runAnswered } from "../../lock/hold/client-context.ts";
import type { HoldKind } from "../../lock/hold/kind.ts";
import { WantedSignal } from "../../lock/hold/wanted.ts";
import type { Waiting } from "../../lock/lua/wanted.ts";
import type { CountedReply, Ended, GrantedHold, OwnCall, RenewedReply, RunLimits } from "../../lock/protocol.ts";
import type { OperationKey, RequestOf } from "../api/contract/contract.ts";
import { type Checks, hasShape, WAITING } from "./answer-shapes.ts";
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
 * @param shape checks the members that the caller does not check by itself
 */
export function apiRequest<Key extends OperationKey>(
  api: LockApi,
  key: Key,
  request: ApiRequest<RequestOf<Key>>,
  shape: Checks,
): OwnCall<ReadAnswer<Key>> {
  return {
    async send(limits) {
      const answer = await ask(api, key, request, limits);
      if (answer instanceof ApiProblem) throw errorOf(answer, request.name ?? "");
      if (!hasShape(answer, shape)) throw unexpectedAnswer();
      return answer;
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
  const { leaseMs } = hold;
  return askingAbout(api, "POST /{name}/renew", hold, { leaseMs }, (answer) => {
    if (answer.leaseMs !== leaseMs) throw unexpectedAnswer();
    return { kind: "renewed", holdCount: 1 };
  });
}

export function checking(api: LockApi, hold: GrantedHold): OwnCall<CountedReply | Ended> {
  return askingAbout(api, "POST /{name}/check", hold, {}, ({ holdCount, remainingMs }) => ({
    kind: "counted",
    holdCount: wholeIn(holdCount, 1),
    remainingMs: wholeIn(remainingMs, -1),
  }));
}

/**
 * Returns the signal `wanted` of a hold, which asks whether somebody waits. The API answers this for a caller's own
 * hold without the verb `inspect`.
 */
export function wanting(api: LockApi): NonNullable<HoldKind["wanted"]> {
  return (hold, client, granted) => {
    const call = askingAbout(api, "POST /{name}/check", granted, { waiters: true }, waitingIn);
    return new WantedSignal(hold, async () => {
      const { reply } = await runAnswered(client, call, granted.leaseMs, ["check the hold on", granted.key]);
      // The hold has ended, which its next renewal finds.
      return "kind" in reply ? { listed: 0, streams: undefined, first: {} } : reply;
    });
  };
}

function waitingIn(answer: ReadAnswer<"POST /{name}/check">): Waiting {
  if (!hasShape(answer, WAITING)) throw unexpectedAnswer();
  const { waitersListed: listed = 0, waitersListening: streams, waiterLabel: label, waitingSince: since } = answer;
  return { listed, streams: streams === "unknown" ? undefined : streams, first: { label, since } };
}

/** Ends the hold with this text. */
export async function release(api: LockApi, name: string, hold: string, limits: RunLimits): Promise<Ended> {
  const request = apiRequest(api, "POST /{name}/release", { name, fields: { hold } }, {});
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

/** Returns a request about a hold. It gives the result of `read`, or how the hold has ended. */
function askingAbout<Key extends "POST /{name}/renew" | "POST /{name}/check", Reply>(
  api: LockApi,
  operation: Key,
  { key: name, apiText: hold = "" }: GrantedHold,
  more: Omit<RequestOf<Key>, "hold">,
  read: (answer: ReadAnswer<Key>) => Reply,
): OwnCall<Reply | Ended> {
  return {
    async send(limits) {
      const answer = await ask(api, operation, { name, fields: { hold, ...more } }, limits);
      if (!(answer instanceof ApiProblem)) return read(answer);
      const end = endIn(answer);
      if (end !== undefined) return { kind: "ended", end };
      throw errorOf(answer, name);
    },
  };
}
