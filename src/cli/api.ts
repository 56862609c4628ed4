// Locks of a deployed lock API, by its typed client.
import { isLockError } from "../errors.ts";
import type { RedisEndpoint } from "../index.ts";
import { kindToFree, statedHolders } from "../locks/freeing.ts";
import { apiRequest } from "../remote/api-request.ts";
import type { Fields } from "../remote/fields.ts";
import { createRemoteLocks, type RemoteLocks } from "../remote/index.ts";
import { connectLockApi, type LockApi } from "../remote/lock-api.ts";
import { allPages } from "./all-pages.ts";
import { CommandError, EXIT, HoldersChanged } from "./exit-code.ts";
import { acquireFor } from "./run-hold.ts";
import type { HeldLock, LockState, RunHold, RunOptions, Service } from "./service.ts";

const ANSWER_MS = 10_000;

// The words of the client, and those of the command line.
const WORDS: readonly (readonly [RegExp, string])[] = [
  [/the REST server cannot be reached( \([^)]*\))?/, "the lock API does not answer$1: check LEASEHOUND_API_URL"],
  [/check url\b/, "check LEASEHOUND_API_URL"],
  [/is url a lock API/, "is LEASEHOUND_API_URL a lock API"],
  [/but Redis may have done it/, "but the lock API may have done it"],
];

export class Api implements Service {
  readonly #api: LockApi;
  readonly #token: string;
  readonly #locks: RemoteLocks;

  /** @param endpoint the Worker's address, already checked; with a path, the place where the API is mounted */
  constructor({ url, token, allowHttp }: RedisEndpoint) {
    this.#api = connectLockApi(url, token, fetch);
    this.#token = token;
    this.#locks = createRemoteLocks({ url, token, allowHttp });
  }

  /** The host that answers. */
  get host(): string {
    return new URL(this.#api.url).host;
  }

  get token(): string {
    return this.#token;
  }

  /** Asks for the public description that the Worker has beside the API. */
  description(): Promise<Response> {
    return fetch(new URL("/openapi.json", this.#api.url), { signal: AbortSignal.timeout(ANSWER_MS) });
  }

  /** Sends a request once, and returns the answer as it is. */
  answer(path: string, body?: Fields): Promise<Response> {
    return fetch(`${this.#api.url}${path}`, {
      method: body === undefined ? "GET" : "POST",
      headers: { authorization: `Bearer ${this.#token}`, "content-type": "application/json" },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      // A redirect would send the token elsewhere.
      redirect: "manual",
      signal: AbortSignal.timeout(ANSWER_MS),
    });
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

  async free(found: LockState): Promise<boolean> {
    const { name } = found;
    try {
      // Not by `forceRelease` of the client, which would look again, and state what it sees.
      const body = { kind: kindToFree(found), ...statedHolders(found) };
      return (await this.ask(`/${encodeURIComponent(name)}/force-release`, body))["wasLocked"] === true;
    } catch (error) {
      if (error instanceof CommandError && error.code === "HTTP_409") throw new HoldersChanged(name);
      throw error;
    }
  }

  /** Sends a request once, and returns the answer. */
  ask(path: string, body: Fields): Promise<Fields> {
    return this.use(() => apiRequest(this.#api, path, body).runAll({ timeoutMs: ANSWER_MS, tries: undefined }));
  }

  /** Runs `work` with the locks. Throws CommandError in the words of the command line. */
  async use<T>(work: (locks: RemoteLocks) => Promise<T>): Promise<T> {
    try {
      return await work(this.#locks);
    } catch (error) {
      throw isLockError(error) ? failureOfApi(error) : error;
    }
  }

  close(): void {
    this.#locks.close();
  }
}

function failureOfApi(error: { readonly code: string; readonly message: string }): CommandError {
  const message = WORDS.reduce((text, [from, to]) => text.replace(from, to), error.message);
  // A status of Redis behind the API is no status of the API.
  if ("httpStatus" in error && error.httpStatus !== 502)
    return new CommandError(`HTTP_${error.httpStatus}`, message, EXIT.refused);
  return new CommandError(error.code, message);
}
