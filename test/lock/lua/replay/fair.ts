// The rows of the fair lock's scripts: see table.ts.

import {
  fairAcquireCall,
  fairCancelCall,
  fairForceReleaseCall,
  fairReleaseCall,
} from "../../../../src/lock/lua/fair.ts";
import type { GrantedHold, ScriptCall } from "../../../../src/lock/protocol.ts";
import { PATIENCE_MS } from "../../../support/fair-queue.ts";
import { fairPassCall } from "../../../support/pass-calls.ts";
import { busy, ended, expire, held, newOwners, passedOwners, type Row, type Run, row, waitsAt } from "./table.ts";

const acquire = (hold: GrantedHold, last = false, once = false) => fairAcquireCall(hold, last, once, PATIENCE_MS);
const later = (hold: GrantedHold) => fairAcquireCall(hold, false, false, PATIENCE_MS, false);
const release = (hold: GrantedHold, first = true) => fairReleaseCall(hold, first, PATIENCE_MS);
const cancel = (hold: GrantedHold) => fairCancelCall(hold, PATIENCE_MS);

/** Leaves out whether the lock was passed on: the first run alone says so. */
function pass(hold: GrantedHold, first = true): ScriptCall<unknown> {
  const call = fairPassCall(hold, first, PATIENCE_MS, "object", newOwners(hold.key, "n:1"));
  return {
    ...call,
    decode: (reply) => {
      const { kind, end } = call.decode(reply);
      return { kind, end };
    },
  };
}

/** Each attempts once, in this order: the first gets the lock, when it is free. */
async function queue(run: Run, ...holds: GrantedHold[]): Promise<void> {
  for (const hold of holds) await run(acquire(hold));
}

/** More than one script moves. */
async function crowd(run: Run, key: string): Promise<void> {
  const waiters = Array.from({ length: 110 }, (_, nth) => newOwners(key, `crowd:${nth}`));
  await Promise.all(waiters.map((hold) => run(acquire(hold))));
}

export const fairReplayTable: readonly Row[] = [
  row("fair/acquire", "free, new owner", held(1, ""), async (_, key) => acquire(newOwners(key))),
  row("fair/acquire", "free, passed owner", held(1, "h1"), async (_, key) => acquire(passedOwners(key, "h1"))),
  row("fair/acquire", "free, and it is its turn, new owner", held(1, ""), async (run, key) => {
    await queue(run, newOwners(key, "b:2"), newOwners(key), newOwners(key, "c:3"), newOwners(key, "d:4"));
    await run(release(newOwners(key, "b:2")));
    return acquire(newOwners(key));
  }),
  row("fair/acquire", "free, and it is its turn, long queue", held(1, ""), async (run, key) => {
    await queue(run, newOwners(key, "b:2"), newOwners(key));
    await crowd(run, key);
    await run(release(newOwners(key, "b:2")));
    return acquire(newOwners(key));
  }),
  row("fair/acquire", "free, and it is its turn, passed owner", held(1, "h1"), async (run, key) => {
    await queue(run, newOwners(key, "b:2"), passedOwners(key, "h1"), newOwners(key, "c:3"));
    await run(release(newOwners(key, "b:2")));
    return acquire(passedOwners(key, "h1"));
  }),
  row("fair/acquire", "its turn again, passed owner with a page", held(1, "h2"), async (run, key) => {
    await queue(run, passedOwners(key, "h1"), newOwners(key, "b:2"));
    await run(release(passedOwners(key, "h1")));
    await queue(run, newOwners(key, "b:2"), passedOwners(key, "h2"), newOwners(key, "c:3"));
    await run(release(newOwners(key, "b:2")));
    return acquire(passedOwners(key, "h2"));
  }),
  row("fair/acquire", "re-entry of a passed owner, others wait", held(2, "h1"), async (run, key) => {
    await queue(run, passedOwners(key, "h1"), newOwners(key, "b:2"));
    return acquire(passedOwners(key, "h2"));
  }),
  row("fair/acquire", "not reentrant", ended("reentered"), async (run, key) => {
    await queue(run, passedOwners(key, "h1"), newOwners(key, "b:2"));
    return acquire(passedOwners(key, "h2"), false, true);
  }),
  row("fair/acquire", "busy, and first in the queue", busy, async (run, key) => {
    await queue(run, newOwners(key, "b:2"));
    return acquire(newOwners(key));
  }),
  row("fair/acquire", "busy, passed owner", busy, async (run, key) => {
    await queue(run, newOwners(key, "b:2"));
    return acquire(passedOwners(key, "h1"));
  }),
  row("fair/acquire", "busy, behind others", waitsAt(3), async (run, key) => {
    await queue(run, newOwners(key, "b:2"), newOwners(key, "c:3"), newOwners(key, "d:4"));
    return acquire(newOwners(key));
  }),
  row("fair/acquire", "free, but others come first", waitsAt(2), async (run, key) => {
    await queue(run, newOwners(key, "b:2"), newOwners(key, "c:3"), newOwners(key), newOwners(key, "d:4"));
    await run(release(newOwners(key, "b:2")));
    return acquire(newOwners(key));
  }),
  row("fair/acquire", "busy, behind others, a later attempt", waitsAt(3), async (run, key) => {
    await queue(run, newOwners(key, "b:2"), newOwners(key, "c:3"), newOwners(key, "d:4"), newOwners(key));
    return later(newOwners(key));
  }),
  row("fair/acquire", "its turn, a later attempt", held(1, ""), async (run, key) => {
    await queue(run, newOwners(key, "b:2"), newOwners(key), newOwners(key, "c:3"));
    await run(release(newOwners(key, "b:2")));
    return later(newOwners(key));
  }),
  row("fair/acquire", "repeated by a later attempt", held(1, ""), async (run, key) => {
    await queue(run, newOwners(key), newOwners(key, "b:2"));
    return later(newOwners(key));
  }),
  row("fair/acquire", "gave up before, a later attempt", ended("taken"), async (run, key) => {
    await queue(run, newOwners(key, "b:2"), newOwners(key), newOwners(key, "c:3"));
    await run(cancel(newOwners(key)));
    return later(newOwners(key));
  }),
  row("fair/acquire", "gave up before, while it waited", ended("taken"), async (run, key) => {
    await queue(run, newOwners(key, "b:2"), newOwners(key), newOwners(key, "c:3"));
    await run(cancel(newOwners(key)));
    return acquire(newOwners(key));
  }),
  row("fair/acquire", "refused before, when it waited", ended("refused"), async (run, key) => {
    await queue(run, newOwners(key, "b:2"), newOwners(key), newOwners(key, "c:3"));
    await run(acquire(newOwners(key), true));
    return acquire(newOwners(key), true);
  }),
  row("fair/acquire", "cancelled before it ran", ended("free"), async (run, key) => {
    await run(cancel(newOwners(key)));
    return acquire(newOwners(key));
  }),
  row("fair/acquire", "its lease ran out, passed owner", ended("lost"), async (run, key) => {
    await queue(run, passedOwners(key, "h1"));
    await expire(run, key);
    return acquire(passedOwners(key, "h1"));
  }),

  row("fair/release", "last hold, new owner, others wait", ended("released"), async (run, key) => {
    await queue(run, newOwners(key), newOwners(key, "b:2"), newOwners(key, "c:3"));
    return release(newOwners(key));
  }),
  row("fair/release", "last hold, passed owner", ended("released"), async (run, key) => {
    await queue(run, passedOwners(key, "h1"), newOwners(key, "b:2"));
    return release(passedOwners(key, "h1"));
  }),
  row("fair/release", "one of two, passed owner", ended("still:1"), async (run, key) => {
    await queue(run, passedOwners(key, "h1"), passedOwners(key, "h2", "h1"), newOwners(key, "b:2"));
    return release(passedOwners(key, "h2", "h1"));
  }),
  row("fair/release", "its lease ran out, others wait", ended("free"), async (run, key) => {
    await queue(run, newOwners(key), newOwners(key, "b:2"));
    await expire(run, key);
    return release(newOwners(key));
  }),
  row("fair/release", "late, when its owner waits again", ended("taken"), async (run, key) => {
    await queue(run, passedOwners(key, "h1"));
    await expire(run, key);
    await queue(run, newOwners(key, "b:2"), passedOwners(key, "h2"));
    return release(passedOwners(key, "h1"));
  }),
  row("fair/release", "cancel, while it waits first", ended("taken"), async (run, key) => {
    await queue(run, newOwners(key, "b:2"), newOwners(key), newOwners(key, "c:3"));
    return cancel(newOwners(key));
  }),
  row("fair/release", "cancel, in a long queue", ended("taken"), async (run, key) => {
    await queue(run, newOwners(key, "b:2"), newOwners(key));
    await crowd(run, key);
    return cancel(newOwners(key));
  }),
  row("fair/release", "cancel, when it is its turn", ended("free"), async (run, key) => {
    await queue(run, newOwners(key, "b:2"), newOwners(key), newOwners(key, "c:3"));
    await run(release(newOwners(key, "b:2")));
    return cancel(newOwners(key));
  }),
  row("fair/release", "cancel, passed owner in the middle", ended("taken"), async (run, key) => {
    await queue(run, newOwners(key, "b:2"), newOwners(key, "c:3"), passedOwners(key, "h1"), newOwners(key, "d:4"));
    return cancel(passedOwners(key, "h1"));
  }),
  row("fair/release", "cancel of an acquire that was granted", ended("released"), async (run, key) => {
    await queue(run, passedOwners(key, "h1"), newOwners(key, "b:2"));
    return cancel(passedOwners(key, "h1"));
  }),
  row("fair/release", "cancel beside the owner's outer hold", ended("taken"), async (run, key) => {
    await queue(run, passedOwners(key, "h1"), newOwners(key, "b:2"));
    return cancel(passedOwners(key, "h2", "h1"));
  }),

  row("fair/release", "passes it on: to the first of the queue, new owner", ended("released"), async (run, key) => {
    await queue(run, newOwners(key), newOwners(key, "n:1"), newOwners(key, "c:3"));
    return pass(newOwners(key));
  }),
  row("fair/release", "passes it on: to the first of a long queue", ended("released"), async (run, key) => {
    await queue(run, newOwners(key), newOwners(key, "n:1"));
    await crowd(run, key);
    return pass(newOwners(key));
  }),
  row("fair/release", "passes it on: to the only waiter, passed owner", ended("released"), async (run, key) => {
    await queue(run, passedOwners(key, "h1"), newOwners(key, "n:1"));
    return pass(passedOwners(key, "h1"));
  }),
  row("fair/release", "passes it on: others come first", ended("released"), async (run, key) => {
    await queue(run, newOwners(key), newOwners(key, "b:2"), newOwners(key, "n:1"));
    return pass(newOwners(key));
  }),
  row("fair/release", "passes it on: the next owner has left the queue", ended("released"), async (run, key) => {
    await queue(run, newOwners(key), newOwners(key, "n:1"), newOwners(key, "b:2"));
    await run(cancel(newOwners(key, "n:1")));
    return pass(newOwners(key));
  }),
  row("fair/release", "passes it on: one of two, passed owner", ended("still:1"), async (run, key) => {
    await queue(run, passedOwners(key, "h1"), passedOwners(key, "h2", "h1"), newOwners(key, "n:1"));
    return pass(passedOwners(key, "h2", "h1"));
  }),
  row("fair/release", "passes it on: its lease ran out, others wait", ended("free"), async (run, key) => {
    await queue(run, newOwners(key), newOwners(key, "n:1"));
    await expire(run, key);
    return pass(newOwners(key));
  }),
  row("fair/release", "passes it on: somebody else has the lock", ended("taken"), async (run, key) => {
    await queue(run, newOwners(key), newOwners(key, "n:1"));
    await expire(run, key);
    await run(acquire(newOwners(key, "n:1")));
    return pass(newOwners(key));
  }),
  row("fair/release", "passes it on: released by text before", ended("released-elsewhere"), async (run, key) => {
    await queue(run, newOwners(key), newOwners(key, "n:1"));
    await run(release(newOwners(key), false));
    return pass(newOwners(key));
  }),

  row("fair/force-release", "somebody has the lock, others wait", true, async (run, key) => {
    await queue(run, newOwners(key), newOwners(key, "b:2"));
    return fairForceReleaseCall(key, "r1", PATIENCE_MS);
  }),
  row("fair/force-release", "nobody has it", false, async (_, key) => fairForceReleaseCall(key, "r1", PATIENCE_MS)),
];
