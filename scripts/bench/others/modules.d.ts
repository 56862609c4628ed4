// The parts of the packages that benches use. `npm run check` compiles the benches without these packages, which only
// benches install.
declare module "@upstash/lock" {
  import type { Redis } from "@upstash/redis";

  export class Lock {
    constructor(config: {
      readonly redis: Redis;
      readonly id: string;
      /** ms */
      readonly lease?: number;
      readonly retry?: { readonly attempts: number; readonly delay: number };
    });
    acquire(): Promise<boolean>;
    /** Adds to what is left of the lease, ms. */
    extend(ms: number): Promise<boolean>;
    release(): Promise<boolean>;
  }
}

declare module "redis-semaphore" {
  import type { Redis } from "ioredis";

  export class Mutex {
    constructor(
      client: Redis,
      key: string,
      options?: { readonly lockTimeout?: number; readonly acquireTimeout?: number; readonly onLockLost?: () => void },
    );
    readonly isAcquired: boolean;
    acquire(): Promise<void>;
    release(): Promise<void>;
  }
}

// The part of redlock 4.2.0 that benches use, which has no types of its own. DefinitelyTyped's depend on the types
// of ioredis 4. Those of its 5.0.0-beta.2 are not among its exports.
declare module "redlock" {
  import type { Redis } from "ioredis";

  export interface RedlockLock {
    /** Epoch ms. */
    readonly expiration: number;
    extend(ttlMs: number): PromiseLike<RedlockLock>;
    unlock(): PromiseLike<void>;
  }

  export default class Redlock {
    constructor(clients: readonly Redis[]);
    acquireWithOptions(
      resource: string,
      ttlMs: number,
      options: { readonly retryCount: number },
    ): PromiseLike<RedlockLock>;
  }
}

declare module "@verrou/core" {
  import type { RedisDriver } from "@verrou/core/drivers/redis";

  export interface VerrouLock {
    acquire(): Promise<boolean>;
    extend(): Promise<void>;
    isExpired(): boolean;
    release(): Promise<void>;
  }

  export class E_LOCK_NOT_OWNED extends Error {}

  export class Verrou {
    constructor(config: { readonly default: "redis"; readonly stores: { readonly redis: { driver: RedisDriver } } });
    createLock(name: string, ttlMs: number): VerrouLock;
  }
}

declare module "@verrou/core/drivers/redis" {
  import type { Redis } from "ioredis";

  export interface RedisDriver {
    factory(): object;
  }

  export function redisStore(options: { readonly connection: Redis }): RedisDriver;
}

declare module "redlock-universal" {
  import type { Redis } from "ioredis";

  export interface UniversalLock {
    using<Result>(run: (signal: AbortSignal) => Promise<Result>): Promise<Result>;
  }

  export class IoredisAdapter {
    constructor(client: Redis);
  }

  export function createLock(config: {
    readonly adapter: IoredisAdapter;
    readonly key: string;
    readonly ttl: number;
    readonly retryAttempts?: number;
  }): UniversalLock;
}

declare module "effect" {
  export namespace Effect {
    /** Its errors and requirements are left out. */
    interface Effect<Result> {
      readonly result: Result;
    }
    function promise<Result>(run: (signal: AbortSignal) => PromiseLike<Result>): Effect<Result>;
    function flatMap<From, To>(effect: Effect<From>, to: (from: From) => Effect<To>): Effect<To>;
    function provide<Result>(effect: Effect<Result>, layer: object): Effect<Result>;
    function runPromise<Result>(effect: Effect<Result>): Promise<Result>;
  }
}

declare module "effect-distributed-lock" {
  import type { Effect } from "effect";
  import type { Redis } from "ioredis";

  export interface Semaphore {
    withPermits(permits: number): <Result>(effect: Effect.Effect<Result>) => Effect.Effect<Result>;
  }

  export namespace DistributedSemaphore {
    function make(key: string, config: { readonly limit: number; readonly ttl: number }): Effect.Effect<Semaphore>;
  }

  export namespace RedisBacking {
    function layer(client: Redis): object;
  }
}
