// The read/write lock's state in Redis, step by step, against the traces of Redisson 4.7's: hash, timeout keys and
// messages are equal. Comments name each intended difference: no script shortens or adds up a lease, a downgrade is
// published, an upgrade is refused.

import { expect, it } from "vitest";
import { acquireCall } from "../../../src/lock/lua/lock.ts";
import { type Access, forceReleaseSharedCall } from "../../../src/lock/lua/read-write.ts";
import { type Channel, listen } from "../../support/channel.ts";
import { emptyGateway } from "../../support/empty-gateway.ts";
import { eventually } from "../../support/eventually.ts";
import { ownerNamed } from "../../support/owners.ts";
import { passTime } from "../../support/pass-time.ts";
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

it.each([
  ["books", "{books}"],
  ["{books}:b", "{books}:b"],
  ["a{b", "a{b"],
  ["a}b,c d\n🐕", "{a}b,c d\n🐕}"],
])("readers of different leases, a refused writer, and the releases leave the traced states: %j", async (name, tag) => {
  const channel = `redisson_rwlock:${tag}`;
  await using heard = await listen(gateway, channel);
  const { state, read, write } = of(name);
  const [first, second] = [read(A, "a1", 100_000), read(A, "a2", 50_000, "a1")];
  const other = read(B, "b1", 600_000);

  expect(await state.takes(first)).toEqual({ kind: "held", holdCount: 1, remainingMs: 100_000, epoch: "a1" });
  expect(await state.hash()).toEqual({ mode: "read", [A]: "1" });
  expect(await state.timeouts()).toEqual({ [`${A}:1`]: 100 });
  expect(await command(gateway, "GET", `${tag}:${A}:rwlock_timeout:1`)).toBe("1");
  await expectTtl(state, 100_000);

  expect(await state.takes(second)).toEqual({ kind: "held", holdCount: 2, remainingMs: 50_000, epoch: "a1" });
  expect(await state.hash()).toEqual({ mode: "read", [A]: "2" });
  expect(await state.timeouts()).toEqual({ [`${A}:1`]: 100, [`${A}:2`]: 50 });
  await expectTtl(state, 100_000);

  expect(await state.takes(other)).toMatchObject({ kind: "held", holdCount: 1 });
  await expectTtl(state, 600_000);
  const refused = await state.takes(write(ownerNamed("c:3"), "c1", 300_000));
  expect(refused.kind === "busy" && refused.remainingMs).toBeGreaterThan(600_000 - SLACK_MS);
  // Redisson replies as to any other owner, which makes the owner wait for itself.
  expect(await state.takes(write(A, "aw", 300_000))).toEqual(ended("upgrade"));
  expect(await state.hash()).toEqual({ mode: "read", [A]: "2", [B]: "1" });

  expect(await state.releases(other)).toEqual(ended("released"));
  await expectTtl(state, 100_000);
  expect(await state.releases(second)).toEqual(ended("still:1"));
  expect(await state.timeouts()).toEqual({ [`${A}:1`]: 100 });
  expect(await messages(heard, channel)).toEqual([]);
  for (let repeat = 0; repeat < 3; repeat += 1) expect(await state.releases(first)).toEqual(ended("released"));
  expect(await messages(heard, channel)).toEqual(["0"]);
  expect(await command(gateway, "KEYS", "*rwlock_timeout*")).toEqual([]);
  expect(await command(gateway, "EXISTS", name)).toBe(0);
});

it("a writer twice, which reads and then stops writing, lets in other readers, and wakes them", async () => {
  const channel = "redisson_rwlock:{books}";
  await using heard = await listen(gateway, channel);
  const { state, read, write } = of("books");
  const [outer, inner] = [write(A, "w1", 100_000), write(A, "w2", 100_000, "w1")];
  await state.takes(outer);
  expect(await state.hash()).toEqual({ mode: "write", [`${A}:write`]: "1" });
  expect(await state.takes(inner)).toMatchObject({ kind: "held", holdCount: 2, epoch: "w1" });
  expect(await state.hash()).toEqual({ mode: "write", [`${A}:write`]: "2" });
  // Redisson's: 20 s.
  await expectTtl(state, 100_000);

  const nested = read(A, "r1", 50_000);
  expect(await state.takes(nested)).toEqual({ kind: "held", holdCount: 1, remainingMs: 50_000, epoch: "r1" });
  expect(await state.hash()).toEqual({ mode: "write", [`${A}:write`]: "2", [A]: "1" });
  expect(await state.timeouts()).toEqual({ [`${A}:1`]: 50 });
  await expectTtl(state, 100_000);
  for (const hold of [read(B, "b1", 300_000), write(B, "b2", 300_000)]) {
    const refused = await state.takes(hold);
    expect(refused.kind === "busy" && refused.remainingMs).toBeGreaterThan(100_000 - SLACK_MS);
  }

  expect(await state.releases(inner)).toEqual(ended("still:1"));
  expect(await messages(heard, channel)).toEqual([]);
  expect(await state.releases(outer)).toEqual(ended("released"));
  expect(await state.hash()).toEqual({ mode: "read", [A]: "1" });
  // Redisson leaves the writer's lease, and publishes nothing.
  await expectTtl(state, 50_000);
  expect(await messages(heard, channel)).toEqual(["1"]);
  expect(await state.takes(read(B, "b3", 300_000))).toMatchObject({ kind: "held" });
  expect(await state.releases(outer)).toEqual(ended("released"));
  expect(await messages(heard, channel)).toEqual(["1"]);
});

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

it("the release of a nested read leaves the writer's lease, which Redisson shortens to 5 s", async () => {
  const { state, read, write } = of("books");
  await state.takes(write(A, "w1", 600_000));
  const nested = [read(A, "r1", 50_000), read(A, "r2", 80_000, "r1")] as const;
  for (const hold of nested) await state.takes(hold);
  expect(await state.timeouts()).toEqual({ [`${A}:1`]: 50, [`${A}:2`]: 80 });
  expect(await state.releases(nested[0])).toEqual(ended("still:1"));
  // The other's key has moved down; Redisson always deletes the last.
  expect(await state.timeouts()).toEqual({ [`${A}:1`]: 80 });
  await expectTtl(state, 600_000);
  expect(await state.releases(nested[1])).toEqual(ended("released"));
  expect(await state.hash()).toEqual({ mode: "write", [`${A}:write`]: "1" });
  await expectTtl(state, 600_000);
});

it("a renewal beside a longer lease leaves that, where Redisson shortens it; a release ignores dead readers", async () => {
  const { state, read } = of("books");
  const [long, short] = [read(A, "a1", 6_000_000), read(B, "b1", 300_000)];
  for (const hold of [long, short]) await state.takes(hold);
  expect(await state.renews(short)).toMatchObject({ kind: "renewed", holdCount: 1 });
  await expectTtl(state, 6_000_000);
  expect(await state.timeouts()).toEqual({ [`${A}:1`]: 6000, [`${B}:1`]: 300 });
  expect(await state.releases(short)).toEqual(ended("released"));
  await expectTtl(state, 6_000_000);
  await state.takes(read(B, "b2", 9_000_000));
  await passTime(gateway, 7_000_000);
  expect(await state.hash()).toEqual({ mode: "read", [A]: "1", [B]: "1" });
  await using heard = await listen(gateway, "redisson_rwlock:{books}");
  expect(await state.releases(read(B, "b2", 9_000_000))).toEqual(ended("released"));
  expect(await messages(heard, "redisson_rwlock:{books}")).toEqual(["0"]);
  expect(await command(gateway, "EXISTS", "books")).toBe(0);
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
