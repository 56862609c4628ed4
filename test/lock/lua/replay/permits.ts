// The rows of the replay table for the scripts of the permit-expirable semaphore: see table.ts. By default three
// permits, and leases of 30 s.

import { permitLeasesKey } from "../../../../src/lock/keys.ts";
import {
  acquirePermitsCall,
  checkPermitsCall,
  type PermitIds,
  permitStatusCall,
  releaseListCall,
  releasePermitsCall,
  renewPermitsCall,
  setPermitsCall,
} from "../../../../src/lock/lua/permit-expirable.ts";
import type { PermitChange, ScriptCall } from "../../../../src/lock/protocol.ts";
import { busy, ended, type Row, type Run, row } from "./table.ts";

const LEASE_MS = 30_000;

const ONE = "1".repeat(32);
const TWO = "2".repeat(32);
const THREE = "3".repeat(32);
const OTHER = "f".repeat(32);

function of(key: string, ...ids: [string, ...string[]]): PermitIds & { leaseMs: number } {
  return { key, ids, leaseMs: LEASE_MS };
}

export function setPermits(key: string, change: PermitChange, permits: number, id = "s1"): ScriptCall<boolean> {
  return setPermitsCall(key, change, permits, id);
}

function direct(source: string, key: string): ScriptCall<unknown> {
  // Not loaded under that hash, so that it is sent whole.
  const script = { name: "direct", source: `${source}\nreturn { 'done', ARGV[1] }`, sha1: "0".repeat(40) };
  return { script, keys: [key, permitLeasesKey(key)], args: [], decode: (reply) => reply };
}

/** Ends all leases, without a later request. */
export function expirePermits(key: string): ScriptCall<unknown> {
  const source = `for _, member in ipairs(redis.call('ZRANGE', KEYS[2], 0, -1)) do
  redis.call('ZADD', KEYS[2], 1, member)
end`;
  return direct(source, key);
}

function deletePermits(key: string): ScriptCall<unknown> {
  return direct("redis.call('DEL', KEYS[1])", key);
}

const held = (available: number): unknown => ({ kind: "held", available });
const acquire = (permits: PermitIds & { leaseMs: number }, last = false) => acquirePermitsCall(permits, last);
const release = (permits: PermitIds) => releasePermitsCall(permits);

function branch(script: string, name: string, reply: unknown, arrange: Row["arrange"], permits = 3): Row {
  return row(`permit-expirable/${script}`, name, reply, async (run, key) => {
    await run(setPermits(key, "set", permits, "s0"));
    return arrange(run, key);
  });
}

const run = async (each: Run, ...calls: ScriptCall<unknown>[]): Promise<void> => {
  for (const call of calls) await each(call);
};

export const permitReplayTable: readonly Row[] = [
  branch("acquire", "one of three", held(2), async (_, key) => acquire(of(key, ONE))),
  branch("acquire", "the last", held(0), async (_, key) => acquire(of(key, ONE)), 1),
  branch("acquire", "two of three", held(1), async (_, key) => acquire(of(key, ONE, TWO))),
  branch("acquire", "the last attempt, granted", held(2), async (_, key) => acquire(of(key, ONE), true)),
  branch(
    "acquire",
    "those whose leases are over come back first",
    held(1),
    async (each, key) => {
      await run(each, acquire(of(key, OTHER, THREE)), expirePermits(key));
      return acquire(of(key, ONE));
    },
    2,
  ),
  branch(
    "acquire",
    "busy",
    busy,
    async (each, key) => {
      await run(each, acquire(of(key, OTHER)));
      return acquire(of(key, ONE));
    },
    1,
  ),
  branch("acquire", "busy, with fewer than it wants", busy, async (each, key) => {
    await run(each, acquire(of(key, OTHER, THREE)));
    return acquire(of(key, ONE, TWO));
  }),
  branch(
    "acquire",
    "refused before",
    ended("refused"),
    async (each, key) => {
      await run(each, acquire(of(key, OTHER)), acquire(of(key, ONE), true));
      return acquire(of(key, ONE), true);
    },
    1,
  ),
  row("permit-expirable/acquire", "nobody set any", ended("unset"), async (_, key) => acquire(of(key, ONE))),
  branch("acquire", "unset before", ended("unset"), async (each, key) => {
    await run(each, deletePermits(key), acquire(of(key, ONE)), setPermits(key, "try", 3));
    return acquire(of(key, ONE));
  }),
  branch("acquire", "released before", ended("released"), async (each, key) => {
    await run(each, acquire(of(key, ONE)), release(of(key, ONE)));
    return acquire(of(key, ONE));
  }),
  branch("acquire", "cancelled before it ran", ended("lost"), async (each, key) => {
    await run(each, release(of(key, ONE, TWO)));
    return acquire(of(key, ONE, TWO));
  }),
  branch("acquire", "its lease is over", ended("lost"), async (each, key) => {
    await run(each, acquire(of(key, ONE)), expirePermits(key));
    return acquire(of(key, ONE));
  }),
  branch("acquire", "its lease is over, and taken back", ended("lost"), async (each, key) => {
    await run(each, acquire(of(key, ONE, TWO)), expirePermits(key), permitStatusCall(key));
    return acquire(of(key, ONE, TWO));
  }),
  branch("acquire", "one of its permits was released", ended("lost"), async (each, key) => {
    await run(each, acquire(of(key, ONE, TWO)), release(of(key, TWO)));
    return acquire(of(key, ONE, TWO));
  }),

  branch("release", "one that is leased", ended("released"), async (each, key) => {
    await run(each, acquire(of(key, ONE)));
    return release(of(key, ONE));
  }),
  branch("release", "by its id alone", ended("released"), async (each, key) => {
    await run(each, acquire(of(key, ONE)));
    return release({ key, ids: [ONE] });
  }),
  branch("release", "one of an acquire of many", ended("released"), async (each, key) => {
    await run(each, acquire(of(key, ONE, TWO)));
    return release(of(key, TWO));
  }),
  branch("release", "cancels an acquire of many", ended("released"), async (each, key) => {
    await run(each, acquire(of(key, ONE, TWO)));
    return release(of(key, ONE, TWO));
  }),
  branch("release", "more were leased than there are now", ended("released"), async (each, key) => {
    await run(each, acquire(of(key, ONE, TWO, THREE)), setPermits(key, "set", 1));
    return release(of(key, TWO));
  }),
  branch("release", "its lease is over", ended("lost"), async (each, key) => {
    await run(each, acquire(of(key, ONE)), expirePermits(key));
    return release(of(key, ONE));
  }),
  branch("release", "its lease is over, and taken back", ended("lost"), async (each, key) => {
    await run(each, acquire(of(key, ONE)), expirePermits(key), permitStatusCall(key));
    return release(of(key, ONE));
  }),
  branch("release", "was never leased", ended("lost"), async (_, key) => release(of(key, ONE))),
  branch("release", "refused before", ended("refused"), async (each, key) => {
    await run(each, acquire(of(key, OTHER, THREE)), acquire(of(key, ONE, TWO), true));
    return release(of(key, ONE, TWO));
  }),
  branch("release", "the semaphore is gone", ended("released"), async (each, key) => {
    await run(each, acquire(of(key, ONE)), deletePermits(key));
    return release(of(key, ONE));
  }),

  branch("release-many", "all that are leased", true, async (each, key) => {
    await run(each, acquire(of(key, ONE, TWO)), acquire(of(key, THREE)));
    return releaseListCall(key, [THREE, ONE], "r1");
  }),
  branch("release-many", "and others whose leases are over", true, async (each, key) => {
    await run(each, acquire(of(key, OTHER)), expirePermits(key), acquire(of(key, ONE, TWO)));
    return releaseListCall(key, [ONE, TWO], "r1");
  }),
  branch("release-many", "with one that was never leased", false, async (each, key) => {
    await run(each, acquire(of(key, ONE)));
    return releaseListCall(key, [ONE, TWO], "r1");
  }),
  branch("release-many", "with one whose lease is over", false, async (each, key) => {
    await run(each, acquire(of(key, ONE)), expirePermits(key), acquire(of(key, TWO)));
    return releaseListCall(key, [ONE, TWO], "r1");
  }),
  branch("release-many", "expired, and could be released by now", false, async (each, key) => {
    await run(each, releaseListCall(key, [ONE], "r1"), acquire(of(key, ONE)));
    return releaseListCall(key, [ONE], "r1");
  }),
  branch("release-many", "the semaphore is gone", true, async (each, key) => {
    await run(each, acquire(of(key, ONE)), deletePermits(key));
    return releaseListCall(key, [ONE], "r1");
  }),

  branch("renew", "one that is leased", { kind: "renewed" }, async (each, key) => {
    await run(each, acquire(of(key, ONE)));
    return renewPermitsCall(of(key, ONE), 90_000);
  }),
  branch("renew", "one that is leased for longer", { kind: "renewed" }, async (each, key) => {
    await run(each, acquirePermitsCall({ ...of(key, ONE), leaseMs: 90_000 }, false));
    return renewPermitsCall(of(key, ONE), LEASE_MS);
  }),
  branch("renew", "all of an acquire", { kind: "renewed" }, async (each, key) => {
    await run(each, acquire(of(key, ONE, TWO)));
    return renewPermitsCall(of(key, ONE, TWO), 90_000);
  }),
  branch("renew", "its lease is over", ended("lost"), async (each, key) => {
    await run(each, acquire(of(key, ONE)), expirePermits(key));
    return renewPermitsCall(of(key, ONE), LEASE_MS);
  }),
  branch("renew", "was released", ended("released"), async (each, key) => {
    await run(each, acquire(of(key, ONE)), releaseListCall(key, [ONE], "r1"));
    return renewPermitsCall(of(key, ONE), LEASE_MS);
  }),
  branch("renew", "only asked", { kind: "counted" }, async (each, key) => {
    await run(each, acquire(of(key, ONE)));
    return checkPermitsCall(of(key, ONE));
  }),
  branch("renew", "only asked, and lost", ended("lost"), async (_, key) => checkPermitsCall(of(key, ONE))),

  row("permit-expirable/set", "the first number", true, async (_, key) => setPermits(key, "try", 3)),
  branch("set", "a number that is set", false, async (_, key) => setPermits(key, "try", 5)),
  row("permit-expirable/set", "set where there is none", true, async (_, key) => setPermits(key, "set", 3)),
  branch("set", "set more", true, async (each, key) => {
    await run(each, acquire(of(key, ONE)));
    return setPermits(key, "set", 7);
  }),
  branch("set", "set fewer than are leased", true, async (each, key) => {
    await run(each, acquire(of(key, ONE, TWO)));
    return setPermits(key, "set", 1);
  }),
  branch("set", "set the same", true, async (_, key) => setPermits(key, "set", 3)),
  branch("set", "add", true, async (_, key) => setPermits(key, "add", 2)),
  branch("set", "take away", true, async (_, key) => setPermits(key, "add", -5)),
  row("permit-expirable/set", "add where there is none", true, async (_, key) => setPermits(key, "add", 2)),
  branch("set", "set again when the semaphore is gone", true, async (each, key) => {
    await run(each, acquire(of(key, ONE)), deletePermits(key));
    return setPermits(key, "try", 2);
  }),

  branch("status", "some leased", { available: 2, leased: 1, isSet: true }, async (each, key) => {
    await run(each, acquire(of(key, ONE)));
    return permitStatusCall(key);
  }),
  branch("status", "some over", { available: 3, leased: 0, isSet: true }, async (each, key) => {
    await run(each, acquire(of(key, ONE)), expirePermits(key));
    return permitStatusCall(key);
  }),
  branch("status", "the semaphore is gone", { available: 0, leased: 1, isSet: false }, async (each, key) => {
    await run(each, acquire(of(key, ONE)), deletePermits(key));
    return permitStatusCall(key);
  }),
];
