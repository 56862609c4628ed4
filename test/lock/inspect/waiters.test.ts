// How many wait for a lock, as inspect() and list() count them: which requests of the list, and who else.
import { beforeEach, expect, it } from "vitest";
import { queueKey, readWriteChannel, releaseChannel, standingKey } from "../../../src/lock/keys.ts";
import { inspectLockCall, summariesCall } from "../../../src/lock/lua/inspect.ts";
import { acquireCall, releaseCall } from "../../../src/lock/lua/lock.ts";
import { emptyRedis } from "../../support/empty-redis.ts";
import { type Attempt, channelOf, requestOf, stand } from "../../support/standing.ts";
import { newOwners } from "../lua/replay/table.ts";

const KEY = "waiters";
const LIST = standingKey(KEY);
const HOLDER = newOwners(KEY, "a:1");
const [B, C] = [newOwners(KEY, "b:1"), newOwners(KEY, "c:1")];
const { run, command, hear } = await emptyRedis();

const inspected = () => run(inspectLockCall(KEY));
const listed = () => run(summariesCall([KEY]));
const counted = (waiters: number) => ({ counted: { waiters, waitersUnknownBecause: undefined } });
const put = (hold: typeof B, attempt: Attempt = {}) =>
  command("RPUSH", LIST, requestOf(hold, { seenMs: Date.now(), countsOthers: true, ...attempt }));

beforeEach(async () => {
  await command("FLUSHALL");
  await run(acquireCall(HOLDER, false));
});

it("counts isolates in the list, and others that follow a channel of the release", async () => {
  expect(await inspected()).toMatchObject(counted(0));
  await hear(...[B, C].map(channelOf));
  for (const each of [B, C]) await run(stand(each, { countsOthers: true }));
  expect(await inspected()).toMatchObject(counted(2));
  await hear(releaseChannel(KEY), readWriteChannel(KEY));
  expect(await inspected()).toMatchObject(counted(4));
  expect(await listed()).toMatchObject([counted(4)]);
});

it("does not count a holder, one that has ended, one that was silent for 150 s, or one whose stream is closed", async () => {
  await hear(...[HOLDER, B, C].map(channelOf));
  await put(HOLDER);
  await put(B);
  await run(releaseCall(B, false));
  await put(C, { seenMs: Date.now() - 160_000 });
  await put(newOwners(KEY, "d:1"));
  expect(await inspected()).toMatchObject(counted(0));
});

it("counts a waiter that is only called, because nobody can tell whether its stream is open", async () => {
  await put(B, { isOnlyCalled: true });
  expect(await inspected()).toMatchObject(counted(1));
});

it("says that a database miscounts which also counts those who follow by a pattern", async () => {
  await hear(channelOf(B), releaseChannel(KEY));
  await put(B, { countsOthers: false });
  expect(await inspected()).toMatchObject({
    counted: { waiters: "unknown", waitersUnknownBecause: "miscounted" },
  });
});

it("counts each of a queue, however long, and reads nothing of others then", async () => {
  await put(B, { isOnlyCalled: true });
  await command("RPUSH", queueKey(KEY), ...Array.from({ length: 250 }, (_, nth) => `${nth}`));
  expect(await inspected()).toMatchObject({ queueLength: 250, ...counted(250) });
  expect(await listed()).toMatchObject([counted(250)]);
});

it("counts all of a long list, of which it reads the first 100", async () => {
  for (let nth = 0; nth < 130; nth += 1) await put(newOwners(KEY, `${nth}:1`), { isOnlyCalled: true });
  expect(await inspected()).toMatchObject(counted(130));
});

it("leaves texts that are no requests", async () => {
  await command("RPUSH", LIST, "", "x", "~ a b", "\n");
  expect(await inspected()).toMatchObject(counted(0));
});
