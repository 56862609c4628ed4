// The cost of the read/write lock, in billed commands of Redis: each step is one request.

import { beforeEach, expect, it } from "vitest";
import type { Access } from "../../../src/lock/lua/read-write.ts";
import { createLocks } from "../../support/bare-locks.ts";
import { emptyGateway } from "../../support/empty-gateway.ts";
import { ownerNamed } from "../../support/owners.ts";
import { ReadWriteState, sharedHold } from "../../support/read-write-state.ts";
import { command } from "../../support/rest.ts";
import { ended } from "./replay/table.ts";

const KEY = "books";

const { gateway } = await emptyGateway();
beforeEach(async () => {
  // Redis knows the scripts.
  const state = new ReadWriteState(gateway, "warm");
  for (const access of ["read", "write"] as const) {
    const hold = sharedHold("warm", access, ownerNamed("w:1"), access);
    await state.takes(hold);
    await state.renews(hold);
    await state.releases(hold);
  }
});

async function bills(...asks: (() => Promise<unknown>)[]): Promise<(number | null)[]> {
  const all: (number | null)[] = [];
  for (const ask of asks) {
    await gateway.resetCounters();
    await ask();
    const { requests, billed } = await gateway.counters();
    expect(requests).toBe(1);
    all.push(billed);
  }
  return all;
}

it.each<[Access, "new owner" | "passed owner", number[]]>([
  ["read", "new owner", [6, 6]],
  ["read", "passed owner", [7, 7]],
  ["write", "new owner", [5, 6]],
  ["write", "passed owner", [6, 7]],
])(
  "an acquire and a release without others have their documented cost: %s, %s, %j",
  async (access, whose, expected) => {
    const state = new ReadWriteState(gateway, KEY);
    const ownerIsNew = whose === "new owner";
    const cycle = async (owner: string): Promise<(number | null)[]> => {
      const hold = sharedHold(KEY, access, owner, owner, { ownerIsNew, epoch: ownerIsNew ? "" : owner });
      return bills(
        () => state.takes(hold),
        () => state.releases(hold),
      );
    };
    expect(await cycle(ownerNamed("n:1"))).toEqual(expected);
  },
);

it.each<[Access, number[], number[]]>([
  ["read", [5, 5, 5], [8, 6, 6]],
  ["write", [4, 4, 4], [6, 6, 6]],
])(
  "a renewal, a check and a resume have their documented cost: %s, with a new owner %j, with a passed one %j",
  async (access, ofNew, ofPassed) => {
    const locks = createLocks({ redis: gateway });
    const lock = access === "read" ? locks.readWriteLock("asked").readLock() : locks.readWriteLock("asked").writeLock();
    const asked = async (owner?: string): Promise<(number | null)[]> => {
      await using held = await lock.acquire(owner === undefined ? {} : { owner });
      await held.check();
      return await bills(
        () => held.renew(),
        () => held.check(),
        () => locks.resume(held.serialize()),
      );
    };
    expect([await asked(), await asked(ownerNamed("p:1"))]).toEqual([ofNew, ofPassed]);
    locks.close();
  },
);

it.each([1, 10, 70])(
  "a reader's steps beside %i others have a fixed cost, except the longest one's release, which reads all of them",
  async (others) => {
    const state = new ReadWriteState(gateway, KEY);
    const read = (owner: string, leaseMs: number, ownerIsNew = true) =>
      sharedHold(KEY, "read", owner, owner, { ownerIsNew, epoch: ownerIsNew ? "" : owner, leaseMs });
    for (let nth = 0; nth < others; nth += 1) await state.takes(read(ownerNamed(`o:${nth}`), 20_000, false));
    const longest = sharedHold("books", "read", ownerNamed("n:1"), ownerNamed("n:1"), {
      ownerIsNew: true,
      epoch: "",
      leaseMs: 60_000,
    });
    const shorter = sharedHold("books", "read", ownerNamed("n:2"), ownerNamed("n:2"), {
      ownerIsNew: true,
      epoch: "",
      leaseMs: 10_000,
    });
    const measured = await bills(
      () => state.takes(longest),
      () => state.renews(longest),
      () => state.takes(sharedHold(KEY, "write", ownerNamed("w:1"), "w1")),
      () => state.releases(longest),
      () => state.takes(shorter),
      () => state.releases(shorter),
    );
    expect(measured).toEqual([9, 5, 7, 11 + others, 8, 8]);
  },
);

it.each([
  [64, 0],
  [64, 15],
  [64, 100],
  [1, 78],
  [1, 200],
])(
  "the release of the longest of %i holds of one owner, beside %i others, costs 100 commands at most",
  async (own, others) => {
    const state = new ReadWriteState(gateway, KEY);
    const me = ownerNamed("n:1");
    const read = (owner: string, holdId: string, leaseMs: number) =>
      sharedHold(KEY, "read", owner, holdId, { ownerIsNew: false, epoch: "", leaseMs });
    const mine = Array.from({ length: own }, (_, nth) => read(me, `h${nth}`, nth === own - 1 ? 60_000 : 20_000));
    for (const hold of mine) await state.takes(hold);
    for (let nth = 0; nth < others; nth += 1) await state.takes(read(ownerNamed(`o:${nth}`), "only", 20_000));
    const [longest] = mine.slice(-1);
    const refused = own === 64 ? await state.takes(read(me, "one more", 20_000)) : ended("crowded");
    expect(refused).toEqual(ended("crowded"));
    const [measured] = await bills(() => state.releases(longest ?? read(me, "h0", 20_000)));
    console.info(`${own} holds beside ${others}: ${measured} commands`);
    expect(measured).toBeLessThanOrEqual(100);
  },
);

it.each([
  [0, 13],
  [1, 82],
])("the end of all 64 holds of an owner, beside %i others, costs %i commands", async (others, expected) => {
  const locks = createLocks({ redis: gateway });
  const lock = locks.readWriteLock("ended").readLock();
  for (let nth = 0; nth < others; nth += 1) await lock.acquire({ leaseMs: 20_000 });
  const owner = "job-7";
  for (let nth = 0; nth < 64; nth += 1) await lock.acquire({ owner });
  await lock.releaseOwner("job-8");
  const [measured] = await bills(() => lock.releaseOwner(owner));
  expect(await command(gateway, "KEYS", "*ended*timeout*")).toHaveLength(others);
  expect(measured).toBe(expected);
  locks.close();
});
