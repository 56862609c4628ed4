// Every script that changes something, in every branch: the state before, the call, and the reply. The replay tests run
// each call many times. A script without a row fails there.

import { releaseChannel } from "../../../../src/lock/keys.ts";
import {
  acquireCall,
  cancelCall,
  checkCall,
  forceReleaseCall,
  releaseCall,
  renewCall,
} from "../../../../src/lock/lua/lock.ts";
import { type Renewal, type RenewalReply, renewManyCall } from "../../../../src/lock/lua/lock-many.ts";
import type { GrantedHold, ScriptCall } from "../../../../src/lock/protocol.ts";
import { ownerNamed } from "../../../support/owners.ts";

export type Run = (call: ScriptCall<unknown>) => Promise<unknown>;

export interface Row {
  readonly script: string;
  readonly branch: string;
  /** Brings Redis into the state of the branch, and returns the call. Holds are of the lock `key`. */
  arrange(run: Run, key: string): Promise<ScriptCall<unknown>>;
  /** The reply, as far as it never changes. */
  readonly reply: unknown;
}

const LEASE_MS = 30_000;

/** Returns a hold of a new owner. `name`: the owner's name in the table. */
export function newOwners(key: string, name = "a:1"): GrantedHold {
  const owner = ownerNamed(name);
  return { key, owner, holdId: owner, ownerIsNew: true, leaseMs: LEASE_MS, epoch: "" };
}

/** Returns a hold of a passed owner. `epoch`: from the reply to its acquire. */
export function passedOwners(key: string, holdId: string, epoch = holdId, name = "p:1"): GrantedHold {
  return { key, owner: ownerNamed(name), holdId, ownerIsNew: false, leaseMs: LEASE_MS, epoch };
}

export function row(script: string, branch: string, reply: unknown, arrange: Row["arrange"]): Row {
  return { script, branch, reply, arrange };
}

async function take(run: Run, ...holds: GrantedHold[]): Promise<void> {
  for (const hold of holds) await run(acquireCall(hold, false));
}

const later = (hold: GrantedHold) => acquireCall(hold, false, false, false);

/** Ends the lease, keeps every record, and wakes the waiters. */
export async function expire(run: Run, key: string): Promise<void> {
  const source = "return { 'done', ARGV[1], redis.call('DEL', KEYS[1]), redis.call('PUBLISH', ARGV[2], '0') }";
  const script = { name: "expire", source, sha1: "0".repeat(40) };
  await run({ script, keys: [key], args: [releaseChannel(key)], decode: (reply) => reply });
}

function renewMany(holds: readonly GrantedHold[], enoughMs?: number): ScriptCall<unknown> {
  return inTens(renewManyCall(of90Seconds(holds), enoughMs));
}

/** Returns renewals that set leases of 90 s. */
function of90Seconds(holds: readonly GrantedHold[]): Renewal[] {
  return holds.map((hold) => ({ hold, leaseMs: 90_000 }));
}

/** Rounds the remaining leases of the reply to tens of seconds, so that it does not depend on the machine. */
function inTens(call: ScriptCall<readonly RenewalReply[]>): ScriptCall<unknown> {
  const tens = (told: unknown): unknown => (typeof told === "number" ? Math.round(told / 10_000) : told);
  return { ...call, decode: (reply) => call.decode(reply).map(tens) };
}

export const held = (holdCount: number, epoch: string): unknown => ({ kind: "held", holdCount, epoch });
export const busy = { kind: "busy" };
export const waitsAt = (position: number): unknown => ({ kind: "busy", queued: { position } });
const renewed = { kind: "renewed" };
const counted = { kind: "counted" };
export const ended = (end: string): unknown => ({ kind: "ended", end });

export const replayTable: readonly Row[] = [
  row("lock/acquire", "free, new owner", held(1, ""), async (_, key) => acquireCall(newOwners(key), false)),
  row("lock/acquire", "free, passed owner", held(1, "h1"), async (_, key) =>
    acquireCall(passedOwners(key, "h1"), false),
  ),
  row("lock/acquire", "free again, passed owner", held(1, "h2"), async (run, key) => {
    await take(run, passedOwners(key, "h1"));
    await run(releaseCall(passedOwners(key, "h1"), true));
    return acquireCall(passedOwners(key, "h2"), false);
  }),
  row("lock/acquire", "re-entry of a passed owner", held(2, "h1"), async (run, key) => {
    await take(run, passedOwners(key, "h1"));
    return acquireCall(passedOwners(key, "h2"), false);
  }),
  row("lock/acquire", "re-entry into a new owner's hold", held(2, ""), async (run, key) => {
    await take(run, newOwners(key));
    return acquireCall(passedOwners(key, "h2", "", "a:1"), false);
  }),
  row("lock/acquire", "repeated by the outer hold of two", held(2, ""), async (run, key) => {
    await take(run, newOwners(key), passedOwners(key, "h2", "", "a:1"));
    return acquireCall(newOwners(key), false);
  }),
  row("lock/acquire", "busy, new owner", busy, async (run, key) => {
    await take(run, newOwners(key, "b:2"));
    return acquireCall(newOwners(key), false);
  }),
  row("lock/acquire", "free, a later attempt", held(1, ""), async (_, key) => later(newOwners(key))),
  row("lock/acquire", "free, the last attempt", held(1, ""), async (_, key) => acquireCall(newOwners(key), true)),
  row("lock/acquire", "busy, a later attempt", busy, async (run, key) => {
    await take(run, newOwners(key, "b:2"));
    return later(newOwners(key));
  }),
  row("lock/acquire", "a later attempt, repeated by the outer hold of two", held(2, ""), async (run, key) => {
    await take(run, newOwners(key), passedOwners(key, "h2", "", "a:1"));
    return later(newOwners(key));
  }),
  row("lock/acquire", "refused before, a later attempt", ended("refused"), async (run, key) => {
    await take(run, newOwners(key, "b:2"));
    await run(acquireCall(newOwners(key), true));
    return later(newOwners(key));
  }),
  row("lock/acquire", "released before, another holds it, a later attempt", ended("released"), async (run, key) => {
    await take(run, newOwners(key));
    await run(releaseCall(newOwners(key), true));
    await take(run, newOwners(key, "b:2"));
    return later(newOwners(key));
  }),
  row("lock/acquire", "released before, another holds it, the last attempt", ended("released"), async (run, key) => {
    await take(run, newOwners(key));
    await run(releaseCall(newOwners(key), true));
    await take(run, newOwners(key, "b:2"));
    return acquireCall(newOwners(key), true);
  }),
  row("lock/acquire", "its lease ran out, another holds it, a later attempt", ended("lost"), async (run, key) => {
    await take(run, newOwners(key));
    await expire(run, key);
    await take(run, newOwners(key, "b:2"));
    return later(newOwners(key));
  }),
  row("lock/acquire", "cancelled before it ran, a later attempt", ended("free"), async (run, key) => {
    await run(cancelCall(newOwners(key)));
    return later(newOwners(key));
  }),
  row("lock/acquire", "busy, a later attempt of a passed owner", busy, async (run, key) => {
    await take(run, newOwners(key, "b:2"));
    return later(passedOwners(key, "h1"));
  }),
  row("lock/acquire", "re-entry, a later attempt", held(2, "h1"), async (run, key) => {
    await take(run, passedOwners(key, "h1"));
    return later(passedOwners(key, "h2"));
  }),
  row("lock/acquire", "busy, passed owner", busy, async (run, key) => {
    await take(run, newOwners(key, "b:2"));
    return acquireCall(passedOwners(key, "h1"), false);
  }),
  row("lock/acquire", "refused before, new owner", ended("refused"), async (run, key) => {
    await take(run, newOwners(key, "b:2"));
    await run(acquireCall(newOwners(key), true));
    return acquireCall(newOwners(key), true);
  }),
  row("lock/acquire", "refused before, passed owner", ended("refused"), async (run, key) => {
    await take(run, newOwners(key, "b:2"));
    await run(acquireCall(passedOwners(key, "h1"), true));
    return acquireCall(passedOwners(key, "h1"), true);
  }),
  row("lock/acquire", "released before", ended("released"), async (run, key) => {
    await take(run, newOwners(key));
    await run(releaseCall(newOwners(key), true));
    return acquireCall(newOwners(key), false);
  }),
  row("lock/acquire", "cancelled before it ran", ended("free"), async (run, key) => {
    await run(cancelCall(newOwners(key)));
    return acquireCall(newOwners(key), false);
  }),
  row("lock/acquire", "not reentrant", ended("reentered"), async (run, key) => {
    await take(run, passedOwners(key, "h1"));
    return acquireCall(passedOwners(key, "h2"), false, true);
  }),
  row("lock/acquire", "its lease ran out, passed owner", ended("lost"), async (run, key) => {
    await take(run, passedOwners(key, "h1"));
    await expire(run, key);
    return acquireCall(passedOwners(key, "h1"), false);
  }),
  row("lock/acquire", "its lease ran out, re-entered new owner", ended("lost"), async (run, key) => {
    await take(run, newOwners(key), passedOwners(key, "h2", "", "a:1"));
    await expire(run, key);
    return acquireCall(newOwners(key), false);
  }),
  row("lock/acquire", "the owner has a later life of the lock", ended("lost"), async (run, key) => {
    await take(run, passedOwners(key, "h1"));
    await expire(run, key);
    await take(run, passedOwners(key, "h2"));
    return acquireCall(passedOwners(key, "h1"), false);
  }),

  row("lock/release", "last hold, new owner", ended("released"), async (run, key) => {
    await take(run, newOwners(key));
    return releaseCall(newOwners(key), true);
  }),
  row("lock/release", "last hold, passed owner", ended("released"), async (run, key) => {
    await take(run, passedOwners(key, "h1"));
    return releaseCall(passedOwners(key, "h1"), true);
  }),
  row("lock/release", "one of two, passed owner", ended("still:1"), async (run, key) => {
    await take(run, passedOwners(key, "h1"), passedOwners(key, "h2", "h1"));
    return releaseCall(passedOwners(key, "h2", "h1"), true);
  }),
  row("lock/release", "one of two, new owner", ended("still:1"), async (run, key) => {
    await take(run, newOwners(key), passedOwners(key, "h2", "", "a:1"));
    return releaseCall(newOwners(key), true);
  }),
  row("lock/release", "by its object, last hold, new owner", ended("released"), async (run, key) => {
    await take(run, newOwners(key));
    return releaseCall(newOwners(key), true, "object");
  }),
  row("lock/release", "by its object, last hold, passed owner", ended("released"), async (run, key) => {
    await take(run, passedOwners(key, "h1"));
    return releaseCall(passedOwners(key, "h1"), true, "object");
  }),
  row("lock/release", "by its object, one of two, passed owner", ended("still:1"), async (run, key) => {
    await take(run, passedOwners(key, "h1"), passedOwners(key, "h2", "h1"));
    return releaseCall(passedOwners(key, "h2", "h1"), true, "object");
  }),
  row("lock/release", "by its object, by text before", ended("released-elsewhere"), async (run, key) => {
    await take(run, newOwners(key));
    await run(releaseCall(newOwners(key), false));
    return releaseCall(newOwners(key), true, "object");
  }),
  row("lock/release", "by its object, by another before, one of two", ended("released-elsewhere"), async (run, key) => {
    await take(run, passedOwners(key, "h1"), passedOwners(key, "h2", "h1"));
    await run(releaseCall(passedOwners(key, "h2", "h1"), false, "another"));
    return releaseCall(passedOwners(key, "h2", "h1"), true, "object");
  }),
  row("lock/release", "by text, by its object before", ended("released"), async (run, key) => {
    await take(run, newOwners(key));
    await run(releaseCall(newOwners(key), true, "object"));
    return releaseCall(newOwners(key), false);
  }),
  row("lock/release", "by its object, refused before", ended("refused"), async (run, key) => {
    await take(run, newOwners(key, "b:2"));
    await run(acquireCall(newOwners(key), true));
    return releaseCall(newOwners(key), false, "object");
  }),
  row("lock/release", "nobody has the lock", ended("free"), async (run, key) => {
    await take(run, newOwners(key));
    await expire(run, key);
    return releaseCall(newOwners(key), true);
  }),
  row("lock/release", "somebody else has the lock", ended("taken"), async (run, key) => {
    await take(run, passedOwners(key, "h1"));
    await expire(run, key);
    await take(run, newOwners(key, "b:2"));
    return releaseCall(passedOwners(key, "h1"), true);
  }),
  row("lock/release", "a later life of the same owner", ended("taken"), async (run, key) => {
    await take(run, passedOwners(key, "h1"));
    await expire(run, key);
    await take(run, passedOwners(key, "h2"));
    return releaseCall(passedOwners(key, "h1"), true);
  }),
  row("lock/release", "by text, last hold, new owner", ended("released"), async (run, key) => {
    await take(run, newOwners(key));
    return releaseCall(newOwners(key), false);
  }),
  row("lock/release", "by text, one of two, passed owner", ended("still:1"), async (run, key) => {
    await take(run, passedOwners(key, "h1"), passedOwners(key, "h2", "h1"));
    return releaseCall(passedOwners(key, "h2", "h1"), false);
  }),
  row(
    "lock/release",
    "by text, its record is gone, beside the owner's other hold",
    ended("taken"),
    async (run, key) => {
      await take(run, passedOwners(key, "h1"));
      return releaseCall(passedOwners(key, "h2", "h1"), false);
    },
  ),
  row("lock/release", "first, its record is gone, one of two", ended("still:1"), async (run, key) => {
    // The counted hold beside h1 has no record under the id of the released one.
    await take(run, passedOwners(key, "h1"), passedOwners(key, "h3", "h1"));
    return releaseCall(passedOwners(key, "h2", "h1"), true);
  }),
  row("lock/release", "cancel of an acquire that never ran", ended("free"), async (_, key) =>
    cancelCall(newOwners(key)),
  ),
  row("lock/release", "cancel beside the owner's outer hold", ended("taken"), async (run, key) => {
    await take(run, passedOwners(key, "h1"));
    return cancelCall(passedOwners(key, "h2", "h1"));
  }),
  row("lock/release", "cancel of an acquire that was granted", ended("released"), async (run, key) => {
    await take(run, passedOwners(key, "h1"));
    return cancelCall(passedOwners(key, "h1"));
  }),
  row("lock/release", "refused before", ended("refused"), async (run, key) => {
    await take(run, newOwners(key, "b:2"));
    await run(acquireCall(newOwners(key), true));
    return cancelCall(newOwners(key));
  }),

  row("lock/renew", "new owner", renewed, async (run, key) => {
    await take(run, newOwners(key));
    return renewCall(newOwners(key), true);
  }),
  row("lock/renew", "passed owner, re-entered", renewed, async (run, key) => {
    await take(run, passedOwners(key, "h1"), passedOwners(key, "h2", "h1"));
    return renewCall(passedOwners(key, "h2", "h1"), true);
  }),
  row("lock/renew", "its lease ran out, new owner", ended("lost"), async (run, key) => {
    await take(run, newOwners(key));
    await expire(run, key);
    return renewCall(newOwners(key), true);
  }),
  row("lock/renew", "its lease ran out, passed owner", ended("lost"), async (run, key) => {
    await take(run, passedOwners(key, "h1"));
    await expire(run, key);
    return renewCall(passedOwners(key, "h1"), true);
  }),
  row("lock/renew", "a later life of the same owner", ended("lost"), async (run, key) => {
    await take(run, passedOwners(key, "h1"));
    await expire(run, key);
    await take(run, passedOwners(key, "h2"));
    return renewCall(passedOwners(key, "h1"), true);
  }),
  row("lock/renew", "released before", ended("released"), async (run, key) => {
    await take(run, newOwners(key));
    await run(releaseCall(newOwners(key), true));
    return renewCall(newOwners(key), true);
  }),

  row("lock/renew", "its record is gone", ended("lost"), async (run, key) => {
    await take(run, passedOwners(key, "h1"));
    return renewCall(passedOwners(key, "h2", "h1"), true);
  }),

  row("lock/renew-many", "new owner", [9], async (run, key) => {
    await take(run, newOwners(key));
    return renewMany([newOwners(key)]);
  }),
  row("lock/renew-many", "passed owner, both holds", [9, 9], async (run, key) => {
    const holds = [passedOwners(key, "h1"), passedOwners(key, "h2", "h1")];
    await take(run, ...holds);
    return renewMany(holds);
  }),
  row(
    "lock/renew-many",
    "one lost, one counted, one released, one of a stranger",
    ["lost", 9, "still:1", "lost"],
    async (run, key) => {
      await take(run, passedOwners(key, "h0"));
      await expire(run, key);
      const holds = [passedOwners(key, "h1"), passedOwners(key, "h2", "h1")];
      await take(run, ...holds);
      await run(releaseCall(passedOwners(key, "h2", "h1"), true));
      return renewMany([passedOwners(key, "h0"), ...holds, newOwners(key, "b:2")]);
    },
  ),
  row("lock/renew-many", "left alone: enough is left", [3, 3], async (run, key) => {
    const holds = [newOwners(key), passedOwners(key, "h2", "", "a:1")];
    await take(run, ...holds);
    return renewMany(holds, 20_000);
  }),
  row("lock/renew-many", "renewed: less than enough is left", [9], async (run, key) => {
    await take(run, newOwners(key));
    return renewMany([newOwners(key)], 60_000);
  }),
  row("lock/renew-many", "enough is left to somebody else", ["lost", "lost"], async (run, key) => {
    const holds = [newOwners(key), passedOwners(key, "h2", "", "a:1")];
    await take(run, ...holds);
    await expire(run, key);
    await take(run, newOwners(key, "b:2"));
    return renewMany(holds, 20_000);
  }),

  row("lock/check", "new owner", counted, async (run, key) => {
    await take(run, newOwners(key));
    return checkCall(newOwners(key));
  }),
  row("lock/check", "passed owner", counted, async (run, key) => {
    await take(run, passedOwners(key, "h1"));
    return checkCall(passedOwners(key, "h1"));
  }),
  row("lock/check", "somebody else has the lock", ended("lost"), async (run, key) => {
    await take(run, newOwners(key));
    await expire(run, key);
    await take(run, newOwners(key, "b:2"));
    return checkCall(newOwners(key));
  }),
  row("lock/check", "its record is gone", ended("lost"), async (run, key) => {
    await take(run, passedOwners(key, "h1"));
    return checkCall(passedOwners(key, "h2", "h1"));
  }),
  row("lock/check", "released before", ended("released"), async (run, key) => {
    await take(run, passedOwners(key, "h1"));
    await run(releaseCall(passedOwners(key, "h1"), true));
    return checkCall(passedOwners(key, "h1"));
  }),

  row("lock/force-release", "somebody has the lock", true, async (run, key) => {
    await take(run, newOwners(key));
    return forceReleaseCall(key, "r1");
  }),
  row("lock/force-release", "nobody has it", false, async (_, key) => forceReleaseCall(key, "r1")),
];
