// The read/write lock's state in Redis where no transcript of Redisson shows it (test/together/interop): messages and
// forced releases once per request, a TTL that was removed, many readers, and a plain lock in its place.

import { expect, it } from "vitest";
import { acquireCall } from "../../../src/lock/lua/lock.ts";
import { type Access, forceReleaseSharedCall } from "../../../src/lock/lua/read-write.ts";
import { type Channel, listen } from "../../support/channel.ts";
import { emptyGateway } from "../../support/empty-gateway.ts";
import { eventually } from "../../support/eventually.ts";
import { ownerNamed } from "../../support/owners.ts";
import { ReadWriteState, sharedHold } from "../../support/read-write-state.ts";
import { command } from "../../support/rest.ts";

const A = "0f6a2a5e-9c5c-4a53-8a5e-5b0c4a0f7a11:1";
const B = ownerNamed("b:2");
const SLACK_MS = 15_000;

const { gateway } = await emptyGateway();

const ended = (end: string): unknown => ({ kind: "ended", end });
const of = (key: string) => ({
  state: new ReadWriteState(gateway, key),
  read: (owner: string, holdId: string, leaseMs: number, epoch = holdId) =>
    sharedHold(key, "read", owner, holdId, { leaseMs, epoch }),
  write: (owner: string, holdId: string, leaseMs: number, epoch = holdId) =>
    sharedHold(key, "write", owner, holdId, { leaseMs, epoch }),
});

async function expectTtl(state: ReadWriteState, ms: number): Promise<void> {
  const left = await state.ttl();
  expect(left).toBeLessThanOrEqual(ms);
  expect(left).toBeGreaterThan(ms - SLACK_MS);
}

/** Messages come in order: after one that was published last, none is pending. */
async function messages(channel: Channel, name: string): Promise<readonly string[]> {
  await command(gateway, "PUBLISH", name, "end");
  await eventually(() => channel.messages.at(-1) === "end");
  return channel.messages.filter((payload) => payload !== "end");
}

it("a last writer wakes all waiters, once, and its dead readers do not count", async () => {
  const channel = "redisson_rwlock:{books}";
  await using heard = await listen(gateway, channel);
  const { state, read, write } = of("books");
  await state.takes(write(A, "w1", 100_000));
  for (let repeat = 0; repeat < 3; repeat += 1) await state.releases(write(A, "w1", 100_000));
  expect(await messages(heard, channel)).toEqual(["1"]);
  await state.takes(write(A, "w2", 100_000));
  await state.takes(read(A, "r1", 50_000));
  await command(gateway, "PEXPIRE", `{books}:${A}:rwlock_timeout:1`, 0);
  expect(await state.releases(write(A, "w2", 100_000))).toEqual(ended("released"));
  expect(await command(gateway, "EXISTS", "books")).toBe(0);
  expect(await messages(heard, channel)).toEqual(["1", "1"]);
});

it.each<[Access, string]>([
  ["read", "0"],
  ["write", "1"],
])(
  "a forced release of the %s lock frees once per request and publishes %s; the other lock's does nothing",
  async (access, told) => {
    const channel = "redisson_rwlock:{books}";
    const { state } = of("books");
    const force = (side: Access, id: string) => state.run(forceReleaseSharedCall("books", id, side));
    const hold = (id: string) => sharedHold("books", access, A, id);
    await using heard = await listen(gateway, channel);
    expect(await force(access, "r0")).toBe(false);
    await state.takes(hold("h1"));
    expect(await force(access === "read" ? "write" : "read", "r1")).toBe(false);
    expect(await force(access, "r2")).toBe(true);
    await state.takes(hold("h2"));
    expect(await force(access, "r2")).toBe(true);
    expect(Object.keys(await state.hash())).toHaveLength(2);
    expect(await messages(heard, channel)).toEqual([told]);
  },
);

it("a lock whose TTL was removed is invalid until the release of a reader restores the TTL", async () => {
  const { state, read, write } = of("books");
  for (const hold of [read(A, "a1", 300_000), read(B, "b1", 600_000)]) await state.takes(hold);
  await command(gateway, "PERSIST", "books");
  const taking = state.takes(write(ownerNamed("c:3"), "c1", 300_000));
  await expect(taking).rejects.toMatchObject({ code: "NOT_A_LOCK", key: "books" });
  expect(await state.releases(read(B, "b1", 600_000))).toEqual(ended("released"));
  await expectTtl(state, 300_000);
});

it.each([
  ["the shorter lease that is left", 79],
  ["its lease, until the last of them", 81],
])("a lock keeps %s when the longest of %i readers leaves", async (_, readers) => {
  const { state, read } = of("books");
  const [longest, ...others] = Array.from({ length: readers }, (_, nth) =>
    read(ownerNamed(`r${nth}`), `r${nth}`, nth === 0 ? 600_000 : 200_000),
  );
  if (longest === undefined) throw new Error("no readers");
  await Promise.all([longest, ...others].map((hold) => state.takes(hold)));
  expect(await state.releases(longest)).toEqual(ended("released"));
  await expectTtl(state, readers > 80 ? 600_000 : 200_000);
  expect(await Promise.all(others.map((hold) => state.releases(hold)))).toEqual(others.map(() => ended("released")));
  expect(await state.hash()).toEqual({});
});

it("a plain lock is busy for both, and they are for it", async () => {
  const { state, read, write } = of("books");
  const plain = { key: "books", owner: "mode", holdId: "p1", ownerIsNew: false, leaseMs: 300_000 };
  await state.run(acquireCall(plain, false));
  for (const hold of [read(A, "a1", 300_000), write(A, "w1", 300_000), read(ownerNamed("o:1"), "o1", 300_000)]) {
    expect(await state.takes(hold)).toMatchObject({ kind: "busy" });
  }
  expect(await state.hash()).toEqual({ mode: "1" });
});
