// The watchdog of a deployed Worker, over its HTTP lock API, for functions without Durable Objects of their own.

import { checkSecret, type SigningKey, signHold, signingKey } from "../access/signed-hold.ts";
import { HAND_OFF_STATE, HANDED_OFF, KEPT, WITHDRAWN } from "../api/contract/answers.ts";
import type { AnswerOf, OperationKey, RequestOf } from "../api/contract/contract.ts";
import { type Answered, isAnswer, placeOf } from "../api/contract/operation.ts";
import { NONCE_HEADER, ROOT } from "../api/contract/vocabulary.ts";
import { InvalidOptionError } from "../errors.ts";
import { shownAs } from "../printing.ts";
import { checkEndpoint } from "../redis/endpoint.ts";
import { asCause } from "../redis/one-request.ts";
import { noStore, readAtMost } from "../redis/rest-request.ts";
import { ownMembers } from "../validate.ts";
import type { Entrusted, EntrustedId, Watchdog } from "../watchdog/protocol.ts";
import { isAnswerTo } from "./answers.ts";
import { fieldsIn } from "./fields.ts";
import { ApiProblem, apiAddress } from "./lock-api.ts";
import { entrustReply, handOffStatus, keptHolds, unexpected, withdrawn } from "./watchdog-answers.ts";

type StatementKey = Extract<OperationKey, `POST /-/watchdog/${string}`>;

const MAX_REPLY_BYTES = 65_536;
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
 * Makes `watchdog` for createLocks. A Worker of `src/worker`, with the same Redis database, then keeps handed-off holds
 * of any prefix. It keeps a hold for up to 54 leases; 36 for a passed owner or a read hold, 3 for both. A lease is
 * 30,000 to 1,600,000 ms.
 * @param options `url` and `token` of the Worker; `secret`, if it has one; `allowHttp`: see RemoteWatchdogOptions
 * @returns the watchdog, for `createLocks` or `watchdogClient`
 * @throws INVALID_OPTION naming "watchdog.url", "watchdog.token", "watchdog.secret" or "watchdog.allowHttp"
 * @example
 * const watchdog = remoteWatchdog({ url: "https://locks.example.com", token });
 * const locks = createLocks({ redis, watchdog });
 */
export function remoteWatchdog(options: RemoteWatchdogOptions): Watchdog {
  const { url, token, secret = token, allowHttp } = ownMembers("watchdog", options, OPTIONS, "url and token");
  const endpoint = checkEndpoint("watchdog.", url, token, allowHttp);
  checkSecret("watchdog.token", token);
  checkSecret("watchdog.secret", secret);
  const api = apiAddress(endpoint.url);
  let key: SigningKey | undefined;

  async function ask<Key extends StatementKey>(
    operation: Key,
    form: Answered<AnswerOf<Key>>,
    id: EntrustedId,
    fields: Omit<RequestOf<Key>, "hold">,
  ): Promise<AnswerOf<Key> | ApiProblem> {
    const { method, path } = placeOf(operation);
    key ??= await signingKey(secret);
    const hold = await signHold(key, { principal: ROOT, use: "watchdog", lifeMs: STATEMENT_MS }, statement(id));
    if (hold.length > MAX_HOLD_LENGTH) {
      throw new InvalidOptionError("name", "is too long for a remote watchdog: use 2,000 bytes at the most");
    }
    const nonce = crypto.randomUUID();
    const request = new AbortController();
    let response: Response;
    let text: string | undefined;
    const timer = setTimeout(() => request.abort(), TRY_MS);
    try {
      response = await fetch(api + path, {
        method,
        headers: {
          authorization: `Bearer ${endpoint.token}`,
          "content-type": "application/json",
          [NONCE_HEADER]: nonce,
        },
        body: JSON.stringify({ hold, ...fields }),
        // A redirect would send the token elsewhere.
        redirect: "manual",
        signal: request.signal,
        ...noStore(),
      });
      text = await readAtMost(response, MAX_REPLY_BYTES);
    } catch (error) {
      throw asCause(error, [endpoint.token, hold]);
    } finally {
      clearTimeout(timer);
    }
    const { status } = response;
    const body = fieldsIn(text) ?? {};
    if (isAnswerTo({ nonce, name: id.key, hold }, body, status)) {
      if (status !== 200) return new ApiProblem(status, body);
      if (isAnswer(form, body)) return body;
    }
    if (status === 200 || "nonce" in body) throw unexpected();
    // It names no request, such as one of a proxy: only its status counts.
    return new ApiProblem(status, {});
  }

  const watchdog: Watchdog = {
    async entrust(entrusted) {
      const { maxHoldMs, leaseMs, requestId } = entrusted;
      return entrustReply(
        await ask("POST /-/watchdog/entrust", HANDED_OFF, entrusted, { maxHoldMs, leaseMs, requestId }),
        entrusted,
      );
    },
    async withdraw(request) {
      withdrawn(await ask("POST /-/watchdog/withdraw", WITHDRAWN, request, { requestId: request.requestId }));
    },
    async status(id) {
      return handOffStatus(await ask("POST /-/watchdog/status", HAND_OFF_STATE, id, {}));
    },
    async keptHolds({ key: lockKey }) {
      return keptHolds(await ask("POST /-/watchdog/kept", KEPT, { ...OF_ANY_HOLD, key: lockKey }, {}));
    },
  };
  return shownAs(watchdog, "RemoteWatchdog", () => ({ url: api }));
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
