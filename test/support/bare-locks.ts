// Locks under bare names, like Redisson's default: most tests inspect the keys.
import { createLocks as createLocksOfAll, type Locks, type LocksOptions } from "../../src/index.ts";

let ofEveryClient: Partial<LocksOptions> = {};
let asSeen = (locks: Locks, _: LocksOptions): Locks => locks;

/** Sets options of all clients that this file makes from now on, for contracts that make their own clients. */
export function everyClientHas(options: Partial<LocksOptions>): void {
  ofEveryClient = options;
}

/** Lets the contracts of this file see the locks that they make from now on in another way, such as over HTTP. */
export function everyClientIsSeen(as: (locks: Locks, options: LocksOptions) => Locks): void {
  asSeen = as;
}

export function createLocks(options: LocksOptions): Locks {
  return asSeen(createLocksOfAll({ prefix: "", ...ofEveryClient, ...options }), options);
}
