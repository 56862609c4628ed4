// A process of another program in a simulated world, whose threads take one lock as Redisson's do: they attempt, follow
// the channel of the lock by its name, and sleep until a message or the end of the lease.
import type { Database } from "../../../src/engine/simulation/database.ts";
import type { World } from "../../../src/engine/simulation/world.ts";

/** Acquires for the field ARGV 1, or returns the remaining ms. */
const ACQUIRE = `
if redis.call('exists', KEYS[1]) == 0 then
  redis.call('hset', KEYS[1], ARGV[1], '1')
  redis.call('pexpire', KEYS[1], ARGV[2])
  return -1
end
return redis.call('pttl', KEYS[1])`;
const RELEASE = `
redis.call('del', KEYS[1])
redis.call('publish', KEYS[2], '0')`;
const LEASE_MS = "30000";
// Redisson's waiters wake one of a process by this message, and all of them by the other.
const FREE = "0";

export interface OtherOptions {
  /** A UUID, as the fields of Redisson begin. */
  readonly name: string;
  readonly key: string;
  readonly channel: string;
  readonly roundTripMs: number;
}

export class OtherProcess {
  readonly #world: World;
  readonly #database: Database;
  readonly #options: OtherOptions;
  /** Threads that wait, or attempt because they wait. */
  #waiting = 0;
  #stop = (): void => {};
  /** Messages that no thread has taken yet. */
  #permits = 0;
  #sleepers: (() => void)[] = [];

  constructor(world: World, database: Database, options: OtherOptions) {
    this.#world = world;
    this.#database = database;
    this.#options = options;
  }

  /** Acquires the lock for a thread. */
  async acquire(thread: number): Promise<void> {
    const { name, key } = this.#options;
    const attempt = async (): Promise<number> =>
      Number(await this.#send("EVAL", ACQUIRE, "1", key, `${name}:${thread}`, LEASE_MS));
    if ((await attempt()) < 0) return;
    await this.#follow();
    // Ends with the grant.
    for (;;) {
      const leftMs = await attempt();
      if (leftMs < 0) break;
      await this.#sleep(leftMs);
    }
    this.#waiting -= 1;
    if (this.#waiting > 0) return;
    this.#stop();
    this.#permits = 0;
  }

  async release(): Promise<void> {
    await this.#send("EVAL", RELEASE, "2", this.#options.key, this.#options.channel);
  }

  sleep(ms: number): Promise<void> {
    return new Promise((resolve) => this.#world.after(ms, resolve));
  }

  async #send(...words: readonly string[]): Promise<unknown> {
    await this.sleep(this.#options.roundTripMs / 2);
    const answer = this.#database.run(words);
    await this.sleep(this.#options.roundTripMs / 2);
    if ("error" in answer) throw new Error(answer.error);
    return answer.result;
  }

  async #follow(): Promise<void> {
    this.#waiting += 1;
    if (this.#waiting > 1) return;
    await this.sleep(this.#options.roundTripMs / 2);
    const hear = (message: string): void => {
      this.#world.after(this.#options.roundTripMs / 2, () => this.#wake(message === FREE ? 1 : this.#waiting));
    };
    this.#stop = this.#database.follow(this.#options.channel, false, hear, true);
    await this.sleep(this.#options.roundTripMs / 2);
  }

  #wake(many: number): void {
    this.#permits += many;
    while (this.#permits > 0 && this.#sleepers.length > 0) {
      this.#permits -= 1;
      this.#sleepers.shift()?.();
    }
  }

  #sleep(ms: number): Promise<void> {
    if (this.#permits > 0) {
      this.#permits -= 1;
      return Promise.resolve();
    }
    return new Promise((resolve) => {
      const timer = this.#world.after(ms, () => {
        this.#sleepers = this.#sleepers.filter((sleeper) => sleeper !== wake);
        resolve();
      });
      const wake = (): void => {
        timer.run = undefined;
        resolve();
      };
      this.#sleepers.push(wake);
    });
  }
}
