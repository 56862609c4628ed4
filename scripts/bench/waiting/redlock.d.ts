// The part of redlock 4.2.0 that the bench uses, which has no types of its own. DefinitelyTyped's depend on the types
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
    /** `retryCount`: -1 is unlimited. */
    constructor(clients: readonly Redis[], options?: { readonly retryCount?: number });
    acquire(resource: string, ttlMs: number): PromiseLike<RedlockLock>;
    acquireWithOptions(
      resource: string,
      ttlMs: number,
      options: { readonly retryCount: number },
    ): PromiseLike<RedlockLock>;
  }
}
