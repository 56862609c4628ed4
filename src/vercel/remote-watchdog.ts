// The watchdog of a deployed Worker, over HTTP: for functions that have no Durable Objects of their own. It speaks the Worker's lock API.
import { InvalidOptionError, UnexpectedReplyError } from "../errors.ts";
import { type SerializedHold, serializeHold } from "../locks/serialized.ts";
import { readAtMost } from "../redis/body.ts";
import { checkEndpoint } from "../redis/endpoint.ts";
import { NO_STORE } from "../redis/upstash.ts";
import type { Entrusted, EntrustedId, EntrustReply, HandOffStatus, Watchdog } from "../watchdog/watchdog.ts";

const MAX_REPLY_BYTES = 65_536;
// Whoever asks gives up before.
const TRY_MS = 10_000;

interface Answer {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
}

/**
 * Makes `watchdog` for createLocks: a Worker of `src/worker`, with the same Redis database, keeps what is handed off, for a day at the
 * longest, with leases of 600,000 ms at the most.
 * @param url where the Worker is, or, with a path, where its lock API is mounted; `https://…`, or `http://` for this machine
 * @param token its LOCK_API_TOKEN
 * @throws INVALID_OPTION naming "watchdog.url" or "watchdog.token"
 */
export function remoteWatchdog({ url, token }: { readonly url: string; readonly token: string }): Watchdog {
  const endpoint = checkEndpoint("watchdog", url, token);
  const api = new URL(endpoint.url).pathname === "/" ? `${endpoint.url}/v1/locks` : endpoint.url;

  async function ask(id: EntrustedId, verb: string, fields: object): Promise<Answer> {
    // A URL loses them, however they are written.
    if (id.key === "." || id.key === "..")
      throw new InvalidOptionError("name", 'cannot be "." or ".." for a remote watchdog');
    const request = new AbortController();
    const timer = setTimeout(() => request.abort(), TRY_MS);
    try {
      const response = await fetch(`${api}/${encodeURIComponent(id.key)}/${verb}`, {
        method: "POST",
        headers: { authorization: `Bearer ${endpoint.token}`, "content-type": "application/json" },
        body: JSON.stringify({ hold: asText(id), ...fields }),
        // A redirect would carry the token elsewhere.
        redirect: "manual",
        signal: request.signal,
        ...NO_STORE,
      });
      return { status: response.status, body: parsed(await readAtMost(response, MAX_REPLY_BYTES)) };
    } finally {
      clearTimeout(timer);
    }
  }

  return {
    async entrust(entrusted) {
      const { maxHoldMs, leaseMs, requestId } = entrusted;
      return entrustReply(await ask(entrusted, "hand-off", { maxHoldMs, leaseMs, requestId }), entrusted);
    },
    async withdraw(request) {
      const { status } = await ask(request, "hand-off/withdraw", { requestId: request.requestId });
      if (status !== 200) throw refusal(status);
    },
    async status(id) {
      return handOffStatus(await ask(id, "hand-off/status", {}));
    },
  };
}

/** Nothing of what is no JSON: it may quote what was sent. */
function parsed(text: string | undefined): Answer["body"] {
  try {
    const body: unknown = JSON.parse(text ?? "");
    return { ...Object(body) };
  } catch {
    return {};
  }
}

// Of whoever is only asked about, the Worker needs no more than the names.
const ASKED_ABOUT = { epoch: "", ownerIsNew: true, leaseMs: 1_000, shared: undefined };

function asText(id: EntrustedId | Entrusted): string {
  const { key, owner, holdId } = id;
  const { epoch, ownerIsNew, leaseMs, shared } = "epoch" in id ? id : ASKED_ABOUT;
  const hold: SerializedHold["hold"] = { key, owner, holdId, epoch, ownerIsNew, leaseMs };
  return serializeHold(shared === true ? "read" : "lock", hold, false);
}

function entrustReply({ status, body }: Answer, asked: Entrusted): EntrustReply {
  const { code, end, leaseMs, maxHoldMs, deadline } = body;
  if (status === 409 && code === "LOCK_LOST" && typeof end === "string") return { kind: "ended", end };
  if (status === 503 && code === "WATCHDOG_UNREACHABLE") {
    return { kind: "unconfirmed", problem: "its Worker could not confirm a renewal" };
  }
  if (status === 400 && (body["option"] === "maxHoldMs" || body["option"] === "leaseMs")) {
    throw new InvalidOptionError(body["option"], "is more than the watchdog's Worker takes");
  }
  if (status !== 200) throw refusal(status);
  if (!isDuration(leaseMs) || !isDuration(maxHoldMs) || typeof deadline !== "number") throw unexpected();
  return { kind: "kept", leaseMs: Math.min(leaseMs, asked.leaseMs), maxHoldMs, deadline };
}

function handOffStatus({ status, body }: Answer): HandOffStatus {
  if (status !== 200) throw refusal(status);
  const { state, deadline, endedAt } = body;
  if (state === "unknown") return { state };
  if (state === "kept" && typeof deadline === "number") return { state, deadline };
  if ((state === "released" || state === "expired" || state === "lost") && typeof endedAt === "number") {
    return { state, endedAt };
  }
  throw unexpected();
}

function isDuration(value: unknown): value is number {
  return typeof value === "number" && value > 0;
}

// Asked again, these are answered the same.
const FINAL = new Set([400, 401, 403, 404, 405, 413, 415]);

function refusal(status: number): Error {
  return Object.assign(new Error(`its lock API answered HTTP ${status}`), { isFinal: FINAL.has(status) });
}

function unexpected(): UnexpectedReplyError {
  return new UnexpectedReplyError(
    "the watchdog's Worker gave an answer that is none: is its url that of the lock API?",
  );
}
