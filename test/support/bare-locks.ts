// Locks under bare names, like Redisson's default: most tests inspect the keys.
import { createLocks as createLocksOfAll, type Locks, type LocksOptions } from "../../src/index.ts";

let ofEveryClient: Partial<LocksOptions> = {};
let made: (options: LocksOptions) => Locks = createLocksOfAll;

/**
 * Sets options of all clients from now on, for contracts that make their own clients.
 *
 * @returns a function that undoes it. Call it after the file: other files run in the same process
 */
export function everyClientHas(options: Partial<LocksOptions>): () => void {
  ofEveryClient = options;
  return () => {
    ofEveryClient = {};
  };
}

/** Returns whether all clients have key-level locking. Ask while tests are registered or run. */
export function everyClientLocksKeys(): boolean {
  return ofEveryClient.keyLocking === true;
}

/**
 * Replaces createLocks for all later clients, for example by one that makes clients over HTTP.
 *
 * @returns a function that undoes it. Call it after the file: other files run in the same process
 */
export function everyClientIsMadeBy(make: (options: LocksOptions) => Locks): () => void {
  made = make;
  return () => {
    made = createLocksOfAll;
  };
}

export function createLocks(options: LocksOptions): Locks {
  return made({ prefix: "", ...ofEveryClient, ...options });
}
