// Waiters in the queue of a fair read/write lock that others have written there: a release publishes to no channel that
// is not one of a lock manager.
import { expect, it } from "vitest";
import { channelAt, readWriteQueueKeys, wakeAddress } from "../../../src/lock/keys.ts";
import { acquireQueuedCall, releaseQueuedCall, waiterOf } from "../../../src/lock/lua/fair-read-write.ts";
import { emptyRedis } from "../../support/empty-redis.ts";
import { newOwners } from "./replay/table.ts";

const KEY = "queued";
const LISTENER = wakeAddress("A-z0._{é *}%:", "listener-1");
const { run, command, hear } = await emptyRedis();

it.each([
  ["of a lock manager", LISTENER, ["21 queued"]],
  ["of another kind", "lock:mailbox:listener-1", []],
  ["without a kind", "news", []],
  ["with more behind it", `${LISTENER}:news`, []],
])("a release tells a writer that names a channel %s only if it may", async (_, listener, told) => {
  const heard = await hear(channelAt(listener));
  const holder = newOwners(KEY, "a:1");
  await run(acquireQueuedCall(holder, "write", LISTENER, { last: false, first: true }));
  const [queue, writers, tries] = readWriteQueueKeys(KEY);
  const waiter = waiterOf(newOwners(KEY, "b:1"), "write", listener);
  for (const key of [queue, writers]) await command("ZADD", key, "1", waiter);
  await command("ZADD", tries, String(Date.now() + 60_000), waiter);
  expect(await run(releaseQueuedCall(holder, true, "write"))).toMatchObject({ end: "released" });
  expect(await heard()).toEqual(told);
});
