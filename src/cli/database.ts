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
  type RedisEndpoint,
  readWriteLock,
  steal,
  streams,
} from "../index.ts";
import { type FreedKind, kindToFree } from "../locks/freeing.ts";
import type { HeldLock, LockState, RunHold, RunOptions, Service } from "./service.ts";

// `run` holds the lock for as long as its command runs. This is the longest that a timer can wait.
const LONGEST_HOLD_MS = 2_147_483_647;
const LOCKS_OF_A_PAGE = 1_000;

export class Database implements Service {
  readonly #options: { readonly redis: RedisEndpoint; readonly prefix: string | undefined };
  readonly #clients: Client[] = [];

  constructor(redis: RedisEndpoint, prefix: string | undefined) {
    this.#options = { redis, prefix };
  }

  async acquire(name: string, { waitMs, leaseMs, signal, onBusy, ...more }: RunOptions): Promise<RunHold> {
    const client = this.#client(leaseMs);
    let hasWaited = false;
    const onWait = () => {
      if (!hasWaited) onBusy();
      hasWaited = true;
    };
    const held = await fencedLock(client, name).acquire({ waitMs, signal, onWait, ...more });
    held.keepAlive(undefined, { maxHoldMs: LONGEST_HOLD_MS });
    return {
      owner: held.owner,
      fencingToken: held.fencingToken,
      signal: held.signal,
      validMs: () => held.validUntil - Date.now(),
      release: async () => (await held.release()).outcome === "released",
    };
  }

  async list(match: string | undefined): Promise<HeldLock[]> {
    const client = this.#client();
    const found = new Map<string, HeldLock>();
    let cursor: string | undefined;
    do {
      const page = await listLocks(client, { match, cursor, limit: LOCKS_OF_A_PAGE });
      // A lock may come twice.
      for (const held of page.locks) found.set(held.name, held);
      cursor = page.cursor;
    } while (cursor !== undefined);
    return [...found.values()];
  }

  inspect(name: string): Promise<LockState> {
    return lock(this.#client(), name).inspect();
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
  }

  #client(leaseMs?: number): Client {
    const { redis, prefix } = this.#options;
    const client = createClient({ redis, prefix, leaseMs, wait: streams(), inspection: inspection(), steal: steal() });
    this.#clients.push(client);
    return client;
  }
}
