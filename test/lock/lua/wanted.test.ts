// The question whether somebody waits, by its script: which requests of the list count.
import { expect, it } from "vitest";
import { releaseChannel, standingKey } from "../../../src/lock/keys.ts";
import { acquireCall, releaseCall } from "../../../src/lock/lua/lock.ts";
import { waitingCall } from "../../../src/lock/lua/wanted.ts";
import type { GrantedHold } from "../../../src/lock/protocol.ts";
import { emptyRedis } from "../../support/empty-redis.ts";
import { channelOf, requestOf, stand } from "../../support/standing.ts";
import { newOwners } from "./replay/table.ts";

const KEY = "wanted";
const LIST = standingKey(KEY);
const HOLDER = newOwners(KEY, "a:1");
const [B, C] = [newOwners(KEY, "b:1"), newOwners(KEY, "c:1")];
const { run, command, hear } = await emptyRedis();

/** Asks for the holder. */
function asked(listens = false): Promise<unknown> {
  const place = { form: "requests", key: LIST, channel: releaseChannel(KEY) } as const;
  return run(waitingCall(HOLDER, place, listens));
}

async function held(...heard: readonly GrantedHold[]): Promise<void> {
  await run(acquireCall(HOLDER, false));
  await hear(...[HOLDER, ...heard].map(channelOf));
}

it("counts each waiter once, and names the first", async () => {
  await held(B, C);
  const labelled = { ...B, label: "deploy" };
  for (const each of [labelled, C]) await run(stand(each));
  // A repeated attempt leaves a second request.
  await command("RPUSH", LIST, requestOf(B, { seenMs: Date.now() }));
  expect(await asked()).toMatchObject({ listed: 2, streams: 0, first: { label: "deploy" } });
});

it("does not count the holder itself, or one whose hold has ended", async () => {
  await held(B);
  for (const each of [HOLDER, B]) await command("RPUSH", LIST, requestOf(each, { seenMs: Date.now() }));
  await run(releaseCall(B, false));
  expect(await asked()).toMatchObject({ listed: 0 });
});

it("does not count a waiter that was silent for 150 s, or whose stream is closed", async () => {
  await held(B);
  await command("RPUSH", LIST, requestOf(B, { seenMs: Date.now() - 160_000 }), requestOf(C, { seenMs: Date.now() }));
  expect(await asked()).toMatchObject({ listed: 0 });
});

it("counts others by their streams", async () => {
  await held();
  await hear(releaseChannel(KEY));
  expect(await asked()).toMatchObject({ listed: 0, streams: 1 });
});

it("counts a waiter that is only called, because nobody can tell whether its stream is open", async () => {
  await held();
  await command("RPUSH", LIST, requestOf(B, { seenMs: Date.now(), isOnlyCalled: true }));
  expect(await asked()).toMatchObject({ listed: 1 });
});

it("counts no streams if Redis also counts those who follow by a pattern", async () => {
  await held(B);
  await command("RPUSH", LIST, requestOf(B, { seenMs: Date.now(), countsOthers: false }));
  await hear(releaseChannel(KEY));
  expect(await asked()).toMatchObject({ listed: 1, streams: undefined });
});

it("leaves texts that are no requests", async () => {
  await held();
  await command("RPUSH", LIST, "", "x", "~ a b", "\n");
  expect(await asked(true)).toMatchObject({ listed: 0, streams: 0 });
});
