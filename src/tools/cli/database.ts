// Locks in a Redis database, by the library itself.
import {
  type Client,
  createClient,
  fairLock,
  fairReadWriteLock,
  fencedLock,
  inspection,
  type Lock,
  listLocks,
  lock,
  permitExpirableSemaphore,
  readWriteLock,
  steal,
  streams,
} from "../../index.ts";
import { DEFAULT_PREFIX } from "../../lock/client-options.ts";
import { type FreedKind, kindToFree } from "../../lock/kinds/freeing.ts";
import { allPages } from "./all-pages.ts";
import { acquireFor, type RunLocks } from "./run-hold.ts";
import type { HeldLock, LockState, PermitState, RunHold, RunOptions, Service } from "./service.ts";
import type { Way } from "./way.ts";

const LOCKS_OF_A_PAGE = 1_000;

export class Database implements Service {
  readonly prefix: string;
  readonly way: Way;
  readonly #clients: Client[] = [];

  constructor(way: Way, prefix: string = DEFAULT_PREFIX) {
    this.way = way;
    this.prefix = prefix;
  }

  acquire(name: string, options: RunOptions): Promise<RunHold> {
    const client = this.#client(options.leaseMs);
    const locks: RunLocks = {
      fencedLock: (of) => fencedLock(client, of),
      permitExpirableSemaphore: (of, permits) => permitExpirableSemaphore(client, of, permits),
    };
    return acquireFor(locks, name, options);
  }

  list(match: string | undefined): Promise<HeldLock[]> {
    const client = this.#client();
    return allPages((cursor) => listLocks(client, { match, cursor, limit: LOCKS_OF_A_PAGE }));
  }

  inspect(name: string): Promise<LockState> {
    return lock(this.#client(), name).inspect();
  }

  permits(name: string): Promise<PermitState> {
    return permitExpirableSemaphore(this.#client(), name).inspect();
  }

  free(found: LockState): Promise<boolean> {
    const client = this.#client();
    const { name } = found;
    const lockOf: Record<FreedKind, () => Pick<Lock, "forceRelease">> = {
      lock: () => lock(client, name),
      fairLock: () => fairLock(client, name),
      readLock: () => readWriteLock(client, name).readLock(),
      writeLock: () => readWriteLock(client, name).writeLock(),
      fairReadLock: () => fairReadWriteLock(client, name).readLock(),
      fairWriteLock: () => fairReadWriteLock(client, name).writeLock(),
    };
    return lockOf[kindToFree(found)]().forceRelease();
  }

  close(): void {
    for (const client of this.#clients) client.close();
    this.way.close();
  }

  #client(leaseMs?: number): Client {
    const given = { redis: this.way.redis, prefix: this.prefix, leaseMs };
    const client = createClient({ ...given, wait: streams(), inspection: inspection(), steal: steal() });
    this.#clients.push(client);
    return client;
  }
}
