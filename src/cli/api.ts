// Locks of a deployed lock API, by its typed client.
import { isLockError } from "../errors.ts";
import type { RedisEndpoint } from "../index.ts";
import type { FreedKind } from "../locks/freeing.ts";
import { apiRequest } from "../remote/api-request.ts";
import { createRemoteLocks, type RemoteLocks } from "../remote/index.ts";
import { connectLockApi, type Fields, type LockApi } from "../remote/lock-api.ts";
import { allPages } from "./all-pages.ts";
import { CommandError, EXIT } from "./exit-code.ts";
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
  readonly #locks: RemoteLocks;

  /** @param endpoint the Worker's address, already checked; with a path, the place where the API is mounted */
  constructor({ url, token, allowHttp }: RedisEndpoint) {
    this.#api = connectLockApi(url, token, fetch);
    this.#locks = createRemoteLocks({ url, token, allowHttp });
  }

  /** The host that answers. */
  get host(): string {
    return new URL(this.#api.url).host;
  }

  async acquire(name: string, options: RunOptions): Promise<RunHold> {
    if (options.leaseMs !== undefined) {
      throw new CommandError("INVALID_OPTION", "--lease needs a database: the lock API has a lease of its own");
    }
    return this.use(async (locks) => {
      const { release, ...hold } = await acquireFor(locks.fencedLock(name), options);
      return { ...hold, release: () => this.use(release) };
    });
  }

  list(match: string | undefined): Promise<HeldLock[]> {
    return this.use((locks) => allPages((cursor) => locks.list({ match, cursor })));
  }

  inspect(name: string): Promise<LockState> {
    return this.use((locks) => locks.lock(name).inspect());
  }

  free(name: string, kind: FreedKind): Promise<boolean> {
    return this.use((locks) => {
      if (kind === "lock") return locks.lock(name).forceRelease();
      if (kind === "fairLock") return locks.fairLock(name).forceRelease();
      const sides = locks.readWriteLock(name);
      return (kind === "readLock" ? sides.readLock() : sides.writeLock()).forceRelease();
    });
  }

  /** Sends a request that is about no lock, and returns the answer. */
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
