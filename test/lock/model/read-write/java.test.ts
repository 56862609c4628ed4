// Our implementation of Redisson's read/write lock gives the replies and leases of its traces.
import { expect, it } from "vitest";
import { type JavaOp, java } from "./java.ts";
import { newWorld } from "./world.ts";

function newLock() {
  const world = newWorld();
  const run = (holder: string, op: JavaOp, lease = 30): number | null => java(world, op, holder, lease);
  const fields = () => ({ mode: world.mode, ...Object.fromEntries(world.counts) });
  return { world, run, fields };
}

it("readers keep the lock as long as the longest of them", () => {
  const { world, run, fields } = newLock();
  expect(run("A", "read", 10)).toBeNull();
  expect(run("A", "read", 5)).toBeNull();
  expect([fields(), world.until]).toEqual([{ mode: "read", A: 2 }, 10]);
  expect(run("B", "read", 60)).toBeNull();
  expect(run("C", "write")).toBe(60);
  expect(run("A", "write")).toBe(60);
  expect(run("B", "unlock read")).toBe(0);
  expect([world.until, world.slots.get("A")]).toEqual([10, [10, 5]]);
  expect(run("A", "unlock read")).toBe(0);
  expect(world.slots.get("A")).toEqual([10, 0]);
  expect(run("A", "unlock read")).toBe(1);
  expect([fields(), world.messages]).toEqual([{ mode: undefined }, ["0"]]);
  expect(run("A", "unlock read")).toBeNull();
  expect(world.messages).toEqual(["0", "0"]);
});

it("a writer adds up its leases, and its readers stay", () => {
  const { world, run, fields } = newLock();
  expect(run("A", "write", 10)).toBeNull();
  expect(run("A", "write", 10)).toBeNull();
  expect(world.until).toBe(20);
  expect(run("A", "read", 5)).toBeNull();
  expect([run("B", "read"), run("B", "write")]).toEqual([20, 20]);
  expect(run("A", "unlock write", 30)).toBe(0);
  expect(world.until).toBe(30);
  expect(run("A", "unlock write")).toBe(1);
  expect([fields(), world.messages]).toEqual([{ mode: "read", A: 1 }, []]);
  expect(run("B", "read")).toBeNull();
});

it("a released read hold shortens the writer's lease", () => {
  const { world, run } = newLock();
  expect([run("A", "write", 60), run("A", "read", 5), run("A", "read", 8)]).toEqual([null, null, null]);
  expect(run("A", "unlock read")).toBe(0);
  expect(world.until).toBe(5);
});

it("a renewal shortens the lock's lease, and not another reader's", () => {
  const { world, run } = newLock();
  expect([run("A", "read", 600), run("B", "read", 30)]).toEqual([null, null]);
  expect(run("B", "renew read", 30)).toBe(1);
  expect([world.until, world.slots.get("A")]).toEqual([30, [600]]);
  expect(run("B", "unlock read")).toBe(0);
  expect(world.until).toBe(600);
});
