// Locks of a deployed lock API, by its typed client.

import { isLockError } from "../../base/errors.ts";
import type { RedisEndpoint } from "../../index.ts";
import { DEFAULT_PREFIX } from "../../lock/client-options.ts";
import { kindToFree, statedHolders } from "../../lock/kinds/freeing.ts";
import type { OperationKey, RequestOf, TokenFields } from "../../service/api/contract/contract.ts";
import {
  ApiProblem,
  type ApiRequest,
  ask,
  connectLockApi,
  type LockApi,
  type ReadAnswer,
} from "../../service/remote/api-request.ts";
import { type RemoteLocks, remoteLocksOf } from "../../service/remote/create-remote-locks.ts";
import { errorOf } from "../../service/remote/problems.ts";
import { allPages } from "./all-pages.ts";
import { CommandError, EXIT, HoldersChanged } from "./exit-code.ts";
import { acquireFor } from "./run-hold.ts";
import type { HeldLock, LockState, PermitState, RunHold, RunOptions, Service } from "./service.ts";

const ANSWER_MS = 10_000;
const URL_VARIABLE = "LEASEHOUND_API_URL";

export class Api implements Service {
  readonly prefix = DEFAULT_PREFIX;
  readonly token: string;
  readonly #api: LockApi;
  readonly #locks: RemoteLocks;
  /** The headers of the newest response. Undefined: the newest request got none. */
  #headers: Headers | undefined;

  /** @param endpoint the Worker's address, already checked; with a path, the place where the API is mounted */
  constructor(endpoint: RedisEndpoint) {
    const send = async (to: string, init: RequestInit): Promise<Response> => {
      this.#headers = undefined;
      const response = await fetch(to, init);
      this.#headers = response.headers;
      return response;
    };
    this.token = endpoint.token;
    this.#api = connectLockApi(endpoint, send, URL_VARIABLE);
    this.#locks = remoteLocksOf(this.#api);
  }

  /** The host that answers. */
  get host(): string {
    return new URL(this.#api.url).host;
  }

  /** Asks for the public description that the Worker has beside the API. */
  description(): Promise<Response> {
    return fetch(new URL("/openapi.json", this.#api.url), { signal: AbortSignal.timeout(ANSWER_MS) });
  }

  /** Asks whether a lock is held, also one that the token may not see. Returns the headers of the answer. */
  async headersOf(name: string): Promise<Headers> {
    await this.#ask("GET /{name}", { name, fields: {} });
    return this.#headers ?? new Headers();
  }

  /** Asks to free a lock without a word about its holders, which is always refused. Returns the status. */
  async refusalToFree(name: string): Promise<number> {
    const answer = await this.#ask("POST /{name}/force-release", { name, fields: {} });
    return answer instanceof ApiProblem ? answer.status : 200;
  }

  async acquire(name: string, options: RunOptions): Promise<RunHold> {
    if (options.leaseMs !== undefined) {
      throw new CommandError("INVALID_OPTION", "--lease needs a database: the lock API has a lease of its own");
    }
    return this.use(async (locks) => {
      const { release, ...hold } = await acquireFor(locks, name, options);
      return { ...hold, release: () => this.use(release) };
    });
  }

  list(match: string | undefined): Promise<HeldLock[]> {
    return this.use((locks) => allPages((cursor) => locks.list({ match, cursor })));
  }

  inspect(name: string): Promise<LockState> {
    return this.use((locks) => locks.lock(name).inspect());
  }

  permits(name: string): Promise<PermitState> {
    return this.use((locks) => locks.permitExpirableSemaphore(name).inspect());
  }

  async free(found: LockState): Promise<boolean> {
    const { name } = found;
    // Not by `forceRelease` of the client, which would look again, and state what it sees.
    const fields = { kind: kindToFree(found), ...statedHolders(found) };
    const answer = await this.#ask("POST /{name}/force-release", { name, fields });
    if (answer instanceof ApiProblem && answer.body["code"] === "HOLDERS_CHANGED") throw new HoldersChanged(name);
    return good(answer, name).wasLocked;
  }

  /** Makes a token. */
  async mint(fields: TokenFields): Promise<ReadAnswer<"POST /-/tokens">> {
    return good(await this.#ask("POST /-/tokens", { fields }));
  }

  async revoke(fields: RequestOf<"POST /-/tokens/revoke">): Promise<ReadAnswer<"POST /-/tokens/revoke">> {
    return good(await this.#ask("POST /-/tokens/revoke", { fields }));
  }

  /** Runs `work` with the locks. Throws CommandError. */
  use<T>(work: (locks: RemoteLocks) => Promise<T>): Promise<T> {
    return this.#failing(() => work(this.#locks));
  }

  close(): void {
    this.#locks.close();
  }

  /** Sends a request once, and returns the answer. */
  #ask<Key extends OperationKey>(key: Key, request: ApiRequest<RequestOf<Key>>): Promise<ReadAnswer<Key> | ApiProblem> {
    return this.#failing(() => ask(this.#api, key, request, { timeoutMs: ANSWER_MS }));
  }

  async #failing<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (!isLockError(error)) throw error;
      const isAway = this.#headers === undefined && error.code === "REDIS_UNREACHABLE";
      throw failureOfApi(error, isAway ? ` (${URL_VARIABLE} names ${this.host})` : "");
    }
  }
}

/** Returns an answer that is no problem. */
function good<Answer extends object>(answer: Answer | ApiProblem, name = ""): Answer {
  if (answer instanceof ApiProblem) throw failureOfApi(errorOf(answer, name));
  return answer;
}

/** Returns the failure of the command. `advice`: follows the sentence of the error. */
function failureOfApi(error: { readonly code: string; readonly message: string }, advice = ""): CommandError {
  const message = error.message + advice;
  // A status of Redis behind the API is no status of the API.
  if ("httpStatus" in error && error.httpStatus !== undefined && error.httpStatus !== 502)
    return new CommandError(`HTTP_${error.httpStatus}`, message, EXIT.refused);
  return new CommandError(error.code, message);
}
