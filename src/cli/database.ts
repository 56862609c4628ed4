// Locks in a Redis database, by the library itself.
import {
  type Client,
  createClient,
  fairLock,
  fencedLock,
  inspection,
  listLocks,
  lock,
  type RedisEndpoint,
  readWriteLock,
  steal,
  streams,
} from "../index.ts";
import type { FreedKind } from "../locks/freeing.ts";
import { allPages } from "./all-pages.ts";
import { acquireFor } from "./run-hold.ts";
import type { HeldLock, LockState, RunHold, RunOptions, Service } from "./service.ts";

const LOCKS_OF_A_PAGE = 1_000;

export class Database implements Service {
  readonly #options: { readonly redis: RedisEndpoint; readonly prefix: string | undefined };
  readonly #clients: Client[] = [];

  constructor(redis: RedisEndpoint, prefix: string | undefined) {
    this.#options = { redis, prefix };
  }

  acquire(name: string, options: RunOptions): Promise<RunHold> {
    return acquireFor(fencedLock(this.#client(options.leaseMs), name), options);
  }

  list(match: string | undefined): Promise<HeldLock[]> {
    const client = this.#client();
    return allPages((cursor) => listLocks(client, { match, cursor, limit: LOCKS_OF_A_PAGE }));
  }

  inspect(name: string): Promise<LockState> {
    return lock(this.#client(), name).inspect();
  }

  free(name: string, kind: FreedKind): Promise<boolean> {
    const client = this.#client();
    if (kind === "lock") return lock(client, name).forceRelease();
    if (kind === "fairLock") return fairLock(client, name).forceRelease();
    const sides = readWriteLock(client, name);
    return (kind === "readLock" ? sides.readLock() : sides.writeLock()).forceRelease();
  }

  close(): void {
    for (const client of this.#clients) client.close();
  }

  #client(leaseMs?: number): Client {
    const { redis, prefix } = this.#options;
    const client = createClient({ redis, prefix, leaseMs, wait: streams(), inspection: inspection(), steal: steal() });
    this.#clients.push(client);
    return client;
  }
}
