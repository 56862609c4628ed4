// createLocks: one database, one client id, the options that its locks share.
import { InvalidOptionError, LockLostError } from "./errors.ts";
import { ExclusiveLock } from "./locks/exclusive-lock.ts";
import { Held } from "./locks/held.ts";
import { type Client, tryTimeoutMs } from "./locks/kind.ts";
import { plainLock } from "./locks/lock.ts";
import { parseHold } from "./locks/serialized.ts";
import { lockName } from "./names.ts";
import { type LocksOptions, resolveLocksOptions } from "./options.ts";
import { resolveEndpoint } from "./redis/endpoint.ts";
import { untilAnswered } from "./redis/tries.ts";
import { upstashPort } from "./redis/upstash.ts";
import { validUntil } from "./watchdog/plan.ts";

/** The locks of one database. */
export class Locks {
  readonly #client: Client;
  readonly #atClose = new Set<() => void>();
  #closed = false;
  // Made at the first acquire: at the top level of a Worker there is no randomness yet.
  #clientId: string | undefined;
  #owners = 0;

  constructor(options: LocksOptions) {
    const resolved = resolveLocksOptions(options);
    this.#client = {
      redis: upstashPort(resolveEndpoint(options.redis)),
      options: resolved,
      onClose: (end) => this.#onClose(end),
      newOwner: () => this.#newOwner(),
    };
  }

  /**
   * The reentrant lock of this name: Redisson's `getLock(name)`.
   * @throws INVALID_OPTION naming "name"
   */
  lock(name: string): ExclusiveLock {
    return new ExclusiveLock(this.#client, plainLock, lockName(this.#client.options.prefix, name));
  }

  /**
   * Goes on with a hold from elsewhere; one request verifies it.
   * @param serialized what `held.serialize()` gave, here or in another invocation, isolate or service
   * @throws LOCK_LOST when the hold is over, INVALID_OPTION, REDIS_UNREACHABLE, REDIS_REFUSED, OUTCOME_UNKNOWN
   */
  async resume(serialized: string): Promise<Held> {
    const { hold, leaseFixed } = parseHold(serialized);
    const { prefix } = this.#client.options;
    if (!hold.key.startsWith(prefix)) {
      throw new InvalidOptionError("serialized", "is a hold of locks with another prefix");
    }
    const { name } = lockName(prefix, hold.key.slice(prefix.length));
    const timeoutMs = tryTimeoutMs(hold.leaseMs);
    const limits = { timeoutMs, budgetMs: timeoutMs };
    const { reply, sentAt } = await untilAnswered(this.#client.redis, plainLock.check(hold), limits);
    if (reply.kind === "ended") throw new LockLostError(name, hold.owner, reply.end);
    const valid = validUntil(sentAt, reply.remainingMs, hold.leaseMs);
    const { holdCount } = reply;
    return new Held(this.#client, plainLock, { name, hold, leaseFixed, holdCount, validUntil: valid });
  }

  /** Ends waits (CLOSED) and renewals, and leaves no timer behind. What is held stays held until released or expired. */
  close(): void {
    this.#closed = true;
    for (const end of this.#atClose) end();
    this.#atClose.clear();
  }

  #onClose(end: () => void): () => void {
    if (this.#closed) end();
    else this.#atClose.add(end);
    return () => this.#atClose.delete(end);
  }

  #newOwner(): string {
    this.#clientId ??= crypto.randomUUID();
    this.#owners += 1;
    return `${this.#clientId}:${this.#owners}`;
  }
}

/**
 * Locks in one Redis database, over HTTP. Sends nothing by itself.
 * @param options `redis` (url and token, or an @upstash/redis client), and the defaults of every lock: see LocksOptions
 * @throws INVALID_OPTION naming the option
 */
export function createLocks(options: LocksOptions): Locks {
  return new Locks(options);
}
