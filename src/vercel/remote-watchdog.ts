// The watchdog of a deployed Worker, over its HTTP lock API, for functions without Durable Objects of their own.
import { InvalidOptionError, UnexpectedReplyError } from "../errors.ts";
import { ROOT, signHold } from "../hold/signed-hold.ts";
import { checkSecret, type SigningKey, signingKey } from "../hold/signing-key.ts";
import { shownAs } from "../printing.ts";
import { asCause } from "../redis/as-cause.ts";
import { checkEndpoint } from "../redis/endpoint.ts";
import { readAtMost } from "../redis/read-body.ts";
import { noStore } from "../redis/rest-request.ts";
import type { Entrusted, EntrustedId, EntrustReply, HandOffStatus, KeptHolds, Watchdog } from "../watchdog/protocol.ts";

const MAX_REPLY_BYTES = 65_536;
// The caller gives up before this.
const TRY_MS = 10_000;

// Allows for transit and for clocks that differ: a statement is meant for now.
const STATEMENT_MS = 300_000;
// A body may have 4 KB.
const MAX_HOLD_LENGTH = 3_500;

interface Answer {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
}

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
 * of any prefix. It keeps a hold for up to 80 leases; 50 for a passed owner or a read hold, 3 for both. A lease is
 * 30,000 to 1,080,000 ms.
 * @param options `url` and `token` of the Worker; `secret`, if it has one; `allowHttp`: see RemoteWatchdogOptions
 * @returns the watchdog, for `createLocks` or `watchdogClient`
 * @throws INVALID_OPTION naming "watchdog.url", "watchdog.token", "watchdog.secret" or "watchdog.allowHttp"
 * @example
 * const watchdog = remoteWatchdog({ url: "https://locks.example.com", token });
 * const locks = createLocks({ redis, watchdog });
 */
export function remoteWatchdog({ url, token, secret = token, allowHttp }: RemoteWatchdogOptions): Watchdog {
  const endpoint = checkEndpoint("watchdog", url, token, allowHttp);
  checkSecret("watchdog.token", token);
  checkSecret("watchdog.secret", secret);
  const api = new URL(endpoint.url).pathname === "/" ? `${endpoint.url}/v1/locks` : endpoint.url;
  let key: SigningKey | undefined;

  async function ask(id: EntrustedId, verb: string, fields: object): Promise<Answer> {
    key ??= await signingKey(secret);
    const hold = await signHold(key, { principal: ROOT, use: "watchdog", lifeMs: STATEMENT_MS }, statement(id));
    if (hold.length > MAX_HOLD_LENGTH) {
      throw new InvalidOptionError("name", "is too long for a remote watchdog: use 2,000 bytes at the most");
    }
    const request = new AbortController();
    const timer = setTimeout(() => request.abort(), TRY_MS);
    try {
      const response = await fetch(`${api}/-/watchdog/${verb}`, {
        method: "POST",
        headers: { authorization: `Bearer ${endpoint.token}`, "content-type": "application/json" },
        body: JSON.stringify({ hold, ...fields }),
        // A redirect would send the token elsewhere.
        redirect: "manual",
        signal: request.signal,
        ...noStore(),
      });
      return { status: response.status, body: parsed(await readAtMost(response, MAX_REPLY_BYTES)) };
    } catch (error) {
      throw asCause(error, [endpoint.token, hold]);
    } finally {
      clearTimeout(timer);
    }
  }

  const watchdog: Watchdog = {
    async entrust(entrusted) {
      const { maxHoldMs, leaseMs, requestId } = entrusted;
      return entrustReply(await ask(entrusted, "entrust", { maxHoldMs, leaseMs, requestId }), entrusted);
    },
    async withdraw(request) {
      const answer = await ask(request, "withdraw", { requestId: request.requestId });
      if (answer.status !== 200) throw refusal(answer);
    },
    async status(id) {
      return handOffStatus(await ask(id, "status", {}));
    },
    async keptHolds({ key: lockKey }) {
      return keptHolds(await ask({ ...OF_ANY_HOLD, key: lockKey }, "kept", {}));
    },
  };
  return shownAs(watchdog, "RemoteWatchdog", () => ({ url: api }));
}

/** Parses a body. Drops text that is not JSON, because it may quote the request. */
function parsed(text: string | undefined): Answer["body"] {
  try {
    const body: unknown = JSON.parse(text ?? "");
    return { ...Object(body) };
  } catch {
    return {};
  }
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

function entrustReply(answer: Answer, asked: Entrusted): EntrustReply {
  const { status, body } = answer;
  const { code, title, end, leaseMs, maxHoldMs, deadline } = body;
  if (status === 409 && (code === "LOCK_LOST" || code === "LOCK_STOLEN") && typeof end === "string")
    return { kind: "ended", end };
  if (status === 503 && code === "WATCHDOG_UNREACHABLE") {
    return { kind: "unconfirmed", problem: "its Worker could not confirm a renewal" };
  }
  if (status === 429) return { kind: "full" };
  if (status === 400 && (body["option"] === "maxHoldMs" || body["option"] === "leaseMs")) {
    const problem = String(title)
      .replace(/^"\w+" /, "")
      .slice(0, 200);
    throw new InvalidOptionError(body["option"], `was refused by the watchdog's Worker: ${problem}`);
  }
  if (status !== 200) throw refusal(answer);
  if (!isDuration(leaseMs) || !isDuration(maxHoldMs) || typeof deadline !== "number") throw unexpected();
  return { kind: "kept", leaseMs: Math.min(leaseMs, asked.leaseMs), maxHoldMs, deadline };
}

function handOffStatus(answer: Answer): HandOffStatus {
  const { status, body } = answer;
  if (status !== 200) throw refusal(answer);
  const { state, deadline, endedAt } = body;
  if (state === "unknown") return { state };
  if (state === "kept" && typeof deadline === "number") return { state, deadline };
  if ((state === "released" || state === "expired" || state === "lost") && typeof endedAt === "number") {
    return { state, endedAt };
  }
  throw unexpected();
}

function keptHolds(answer: Answer): KeptHolds {
  const { status, body } = answer;
  if (status !== 200) throw refusal(answer);
  const { holds, isWhole } = body;
  if (!Array.isArray(holds) || typeof isWhole !== "boolean") throw unexpected();
  return { holds: holds.map(keptHold), isWhole };
}

function keptHold(value: unknown): KeptHolds["holds"][number] {
  const { owner, deadline }: { owner?: unknown; deadline?: unknown } = Object(value);
  if (typeof owner !== "string" || typeof deadline !== "number") throw unexpected();
  return { owner, deadline };
}

function isDuration(value: unknown): value is number {
  return typeof value === "number" && value > 0;
}

// A repeated request gets the same answer for these.
const FINAL = new Set([400, 401, 403, 404, 405, 409, 413, 415]);

function refusal({ status, body }: Answer): Error {
  const secret = status === 400 && body["option"] === "hold" ? ": is `secret` its LOCK_API_SECRET?" : "";
  return Object.assign(new Error(`its lock API answered HTTP ${status}${secret}`), { isFinal: FINAL.has(status) });
}

function unexpected(): UnexpectedReplyError {
  return new UnexpectedReplyError(
    "the watchdog's Worker returned an unexpected reply; check that url is that of the lock API",
  );
}
