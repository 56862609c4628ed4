// The database of a test, as a test sees it.

import type { LocksOptions } from "../../lock/client-options.ts";
import type { Locks } from "../../lock/create-locks.ts";
import type { Held } from "../../lock/hold/held.ts";
import type { RedisPort } from "../../lock/redis/port.ts";
import type { Answer } from "../../lock/redis/script-port.ts";
import { withoutChosen } from "../chosen-options.ts";
import type { NeutralRule } from "../faults/rules.ts";

/** A rule of `redis.faults`: which requests it hits, and what happens to them. */
export type FaultRule = NeutralRule;

/** The options of `createLocks`, without those of its database. */
export type TestLocksOptions = Omit<LocksOptions, "redis" | "keyLocking">;

const CHOSEN: readonly string[] = ["redis", "keyLocking"];

/** Throws INVALID_OPTION for unknown options, and for those about the database, which is the test's own. */
export function checkTestOptions(options: TestLocksOptions): void {
  withoutChosen("options", options, CHOSEN, "createTestLocks");
}

/** A command that the database ran. */
export interface TestCommand {
  /** Its words, such as `["EVALSHA", …]`. */
  readonly command: readonly string[];
  /** Redis' result; undefined: it replied an error. */
  readonly result: unknown;
}

/** The faults of a test, and how often each has hit. */
export interface TestFaultState {
  /** The seed of the draws. */
  readonly seed: number;
  /** The number of requests since the rules were set. */
  readonly requests: number;
  /** The rules, each with the number of its hits. */
  readonly rules: readonly (FaultRule & { readonly fired: number })[];
}

/** The faults on the way to the database: rules as the gateway has them, which hit the requests of clients. */
export interface TestFaults {
  /**
   * Sets the rules, in place of all earlier ones. Requests are counted from 1 again. A script that the database does
   * not know yet is sent twice. The rules hit the second request, which runs it:
   * those for EVALSHA, too.
   * @param plan `rules`: the faults, and the requests that they hit; `seed`: of the draws of `probability`, a whole
   * number, default 0
   * @throws INVALID_OPTION when a rule is wrong, or is about the bytes of HTTP or TCP, which only the gateway has
   * @example
   * locks.redis.faults.set({ rules: [{ fault: "drop-reply", times: 1 }] });
   */
  set(plan: { readonly rules: readonly FaultRule[]; readonly seed?: number }): void;
  /**
   * Ends all faults. Requests and replies that the rules held back continue.
   * @example
   * locks.redis.faults.clear();
   */
  clear(): void;
  /**
   * Returns the rules that are set, and how often each has hit.
   * @returns the rules, the seed, and the number of requests
   * @example
   * console.log(locks.redis.faults.state().rules[0]?.fired);
   */
  state(): TestFaultState;
}

/** The database of `createTestLocks`. */
export interface TestRedis {
  /** For `createClient`, `createLightLocks` and whatever else takes a port. */
  readonly port: RedisPort;
  /** Whether its memory is full. Commands that need memory are then refused with OOM. Default: false. */
  isFull: boolean;
  /**
   * Creates another client of this database: another process, as far as locks know.
   * @param options the options of `createLocks`, without those of its database. Default: those of `createTestLocks`
   * @returns its locks
   * @throws INVALID_OPTION when an option is wrong
   * @example
   * const other = locks.redis.locks();
   */
  locks(options?: TestLocksOptions): Locks;
  /** The faults on the way to the database. They concern all its clients. */
  readonly faults: TestFaults;
  /**
   * Deletes the key of a lock and the leases of its permits, like a flush or an eviction. Its holder learns of it at
   * its next request; waiters, when they next attempt.
   * @param name the lock's name, without the prefix of `createTestLocks`
   * @throws INVALID_OPTION when `name` is wrong, or Redis has nothing of that name
   * @example
   * locks.redis.loseHold("orders:42");
   */
  loseHold(name: string): void;
  /**
   * Ends the lease of a lock now, in Redis, as if its holder had not renewed it. Unlike `loseHold`, it also ends the
   * leases of single readers and permits. A holder learns of it at its next request. To end the lease by the holder's
   * clock, let time pass, or call `suspend`. Waiters get no message: they attempt at the end of the lease that they
   * know, or when they next poll.
   * @param name the lock's name, without the prefix
   * @throws INVALID_OPTION when `name` is wrong, is not held, or has no lease, as a semaphore or a latch
   * @example
   * locks.redis.expireHold("orders:42");
   */
  expireHold(name: string): void;
  /**
   * Gives a held lock to another owner, as if the lease of its holder had ended unnoticed. A fenced lock gets a newer
   * token. A read/write lock gets another writer, whoever held it. To steal as a program does, with LOCK_STOLEN, call
   * `acquire({ steal: true })`.
   * @param name the lock's name, without the prefix
   * @returns the hold of the other owner
   * @throws INVALID_OPTION when `name` is wrong or is not held, or names a semaphore of either kind, a latch or a light
   * lock
   * @example
   * const stolen = await locks.redis.stealHold("orders:42");
   */
  stealHold(name: string): Promise<Held>;
  /**
   * Suspends this machine for a while, on fake time: the wall clock and Redis move on, and the monotonic clock and all
   * timers stand still. It concerns all clients, because they share the clocks of this process. If the lease of a hold
   * ends meanwhile, the first read of `held.signal.aborted` returns true.
   * @param ms how long, in ms: a whole number, 1 or more. The library does not notice less than 50 ms
   * @throws INVALID_OPTION when `ms` is wrong, or time is not fake
   * @example
   * locks.redis.suspend(60_000);
   */
  suspend(ms: number): void;
  /**
   * Answers nothing from now on. Requests wait, and run when the database is back, unless their deadline passes before.
   * @returns a function that brings it back
   * @example
   * const back = locks.redis.hang();
   */
  hang(): () => void;
  /**
   * Refuses all connections from now on: calls throw REDIS_UNREACHABLE.
   * @returns a function that brings it back
   * @example
   * const back = locks.redis.goAway();
   */
  goAway(): () => void;
  /**
   * Lists the commands that the database ran: the newest 10,000.
   * @returns the commands and their results, the oldest first
   * @example
   * console.log(locks.redis.witness().length);
   */
  witness(): readonly TestCommand[];
  /**
   * Runs a command of Redis, without the faults of the test.
   * @param words the name of the command, and its arguments
   * @returns its result, or its error
   * @example
   * await locks.redis.command("KEYS", "*");
   */
  command(...words: readonly string[]): Promise<Answer>;
}
