// The watchdogs of a lock API. One keeps a hold that the API granted. The other is that of a deployed Worker, for
// functions without Durable Objects of their own.

import { InvalidOptionError, NoWatchdogError } from "../../base/errors.ts";
import { shownAs } from "../../base/printing.ts";
import { ownMembers } from "../../base/validate.ts";
import { checkEndpoint } from "../../lock/http/http.ts";
import type { GrantedHold } from "../../lock/protocol.ts";
import type {
  Entrusted,
  EntrustedId,
  EntrustReply,
  HandOffStatus,
  KeptHolds,
  Watchdog,
} from "../../lock/watchdog/watchdog.ts";
import { checkSecret, type SigningKey, signHold, signingKey } from "../access/signed-hold.ts";
import type { OperationKey, RequestOf } from "../api/contract/contract.ts";
import { ROOT } from "../api/contract/vocabulary.ts";
import { hasShape, KEPT } from "./answer-shapes.ts";
import {
  ApiProblem,
  ask,
  connectLockApi,
  failedWith,
  type LockApi,
  type ReadAnswer,
  unexpectedAnswer,
  wholeIn,
} from "./api-request.ts";
import { globalFetch } from "./fetch.ts";

type StatementKey = Extract<OperationKey, `POST /-/watchdog/${string}`>;

// The caller gives up before this.
const TRY_MS = 10_000;

// Allows for transit and for clocks that differ: a statement is meant for now.
const STATEMENT_MS = 300_000;
// A body may have 4 KB.
const MAX_HOLD_LENGTH = 3_500;

const OPTIONS = ["url", "token", "secret", "allowHttp"];

/** Options of `remoteWatchdog`. */
export interface RemoteWatchdogOptions {
  /**
   * The Worker's address; with a path, the place where its lock API is mounted. `https://…`, or `http://` for this
   * machine.
   */
  readonly url: string;
  /** The Worker's LOCK_API_TOKEN. */
  readonly token: string;
  /** The Worker's LOCK_API_SECRET, if it has one. Default: the token, as in the Worker. */
  readonly secret?: string | undefined;
  /** Allows `http://` for any host, in a private network: the token is then sent in clear text. Default: false. */
  readonly allowHttp?: boolean | undefined;
}

/**
 * Makes `watchdog` for createLocks. A Worker of `src/service/worker`, with the same Redis database, then keeps
 * handed-off holds of any prefix. It keeps a hold for up to 54 leases; 36 for a passed owner or a read hold, 3 for
 * both. A lease is 30,000 to 1,600,000 ms.
 * @param options `url` and `token` of the Worker; `secret`, if it has one; `allowHttp`: see RemoteWatchdogOptions
 * @returns the watchdog, for `createLocks` or `watchdogClient`
 * @throws INVALID_OPTION naming "watchdog.url", "watchdog.token", "watchdog.secret" or "watchdog.allowHttp"
 * @example
 * const watchdog = remoteWatchdog({ url: "https://locks.example.com", token });
 * const locks = createLocks({ redis, watchdog });
 */
export function remoteWatchdog(options: RemoteWatchdogOptions): Watchdog {
  const { url, token, secret = token, allowHttp } = ownMembers("watchdog", options, OPTIONS, "url and token");
  const endpoint = checkEndpoint(url, token, allowHttp, ["watchdog.url", "watchdog.token", "watchdog.allowHttp"]);
  checkSecret("watchdog.token", token);
  checkSecret("watchdog.secret", secret);
  const api = connectLockApi(endpoint, globalFetch, "watchdog.url");
  let key: SigningKey | undefined;

  async function asked<Key extends StatementKey>(
    operation: Key,
    id: EntrustedId,
    fieldsOf: (hold: string) => RequestOf<Key>,
  ): Promise<ReadAnswer<Key> | ApiProblem> {
    key ??= await signingKey(secret);
    const hold = await signHold(key, { principal: ROOT, use: "watchdog", lifeMs: STATEMENT_MS }, statement(id));
    if (hold.length > MAX_HOLD_LENGTH) {
      throw new InvalidOptionError("name", "is too long for a remote watchdog: use 2,000 bytes at the most");
    }
    return ask(api, operation, { name: id.key, fields: fieldsOf(hold) }, { timeoutMs: TRY_MS });
  }

  const watchdog: Watchdog = {
    async entrust(entrusted) {
      const { maxHoldMs, leaseMs, requestId } = entrusted;
      return entrustReply(
        await asked("POST /-/watchdog/entrust", entrusted, (hold) => ({ hold, maxHoldMs, leaseMs, requestId })),
        entrusted,
      );
    },
    async withdraw(request) {
      withdrawn(await asked("POST /-/watchdog/withdraw", request, (hold) => ({ hold, requestId: request.requestId })));
    },
    async status(id) {
      return handOffStatus(await asked("POST /-/watchdog/status", id, (hold) => ({ hold })));
    },
    async keptHolds({ key: lockKey }) {
      return keptHolds(await asked("POST /-/watchdog/kept", { ...OF_ANY_HOLD, key: lockKey }, (hold) => ({ hold })));
    },
  };
  return shownAs(watchdog, "RemoteWatchdog", () => ({ url: api.url }));
}

// Placeholders: for a list, the Worker needs only the lock's key.
const OF_ANY_HOLD = { owner: "-", holdId: "-" };
// Placeholders: for a status or withdrawal, the Worker needs only the names.
const ASKED_ABOUT = { epoch: "", ownerIsNew: true, leaseMs: 1_000, shared: undefined };

function statement(id: EntrustedId | Entrusted) {
  const { key, owner, holdId } = id;
  const { epoch, ownerIsNew, leaseMs, shared } = "epoch" in id ? id : ASKED_ABOUT;
  return { kindId: shared === true ? "read" : "lock", key, owner, holdId, epoch, ownerIsNew, leaseMs };
}

/** @internal Returns the watchdog that keeps this hold. */
export function holdWatchdog(api: LockApi, { key: name, apiText: hold = "" }: GrantedHold): Watchdog {
  async function asked<Key extends OperationKey>(
    key: Key,
    fields: RequestOf<Key>,
  ): Promise<ReadAnswer<Key> | ApiProblem> {
    const answer = await ask(api, key, { name, fields }, { timeoutMs: TRY_MS });
    if (answer instanceof ApiProblem && answer.body["code"] === "NO_WATCHDOG") {
      throw new NoWatchdogError("the locks of the lock API have no watchdog");
    }
    return answer;
  }
  return {
    async entrust(entrusted) {
      const { maxHoldMs, leaseMs, requestId } = entrusted;
      return entrustReply(await asked("POST /{name}/hand-off", { hold, maxHoldMs, leaseMs, requestId }), entrusted);
    },
    async withdraw({ requestId }) {
      withdrawn(await asked("POST /{name}/hand-off/withdraw", { hold, requestId }));
    },
    async status() {
      return handOffStatus(await asked("POST /{name}/hand-off/status", { hold }));
    },
  };
}

function entrustReply(answer: ReadAnswer<"POST /{name}/hand-off"> | ApiProblem, asked: Entrusted): EntrustReply {
  if (!(answer instanceof ApiProblem)) {
    const leaseMs = Math.min(wholeIn(answer.leaseMs, 1), asked.leaseMs);
    return { kind: "kept", leaseMs, maxHoldMs: wholeIn(answer.maxHoldMs, 1), deadline: wholeIn(answer.deadline, 0) };
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

function handOffStatus(answer: ReadAnswer<"POST /{name}/hand-off/status"> | ApiProblem): HandOffStatus {
  if (answer instanceof ApiProblem) throw refusal(answer);
  const { state, deadline, endedAt } = answer;
  if (state === "unknown") return { state };
  if (state === "kept") return { state, deadline: wholeIn(deadline, 0) };
  if (state === "released" || state === "expired" || state === "lost") return { state, endedAt: wholeIn(endedAt, 0) };
  throw unexpectedAnswer();
}

function keptHolds(answer: ReadAnswer<"POST /-/watchdog/kept"> | ApiProblem): KeptHolds {
  if (answer instanceof ApiProblem) throw refusal(answer);
  if (!hasShape(answer, KEPT)) throw unexpectedAnswer();
  const { holds, isWhole } = answer;
  return { holds: holds.map(({ owner, deadline }) => ({ owner, deadline })), isWhole };
}

/** @throws the refusal of a withdrawal */
function withdrawn(answer: object): void {
  if (answer instanceof ApiProblem) throw refusal(answer);
}

function refusal({ status, body }: ApiProblem): Error {
  const secret = status === 400 && body["option"] === "hold" ? ": is `secret` its LOCK_API_SECRET?" : "";
  return failedWith(status, `its lock API answered HTTP ${status}${secret}`);
}
