// Locks of a database in this process.

import { createLocks, type Locks } from "../../lock/create-locks.ts";
import { Engine } from "../engine.ts";
import { TestDatabase } from "./test-database.ts";
import { checkTestOptions, type TestLocksOptions, type TestRedis } from "./test-redis.ts";

/** Locks, and the database in this process that keeps them. */
export interface TestLocks extends Locks {
  /** The database: it loses holds, breaks connections, and makes further clients. */
  readonly redis: TestRedis;
}

/**
 * Creates locks without a server, for tests. Their database is an engine in this process, which runs the same scripts
 * as Redis. It starts empty, and ends with the test. All of it works on fake timers, too.
 * @param options the options of `createLocks`, without `redis` and `keyLocking`. Default: those of
 * `createLocks`
 * @returns the locks, and `redis`: their database
 * @throws INVALID_OPTION when an option is wrong
 * @example
 * const locks = createTestLocks({ leaseMs: 5_000 });
 * const held = await locks.lock("orders:42").acquire();
 * locks.redis.loseHold("orders:42");
 * await held.check(); // throws LOCK_LOST
 */
export function createTestLocks(options: TestLocksOptions = {}): TestLocks {
  checkTestOptions(options);
  const redis = new TestDatabase(new Engine({ compares: true }), options);
  const locks = createLocks({ ...options, redis: redis.port });
  return Object.assign(locks, { redis });
}
