// The rows of the read/write lock's scripts: see table.ts.

import { readTimeouts } from "../../../../src/lock/keys.ts";
import { acquireCall, renewCall } from "../../../../src/lock/lua/lock.ts";
import { renewManyCall } from "../../../../src/lock/lua/lock-many.ts";
import {
  type Access,
  acquireReadCall,
  acquireWriteCall,
  cancelSharedCall,
  checkReadCall,
  checkWriteCall,
  forceReleaseSharedCall,
  releaseSharedCall,
  renewReadCall,
} from "../../../../src/lock/lua/read-write.ts";
import type { GrantedHold, ScriptCall } from "../../../../src/lock/protocol.ts";
import { ownerNamed } from "../../../support/owners.ts";
import { sharedHold } from "../../../support/read-write-state.ts";
import { busy, ended, expire, held, newOwners, type Row, type Run, row } from "./table.ts";

const READ = "read-write/acquire-read";
const WRITE = "read-write/acquire-write";
const READ_END = "read-write/release-read";
const WRITE_END = "read-write/release-write";

const counted = { kind: "counted" };
const renewed = { kind: "renewed" };

/** Holds of new owners. */
const reader = (key: string, owner = "a:1"): GrantedHold => ({ ...newOwners(key, owner), shared: true });
const writer = (key: string, owner = "a:1"): GrantedHold => ({
  ...newOwners(key, owner),
  owner: `${ownerNamed(owner)}:write`,
});
/** Holds of the passed owner p:1. */
const reads = (key: string, holdId: string, epoch = holdId, leaseMs = 30_000): GrantedHold =>
  sharedHold(key, "read", ownerNamed("p:1"), holdId, { epoch, leaseMs });
const writes = (key: string, holdId: string, epoch = holdId): GrantedHold =>
  sharedHold(key, "write", ownerNamed("p:1"), holdId, { epoch });

const accessOf = (hold: GrantedHold): Access => (hold.shared ? "read" : "write");
const acquire = (hold: GrantedHold, last = false) =>
  hold.shared ? acquireReadCall(hold, last) : acquireWriteCall(hold, last);
const later = (hold: GrantedHold) => acquireWriteCall(hold, false, false);
const release = (hold: GrantedHold, first = true) => releaseSharedCall(hold, first, accessOf(hold));
const cancel = (hold: GrantedHold) => cancelSharedCall(hold, accessOf(hold));
const renew = (hold: GrantedHold) => (hold.shared ? renewReadCall(hold, true) : renewCall(hold, true));

async function take(run: Run, ...holds: GrantedHold[]): Promise<void> {
  for (const hold of holds) await run(acquire(hold));
}

/** Ends the lease of this owner's nth read hold, while others keep the lock. */
async function dies(run: Run, key: string, owner: string, n = 1): Promise<void> {
  await expire(run, `${readTimeouts(key)}${ownerNamed(owner)}:rwlock_timeout:${n}`);
}

/** Sets each to 90 s. The reply says which were renewed. */
function renewMany(...holds: GrantedHold[]): ScriptCall<unknown> {
  const call = renewManyCall(holds.map((hold) => ({ hold, leaseMs: 90_000 })));
  return { ...call, decode: (reply) => call.decode(reply).map((told) => (told === 90_000 ? "renewed" : told)) };
}

const OTHER_MS = 10_000;

const acquiring: readonly Row[] = [
  row(READ, "free, new owner", held(1, ""), async (_, key) => acquire(reader(key))),
  row(READ, "free, passed owner", held(1, "h1"), async (_, key) => acquire(reads(key, "h1"))),
  row(READ, "free again, passed owner", held(1, "h2"), async (run, key) => {
    await take(run, reads(key, "h1"));
    await run(release(reads(key, "h1")));
    return acquire(reads(key, "h2"));
  }),
  row(READ, "others read, new owner", held(1, ""), async (run, key) => {
    await take(run, reader(key, "b:2"), reads(key, "h1"));
    return acquire(reader(key));
  }),
  row(READ, "others read, passed owner", held(1, "h1"), async (run, key) => {
    await take(run, reader(key, "b:2"));
    return acquire(reads(key, "h1"));
  }),
  row(READ, "others read, and this owner did before", held(1, "h2"), async (run, key) => {
    await take(run, reader(key, "b:2"), reads(key, "h1"));
    await run(release(reads(key, "h1")));
    return acquire(reads(key, "h2"));
  }),
  row(READ, "re-entry of a passed owner", held(2, "h1"), async (run, key) => {
    await take(run, reads(key, "h1"));
    return acquire(reads(key, "h2", "h1", OTHER_MS));
  }),
  row(READ, "re-entry into a new owner's hold", held(2, ""), async (run, key) => {
    await take(run, reader(key));
    return acquire({ ...reads(key, "h2", "", OTHER_MS), owner: ownerNamed("a:1") });
  }),
  row(READ, "re-entry of an owner whose lease ran out, others read", held(2, "h1"), async (run, key) => {
    await take(run, reader(key, "b:2"), reads(key, "h1"));
    await dies(run, key, "p:1");
    return acquire(reads(key, "h2", "h1", OTHER_MS));
  }),
  row(READ, "repeated by the outer hold of two", held(2, ""), async (run, key) => {
    await take(run, reader(key), { ...reads(key, "h2", "", OTHER_MS), owner: ownerNamed("a:1") });
    return acquire(reader(key));
  }),
  row(READ, "repeated by the first of three", held(3, "h1"), async (run, key) => {
    await take(run, reads(key, "h1"), reads(key, "h2", "h1", OTHER_MS), reads(key, "h3", "h1", OTHER_MS));
    return acquire(reads(key, "h1"));
  }),
  row(READ, "the writer's own, passed owner", held(1, "h1"), async (run, key) => {
    await take(run, writes(key, "w1"));
    return acquire(reads(key, "h1"));
  }),
  row(READ, "a new writer's own, for longer than it writes", held(1, "h1"), async (run, key) => {
    await take(run, { ...writer(key), leaseMs: OTHER_MS });
    return acquire({ ...reads(key, "h1"), owner: ownerNamed("a:1") });
  }),
  row(READ, "the writer's second", held(2, "h1"), async (run, key) => {
    await take(run, writes(key, "w1"), reads(key, "h1"));
    return acquire(reads(key, "h2", "h1", OTHER_MS));
  }),
  row(READ, "somebody writes, new owner", busy, async (run, key) => {
    await take(run, writer(key, "b:2"));
    return acquire(reader(key));
  }),
  row(READ, "somebody writes, passed owner", busy, async (run, key) => {
    await take(run, writer(key, "b:2"));
    return acquire(reads(key, "h1"));
  }),
  row(READ, "a plain lock", busy, async (run, key) => {
    await run(acquireCall(newOwners(key, "b:2"), false));
    return acquire(reads(key, "h1"));
  }),
  row(READ, "refused before, new owner", ended("refused"), async (run, key) => {
    await take(run, writer(key, "b:2"));
    await run(acquire(reader(key), true));
    return acquire(reader(key), true);
  }),
  row(READ, "refused before, passed owner", ended("refused"), async (run, key) => {
    await take(run, writer(key, "b:2"));
    await run(acquire(reads(key, "h1"), true));
    return acquire(reads(key, "h1"), true);
  }),
  row(READ, "released before, others read", ended("released"), async (run, key) => {
    await take(run, reader(key, "b:2"), reader(key));
    await run(release(reader(key)));
    return acquire(reader(key));
  }),
  row(READ, "released before, and its owner reads again", ended("released"), async (run, key) => {
    await take(run, reader(key, "b:2"), reads(key, "h1"));
    await run(release(reads(key, "h1")));
    await take(run, reads(key, "h2"));
    return acquire(reads(key, "h1"));
  }),
  row(READ, "cancelled before it ran, others read", ended("taken"), async (run, key) => {
    await take(run, reader(key, "b:2"));
    await run(cancel(reads(key, "h1")));
    return acquire(reads(key, "h1"));
  }),
  row(READ, "its lease ran out, new owner", ended("lost"), async (run, key) => {
    await take(run, reader(key));
    await expire(run, key);
    return acquire(reader(key));
  }),
  row(READ, "its lease ran out, and its owner reads again", ended("lost"), async (run, key) => {
    await take(run, reads(key, "h1"));
    await expire(run, key);
    await take(run, reads(key, "h2"));
    return acquire(reads(key, "h1"));
  }),
  row(READ, "a new owner's lease ran out, and it reads again by a passed one", ended("lost"), async (run, key) => {
    await take(run, reader(key));
    await expire(run, key);
    await take(run, { ...reads(key, "h2"), owner: ownerNamed("a:1") });
    return acquire(reader(key));
  }),

  row(READ, "a plain lock, new owner", busy, async (run, key) => {
    await run(acquireCall(newOwners(key, "b:2"), false));
    return acquire(reader(key));
  }),
  row(READ, "released before, somebody writes, new owner", ended("released"), async (run, key) => {
    await take(run, reader(key));
    await run(release(reader(key)));
    await take(run, writer(key, "b:2"));
    return acquire(reader(key));
  }),
  row(READ, "released before, others read, new owner", ended("released"), async (run, key) => {
    await take(run, reader(key), reader(key, "b:2"));
    await run(release(reader(key)));
    return acquire(reader(key));
  }),
  row(WRITE, "free, a later attempt", held(1, ""), async (_, key) => later(writer(key))),
  row(WRITE, "others read, a later attempt", busy, async (run, key) => {
    await take(run, reader(key, "b:2"), reader(key, "c:3"));
    return later(writer(key));
  }),
  row(WRITE, "repeated by a later attempt", held(1, ""), async (run, key) => {
    await take(run, writer(key));
    return later(writer(key));
  }),
  row(WRITE, "released before, others read, a later attempt", ended("released"), async (run, key) => {
    await take(run, writer(key));
    await run(release(writer(key)));
    await take(run, reader(key, "b:2"));
    return later(writer(key));
  }),
  row(WRITE, "released before, others read, the last attempt", ended("released"), async (run, key) => {
    await take(run, writer(key));
    await run(release(writer(key)));
    await take(run, reader(key, "b:2"));
    return acquire(writer(key), true);
  }),
  row(WRITE, "free, new owner", held(1, ""), async (_, key) => acquire(writer(key))),
  row(WRITE, "free, passed owner", held(1, "w1"), async (_, key) => acquire(writes(key, "w1"))),
  row(WRITE, "free again, passed owner that read before", held(1, "w1"), async (run, key) => {
    await take(run, reads(key, "h1"));
    await run(release(reads(key, "h1")));
    return acquire(writes(key, "w1"));
  }),
  row(WRITE, "re-entry of a passed owner", held(2, "w1"), async (run, key) => {
    await take(run, writes(key, "w1"));
    return acquire(writes(key, "w2", "w1"));
  }),
  row(WRITE, "re-entry of a passed owner that reads", held(2, "w1"), async (run, key) => {
    await take(run, writes(key, "w1"), reads(key, "h1"));
    return acquire(writes(key, "w2", "w1"));
  }),
  row(WRITE, "re-entry into a new owner's hold", held(2, ""), async (run, key) => {
    await take(run, writer(key));
    return acquire({ ...writes(key, "w2", ""), owner: `${ownerNamed("a:1")}:write` });
  }),
  row(WRITE, "others read, new owner", busy, async (run, key) => {
    await take(run, reads(key, "h1"));
    return acquire(writer(key));
  }),
  row(WRITE, "others read, passed owner", busy, async (run, key) => {
    await take(run, reader(key, "b:2"));
    return acquire(writes(key, "w1"));
  }),
  row(WRITE, "somebody else writes", busy, async (run, key) => {
    await take(run, writer(key, "b:2"));
    return acquire(writes(key, "w1"));
  }),
  row(WRITE, "its owner reads", ended("upgrade"), async (run, key) => {
    await take(run, reads(key, "h1"));
    return acquire(writes(key, "w1"));
  }),
  row(WRITE, "its owner reads beside others", ended("upgrade"), async (run, key) => {
    await take(run, reader(key, "b:2"), reads(key, "h1"));
    return acquire(writes(key, "w1"), true);
  }),
  row(WRITE, "its owner read when it was refused, and does no more", ended("upgrade"), async (run, key) => {
    await take(run, reads(key, "h1"));
    await run(acquire(writes(key, "w1")));
    await run(release(reads(key, "h1")));
    return acquire(writes(key, "w1"));
  }),
  row(WRITE, "its owner's read hold has outlived its lease beside others", busy, async (run, key) => {
    await take(run, reader(key, "b:2"), reads(key, "h1"));
    await dies(run, key, "p:1");
    return acquire(writes(key, "w1"));
  }),
  row(WRITE, "one of its owner's two read holds has outlived its lease", ended("upgrade"), async (run, key) => {
    await take(run, reader(key, "b:2"), reads(key, "h1"), reads(key, "h2", "h1"));
    await dies(run, key, "p:1");
    return acquire(writes(key, "w1"));
  }),
  row(WRITE, "its owner has a lock of another kind", busy, async (run, key) => {
    await run(acquireCall(sharedHold(key, "read", ownerNamed("p:1"), "h1"), false));
    return acquire(writes(key, "w1"));
  }),
  row(WRITE, "refused before", ended("refused"), async (run, key) => {
    await take(run, reader(key, "b:2"));
    await run(acquire(writes(key, "w1"), true));
    return acquire(writes(key, "w1"), true);
  }),
  row(WRITE, "released before, its owner goes on reading", ended("released"), async (run, key) => {
    await take(run, writes(key, "w1"), reads(key, "h1"));
    await run(release(writes(key, "w1")));
    return acquire(writes(key, "w1"));
  }),
  row(WRITE, "cancelled before it ran", ended("free"), async (run, key) => {
    await run(cancel(writer(key)));
    return acquire(writer(key));
  }),
  row(WRITE, "its lease ran out", ended("lost"), async (run, key) => {
    await take(run, writes(key, "w1"));
    await expire(run, key);
    return acquire(writes(key, "w1"));
  }),
];

const releasing: readonly Row[] = [
  row(READ_END, "last of all, new owner", ended("released"), async (run, key) => {
    await take(run, reader(key));
    return release(reader(key));
  }),
  row(READ_END, "last of all, passed owner", ended("released"), async (run, key) => {
    await take(run, reads(key, "h1"));
    return release(reads(key, "h1"));
  }),
  row(READ_END, "the longest of several readers", ended("released"), async (run, key) => {
    await take(run, { ...reader(key, "b:2"), leaseMs: OTHER_MS }, reads(key, "h1"));
    return release(reads(key, "h1"));
  }),
  row(READ_END, "a shorter one of several readers, new owner", ended("released"), async (run, key) => {
    await take(run, reads(key, "h1"), { ...reader(key), leaseMs: OTHER_MS });
    return release({ ...reader(key), leaseMs: OTHER_MS });
  }),
  row(READ_END, "all others are dead", ended("released"), async (run, key) => {
    await take(run, { ...reader(key, "b:2"), leaseMs: OTHER_MS }, reads(key, "h1"));
    await dies(run, key, "b:2");
    return release(reads(key, "h1"));
  }),
  row(READ_END, "one of two, the first, which is longer", ended("still:1"), async (run, key) => {
    await take(run, reads(key, "h1"), reads(key, "h2", "h1", OTHER_MS));
    return release(reads(key, "h1"));
  }),
  row(READ_END, "one of two, the first, which is shorter", ended("still:1"), async (run, key) => {
    await take(run, reads(key, "h1", "h1", OTHER_MS), reads(key, "h2", "h1"));
    return release(reads(key, "h1", "h1", OTHER_MS));
  }),
  row(READ_END, "one of two, the second", ended("still:1"), async (run, key) => {
    await take(run, reads(key, "h1", "h1", OTHER_MS), reads(key, "h2", "h1"));
    return release(reads(key, "h2", "h1"));
  }),
  row(READ_END, "one of two, the new owner's", ended("still:1"), async (run, key) => {
    await take(run, reader(key), { ...reads(key, "h2", "", OTHER_MS), owner: ownerNamed("a:1") });
    return release(reader(key));
  }),
  row(READ_END, "one of two, the dead one", ended("still:1"), async (run, key) => {
    await take(run, reads(key, "h1", "h1", OTHER_MS), reads(key, "h2", "h1"));
    await dies(run, key, "p:1");
    return release(reads(key, "h1", "h1", OTHER_MS));
  }),
  row(READ_END, "one of two, the living one", ended("still:1"), async (run, key) => {
    await take(run, reads(key, "h1", "h1", OTHER_MS), reads(key, "h2", "h1"), reader(key, "b:2"));
    await dies(run, key, "p:1");
    return release(reads(key, "h2", "h1"));
  }),
  row(READ_END, "by text, its record is gone, one of two", ended("taken"), async (run, key) => {
    await take(run, reads(key, "h1"), reads(key, "h2", "h1"));
    return release(reads(key, "h3", "h1"), false);
  }),
  row(READ_END, "first, its record is gone, one of two", ended("still:1"), async (run, key) => {
    await take(run, reads(key, "h1"), reads(key, "h2", "h1"));
    return release(reads(key, "h3", "h1"), true);
  }),
  row(READ_END, "the writer's last", ended("released"), async (run, key) => {
    await take(run, writes(key, "w1"), reads(key, "h1"));
    return release(reads(key, "h1"));
  }),
  row(READ_END, "the writer's, one of two", ended("still:1"), async (run, key) => {
    await take(run, writes(key, "w1"), reads(key, "h1"), reads(key, "h2", "h1", OTHER_MS));
    return release(reads(key, "h1"));
  }),
  row(READ_END, "its lease ran out", ended("free"), async (run, key) => {
    await take(run, reader(key));
    await expire(run, key);
    return release(reader(key));
  }),
  row(READ_END, "its lease ran out, somebody writes", ended("taken"), async (run, key) => {
    await take(run, reads(key, "h1"));
    await expire(run, key);
    await take(run, writer(key, "b:2"));
    return release(reads(key, "h1"));
  }),
  row(READ_END, "its lease ran out, and its owner reads again", ended("taken"), async (run, key) => {
    await take(run, reads(key, "h1"));
    await expire(run, key);
    await take(run, reads(key, "h2"));
    return release(reads(key, "h1"));
  }),
  row(READ_END, "a new owner's lease ran out, and it reads again by a passed one", ended("taken"), async (run, key) => {
    await take(run, reader(key));
    await expire(run, key);
    await take(run, { ...reads(key, "h2"), owner: ownerNamed("a:1") });
    return release(reader(key));
  }),
  row(READ_END, "cancel of an acquire that was granted", ended("released"), async (run, key) => {
    await take(run, reader(key, "b:2"), reads(key, "h1"));
    return cancel(reads(key, "h1"));
  }),
  row(READ_END, "cancel of an acquire that never ran, others read", ended("taken"), async (run, key) => {
    await take(run, reader(key, "b:2"));
    return cancel(reader(key));
  }),
  row(READ_END, "cancel beside the owner's outer hold", ended("taken"), async (run, key) => {
    await take(run, reads(key, "h1"));
    return cancel(reads(key, "h2", "h1"));
  }),

  row(WRITE_END, "last, new owner", ended("released"), async (run, key) => {
    await take(run, writer(key));
    return release(writer(key));
  }),
  row(WRITE_END, "last, passed owner", ended("released"), async (run, key) => {
    await take(run, writes(key, "w1"));
    return release(writes(key, "w1"));
  }),
  row(WRITE_END, "one of two", ended("still:1"), async (run, key) => {
    await take(run, writes(key, "w1"), writes(key, "w2", "w1"), reads(key, "h1"));
    return release(writes(key, "w1"));
  }),
  row(WRITE_END, "its owner goes on reading, for less", ended("released"), async (run, key) => {
    await take(run, writes(key, "w1"), reads(key, "h1", "h1", OTHER_MS));
    return release(writes(key, "w1"));
  }),
  row(WRITE_END, "a new owner goes on reading", ended("released"), async (run, key) => {
    await take(run, writer(key), { ...reads(key, "h1"), owner: ownerNamed("a:1") });
    return release(writer(key));
  }),
  row(WRITE_END, "its owner's read is dead", ended("released"), async (run, key) => {
    await take(run, writes(key, "w1"), reads(key, "h1"));
    await dies(run, key, "p:1");
    return release(writes(key, "w1"));
  }),
  row(WRITE_END, "its lease ran out", ended("free"), async (run, key) => {
    await take(run, writes(key, "w1"));
    await expire(run, key);
    return release(writes(key, "w1"));
  }),
  row(WRITE_END, "its lease ran out, its owner reads", ended("taken"), async (run, key) => {
    await take(run, writes(key, "w1"));
    await expire(run, key);
    await take(run, reads(key, "h1"));
    return release(writes(key, "w1"));
  }),
  row(WRITE_END, "cancel of an acquire that was granted", ended("released"), async (run, key) => {
    await take(run, writes(key, "w1"));
    return cancel(writes(key, "w1"));
  }),
  row(WRITE_END, "cancel beside the owner's outer hold", ended("taken"), async (run, key) => {
    await take(run, writes(key, "w1"));
    return cancel(writes(key, "w2", "w1"));
  }),
  row(WRITE_END, "cancel of one that was refused as an upgrade", ended("upgrade"), async (run, key) => {
    await take(run, reads(key, "h1"));
    await run(acquire(writes(key, "w1")));
    return cancel(writes(key, "w1"));
  }),
];

const RENEW = "read-write/renew-read";
const CHECK = "read-write/check-read";
const CHECK_WRITE = "read-write/check-write";
const MANY = "lock/renew-many";
const FORCE = "read-write/force-release";

const keeping: readonly Row[] = [
  row(RENEW, "new owner", renewed, async (run, key) => {
    await take(run, reader(key));
    return renew(reader(key));
  }),
  row(RENEW, "one of two, which is shorter", renewed, async (run, key) => {
    await take(run, reads(key, "h1"), reads(key, "h2", "h1", OTHER_MS));
    return renew(reads(key, "h2", "h1", OTHER_MS));
  }),
  row(RENEW, "dead, others read", renewed, async (run, key) => {
    await take(run, reader(key, "b:2"), reads(key, "h1"));
    await dies(run, key, "p:1");
    return renew(reads(key, "h1"));
  }),
  row(RENEW, "one of two, the dead one", renewed, async (run, key) => {
    await take(run, reads(key, "h1"), reads(key, "h2", "h1", OTHER_MS));
    await dies(run, key, "p:1", 2);
    return renew(reads(key, "h2", "h1", OTHER_MS));
  }),
  row(RENEW, "the writer's own", renewed, async (run, key) => {
    await take(run, writes(key, "w1"), reads(key, "h1"));
    return renew(reads(key, "h1"));
  }),
  row(RENEW, "its lease ran out, and its owner reads again", ended("lost"), async (run, key) => {
    await take(run, reads(key, "h1"));
    await expire(run, key);
    await take(run, reads(key, "h2"));
    return renew(reads(key, "h1"));
  }),
  row(RENEW, "its lease ran out, and its owner writes", ended("lost"), async (run, key) => {
    await take(run, reads(key, "h1"));
    await expire(run, key);
    await take(run, writes(key, "w1"));
    return renew(reads(key, "h1"));
  }),
  row(RENEW, "released before, others read", ended("released"), async (run, key) => {
    await take(run, reader(key, "b:2"), reader(key));
    await run(release(reader(key)));
    return renew(reader(key));
  }),
  row(RENEW, "its record is gone", ended("lost"), async (run, key) => {
    await take(run, reads(key, "h1"));
    return renew(reads(key, "h2", "h1"));
  }),

  row(CHECK, "new owner", counted, async (run, key) => {
    await take(run, reader(key));
    return checkReadCall(reader(key));
  }),
  row(CHECK, "one of two", counted, async (run, key) => {
    await take(run, reads(key, "h1"), reads(key, "h2", "h1", OTHER_MS));
    return checkReadCall(reads(key, "h2", "h1", OTHER_MS));
  }),
  row(CHECK, "dead, others read", { kind: "counted", remainingMs: 0 }, async (run, key) => {
    await take(run, reader(key, "b:2"), reads(key, "h1"));
    await dies(run, key, "p:1");
    return checkReadCall(reads(key, "h1"));
  }),
  row(CHECK, "its lease ran out, somebody writes", ended("lost"), async (run, key) => {
    await take(run, reads(key, "h1"));
    await expire(run, key);
    await take(run, writer(key, "b:2"));
    return checkReadCall(reads(key, "h1"));
  }),
  row(CHECK, "released before, others read", ended("released"), async (run, key) => {
    await take(run, reader(key, "b:2"), reads(key, "h1"));
    await run(release(reads(key, "h1")));
    return checkReadCall(reads(key, "h1"));
  }),

  row(CHECK_WRITE, "new owner", counted, async (run, key) => {
    await take(run, writer(key));
    return checkWriteCall(writer(key));
  }),
  row(CHECK_WRITE, "passed owner, who reads for longer", counted, async (run, key) => {
    await take(run, writes(key, "w1"), reads(key, "h1", "h1", OTHER_MS));
    return checkWriteCall(writes(key, "w1"));
  }),
  row(CHECK_WRITE, "its lease ran out, somebody reads", ended("lost"), async (run, key) => {
    await take(run, writes(key, "w1"));
    await expire(run, key);
    await take(run, reader(key, "b:2"));
    return checkWriteCall(writes(key, "w1"));
  }),
  row(CHECK_WRITE, "released before, its owner reads on", ended("released"), async (run, key) => {
    await take(run, writes(key, "w1"), reads(key, "h1"));
    await run(release(writes(key, "w1")));
    return checkWriteCall(writes(key, "w1"));
  }),

  row(MANY, "readers, and two holds of one", ["renewed", "renewed", "renewed"], async (run, key) => {
    const holds = [reader(key), reads(key, "h1"), reads(key, "h2", "h1", OTHER_MS)];
    await take(run, ...holds);
    return renewMany(...holds);
  }),
  row(MANY, "a writer that reads", ["renewed", "renewed"], async (run, key) => {
    const holds = [writes(key, "w1"), reads(key, "h1")];
    await take(run, ...holds);
    return renewMany(...holds);
  }),
  row(
    MANY,
    "a read hold that was lost, one that died, one that was released",
    ["lost", "renewed", "released"],
    async (run, key) => {
      await take(run, reads(key, "h0"));
      await expire(run, key);
      await take(run, reader(key, "b:2"), reads(key, "h1"), reader(key));
      await dies(run, key, "p:1");
      await run(release(reader(key)));
      return renewMany(reads(key, "h0"), reads(key, "h1"), reader(key));
    },
  ),

  row(FORCE, "of readers", true, async (run, key) => {
    await take(run, reader(key), reads(key, "h1"));
    return forceReleaseSharedCall(key, "r1", "read");
  }),
  row(FORCE, "of the writer, which reads", true, async (run, key) => {
    await take(run, writes(key, "w1"), reads(key, "h1"));
    return forceReleaseSharedCall(key, "r1", "write");
  }),
  row(FORCE, "of readers, while one writes", false, async (run, key) => {
    await take(run, writes(key, "w1"), reads(key, "h1"));
    return forceReleaseSharedCall(key, "r1", "read");
  }),
  row(FORCE, "of the writer, while others read", false, async (run, key) => {
    await take(run, reader(key));
    return forceReleaseSharedCall(key, "r1", "write");
  }),
  row(FORCE, "of nobody", false, async (_, key) => forceReleaseSharedCall(key, "r1", "read")),
];

export const readWriteReplayTable: readonly Row[] = [...acquiring, ...releasing, ...keeping];
