// Locks under bare names, like Redisson's default: most tests inspect the keys.
import { createLocks as createLocksOfAll, type Locks, type LocksOptions } from "../../src/index.ts";

let ofEveryClient: Partial<LocksOptions> = {};
let made: (options: LocksOptions) => Locks = createLocksOfAll;

/** Sets options of all clients that this file makes from now on, for contracts that make their own clients. */
export function everyClientHas(options: Partial<LocksOptions>): void {
  ofEveryClient = options;
}

/** Makes all clients of this file from now on, such as clients over HTTP. */
export function everyClientIsMadeBy(make: (options: LocksOptions) => Locks): void {
  made = make;
}

export function createLocks(options: LocksOptions): Locks {
  return made({ prefix: "", ...ofEveryClient, ...options });
}
