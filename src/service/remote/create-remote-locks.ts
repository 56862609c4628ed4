// The locks of a lock API, as methods of one object.

import { shownAs, showsAs } from "../../base/printing.ts";
import { callable, ownMembers } from "../../base/validate.ts";
import type { LockEvent } from "../../lock/events.ts";
import { CloseRegistry } from "../../lock/hold/close-registry.ts";
import type { Held } from "../../lock/hold/held.ts";
import { checkEndpoint } from "../../lock/http/http.ts";
import type { FencedLock } from "../../lock/kinds/fenced-lock.ts";
import type { SemaphoreOptions } from "../../lock/kinds/initial-permits.ts";
import { checkListOptions, type ListLocksOptions, type LockPage } from "../../lock/kinds/list-locks.ts";
import type { Lock } from "../../lock/kinds/lock.ts";
import type { ReadWriteLock } from "../../lock/kinds/shared-lock.ts";
import type { WithLockOptions } from "../../lock/kinds/with-hold.ts";
import { malformed } from "../../lock/parts/hold-text.ts";
import { runUntilAnswered } from "../../lock/retry.ts";
import { MAX_LISTED } from "../api/contract/limits.ts";
import type { KindName } from "../api/contract/vocabulary.ts";
import { remoteStealing } from "./acquiring.ts";
import { PAGE } from "./answer-shapes.ts";
import { apiRequest } from "./api-calls.ts";
import { connectLockApi, type LockApi } from "./api-request.ts";
import { type Fetch, globalFetch } from "./fetch.ts";
import { isKindName, remoteFencedKind, remoteKind } from "./remote-kinds.ts";
import { type RemoteClient, RemoteLock } from "./remote-lock.ts";
import { RemotePermits, type RemoteSemaphore } from "./remote-permits.ts";
import { remoteText } from "./remote-text.ts";
import { waitLineOf } from "./wait-line.ts";

/** Options of `createRemoteLocks`. */
export interface RemoteLocksOptions {
  /**
   * The address of the lock API: of the Worker, or with a path, of the place where the API is mounted. `https://…`, or
   * `http://` for this machine.
   */
  readonly url: string;
  /** A token of the API: its root token, or a capability token. It is sent only to `url`. */
  readonly token: string;
  /**
   * Sends the requests. With a service binding: `(url, init) => env.LOCKS.fetch(url, init)`. Default: the global
   * `fetch`.
   */
  readonly fetch?: Fetch | undefined;
  /** Called for every event of a hold. Its errors are ignored. */
  readonly onEvent?: ((event: LockEvent) => void) | undefined;
  /** Allows `http://` for any host, in a private network: the token is then sent in clear text. Default: false. */
  readonly allowHttp?: boolean | undefined;
}

// The defaults of createLocks. Only the API knows the lease: this one decides how long a request may take.
const DEFAULTS = { leaseMs: 30_000, waitMs: 10_000, pollMs: 5_000, fairPatienceMs: 300_000, prefix: "", label: "" };

// For a page, the API asks Redis several times.
const PAGE_MS = 20_000;

/** The locks of a lock API. */
export interface RemoteLocks extends Pick<AllRemoteLocks, keyof AllRemoteLocks> {}

class AllRemoteLocks {
  readonly #client: RemoteClient;

  /** @internal */
  constructor(api: LockApi, onEvent?: RemoteLocksOptions["onEvent"]) {
    this.#client = {
      driver: api,
      options: { ...DEFAULTS, onEvent },
      closeRegistry: new CloseRegistry(),
      newOwner: () => crypto.randomUUID(),
      text: remoteText,
      stealing: remoteStealing(api),
    };
  }

  /**
   * Returns the reentrant lock of this name.
   * @param name the lock's name, as in the URLs of the API: 1 to 200 characters of A-Z a-z 0-9 . _ ~ : / @ -
   * @returns the lock
   * @throws INVALID_OPTION when `name` is wrong
   * @example
   * await using held = await locks.lock("orders:42").acquire();
   */
  lock(name: string): Lock {
    return this.#lock("lock", name);
  }

  /**
   * Runs `fn` with the lock of this name: acquires it, renews it while `fn` runs, and releases it. Short for
   * `lock(name).withLock(fn, options)`.
   * @param name the lock's name, see `lock`
   * @param fn the work; gets the hold, whose `signal` aborts when the lock is lost
   * @param options see `Lock.withLock`
   * @returns the result of `fn`
   * @throws the error of `fn`; LOCK_BUSY when `waitMs` has passed; LOCK_LOST or LOCK_STOLEN; see `Lock.withLock`
   * @example
   * const receipt = await locks.withLock("orders:42", (held) => charge(order, { signal: held.signal }));
   */
  async withLock<T>(name: string, fn: (held: Held) => T | PromiseLike<T>, options?: WithLockOptions): Promise<T> {
    return this.lock(name).withLock(fn, options);
  }

  /**
   * Returns the fair lock of this name: it serves waiters in the order of their arrival. A wait of more than 60 s
   * consists of several requests, and each of them joins the queue at its end.
   * @param name the lock's name, see `lock`
   * @returns the lock
   * @throws INVALID_OPTION when `name` is wrong
   * @example
   * await using held = await locks.fairLock("orders:42").acquire();
   */
  fairLock(name: string): Lock {
    return this.#lock("fairLock", name);
  }

  /**
   * Returns the fenced lock of this name: its holds have rising tokens.
   * @param name the lock's name, see `lock`
   * @returns the lock
   * @throws INVALID_OPTION when `name` is wrong
   * @example
   * await using held = await locks.fencedLock("invoices").acquire();
   */
  fencedLock(name: string): FencedLock {
    return new RemoteLock(this.#client, remoteFencedKind(this.#client.driver), name);
  }

  /**
   * Returns the read lock and the write lock of this name: many may read at once, or one may write.
   * @param name the name of both locks, see `lock`
   * @returns both locks
   * @throws INVALID_OPTION when `name` is wrong
   * @example
   * await using held = await locks.readWriteLock("catalogue").readLock().acquire();
   */
  readWriteLock(name: string): ReadWriteLock {
    return this.#both(name, "ReadWriteLock", "readLock", "writeLock");
  }

  /**
   * Returns the read lock and the write lock of this name, which serve their waiters in the order of their arrival.
   * @param name the name of both locks, see `lock`
   * @returns both locks
   * @throws INVALID_OPTION when `name` is wrong
   * @example
   * await using held = await locks.fairReadWriteLock("catalogue").writeLock().acquire();
   */
  fairReadWriteLock(name: string): ReadWriteLock {
    return this.#both(name, "FairReadWriteLock", "fairReadLock", "fairWriteLock");
  }

  /**
   * Returns the semaphore of this name, which limits how many callers work at once. Its permits have ids and leases.
   * @param name the semaphore's name, see `lock`
   * @param options `permits`: the number to set when an acquire finds none set, 1 to 2,147,483,647; default: none
   * @returns the semaphore
   * @throws INVALID_OPTION when `name` or `permits` is wrong
   * @example
   * await using permit = await locks.permitExpirableSemaphore("deployments", { permits: 3 }).acquire();
   */
  permitExpirableSemaphore(name: string, options?: SemaphoreOptions): RemoteSemaphore {
    return new RemotePermits(this.#client, name, options);
  }

  /**
   * Continues a hold that was serialized, of any lock of this API. One request verifies it.
   * @param serialized the text of `held.serialize()` of such a hold
   * @returns the hold
   * @throws LOCK_LOST when the hold is over or about to end; LOCK_STOLEN when it was stolen; CLOSED after `close()`;
   * INVALID_OPTION when `serialized` is something else
   * @throws REDIS_UNREACHABLE, REDIS_REFUSED, OUTCOME_UNKNOWN or UNEXPECTED_REPLY when the request fails
   * @example
   * await using held = await locks.resume(serialized);
   */
  async resume(serialized: string): Promise<Held> {
    const { kindId, key } = remoteText.parse(serialized);
    if (!isKindName(kindId)) throw malformed();
    return this.#lock(kindId, key).resume(serialized);
  }

  /**
   * Lists the locks that are held, page by page: those for which the token has the verb `list`. A page has 50 locks at
   * most. A lock that is held during the whole listing is listed at least once.
   * @param options `match`: the names, with `*` for any text and `?` for one byte; `limit`: the most locks of a page,
   * default 50; `cursor`: the `cursor` of the previous page
   * @returns the locks of this page, and the `cursor` of the next one
   * @throws INVALID_OPTION when an option is wrong; REDIS_REFUSED when the token has no verb `list`
   * @throws REDIS_UNREACHABLE, OUTCOME_UNKNOWN or UNEXPECTED_REPLY when the request fails
   * @example
   * const { locks: held, cursor } = await locks.list({ match: "orders:*" });
   */
  async list(options?: ListLocksOptions): Promise<LockPage> {
    const { match, cursor, limit = MAX_LISTED } = checkListOptions(options);
    const fields = {
      limit: String(Math.min(limit, MAX_LISTED)),
      ...(match !== undefined && { match }),
      ...(cursor !== undefined && { cursor }),
    };
    const call = apiRequest(this.#client.driver, "GET /", { fields }, PAGE);
    const { reply } = await runUntilAnswered(this.#client.driver, call, { timeoutMs: PAGE_MS, budgetMs: PAGE_MS });
    return { locks: reply.locks, cursor: reply.cursor };
  }

  /**
   * Ends waits and renewals, and releases nothing. See `Client.close`.
   * @example
   * locks.close();
   */
  close(): void {
    this.#client.closeRegistry.close();
  }

  #lock(kind: KindName, name: string): RemoteLock {
    return new RemoteLock(this.#client, remoteKind(this.#client.driver, kind), name);
  }

  #both(name: string, shown: string, readKind: KindName, writeKind: KindName): ReadWriteLock {
    const [read, write] = [this.#lock(readKind, name), this.#lock(writeKind, name)];
    const both = { name, readLock: () => read, writeLock: () => write, inspect: () => read.inspect() };
    return shownAs(both, shown, () => ({ name }));
  }

  static {
    showsAs(AllRemoteLocks, "RemoteLocks", (locks) => ({ url: locks.#client.driver.url }));
  }
}

/**
 * Creates the locks of a deployed lock API, over HTTP: for programs without the credentials of the database. They have
 * the methods of `createLocks`. Sends nothing.
 * @param options `url` and `token` of the API; `fetch`, to send through a service binding; `onEvent`, `allowHttp`:
 * see RemoteLocksOptions
 * @returns the locks
 * @throws INVALID_OPTION when an option is wrong
 * @example
 * const locks = createRemoteLocks({ url: "https://locks.example.com", token });
 * await using held = await locks.lock("orders:42").acquire();
 */
export function createRemoteLocks(options: RemoteLocksOptions): RemoteLocks {
  const known = ["url", "token", "fetch", "onEvent", "allowHttp"];
  const given = ownMembers("options", options, known, "url and token");
  const { url, token, allowHttp, fetch: send = globalFetch, onEvent } = given;
  callable("fetch", send);
  if (onEvent !== undefined) callable("onEvent", onEvent);
  const endpoint = checkEndpoint(url, token, allowHttp, ["url", "token", "allowHttp"]);
  return new AllRemoteLocks(connectLockApi(endpoint, send, "url", waitLineOf), onEvent);
}

/** @internal Returns the locks of a connected lock API. */
export function remoteLocksOf(api: LockApi): RemoteLocks {
  return new AllRemoteLocks(api);
}
