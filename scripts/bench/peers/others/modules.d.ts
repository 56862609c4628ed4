// The parts of the packages that the bench uses. `npm run check` compiles the bench without these packages, which only
// the bench installs.
declare module "@verrou/core" {
  import type { RedisDriver } from "@verrou/core/drivers/redis";

  export interface VerrouLock {
    acquire(): Promise<boolean>;
    release(): Promise<void>;
  }

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
    using<Result>(run: () => Promise<Result>): Promise<Result>;
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
