// The rows of the fenced lock's script: see table.ts. The plain lock's scripts release, renew and query it.
import { expect } from "vitest";
import { tokenKey } from "../../../../src/lock/keys.ts";
import { fencedAcquireCall } from "../../../../src/lock/lua/fenced.ts";
import { acquireCall, cancelCall, releaseCall } from "../../../../src/lock/lua/lock.ts";
import type { GrantedHold, ScriptCall } from "../../../../src/lock/protocol.ts";
import { busy, ended, expire, held, newOwners, passedOwners, type Row, type Run, row } from "./table.ts";

/** The latest token by default: ahead of the Redis clock, so that the next ones are known. */
export const AHEAD_OF_CLOCK = "50000000000000000";

const acquire = (hold: GrantedHold, last = false) => fencedAcquireCall(hold, last);
const later = (hold: GrantedHold) => fencedAcquireCall(hold, false, false);

async function take(run: Run, ...holds: GrantedHold[]): Promise<void> {
  for (const hold of holds) await run(acquire(hold));
}

const withToken = (holdCount: number, epoch: string): unknown => ({
  ...Object(held(holdCount, epoch)),
  fencingToken: expect.stringMatching(/^\d{16,17}$/),
});

/** Sets the latest token, or deletes it, as another client. */
function setToken(key: string, token: string | undefined): ScriptCall<unknown> {
  const source =
    "if ARGV[2] then redis.call('SET', KEYS[1], ARGV[2]) else redis.call('DEL', KEYS[1]) end return { 'done', ARGV[1] }";
  // Not loaded under that hash, so that it is sent whole.
  const script = { name: "set-token", source, sha1: "0".repeat(40) };
  return { script, keys: [tokenKey(key)], args: token === undefined ? [] : [token], decode: (reply) => reply };
}

function branch(name: string, reply: unknown, arrange: Row["arrange"]): Row {
  return row("fenced/acquire", name, reply, async (run, key) => {
    await run(setToken(key, AHEAD_OF_CLOCK));
    return arrange(run, key);
  });
}

export const fencedReplayTable: readonly Row[] = [
  branch("free, new owner", withToken(1, ""), async (_, key) => acquire(newOwners(key))),
  branch("free, passed owner", withToken(1, "h1"), async (_, key) => acquire(passedOwners(key, "h1"))),
  branch("free, no token yet", withToken(1, ""), async (run, key) => {
    await run(setToken(key, undefined));
    return acquire(newOwners(key));
  }),
  branch("free, a Java service's token", withToken(1, ""), async (run, key) => {
    await run(setToken(key, "7"));
    return acquire(newOwners(key));
  }),
  branch("free again, passed owner", withToken(1, "h2"), async (run, key) => {
    await take(run, passedOwners(key, "h1"));
    await run(releaseCall(passedOwners(key, "h1"), true));
    return acquire(passedOwners(key, "h2"));
  }),
  branch("re-entry of a passed owner", withToken(2, "h1"), async (run, key) => {
    await take(run, passedOwners(key, "h1"));
    return acquire(passedOwners(key, "h2"));
  }),
  branch("re-entry into a new owner's hold", withToken(2, ""), async (run, key) => {
    await take(run, newOwners(key));
    return acquire(passedOwners(key, "h2", "", "a:1"));
  }),
  branch("re-entry, the token deleted meanwhile", withToken(2, "h1"), async (run, key) => {
    await take(run, passedOwners(key, "h1"));
    await run(setToken(key, undefined));
    return acquire(passedOwners(key, "h2"));
  }),
  branch("re-entry into a plain hold, no token yet", withToken(2, "h1"), async (run, key) => {
    await run(setToken(key, undefined));
    await run(acquireCall(passedOwners(key, "h1"), false));
    return acquire(passedOwners(key, "h2"));
  }),
  branch("repeated by the outer hold of two", withToken(2, ""), async (run, key) => {
    await take(run, newOwners(key), passedOwners(key, "h2", "", "a:1"));
    return acquire(newOwners(key));
  }),
  branch("repeated, the token deleted meanwhile", withToken(1, ""), async (run, key) => {
    await take(run, newOwners(key));
    await run(setToken(key, undefined));
    return acquire(newOwners(key));
  }),
  branch("busy, new owner", busy, async (run, key) => {
    await take(run, newOwners(key, "b:2"));
    return acquire(newOwners(key));
  }),
  branch("free, a later attempt", withToken(1, ""), async (_, key) => later(newOwners(key))),
  branch("busy, a later attempt", busy, async (run, key) => {
    await take(run, newOwners(key, "b:2"));
    return later(newOwners(key));
  }),
  branch("repeated by a later attempt", withToken(1, ""), async (run, key) => {
    await take(run, newOwners(key));
    return later(newOwners(key));
  }),
  branch("its lease ran out, another holds it, a later attempt", ended("lost"), async (run, key) => {
    await take(run, newOwners(key));
    await expire(run, key);
    await take(run, newOwners(key, "b:2"));
    return later(newOwners(key));
  }),
  branch("released before, another holds it, the last attempt", ended("released"), async (run, key) => {
    await take(run, newOwners(key));
    await run(releaseCall(newOwners(key), true));
    await take(run, newOwners(key, "b:2"));
    return acquire(newOwners(key), true);
  }),
  branch("busy, passed owner", busy, async (run, key) => {
    await take(run, newOwners(key, "b:2"));
    return acquire(passedOwners(key, "h1"));
  }),
  branch("refused before, new owner", ended("refused"), async (run, key) => {
    await take(run, newOwners(key, "b:2"));
    await run(acquire(newOwners(key), true));
    return acquire(newOwners(key), true);
  }),
  branch("refused before, passed owner", ended("refused"), async (run, key) => {
    await take(run, newOwners(key, "b:2"));
    await run(acquire(passedOwners(key, "h1"), true));
    return acquire(passedOwners(key, "h1"), true);
  }),
  branch("released before, new owner", ended("released"), async (run, key) => {
    await take(run, newOwners(key));
    await run(releaseCall(newOwners(key), true));
    return acquire(newOwners(key));
  }),
  branch("cancelled before it ran", ended("free"), async (run, key) => {
    await run(cancelCall(newOwners(key)));
    return acquire(newOwners(key));
  }),
  branch("its lease ran out, new owner", ended("lost"), async (run, key) => {
    await take(run, newOwners(key));
    await expire(run, key);
    return acquire(newOwners(key));
  }),
  branch("its lease ran out, passed owner", ended("lost"), async (run, key) => {
    await take(run, passedOwners(key, "h1"));
    await expire(run, key);
    return acquire(passedOwners(key, "h1"));
  }),
  branch("the owner has a later life of the lock", ended("lost"), async (run, key) => {
    await take(run, passedOwners(key, "h1"));
    await expire(run, key);
    await take(run, passedOwners(key, "h2"));
    return acquire(passedOwners(key, "h1"));
  }),
];
