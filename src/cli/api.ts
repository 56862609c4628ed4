// Locks of a deployed lock API, over HTTP. docs/lock-api.md describes its requests and answers.
import type { RedisEndpoint } from "../index.ts";
import { kindToFree, statedHolders } from "../locks/freeing.ts";
import { readAtMost } from "../redis/read-body.ts";
import { type Ask, type Fields, heldSince } from "./api-hold.ts";
import { CommandError, EXIT } from "./exit-code.ts";
import type { HeldLock, LockState, RunHold, RunOptions, Service } from "./service.ts";

const MOST_BYTES = 1_048_576;
const ANSWER_MS = 10_000;
// The longest wait of one request.
const LONGEST_WAIT_MS = 60_000;

export class Api implements Service {
  readonly #url: string;
  readonly #token: string;

  /** @param endpoint the Worker's address, already checked; with a path, the place where the API is mounted */
  constructor({ url, token }: RedisEndpoint) {
    const address = url.replace(/\/+$/, "");
    this.#url = new URL(address).pathname === "/" ? `${address}/v1/locks` : address;
    this.#token = token;
  }

  /** The host that answers. */
  get host(): string {
    return new URL(this.#url).host;
  }

  async acquire(name: string, { waitMs, leaseMs, signal, onBusy, ...more }: RunOptions): Promise<RunHold> {
    if (leaseMs !== undefined) {
      throw new CommandError("INVALID_OPTION", "--lease needs a database: the lock API has a lease of its own");
    }
    const ask: Ask = (verb, body, limits) => this.ask("POST", `/${encodeURIComponent(name)}/${verb}`, body, limits);
    const endsAt = performance.now() + waitMs;
    let hasWaited = false;
    // Ends with the hold, or with the error of the last attempt.
    while (true) {
      const leftMs = hasWaited ? endsAt - performance.now() : 0;
      const sentAt = performance.now();
      const waitsMs = Math.round(Math.min(Math.max(0, leftMs), LONGEST_WAIT_MS));
      const asked = { kind: "fencedLock", waitMs: waitsMs, ...more };
      try {
        const granted = await ask("acquire", asked, { timeoutMs: ANSWER_MS + asked.waitMs, signal });
        return await heldSince(ask, granted, sentAt);
      } catch (error) {
        const isBusy = error instanceof CommandError && error.code === "LOCK_BUSY";
        if (!isBusy || performance.now() >= endsAt) throw error;
        if (!hasWaited) onBusy();
        hasWaited = true;
      }
    }
  }

  async list(match: string | undefined): Promise<HeldLock[]> {
    const found = new Map<string, HeldLock>();
    let cursor: string | undefined;
    do {
      const query = new URLSearchParams(Object.entries({ match, cursor }).filter(isGiven));
      const page = await this.ask<{ locks: readonly HeldLock[]; cursor?: string }>("GET", `?${query}`);
      expected(Array.isArray(page.locks));
      for (const held of page.locks) found.set(held.name, held);
      cursor = page.cursor;
    } while (cursor !== undefined);
    return [...found.values()];
  }

  async inspect(name: string): Promise<LockState> {
    const state = await this.ask<LockState>("GET", `/${encodeURIComponent(name)}/inspect`);
    expected(Array.isArray(state.holders) && Array.isArray(state.queue));
    return state;
  }

  async free(found: LockState): Promise<boolean> {
    const path = `/${encodeURIComponent(found.name)}/force-release`;
    const body = { kind: kindToFree(found), ...statedHolders(found) };
    return (await this.ask("POST", path, body))["wasLocked"] === true;
  }

  close(): void {}

  /**
   * Sends a request, and returns the answer.
   * @param path what follows the address of the API
   * @throws CommandError with the problem that the API answers with
   */
  async ask<Answer extends object = Fields>(
    method: "GET" | "POST",
    path: string,
    body?: Fields,
    { timeoutMs = ANSWER_MS, signal }: { timeoutMs?: number; signal?: AbortSignal } = {},
  ): Promise<Answer> {
    const limit = AbortSignal.timeout(Math.ceil(timeoutMs));
    const ended = signal === undefined ? limit : AbortSignal.any([signal, limit]);
    const { status, text } = await this.#send(method, path, body, ended).catch(() => {
      if (signal?.aborted) throw new CommandError("ABORTED", "the wait was ended");
      throw new CommandError("REDIS_UNREACHABLE", "the lock API does not answer: check LEASEHOUND_API_URL");
    });
    const answer = objectIn<Answer>(text);
    if (status === 200 && answer !== undefined) return answer;
    throw problemOf(status, objectIn<Fields>(text));
  }

  async #send(
    method: "GET" | "POST",
    path: string,
    body: Fields | undefined,
    signal: AbortSignal,
  ): Promise<{ status: number; text: string | undefined }> {
    const response = await fetch(`${this.#url}${path}`, {
      method,
      headers: { authorization: `Bearer ${this.#token}`, "content-type": "application/json" },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      // A redirect would send the token elsewhere.
      redirect: "manual",
      signal,
    });
    return { status: response.status, text: await readAtMost(response, MOST_BYTES) };
  }
}

/** Returns the JSON object of an answer; undefined: it has none. */
function objectIn<Answer extends object>(text: string | undefined): Answer | undefined {
  try {
    const parsed: Answer | null = JSON.parse(text ?? "");
    return typeof parsed === "object" && parsed !== null ? parsed : undefined;
  } catch {
    return undefined;
  }
}

function expected(isExpected: boolean): void {
  if (isExpected) return;
  throw new CommandError("UNEXPECTED_REPLY", "the lock API gave an unexpected answer: check its version");
}

function isGiven(entry: [string, string | undefined]): entry is [string, string] {
  return entry[1] !== undefined;
}

/** Returns the error for an answer other than 200: the problem that the API states, or the status alone. */
function problemOf(status: number, fields: Fields | undefined): CommandError {
  const { code, title, holder, remainingMs } = fields ?? {};
  if (typeof code !== "string" || typeof title !== "string") {
    const words = `the lock API answered HTTP ${status} without a problem: check LEASEHOUND_API_URL`;
    return new CommandError(`HTTP_${status}`, words, status < 500 ? EXIT.refused : EXIT.unreachable);
  }
  const { label } = Object(holder);
  const who = typeof label === "string" && label !== "" ? `, held by ${JSON.stringify(label)}` : "";
  const left = typeof remainingMs === "number" && remainingMs > 0 ? `, for another ${remainingMs} ms` : "";
  const exitCode = status >= 500 && code !== "REDIS_REFUSED" ? EXIT.unreachable : undefined;
  return new CommandError(code, `the lock API answered: ${title}${who}${left}`, exitCode);
}
