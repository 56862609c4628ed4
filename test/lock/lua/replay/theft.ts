// The rows of the scripts that steal a lock, and of those that a victim runs afterwards: see table.ts.

import { fencedAcquireCall } from "../../../../src/lock/lua/fenced.ts";
import { acquireCall, cancelCall, checkCall, releaseCall, renewCall } from "../../../../src/lock/lua/lock.ts";
import { renewManyCall } from "../../../../src/lock/lua/lock-many.ts";
import {
  acquireReadCall,
  acquireWriteCall,
  checkReadCall,
  checkWriteCall,
  releaseSharedCall,
  renewReadCall,
} from "../../../../src/lock/lua/read-write.ts";
import { fencedStealCall, stealCall, stealWriteCall } from "../../../../src/lock/lua/steal.ts";
import type { GrantedHold, HoldId, ScriptCall } from "../../../../src/lock/protocol.ts";
import { ownerNamed } from "../../../support/owners.ts";
import { passCall } from "../../../support/pass-calls.ts";
import { ended, expire, held, newOwners, passedOwners, type Row, type Run, row } from "./table.ts";

const THEFT = "stolen:t//why";
const AGAIN = "stolen:u//again";

/** A kind of lock, as these rows use it. */
interface Kind {
  readonly script: string;
  readonly acquire: (hold: HoldId) => ScriptCall<unknown>;
  readonly steal: (hold: HoldId, theft: string) => ScriptCall<unknown>;
  readonly release: (hold: GrantedHold) => ScriptCall<unknown>;
  readonly newOwners: typeof newOwners;
  readonly passedOwners: typeof passedOwners;
}

const plain: Kind = {
  script: "lock/steal",
  acquire: (hold) => acquireCall(hold, false),
  steal: (hold, theft) => stealCall(hold, theft, false),
  release: (hold) => releaseCall(hold, true),
  newOwners,
  passedOwners,
};
const fenced: Kind = {
  ...plain,
  script: "fenced/steal",
  acquire: (hold) => fencedAcquireCall(hold, false),
  steal: fencedStealCall,
};
const writer = (hold: GrantedHold): GrantedHold => ({ ...hold, owner: `${hold.owner}:write` });
const write: Kind = {
  script: "read-write/steal-write",
  acquire: (hold) => acquireWriteCall(hold, false),
  steal: stealWriteCall,
  release: (hold) => releaseSharedCall(hold, true, "write"),
  newOwners: (...names) => writer(newOwners(...names)),
  passedOwners: (...names) => writer(passedOwners(...names)),
};

function rowsOf(kind: Kind): Row[] {
  const { script, acquire, steal, release } = kind;
  const stranger = (key: string): GrantedHold => kind.newOwners(key, "b:2");
  const of = (branch: string, reply: unknown, arrange: Row["arrange"]): Row => row(script, branch, reply, arrange);
  const byNew = (key: string) => steal(kind.newOwners(key), THEFT);
  const byPassed = (key: string) => steal(kind.passedOwners(key, "h1"), THEFT);
  return [
    of("free, new owner", held(1, ""), async (_, key) => byNew(key)),
    of("free, passed owner", held(1, "h1"), async (_, key) => byPassed(key)),
    of("from a new owner, by a new owner", held(1, ""), async (run, key) => {
      await run(acquire(stranger(key)));
      return byNew(key);
    }),
    of("from a new owner, by a passed owner", held(1, "h1"), async (run, key) => {
      await run(acquire(stranger(key)));
      return byPassed(key);
    }),
    of("from a passed owner with two holds", held(1, ""), async (run, key) => {
      await run(acquire(kind.passedOwners(key, "h8")));
      await run(acquire(kind.passedOwners(key, "h9", "h8")));
      return byNew(key);
    }),
    of("from a thief", held(1, ""), async (run, key) => {
      await run(acquire(stranger(key)));
      await run(steal(kind.newOwners(key, "c:3"), AGAIN));
      return byNew(key);
    }),
    of("re-entry of a passed owner", held(2, "h1"), async (run, key) => {
      await run(acquire(kind.passedOwners(key, "h1")));
      return steal(kind.passedOwners(key, "h2"), THEFT);
    }),
    of("robbed before", ended(AGAIN), async (run, key) => {
      await run(byNew(key));
      await run(steal(stranger(key), AGAIN));
      return byNew(key);
    }),
    of("robbed before, passed owner", ended(AGAIN), async (run, key) => {
      await run(byPassed(key));
      await run(steal(stranger(key), AGAIN));
      return byPassed(key);
    }),
    of("released before, another holds it", ended("released"), async (run, key) => {
      await run(byNew(key));
      await run(release(kind.newOwners(key)));
      await run(acquire(stranger(key)));
      return byNew(key);
    }),
    of("its lease ran out, another holds it", ended("lost"), async (run, key) => {
      await run(byPassed(key));
      await expire(run, key);
      await run(acquire(stranger(key)));
      return byPassed(key);
    }),
  ];
}

/** Steals the lock from the holds that were acquired before. */
async function robbed(run: Run, key: string, ...victims: ScriptCall<unknown>[]): Promise<void> {
  for (const victim of victims) await run(victim);
  await run(stealCall(newOwners(key, "t:5"), THEFT, false));
}

const stolen = ended(THEFT);
const take = (hold: GrantedHold) => acquireCall(hold, false);

/** What a victim learns. */
const victims: readonly Row[] = [
  row("lock/acquire", "stolen, new owner", stolen, async (run, key) => {
    await robbed(run, key, take(newOwners(key)));
    return take(newOwners(key));
  }),
  row("lock/acquire", "stolen, passed owner", stolen, async (run, key) => {
    await robbed(run, key, take(passedOwners(key, "h1")));
    return take(passedOwners(key, "h1"));
  }),
  row("lock/renew", "stolen, new owner", stolen, async (run, key) => {
    await robbed(run, key, take(newOwners(key)));
    return renewCall(newOwners(key), true);
  }),
  row("lock/renew", "stolen, passed owner", stolen, async (run, key) => {
    await robbed(run, key, take(passedOwners(key, "h1")));
    return renewCall(passedOwners(key, "h1"), true);
  }),
  row("lock/check", "stolen, the second hold of its owner", stolen, async (run, key) => {
    await robbed(run, key, take(newOwners(key)), take(passedOwners(key, "h2", "", "a:1")));
    return checkCall(passedOwners(key, "h2", "", "a:1"));
  }),
  row("lock/check", "released before the theft", ended("still:1"), async (run, key) => {
    const first = newOwners(key);
    await robbed(run, key, take(first), take(passedOwners(key, "h2", "", "a:1")), releaseCall(first, true));
    return checkCall(first);
  }),
  row("lock/release", "stolen, new owner", stolen, async (run, key) => {
    await robbed(run, key, take(newOwners(key)));
    return releaseCall(newOwners(key), true);
  }),
  row("lock/release", "stolen, passed owner", stolen, async (run, key) => {
    await robbed(run, key, take(passedOwners(key, "h1")));
    return releaseCall(passedOwners(key, "h1"), true);
  }),
  row("lock/release", "a cancel, stolen", stolen, async (run, key) => {
    await robbed(run, key, take(newOwners(key)));
    return cancelCall(newOwners(key));
  }),
  row("lock/release", "passes it on: stolen", stolen, async (run, key) => {
    await robbed(run, key, take(newOwners(key)));
    return passCall(newOwners(key), true, "", newOwners(key, "n:6"));
  }),
  row("lock/renew-many", "stolen, new and passed owner", [THEFT], async (run, key) => {
    await robbed(run, key, take(passedOwners(key, "h1")));
    return renewManyCall([{ hold: passedOwners(key, "h1"), leaseMs: 30_000 }]);
  }),
];

/** Readers and writers lose a lock by a theft of the write lock. */
const reader = (key: string, name = "a:1"): GrantedHold => ({ ...newOwners(key, name), shared: true });
async function stolenToWrite(run: Run, key: string, ...holders: ScriptCall<unknown>[]): Promise<void> {
  for (const holder of holders) await run(holder);
  await run(stealWriteCall(writer(newOwners(key, "t:5")), THEFT));
}

const readersAndWriters: readonly Row[] = [
  row("read-write/steal-write", "from two readers, one of them the thief", held(1, "h1"), async (run, key) => {
    const own = { ...passedOwners(key, "h0"), shared: true } as const;
    await run(acquireReadCall(own, false));
    await run(acquireReadCall(reader(key, "b:2"), false));
    return stealWriteCall(writer(passedOwners(key, "h1")), THEFT);
  }),
  row("read-write/acquire-read", "stolen", stolen, async (run, key) => {
    await stolenToWrite(run, key, acquireReadCall(reader(key), false));
    return acquireReadCall(reader(key), false);
  }),
  row("read-write/renew-read", "stolen", stolen, async (run, key) => {
    await stolenToWrite(run, key, acquireReadCall(reader(key), false), acquireReadCall(reader(key, "b:2"), false));
    return renewReadCall(reader(key), true);
  }),
  row("read-write/check-read", "stolen", stolen, async (run, key) => {
    await stolenToWrite(run, key, acquireReadCall(reader(key), false));
    return checkReadCall(reader(key));
  }),
  row("read-write/release-read", "stolen", stolen, async (run, key) => {
    await stolenToWrite(run, key, acquireReadCall(reader(key), false));
    return releaseSharedCall(reader(key), true, "read");
  }),
  row("read-write/acquire-write", "stolen", stolen, async (run, key) => {
    await stolenToWrite(run, key, acquireWriteCall(writer(newOwners(key)), false));
    return acquireWriteCall(writer(newOwners(key)), false);
  }),
  row("read-write/check-write", "stolen", stolen, async (run, key) => {
    await stolenToWrite(run, key, acquireWriteCall(writer(passedOwners(key, "h1")), false));
    return checkWriteCall(writer(passedOwners(key, "h1")));
  }),
  row("read-write/release-write", "stolen", stolen, async (run, key) => {
    await stolenToWrite(run, key, acquireWriteCall(writer(newOwners(key)), false));
    return releaseSharedCall(writer(newOwners(key)), true, "write");
  }),
];

/** The owner of a Java service that took the lock again after a theft, and passed its owner to a client of ours. */
const afterJava = row("lock/acquire", "re-entry after a theft from a Java service", held(2, "h1"), async (run, key) => {
  const owner = ownerNamed("p:1");
  const source =
    "redis.call('DEL', KEYS[1]) redis.call('HINCRBY', KEYS[1], ARGV[2], 1) redis.call('PEXPIRE', KEYS[1], 30000) return { 'done', ARGV[1] }";
  const javaLocks = {
    script: { name: "java", source, sha1: "2".repeat(40) },
    keys: [key],
    args: [owner],
    decode: String,
  };
  await run(javaLocks);
  await run(stealCall(newOwners(key, "t:5"), THEFT, false));
  await run(javaLocks);
  return take(passedOwners(key, "h1"));
});

export const theftReplayTable: readonly Row[] = [
  ...[plain, fenced, write].flatMap(rowsOf),
  ...victims,
  ...readersAndWriters,
  afterJava,
];
