// Our implementation of Redisson's fair lock gives the replies and scores of its traces.
import { expect, it } from "vitest";
import { type JavaOp, type JavaWaiter, java } from "./java.ts";
import { newWorld, type World } from "./world.ts";

const PATIENCE_MS = 300_000;

function newActors() {
  const world = newWorld(PATIENCE_MS);
  const run = (op: JavaOp, holder: string, others: Partial<JavaWaiter> = {}): number | null =>
    java(world, op, { holder, aheadMs: 0, leaseMs: 30_000, waitMs: PATIENCE_MS, ...others });
  return { world, run };
}

function scores({ scores: map, now }: World): Record<string, number> {
  return Object.fromEntries([...map].map(([waiter, score]) => [waiter, score - now]));
}

it("replies and scores of waiters match the traces, and so do dropped waiters", () => {
  const { world, run } = newActors();
  expect(run("lock", "A")).toBeNull();
  expect(run("lock", "B")).toBe(30_000);
  expect(run("lock", "C", { waitMs: 5_000 })).toBe(330_000);
  expect(run("lock", "D")).toBe(335_000);
  expect(scores(world)).toEqual({ B: 330_000, C: 335_000, D: 635_000 });
  expect(run("lock", "B")).toBe(30_000);
  expect(run("tryLock", "D")).toBe(1);
  expect(run("tryLock", "E")).toBe(1);
  expect(world.queue).toEqual(["B", "C", "D"]);

  expect(run("unlock", "B")).toBeNull();
  expect(run("unlock", "A")).toBe(1);
  expect(run("lock", "C")).toBe(0);
  expect(run("lock", "D")).toBe(0);
  expect(run("unlock", "E")).toBe(1);
  expect(world.told.map(({ to }) => to)).toEqual(["B", "B"]);

  expect(run("lock", "C", { aheadMs: 400_000, waitMs: 5_000 })).toBe(235_000);
  expect(world.queue).toEqual(["D", "C"]);
  expect(scores(world)).toEqual({ D: 635_000, C: 640_000 });
  expect(run("lock", "D")).toBeNull();
  expect(scores(world)).toEqual({ C: 340_000 });
});

it("waiters come nearer when one before them acquires the lock or gives up", () => {
  const { world, run } = newActors();
  for (const holder of ["A", "B", "C", "D"]) run("lock", holder);
  run("unlock", "A");
  expect(run("lock", "B")).toBeNull();
  expect(scores(world)).toEqual({ C: 330_000, D: 630_000 });
  run("giveUp", "C", { waitMs: 5_000 });
  expect(scores(world)).toEqual({ D: 625_000 });
});

it("a first waiter without a score stays, and no client gets the lock", () => {
  const { world, run } = newActors();
  for (const holder of ["A", "B", "C"]) run("lock", holder);
  run("unlock", "A");
  world.scores.delete("B");
  expect(run("lock", "C", { aheadMs: 10_000_000 })).toBe(0);
  expect(world.queue).toEqual(["B", "C"]);
});
