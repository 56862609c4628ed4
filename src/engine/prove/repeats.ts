// Requests that arrive twice or late, as networks deliver them: the same script with the same arguments is sent again.
import { isLockError, NotALockError } from "../../base/errors.ts";
import type { ScriptCall } from "../../lock/protocol.ts";
import { type Check, listed, type Outcome, ok, problem, thrownBy } from "./check.ts";
import { LEASED, type ProvedKind, type ProvedLock } from "./kinds.ts";
import type { TestedDatabase } from "./tested-database.ts";

const UNANSWERED: readonly string[] = ["REDIS_UNREACHABLE", "OUTCOME_UNKNOWN"];

/** Remembers the last script of a client. */
class Last {
  #call: ScriptCall<unknown> | undefined;

  readonly onRun = (call: ScriptCall<unknown>): void => {
    this.#call = call;
  };

  /** Returns the function that sends it again. A refusal is an answer, too. */
  copy(database: TestedDatabase): () => Promise<void> {
    const call = this.#call;
    return async () => {
      const error = call && (await thrownBy(database.call(call)));
      if (isLockError(error) && UNANSWERED.includes(error.code)) throw error;
    };
  }
}

/** One lock of a kind, whose scripts can be sent again. */
class Repeatable {
  readonly lock: ProvedLock;
  readonly isReentrant: boolean;
  readonly #database: TestedDatabase;
  readonly #blocker: ProvedLock;
  readonly #last = new Last();

  constructor(database: TestedDatabase, { kind, of, isNonReentrant, blocker = of }: ProvedKind) {
    this.#database = database;
    this.isReentrant = isNonReentrant !== true;
    const name = database.newName(kind);
    this.lock = of(database.locks({ onRun: this.#last.onRun }), name);
    this.#blocker = blocker(database.locks(), name);
  }

  /** Returns the function that sends the last script of the lock again. */
  copyOfLast(): () => Promise<void> {
    return this.#last.copy(this.#database);
  }

  /** Acquires the lock for another owner that excludes others. Returns its hold. */
  block(): ReturnType<ProvedLock["acquire"]> {
    return this.#blocker.acquire();
  }
}

/** Tries one scene for each kind. `scene` returns what is wrong; undefined: nothing. */
function forEachKind(scene: (of: Repeatable) => Promise<string | undefined>): Check["run"] {
  return async (database) => {
    const wrong = await Promise.all(
      LEASED.map(async (kind) => {
        const found = await scene(new Repeatable(database, kind));
        return found === undefined ? [] : [`${kind.kind}: ${found}`];
      }),
    );
    const all = wrong.flat();
    return all.length === 0 ? ok(`without effect, for ${LEASED.length} kinds`) : problem(listed(all));
  };
}

async function repeatedAcquire(of: Repeatable): Promise<string | undefined> {
  const held = await of.lock.acquire();
  await of.copyOfLast()();
  const holds = await of.lock.holdCount(held.owner);
  if (holds !== 1) return `two copies of an acquire count as ${holds} holds`;
  // A re-entry adds a hold, so only a record tells its copy from another one.
  const again = of.isReentrant ? await of.lock.acquire({ owner: held.owner }) : undefined;
  if (again !== undefined) {
    await of.copyOfLast()();
    const both = await of.lock.holdCount(held.owner);
    if (both !== 2) return `an acquire and two copies of a re-entry count as ${both} holds`;
  }
  await again?.release();
  await held.release();
  return (await of.lock.isLocked()) ? "the lock is still held after its releases" : undefined;
}

async function lateAcquire(of: Repeatable): Promise<string | undefined> {
  const held = await of.lock.acquire();
  const copy = of.copyOfLast();
  await held.release();
  await copy();
  return (await of.lock.isLocked()) ? "a copy of the acquire took the lock after the release" : undefined;
}

async function lateRenewal(of: Repeatable): Promise<string | undefined> {
  const held = await of.lock.acquire();
  await held.renew();
  const copy = of.copyOfLast();
  await held.release();
  await copy();
  return (await of.lock.isLocked()) ? "a copy of a renewal revived the lock" : undefined;
}

async function lateRelease(of: Repeatable): Promise<string | undefined> {
  const held = await of.lock.acquire();
  await held.release();
  const copy = of.copyOfLast();
  const next = await of.block();
  await copy();
  const isHeld = await next.check();
  await next.release();
  return isHeld ? undefined : "a copy of the release freed the next holder's lock";
}

async function lateRefused(of: Repeatable): Promise<string | undefined> {
  const holder = await of.block();
  const held = await of.lock.tryAcquire();
  if (held !== null) return "an attempt on a held lock was not refused";
  const copy = of.copyOfLast();
  await holder.release();
  await copy();
  return (await of.lock.isLocked()) ? "a copy of the refused attempt took the free lock" : undefined;
}

async function repeatedCounts(database: TestedDatabase): Promise<Outcome> {
  const last = new Last();
  const locks = database.locks({ onRun: last.onRun });
  const semaphore = locks.semaphore(database.newName("semaphore"));
  await semaphore.trySetPermits(3);
  await semaphore.acquire(1);
  await last.copy(database)();
  const permits = await semaphore.availablePermits();
  const latch = locks.countDownLatch(database.newName("latch"));
  await latch.trySetCount(3);
  await latch.countDown();
  await last.copy(database)();
  const count = await latch.count();
  if (permits !== 2) return problem(`two copies of one acquire left ${permits} of 3 permits`);
  return count === 2
    ? ok("a permit and a count, each counted once")
    : problem(`two copies of one count left ${count} of 3`);
}

async function foreignKey(database: TestedDatabase): Promise<Outcome> {
  const name = database.newName("foreign");
  const key = database.keyOf(name);
  await database.run("SET", key, "42", "PX", "60000");
  const error = await thrownBy(database.locks().lock(name).tryAcquire());
  const kept = await database.textAt(key);
  if (kept !== "42") return problem("an acquire changed a key that is no lock");
  if (error instanceof NotALockError && error.key === key) return ok("a key that is no lock is refused, and stays");
  const ended = isLockError(error) ? `ended in ${error.code} instead of NOT_A_LOCK` : "was not refused";
  return problem(`an acquire of a key that is no lock ${ended}`);
}

const ANOTHER_SERVER = "use another database or server: its scripts, keys or expiry do not work as those of Redis";

/** What each port must pass, too: see the contract of a port. */
export const FOREIGN_KEY: Check = {
  name: "a foreign key",
  means: "a lock may overwrite data of your program, or not say why it fails",
  avoid: `${ANOTHER_SERVER}; keep a prefix for locks alone`,
  run: foreignKey,
};

export const REPEATS: readonly Check[] = [
  {
    name: "a repeated acquire",
    means: "a request that the network doubles counts twice, and one release does not free the lock",
    avoid: ANOTHER_SERVER,
    run: forEachKind(repeatedAcquire),
  },
  {
    name: "a late acquire",
    means: "a lock may be held by nobody, until its lease ends",
    avoid: ANOTHER_SERVER,
    run: forEachKind(lateAcquire),
  },
  {
    name: "a late renewal",
    means: "a hold that has ended may count again",
    avoid: ANOTHER_SERVER,
    run: forEachKind(lateRenewal),
  },
  {
    name: "a late release",
    means: "a late request may free the lock of the next holder",
    avoid: ANOTHER_SERVER,
    run: forEachKind(lateRelease),
  },
  {
    name: "a refused attempt",
    means: "a caller that was refused may get the lock without knowing it",
    avoid: ANOTHER_SERVER,
    run: forEachKind(lateRefused),
  },
  {
    name: "repeated counts",
    means: "a permit or a count may be lost",
    avoid: ANOTHER_SERVER,
    run: repeatedCounts,
  },
  FOREIGN_KEY,
];
