// The rows of a single flight's scripts: see table.ts. Its lock is the plain one, with a new owner for each hold.

import { resultKey, spendKey } from "../../../../src/lock/keys.ts";
import { finishCall, flightAcquireCall } from "../../../../src/lock/lua/flight.ts";
import { acquireCall, cancelCall, releaseCall } from "../../../../src/lock/lua/lock.ts";
import { spendCall } from "../../../../src/lock/lua/refresh.ts";
import type { GrantedHold, ScriptCall } from "../../../../src/lock/protocol.ts";
import { busy, ended, expire, held, newOwners, passedOwners, type Row, type Run, row } from "./table.ts";

const TTL_MS = 60_000;

function acquire(hold: GrantedHold, { last = false, waitedFor = "" } = {}): ScriptCall<unknown> {
  return flightAcquireCall(hold, last, waitedFor, {
    busy() {},
    found: (result) => ({ kind: "found", ...result }),
  });
}

const finish = (hold: GrantedHold, result = '=["x"]', first = true) => finishCall(hold, first, result, TTL_MS);

/** Another caller comes, runs, and leaves this result. */
async function flown(run: Run, key: string, owner: string, result: string): Promise<void> {
  await run(acquire(newOwners(key, owner)));
  await run(finish(newOwners(key, owner), result));
}

/** Expires the result. */
async function forget(run: Run, key: string): Promise<void> {
  const script = {
    name: "forget",
    source: "return { 'done', ARGV[1], redis.call('DEL', KEYS[1]) }",
    sha1: "0".repeat(40),
  };
  await run({ script, keys: [resultKey(key)], args: [], decode: (reply) => reply });
}

/** Puts a spend 20 s into the past. */
async function age(run: Run, key: string): Promise<void> {
  const source = `local at, rest = string.match(redis.call('GET', KEYS[1]), '^(%d+)(.*)$')
redis.call('SET', KEYS[1], string.format('%.0f', at - 20000) .. rest)
return { 'done', ARGV[1] }`;
  const script = { name: "age", source, sha1: "0".repeat(40) };
  await run({ script, keys: [spendKey(key)], args: [], decode: (reply) => reply });
}

const found = (text: string): unknown => ({ kind: "found", text });
const OVER = found("");

const SPENDS = { kind: "spends" };

/** Without the time since the first spend. */
function spend({ key, owner }: GrantedHold, version: string, graceMs = 0): ScriptCall<unknown> {
  const call = spendCall(key, owner, version, graceMs);
  return { ...call, decode: (reply) => ({ ...call.decode(reply), sinceMs: undefined }) };
}

export const flightReplayTable: readonly Row[] = [
  row("flight/acquire", "free", held(1, ""), async (_, key) => acquire(newOwners(key))),
  row("flight/acquire", "free, with an error that is not for it", held(1, ""), async (run, key) => {
    await flown(run, key, "x:1", "!x:1|{}");
    return acquire(newOwners(key), { waitedFor: "x:2" });
  }),
  row("flight/acquire", "busy", busy, async (run, key) => {
    await run(acquire(newOwners(key, "b:2")));
    return acquire(newOwners(key));
  }),
  row("flight/acquire", "refused before", ended("refused"), async (run, key) => {
    await run(acquire(newOwners(key, "b:2")));
    await run(acquire(newOwners(key), { last: true }));
    return acquire(newOwners(key), { last: true });
  }),
  row("flight/acquire", "a result", found('=["x"]'), async (run, key) => {
    await flown(run, key, "x:1", '=["x"]');
    return acquire(newOwners(key));
  }),
  row("flight/acquire", "a result, beside somebody who has the lock", found('=["x"]'), async (run, key) => {
    await flown(run, key, "x:1", '=["x"]');
    await run(acquireCall(newOwners(key, "b:2"), false));
    return acquire(newOwners(key));
  }),
  row("flight/acquire", "the error of whom it waited for", found("!x:1|{}"), async (run, key) => {
    await flown(run, key, "x:1", "!x:1|{}");
    return acquire(newOwners(key), { waitedFor: "x:1" });
  }),
  row("flight/acquire", "found before, and over by now", OVER, async (run, key) => {
    await flown(run, key, "x:1", '=["x"]');
    await run(acquire(newOwners(key)));
    await forget(run, key);
    return acquire(newOwners(key));
  }),
  row("flight/acquire", "an earlier copy, which had waited for nobody, got the lock", held(1, ""), async (run, key) => {
    await flown(run, key, "x:1", "!x:1|{}");
    await run(acquire(newOwners(key)));
    return acquire(newOwners(key), { waitedFor: "x:1" });
  }),
  row("flight/acquire", "its lease ran out", OVER, async (run, key) => {
    await run(acquire(newOwners(key)));
    await expire(run, key);
    return acquire(newOwners(key));
  }),
  row("flight/acquire", "its lease ran out, and another left a result", found('=["x"]'), async (run, key) => {
    await run(acquire(newOwners(key)));
    await expire(run, key);
    await flown(run, key, "x:1", '=["x"]');
    return acquire(newOwners(key));
  }),
  row("flight/acquire", "released before, its result over", ended("released"), async (run, key) => {
    await flown(run, key, "a:1", '=["x"]');
    await forget(run, key);
    return acquire(newOwners(key));
  }),
  row("flight/acquire", "cancelled before it ran", ended("free"), async (run, key) => {
    await run(cancelCall(newOwners(key)));
    return acquire(newOwners(key));
  }),

  row("flight/finish", "the lock is its own", ended("released"), async (run, key) => {
    await run(acquire(newOwners(key)));
    return finish(newOwners(key));
  }),
  row("flight/finish", "the same, not for the first time", ended("released"), async (run, key) => {
    await run(acquire(newOwners(key)));
    return finish(newOwners(key), "!a:1|{}", false);
  }),
  row("flight/finish", "in place of an error", ended("released"), async (run, key) => {
    await flown(run, key, "x:1", "!x:1|{}");
    await run(acquire(newOwners(key)));
    return finish(newOwners(key));
  }),
  row("flight/finish", "done before, its result over", ended("released"), async (run, key) => {
    await flown(run, key, "a:1", '=["x"]');
    await forget(run, key);
    return finish(newOwners(key));
  }),
  row("flight/finish", "released before, as a plain lock", ended("released"), async (run, key) => {
    await run(acquire(newOwners(key)));
    await run(releaseCall(newOwners(key), true));
    return finish(newOwners(key));
  }),
  row("flight/finish", "beside another hold of its owner", ended("still:1"), async (run, key) => {
    await run(acquire(newOwners(key)));
    await run(acquireCall(passedOwners(key, "h2", "", "a:1"), false));
    return finish(newOwners(key));
  }),
  row("flight/finish", "its lease ran out", ended("free"), async (run, key) => {
    await run(acquire(newOwners(key)));
    await expire(run, key);
    return finish(newOwners(key));
  }),
  row("flight/finish", "its lease ran out, and another runs", ended("taken"), async (run, key) => {
    await run(acquire(newOwners(key)));
    await expire(run, key);
    await run(acquire(newOwners(key, "b:2")));
    return finish(newOwners(key));
  }),
  row("flight/finish", "its lease ran out, and another left a result", ended("free"), async (run, key) => {
    await run(acquire(newOwners(key)));
    await expire(run, key);
    await flown(run, key, "x:1", '=["newer"]');
    return finish(newOwners(key));
  }),

  row("refresh/spend", "the first of this version", SPENDS, async (run, key) => {
    await run(acquire(newOwners(key)));
    return spend(newOwners(key), "7");
  }),
  row("refresh/spend", "after another version", SPENDS, async (run, key) => {
    await run(acquire(newOwners(key, "b:2")));
    await run(spend(newOwners(key, "b:2"), "6"));
    await run(finish(newOwners(key, "b:2")));
    await forget(run, key);
    await run(acquire(newOwners(key)));
    return spend(newOwners(key), "7");
  }),
  row("refresh/spend", "after one of this version, whose holder died", { kind: "spent" }, async (run, key) => {
    await run(acquire(newOwners(key, "b:2")));
    await run(spend(newOwners(key, "b:2"), "7"));
    await age(run, key);
    await expire(run, key);
    await run(acquire(newOwners(key)));
    return spend(newOwners(key), "7");
  }),
  row("refresh/spend", "the same, within the time that is allowed", SPENDS, async (run, key) => {
    await run(acquire(newOwners(key, "b:2")));
    await run(spend(newOwners(key, "b:2"), "7"));
    await age(run, key);
    await expire(run, key);
    await run(acquire(newOwners(key)));
    return spend(newOwners(key), "7", 60_000);
  }),
  row("refresh/spend", "its lock is lost", ended("lost"), async (run, key) => {
    await run(acquire(newOwners(key)));
    await expire(run, key);
    return spend(newOwners(key), "7");
  }),
];
