// The rows of the scripts that keep standing requests, and of those that serve them.
import { standingKey } from "../../../../src/lock/keys.ts";
import {
  fairAcquireCall,
  fairCancelCall,
  fairForceReleaseCall,
  fairReleaseCall,
} from "../../../../src/lock/lua/fair.ts";
import { finishCall } from "../../../../src/lock/lua/flight.ts";
import { acquireCall, cancelCall, forceReleaseCall, releaseCall } from "../../../../src/lock/lua/lock.ts";
import { releaseManyCall } from "../../../../src/lock/lua/lock-many.ts";
import type { GrantedHold, ScriptCall } from "../../../../src/lock/protocol.ts";
import { fairPassCall, passCall } from "../../../support/pass-calls.ts";
import { type Attempt, channelOf, requestOf, stand, standFair, standFenced } from "../../../support/standing.ts";
import { busy, ended, held, newOwners, passedOwners, type Row, type Run, row, waitsAt } from "./table.ts";

const PATIENCE_MS = 10_000;
// Names of waiters. The replay test hears only the mailboxes of the second.
const [DEAD, LIVE, LATER] = ["dead:1", "live:1", "live:2"];

/** The mailboxes that the replay test hears. Other tests hear none, so their scripts grant nothing. */
export const HEARD_MAILBOXES: readonly string[] = [LIVE, LATER].map((name) => channelOf(newOwners("", name)));

/** Stands in a way that may be repeated: the request is known. */
function again(hold: GrantedHold, attempt: Attempt = {}): ScriptCall<unknown> {
  const seenMs = 1;
  return stand(hold, { seenMs, listed: requestOf(hold, { ...attempt, seenMs }), ...attempt });
}

/** The lock of "a:1" or another hold, and those that stand. */
async function waiting(run: Run, key: string, names: readonly string[], holder = newOwners(key)): Promise<void> {
  await run(acquireCall(holder, false));
  for (const name of names) await run(stand(newOwners(key, name)));
}

/** Leaves out whom the first run alone granted the lock. */
function pass(key: string): ScriptCall<unknown> {
  const call = passCall(newOwners(key), true, "object", newOwners(key, "n:1"), { takesOut: requestOf(newOwners(key)) });
  return {
    ...call,
    decode: (reply) => {
      const { kind, end } = call.decode(reply);
      return { kind, end };
    },
  };
}

/** Stores a text. */
function textAt(key: string): ScriptCall<unknown> {
  const source = "return { 'done', ARGV[1], redis.call('SET', KEYS[1], 'text') }";
  return { script: { name: "text", source, sha1: "1".repeat(40) }, keys: [key], args: [], decode: (reply) => reply };
}

const acquiring: readonly Row[] = [
  row("lock/acquire-standing", "free", held(1, ""), async (_, key) => again(newOwners(key))),
  row("lock/acquire-standing", "free, and its request is in the list", held(1, ""), async (run, key) => {
    await waiting(run, key, [DEAD], newOwners(key, "b:2"));
    await run(again(newOwners(key)));
    await run(cancelCall(newOwners(key, "b:2")));
    return again(newOwners(key));
  }),
  row("lock/acquire-standing", "refused, and stands", busy, async (run, key) => {
    await waiting(run, key, [DEAD], newOwners(key, "b:2"));
    return again(newOwners(key));
  }),
  row("lock/acquire-standing", "refused, a later attempt", busy, async (run, key) => {
    await waiting(run, key, [], newOwners(key, "b:2"));
    return again(newOwners(key), { first: false });
  }),
  row("lock/acquire-standing", "refused, and keeps its place", busy, async (run, key) => {
    await waiting(run, key, [], newOwners(key, "b:2"));
    await run(again(newOwners(key)));
    await run(stand(newOwners(key, DEAD)));
    return again(newOwners(key));
  }),
  row("lock/acquire-standing", "refused, and nobody hears its mailbox", busy, async (run, key) => {
    await waiting(run, key, [], newOwners(key, "b:2"));
    return again(newOwners(key), {
      counts: true,
      listed: requestOf(newOwners(key), { seenMs: 1, isOnlyCalled: true }),
    });
  }),
  row("lock/acquire-standing", "refused by a passed owner", busy, async (run, key) => {
    await waiting(run, key, [], passedOwners(key, "h1"));
    return again(newOwners(key));
  }),
  row("lock/acquire-standing", "refused for the last time", ended("refused"), async (run, key) => {
    await waiting(run, key, [DEAD], newOwners(key, "b:2"));
    await run(again(newOwners(key)));
    const attempt = again(newOwners(key), { last: true });
    await run(attempt);
    return attempt;
  }),
  row("lock/acquire-standing", "cancelled before it ran", ended("free"), async (run, key) => {
    await run(cancelCall(newOwners(key)));
    return again(newOwners(key));
  }),
  row("lock/acquire-standing", "the list is something else", busy, async (run, key) => {
    await waiting(run, key, [], newOwners(key, "b:2"));
    await run(textAt(standingKey(key)));
    return again(newOwners(key));
  }),
  row("fenced/acquire-standing", "free", held(1, ""), async (_, key) => standFenced(newOwners(key))),
  row("fenced/acquire-standing", "granted before", held(1, ""), async (run, key) => {
    await run(standFenced(newOwners(key)));
    return standFenced(newOwners(key));
  }),
  row("fenced/acquire-standing", "refused, and stands", busy, async (run, key) => {
    await waiting(run, key, [], newOwners(key, "b:2"));
    const request = standFenced(newOwners(key), { seenMs: 1 }).args.at(-3);
    return standFenced(newOwners(key), { seenMs: 1, listed: String(request) });
  }),
  row("fenced/acquire-standing", "refused for the last time", ended("refused"), async (run, key) => {
    await waiting(run, key, [], newOwners(key, "b:2"));
    await run(standFenced(newOwners(key), { last: true }));
    return standFenced(newOwners(key), { last: true });
  }),
];

type Releasing = readonly [branch: string, arrange: (run: Run, key: string) => Promise<unknown>, serving?: object];

const served: readonly Releasing[] = [
  ["one stands", (run, key) => waiting(run, key, [LIVE])],
  ["two stand", (run, key) => waiting(run, key, [LIVE, LATER])],
  ["the first is dead", (run, key) => waiting(run, key, [DEAD, LIVE])],
  ["all are dead", (run, key) => waiting(run, key, [DEAD, "dead:2"])],
  [
    "more are dead than it skips",
    (run, key) => waiting(run, key, [...Array.from({ length: 51 }, (_, nth) => `dead:${nth}`), LIVE]),
  ],
  [
    "the first was cancelled",
    async (run, key) => {
      await waiting(run, key, [LIVE, LATER]);
      await run(cancelCall(newOwners(key, LIVE)));
    },
  ],
  [
    "the first is too old",
    async (run, key) => {
      await waiting(run, key, []);
      await run(stand(newOwners(key, LATER), { seenMs: 1 }));
      await run(stand(newOwners(key, LIVE)));
    },
  ],
  [
    "the first is only called",
    async (run, key) => {
      await waiting(run, key, []);
      await run(stand(newOwners(key, DEAD), { isOnlyCalled: true }));
      await run(stand(newOwners(key, LIVE)));
    },
  ],
  [
    "the first needs a token",
    async (run, key) => {
      await waiting(run, key, []);
      await run(standFenced(newOwners(key, LIVE)));
    },
  ],
  ["a second after the last message", (run, key) => waiting(run, key, [DEAD, LIVE]), { since: "1000" }],
  [
    "another waiter of its isolate stands",
    (run, key) => waiting(run, key, [DEAD]),
    { stands: requestOf(newOwners("", LIVE)) },
  ],
  [
    "the list is something else",
    async (run, key) => {
      await waiting(run, key, [LIVE]);
      await run(textAt(standingKey(key)));
    },
    { stands: requestOf(newOwners("", LATER)) },
  ],
];

const releasing: readonly Row[] = served.map(([branch, arrange, serving]) =>
  row("lock/release", `serves: ${branch}`, ended("released"), async (run, key) => {
    await arrange(run, key);
    return releaseCall(newOwners(key), true, "object", serving);
  }),
);

/** Those that stand are of the plain lock, which has the same key. */
async function fairHolder(run: Run, key: string): Promise<void> {
  await run(fairAcquireCall(newOwners(key), false, false, PATIENCE_MS));
  for (const name of [DEAD, LIVE]) await run(stand(newOwners(key, name)));
}

// The request is the same in each run, and not too old.
const seenMs = 9_000_000_000_000;

/** A fair lock with these waiters in its queue. */
async function queued(run: Run, key: string, names: readonly string[], holder = newOwners(key)): Promise<void> {
  await run(fairAcquireCall(holder, false, false, PATIENCE_MS));
  for (const name of names) await run(standFair(newOwners(key, name), { seenMs }));
}

const fair: readonly Row[] = [
  row("fair/acquire-standing", "free", held(1, ""), async (_, key) => standFair(newOwners(key))),
  row("fair/acquire-standing", "busy", busy, async (run, key) => {
    await queued(run, key, [], newOwners(key, "b:2"));
    return standFair(newOwners(key), { seenMs });
  }),
  row("fair/acquire-standing", "busy, behind one of ours, a later attempt", waitsAt(2), async (run, key) => {
    await queued(run, key, [LIVE, "a:1"], newOwners(key, "b:2"));
    return standFair(newOwners(key), { seenMs, first: false, counts: true, listed: "its request" });
  }),
  row("fair/acquire-standing", "was granted the lock", held(1, ""), async (run, key) => {
    await queued(run, key, [LIVE], newOwners(key, "b:2"));
    await run(fairReleaseCall(newOwners(key, "b:2"), true, PATIENCE_MS));
    return standFair(newOwners(key, LIVE));
  }),
  row("fair/acquire-standing", "gave up before", ended("taken"), async (run, key) => {
    await queued(run, key, ["a:1"], newOwners(key, "b:2"));
    await run(fairCancelCall(newOwners(key), PATIENCE_MS));
    return standFair(newOwners(key));
  }),
  row("fair/release", "grants it to the first", ended("released"), async (run, key) => {
    await queued(run, key, [LIVE, LATER]);
    return fairReleaseCall(newOwners(key), true, PATIENCE_MS);
  }),
  row("fair/release", "grants it to the first, passed owner", ended("released"), async (run, key) => {
    await queued(run, key, [LIVE], passedOwners(key, "h1"));
    return fairReleaseCall(passedOwners(key, "h1"), true, PATIENCE_MS);
  }),
  row("fair/release", "nobody hears the first", ended("released"), async (run, key) => {
    await queued(run, key, [DEAD, LIVE]);
    return fairReleaseCall(newOwners(key), true, PATIENCE_MS);
  }),
  row("fair/release", "cancel of a granted hold", ended("released"), async (run, key) => {
    await queued(run, key, [LIVE]);
    return fairCancelCall(newOwners(key), PATIENCE_MS);
  }),
  row("fair/release", "passes it on: the next owner is not the first", ended("released"), async (run, key) => {
    await queued(run, key, [LIVE]);
    return fairPassCall(newOwners(key), true, PATIENCE_MS, "", newOwners(key, "n:1"));
  }),
  row("fair/force-release", "grants it to the first", true, async (run, key) => {
    await queued(run, key, [LIVE]);
    return fairForceReleaseCall(key, "r1", PATIENCE_MS);
  }),
];

const others: readonly Row[] = [
  row("lock/release", "serves: cancel of a granted hold", ended("released"), async (run, key) => {
    await waiting(run, key, [LIVE, LATER]);
    return cancelCall(newOwners(key), requestOf(newOwners(key)));
  }),
  row("lock/release", "serves: passed owner", ended("released"), async (run, key) => {
    await waiting(run, key, [LIVE, LATER], passedOwners(key, "h1"));
    return releaseCall(passedOwners(key, "h1"), true, "object");
  }),
  row("lock/release", "passes it on: the next owner was cancelled, one stands", ended("released"), async (run, key) => {
    await waiting(run, key, [LIVE, LATER]);
    await run(cancelCall(newOwners(key, "n:1")));
    return pass(key);
  }),
  row("lock/release", "passes it on beside one that stands", ended("released"), async (run, key) => {
    await waiting(run, key, [LIVE]);
    return pass(key);
  }),
  row("lock/force-release", "serves", true, async (run, key) => {
    await waiting(run, key, [LIVE, LATER]);
    return forceReleaseCall(key, "r1");
  }),
  row("lock/release-many", "serves, new owner", ["released"], async (run, key) => {
    await waiting(run, key, [LIVE, LATER]);
    return releaseManyCall([newOwners(key)], true, "object");
  }),
  row("lock/release-many", "serves, passed owner", ["released"], async (run, key) => {
    await waiting(run, key, [LIVE, LATER], passedOwners(key, "h1"));
    return releaseManyCall([passedOwners(key, "h1")], true, "object");
  }),
  row("fair/release", "one stands for the plain lock", ended("released"), async (run, key) => {
    await fairHolder(run, key);
    return fairReleaseCall(newOwners(key), true, PATIENCE_MS);
  }),
  row("fair/release", "passes it on: one stands for the plain lock", ended("released"), async (run, key) => {
    await fairHolder(run, key);
    return fairPassCall(newOwners(key), true, PATIENCE_MS, "", newOwners(key, "n:1"));
  }),
  row("fair/force-release", "one stands for the plain lock", true, async (run, key) => {
    await fairHolder(run, key);
    return fairForceReleaseCall(key, "r1", PATIENCE_MS);
  }),
  row("flight/finish", "one stands for the plain lock", ended("released"), async (run, key) => {
    await waiting(run, key, [DEAD, LIVE]);
    return finishCall(newOwners(key), true, "=1", 60_000);
  }),
];

export const standingReplayTable: readonly Row[] = [...acquiring, ...releasing, ...others, ...fair];
