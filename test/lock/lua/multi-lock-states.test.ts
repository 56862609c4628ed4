// Several plain locks that one script acquires or frees: their state in Redis equals that of as many of Redisson's
// RLocks, byte for byte.

import { expect, it } from "vitest";
import { ownerStateKey } from "../../../src/lock/keys.ts";
import { acquireCall, releaseCall } from "../../../src/lock/lua/lock.ts";
import { acquireManyCall, releaseManyCall } from "../../../src/lock/lua/lock-many.ts";
import type { GrantedHold } from "../../../src/lock/protocol.ts";
import { listenAll } from "../../support/channel.ts";
import { emptyGateway } from "../../support/empty-gateway.ts";
import { eventually } from "../../support/eventually.ts";
import { ownerNamed } from "../../support/owners.ts";
import { command, hash } from "../../support/rest.ts";

const { gateway, run } = await emptyGateway();

function partsOf(names: readonly string[], owner: string): [GrantedHold, ...GrantedHold[]] {
  const [first, ...others] = names.map((key) => ({
    ...{ key, owner, holdId: owner, leaseMs: 30_000, ownerIsNew: true, epoch: "", kindId: "lock" },
  }));
  if (first === undefined) throw new Error("no names");
  return [first, ...others];
}

function take(parts: readonly [GrantedHold, ...GrantedHold[]], last = false) {
  return acquireManyCall({ ...parts[0], key: "" }, parts, last);
}

/** The hashes, and our own keys, each of which must have a TTL. */
async function everything(): Promise<Record<string, unknown>> {
  const state: Record<string, unknown> = {};
  for (const key of await command<string[]>(gateway, "KEYS", "*")) {
    expect(await command<number>(gateway, "PTTL", key)).toBeGreaterThan(10_000);
    state[key] = key.startsWith("leasehound") ? await command(gateway, "GET", key) : await hash(gateway, key);
  }
  return state;
}

it("all locks, none, and all again leave the expected hashes, pages, leases and messages", async () => {
  const names = ["a", "{b}:x", "c{d"];
  await using heard = await listenAll(gateway, "redisson_lock__channel:");
  const mine = partsOf(names, "m:1");
  const pages = (owner: string, text: string) => ({
    [`leasehound::owner:${owner}|{a}`]: text,
    [`leasehound:%7Bb%7D:owner:${owner}|{b}:x`]: text,
    [`leasehound::owner:${owner}|c{d`]: text,
  });
  const hashes = (owner: string) => Object.fromEntries(names.map((name) => [name, { [owner]: "1" }]));
  const granted = { kind: "held", holdCount: 1, remainingMs: 30_000, epoch: "", members: mine };
  expect(await run(take(mine))).toEqual(granted);
  expect(await everything()).toEqual({ ...hashes("m:1"), ...pages("m:1", "|+") });
  expect(await run(take(mine))).toMatchObject({ kind: "held", holdCount: 1 });

  const theirs = partsOf([...names, "free"], "t:2");
  expect(await run(take(theirs))).toEqual({ kind: "busy", remainingMs: expect.any(Number), member: 0 });
  expect(await everything()).toEqual({ ...hashes("m:1"), ...pages("m:1", "|+") });
  expect(await run(take(theirs, true))).toMatchObject({ kind: "busy" });
  const refused = { ...pages("t:2", "|-refused"), "leasehound::owner:t:2|{free}": "|-refused" };
  expect(await everything()).toEqual({ ...hashes("m:1"), ...pages("m:1", "|+"), ...refused });
  expect(await run(take(theirs, true))).toEqual({ kind: "ended", end: "refused" });

  expect(heard.messages).toEqual([]);
  for (let repeat = 0; repeat < 3; repeat += 1) {
    expect(await run(releaseManyCall(mine, true))).toEqual(["released", "released", "released"]);
  }
  expect(await everything()).toEqual({ ...pages("m:1", "|-released"), ...refused });
  await eventually(() => heard.messages.length >= 3);
  expect(heard.messages).toEqual(["{a},0", "{b}:x,0", "c{d,0"]);
  expect(await run(take(mine))).toEqual({ kind: "ended", end: "released" });
});

it("one held lock prevents the acquire of all, and is reported by its position", async () => {
  const mine = partsOf(["a", "b", "c"], "m:1");
  const [other] = partsOf(["b"], "o:1");
  await run(acquireCall(other, false));
  expect(await run(take(mine))).toMatchObject({ kind: "busy", member: 1 });
  await command(gateway, "PERSIST", "b");
  await expect(run(take(mine))).rejects.toMatchObject({ code: "NOT_A_LOCK", key: "b" });
  await run(releaseCall(other, true));
  expect(await run(take(mine))).toMatchObject({ kind: "held" });
  // A copy reports the least remaining lease; one without a TTL has no end.
  await command(gateway, "PERSIST", "a");
  await command(gateway, "PEXPIRE", "b", 20_000);
  const again = await run(take(mine));
  expect(again.kind === "held" && again.remainingMs).toBeGreaterThan(10_000);
  expect(again.kind === "held" && again.remainingMs).toBeLessThanOrEqual(20_000);
});

it("after the loss of one lock, none is reported held, or acquired again", async () => {
  const mine = partsOf(["a", "b", "c"], "m:1");
  await run(take(mine));
  await command(gateway, "DEL", "b");
  for (let repeat = 0; repeat < 3; repeat += 1) {
    expect(await run(take(mine))).toEqual({ kind: "ended", end: "lost" });
  }
  expect(await command(gateway, "EXISTS", "a", "b", "c")).toBe(2);
  expect(await run(releaseManyCall(mine, false))).toEqual(["released", "lost", "released"]);

  // They were renewed until their pages expired, and one was freed by force since.
  const old = partsOf(["d", "e"], ownerNamed("m:2"));
  await run(take(old));
  await command(gateway, "DEL", ownerStateKey("d", ownerNamed("m:2")), ownerStateKey("e", ownerNamed("m:2")));
  expect(await run(take(old))).toMatchObject({ kind: "held" });
  await command(gateway, "DEL", "e");
  expect(await run(take(old))).toEqual({ kind: "ended", end: "lost" });
  expect(await command(gateway, "EXISTS", "d", "e")).toBe(1);
});

it("a key that is not a lock does not prevent the release of the others, and is reported", async () => {
  const mine = partsOf(["a", "b", "c"], "m:1");
  await run(take(mine));
  await command(gateway, "SET", "b", "text");
  await expect(run(releaseManyCall(mine, true))).rejects.toMatchObject({
    code: "NOT_A_LOCK",
  });
  expect(await command(gateway, "EXISTS", "a", "b", "c")).toBe(1);
  await expect(run(take(partsOf(["a", "b", "c"], "n:1")))).rejects.toMatchObject({ code: "NOT_A_LOCK" });
  expect(await command(gateway, "EXISTS", "a", "b", "c")).toBe(1);
});

it("a release ends holds of a passed owner, each by its own record", async () => {
  const parts = partsOf(["a", "b"], "p:1").map((part) => ({ ...part, ownerIsNew: false, holdId: "h1" }));
  const [first, ...others] = parts;
  if (first === undefined) return;
  for (const part of parts) await run(acquireCall(part, false));
  await run(acquireCall({ ...first, holdId: "h2" }, false));
  const told = (part: GrantedHold): GrantedHold => ({ ...part, epoch: "h1" });
  expect(await run(releaseManyCall([told(first), ...others.map(told)], true))).toEqual(["still:1", "released"]);
  expect(await run(releaseManyCall([first, ...others], false))).toEqual(["still:1", "released"]);
  expect(await hash(gateway, "a")).toEqual({ "p:1": "1" });
});

it("a reply that does not match the call is refused", () => {
  const parts = partsOf(["a", "b"], "m:1");
  const unexpected = expect.objectContaining({ code: "UNEXPECTED_REPLY" });
  for (const reply of [null, [], ["held"], ["busy", "m:1", 5, 3], ["busy", "m:1", 5, 0], ["ends"]]) {
    expect(() => take(parts).decode(reply)).toThrow(unexpected);
  }
  const ends = ["ends", "m:1", "released", "free"];
  for (const reply of [null, [], ends.slice(0, 3), [...ends, "free"], ["ends", "m:1", "free", "?"]]) {
    expect(() => releaseManyCall(parts, true).decode(reply)).toThrow(unexpected);
  }
  expect(releaseManyCall(parts, true).decode(ends)).toEqual(["released", "free"]);
});
