// Locks under bare names, as Redisson has them by default: most tests look at the keys.
import { createLocks as createLocksOfAll, type Locks, type LocksOptions } from "../../src/index.ts";

export function createLocks(options: LocksOptions): Locks {
  return createLocksOfAll({ prefix: "", ...options });
}
