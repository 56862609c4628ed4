// Locks under bare names, like Redisson's default: most tests inspect the keys.
import { createLocks as createLocksOfAll, type Locks, type LocksOptions } from "../../src/index.ts";

export function createLocks(options: LocksOptions): Locks {
  return createLocksOfAll({ prefix: "", ...options });
}
