// Locks in a Redis database, by the library itself.
import { type Client, createClient, fencedLock, type RedisEndpoint, streams } from "../index.ts";
import type { RunHold, RunOptions, Service } from "./service.ts";

// `run` holds the lock for as long as its command runs. This is the longest that a timer can wait.
const LONGEST_HOLD_MS = 2_147_483_647;

export class Database implements Service {
  readonly #redis: RedisEndpoint;
  readonly #prefix: string | undefined;
  readonly #clients: Client[] = [];

  constructor(redis: RedisEndpoint, prefix: string | undefined) {
    this.#redis = redis;
    this.#prefix = prefix;
  }

  async acquire(name: string, { waitMs, leaseMs, label, signal, onBusy }: RunOptions): Promise<RunHold> {
    const client = this.#client(leaseMs);
    let hasWaited = false;
    const onWait = () => {
      if (!hasWaited) onBusy();
      hasWaited = true;
    };
    const held = await fencedLock(client, name).acquire({ waitMs, label, signal, onWait });
    held.keepAlive(undefined, { maxHoldMs: LONGEST_HOLD_MS });
    return {
      owner: held.owner,
      fencingToken: held.fencingToken,
      signal: held.signal,
      validMs: () => held.validUntil - Date.now(),
      release: async () => (await held.release()).outcome === "released",
    };
  }

  close(): void {
    for (const client of this.#clients) client.close();
  }

  #client(leaseMs?: number): Client {
    const client = createClient({ redis: this.#redis, prefix: this.#prefix, leaseMs, wait: streams() });
    this.#clients.push(client);
    return client;
  }
}
