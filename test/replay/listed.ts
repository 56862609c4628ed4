// The rows of the script that acquires a lock for a waiter that hears of releases.
import { isolatesKey } from "../../src/lock/keys.ts";
import { listedCall } from "../../src/lock/lua/lock/acquire-listed.ts";
import { acquireCall, releaseCall } from "../../src/lock/lua/lock/calls.ts";
import type { AcquireReply, GrantedHold, ScriptCall } from "../../src/lock/protocol.ts";
import { busy, ended, held, newOwners, passedOwners, type Row, type Run, row } from "./table.ts";

const HERE = "000001";
const [A, B] = ["000002", "000003"];

function listed(hold: GrantedHold, { last = false, joins = true, leaves = false, absent = [] as string[] } = {}): Call {
  return listedCall(acquireCall(hold, last, false, false), { isolate: HERE, joins, leaves, absent });
}
type Call = ScriptCall<AcquireReply>;

/** Puts isolates into the list, by refused attempts of theirs. */
async function waiting(run: Run, key: string, ...isolates: string[]): Promise<void> {
  await run(acquireCall(newOwners(key, "b:2"), false));
  for (const isolate of isolates) {
    const attempt = acquireCall(newOwners(key, `c:${isolate}`), false);
    await run(listedCall(attempt, { isolate, joins: true, leaves: false, absent: [] }));
  }
}

/** Stores a text. */
function textAt(key: string): ScriptCall<unknown> {
  const source = "return { 'done', ARGV[1], redis.call('SET', KEYS[1], 'text') }";
  return { script: { name: "text", source, sha1: "1".repeat(40) }, keys: [key], args: [], decode: (reply) => reply };
}

export const listedReplayTable: readonly Row[] = [
  row("lock/acquire-listed", "free", held(1, ""), async (_, key) => listed(newOwners(key))),
  row("lock/acquire-listed", "free, passed owner", held(1, "h1"), async (_, key) => listed(passedOwners(key, "h1"))),
  row("lock/acquire-listed", "granted, and leaves", held(1, ""), async (run, key) => {
    await waiting(run, key, A, HERE, B);
    await run(releaseCall(newOwners(key, "b:2"), true, "object"));
    return listed(newOwners(key), { leaves: true, absent: [A] });
  }),
  row("lock/acquire-listed", "refused, and joins", busy, async (run, key) => {
    await waiting(run, key, A);
    return listed(newOwners(key));
  }),
  row("lock/acquire-listed", "refused, passed owner", busy, async (run, key) => {
    await waiting(run, key, A);
    return listed(passedOwners(key, "h1"));
  }),
  row("lock/acquire-listed", "refused, and is in the list", busy, async (run, key) => {
    await waiting(run, key, HERE, A);
    return listed(newOwners(key), { joins: false });
  }),
  row("lock/acquire-listed", "refused for the last time, and leaves", ended("refused"), async (run, key) => {
    await waiting(run, key, A, HERE);
    const attempt = listed(newOwners(key), { last: true, leaves: true });
    await run(attempt);
    return attempt;
  }),
  row("lock/acquire-listed", "the list is something else", busy, async (run, key) => {
    await waiting(run, key);
    await run(textAt(isolatesKey(key)));
    return listed(newOwners(key));
  }),
];
