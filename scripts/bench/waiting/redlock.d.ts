// The part of redlock 4.2.0 that the bench uses: the package has no types of its own, those of DefinitelyTyped bring
// along the types of ioredis 4, and those of its 5.0.0-beta.2 are not among its exports.
declare module "redlock" {
  import type { Redis } from "ioredis";

  export interface RedlockLock {
    unlock(): PromiseLike<void>;
  }

  export default class Redlock {
    /** `retryCount`: -1 is without an end. */
    constructor(clients: readonly Redis[], options?: { readonly retryCount?: number });
    acquire(resource: string, ttlMs: number): PromiseLike<RedlockLock>;
  }
}
