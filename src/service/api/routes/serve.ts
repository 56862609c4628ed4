// Serves an operation of the contract. What each request passes before it acts stands here and in `callerGuards`.
import type { Context, Hono } from "hono";
import type { Access } from "../../access/access.ts";
import { type ApiEnv, type Caller, callerOf, permit } from "../../access/callers.ts";
import type { LastingNames } from "../../access/rates.ts";
import { refused } from "../../access/refusal.ts";
import { type AnswerOf, OPERATIONS, type OperationKey, type RequestOf } from "../contract/contract.ts";
import { placeOf } from "../contract/place.ts";
import { valid } from "../contract/valid.ts";
import type { HoldTexts } from "../hold-texts.ts";
import { NAME, nameOf, readObject, readQuery } from "../request.ts";

/** Shared by all routes of one lock API. */
export interface Api extends Access {
  readonly texts: HoldTexts;
  readonly lasting: LastingNames;
  /** The most holds that the watchdog keeps for one principal. */
  readonly maxKeptHolds: number;
}

/** A request that is well-formed, and for which its caller has the verb and the name. */
export interface Asked<Request> {
  readonly c: Context<ApiEnv>;
  readonly api: Api;
  readonly caller: Caller;
  /** The lock; "" for an operation without one. */
  readonly name: string;
  readonly fields: Request;
}

/** What an operation does. */
export interface Action<Request extends object, Answer extends object, Ready> {
  /** Refuses a caller before its body is read. */
  readonly mayAsk?: (c: Context<ApiEnv>, api: Api) => void;
  /** Makes all checks that need neither Redis nor the watchdog. */
  readonly check: (asked: Asked<Request>) => Promise<Ready> | Ready;
  /** Gets the result of the checks. */
  readonly act: (asked: Asked<Request>, ready: Ready) => Promise<Answer | Response>;
}

/** Adds the route of an operation. Other methods of its path get 405, with the allowed one. */
export function serve<Key extends OperationKey, Ready>(
  app: Hono<ApiEnv>,
  api: Api,
  key: Key,
  { mayAsk, check, act }: Action<RequestOf<Key>, AnswerOf<Key>, Ready>,
): void {
  const { method, path } = placeOf(key);
  const { verb, request } = OPERATIONS[key];
  const hasName = path.includes("{name}");
  const route = path === "" ? "/" : path.replace("{name}", `:${NAME}`);
  app.on(method, route, async (c) => {
    // The order is safety: the caller learns nothing of locks that it may not use, its right is known before its body
    // is read, and nobody with an ended token makes the API ask Redis.
    const name = hasName ? nameOf(c) : "";
    if (verb !== undefined) permit(c, verb, hasName ? name : undefined);
    mayAsk?.(c, api);
    const fields = valid(request, method === "GET" ? readQuery(c) : ((await readObject(c)) ?? {}));
    const asked = { c, api, caller: callerOf(c), name, fields };
    const ready = await check(asked);
    await api.admit(c);
    const answer = await act(asked, ready);
    return answer instanceof Response ? answer : c.json(answer);
  });
  // Hono answers HEAD where there is GET.
  const allow = method === "GET" ? "GET, HEAD" : method;
  app.all(route, () => {
    throw refused(405, `the method must be ${allow.replace(", ", " or ")}`, { allow });
  });
}
