// The rows of the replay table for the scripts that acquire and release several locks. The table compares the second;
// there is one before it and one after it.

import { acquireCall, releaseCall } from "../../../../src/lock/lua/lock.ts";
import { acquireManyCall, releaseManyCall } from "../../../../src/lock/lua/lock-many.ts";
import type { GrantedHold, ScriptCall } from "../../../../src/lock/protocol.ts";
import { busy, ended, expire, newOwners, passedOwners, type Row, type Run, row } from "./table.ts";

const part = (hold: GrantedHold): GrantedHold => ({ ...hold, kindId: "lock" });
/** The same hold on all of them. */
function several(hold: GrantedHold): [GrantedHold, GrantedHold, GrantedHold] {
  const { key } = hold;
  return [part({ ...hold, key: `${key}-before` }), part(hold), part({ ...hold, key: `${key}-behind` })];
}
const take = (key: string, last = false): ScriptCall<unknown> =>
  acquireManyCall(newOwners(key), several(newOwners(key)), last);
const free = (hold: GrantedHold, first: boolean): ScriptCall<unknown> => releaseManyCall(several(hold), first);

async function takeEach(run: Run, hold: GrantedHold): Promise<void> {
  for (const each of several(hold)) await run(acquireCall(each, false));
}

const held = { kind: "held", holdCount: 1, epoch: "" };

export const multiLockReplayTable: readonly Row[] = [
  row("lock/acquire-many", "all free", held, async (_, key) => take(key)),
  row("lock/acquire-many", "one is busy", busy, async (run, key) => {
    await run(acquireCall(newOwners(key, "b:2"), false));
    return take(key);
  }),
  row("lock/acquire-many", "refused before", ended("refused"), async (run, key) => {
    await run(acquireCall(newOwners(key, "b:2"), false));
    await run(take(key, true));
    return take(key, true);
  }),
  row("lock/acquire-many", "released before", ended("released"), async (run, key) => {
    await run(take(key));
    await run(free(newOwners(key), true));
    return take(key);
  }),
  row("lock/acquire-many", "cancelled before it ran", ended("free"), async (run, key) => {
    await run(free(newOwners(key), false));
    return take(key);
  }),
  row("lock/acquire-many", "one was lost", ended("lost"), async (run, key) => {
    await run(take(key));
    await expire(run, key);
    return take(key);
  }),

  row("lock/release-many", "all, new owner", ["released", "released", "released"], async (run, key) => {
    await run(take(key));
    return free(newOwners(key), true);
  }),
  row(
    "lock/release-many",
    "all, passed owner, one of two on one",
    ["released", "still:1", "released"],
    async (run, key) => {
      await run(acquireCall(passedOwners(key, "h0"), false));
      await takeEach(run, passedOwners(key, "h1"));
      return free(passedOwners(key, "h1", ""), false);
    },
  ),
  row("lock/release-many", "one is somebody else's by now", ["released", "taken", "released"], async (run, key) => {
    await run(take(key));
    await expire(run, key);
    await run(acquireCall(newOwners(key, "b:2"), false));
    return free(newOwners(key), true);
  }),
  row("lock/release-many", "one was freed by force", ["released", "free", "released"], async (run, key) => {
    await run(take(key));
    await expire(run, key);
    return free(newOwners(key), true);
  }),
  row("lock/release-many", "released before, one by one", ["released", "released", "released"], async (run, key) => {
    await run(take(key));
    for (const each of several(newOwners(key))) await run(releaseCall(each, true));
    return free(newOwners(key), true);
  }),
  row("lock/release-many", "cancel of an acquire that never ran", ["free", "free", "free"], async (_, key) =>
    free(newOwners(key), false),
  ),
  row("lock/release-many", "cancel beside the owner's outer hold", ["free", "taken", "free"], async (run, key) => {
    await run(acquireCall(passedOwners(key, "h1"), false));
    return free(passedOwners(key, "h2", ""), false);
  }),
  row("lock/release-many", "refused before", ["refused", "refused", "refused"], async (run, key) => {
    await run(acquireCall(newOwners(key, "b:2"), false));
    await run(take(key, true));
    return free(newOwners(key), false);
  }),
];
