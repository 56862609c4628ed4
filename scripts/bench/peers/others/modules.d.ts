// The parts of the packages that the bench uses. `npm run check` compiles the bench without these packages, which only
// the bench installs.
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

  export interface Handle {
    readonly id: string;
  }

  export interface UniversalLock {
    acquire(): Promise<Handle>;
    release(handle: Handle): Promise<boolean>;
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
