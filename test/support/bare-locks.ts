// Locks under bare names, like Redisson's default: most tests inspect the keys.
import { createLocks as createLocksOfAll, type Locks, type LocksOptions } from "../../src/index.ts";

let ofEveryClient: Partial<LocksOptions> = {};

/** Sets options of all clients that this file makes from now on, for contracts that make their own clients. */
export function everyClientHas(options: Partial<LocksOptions>): void {
  ofEveryClient = options;
}

export function createLocks(options: LocksOptions): Locks {
  return createLocksOfAll({ prefix: "", ...ofEveryClient, ...options });
}
