// The orders in which the page and the command show held locks.
import { expect, it } from "vitest";
import type { ListedLock } from "../../../src/lock/kinds/describe-locks.ts";
import { inOrder } from "../../../src/lock/kinds/lock-order.ts";

const FROM = Date.UTC(2026, 10, 28);

function held(name: string, since: number | undefined, remainingMs: number, waiters: [number, number]): ListedLock {
  const holder = { owner: `${name}:1`, label: "", since, origin: "leasehound" as const };
  const [queueLength, isolates] = waiters;
  return { name, kind: "lock", mode: "exclusive", remainingMs, holderCount: 1, holder, queueLength, isolates };
}

const LOCKS: readonly ListedLock[] = [
  held("java", undefined, 5_000, [0, 0]),
  held("new", FROM + 9_000, 40_000, [0, 3]),
  held("b", FROM + 5_000, 20_000, [1, 1]),
  held("a", FROM + 5_000, 20_000, [2, 0]),
  held("old", FROM, 30_000, [0, 0]),
];

it.each([
  ["name", ["a", "b", "java", "new", "old"]],
  // The age of a lock of Java is unknown.
  ["age", ["old", "a", "b", "new", "java"]],
  ["lease", ["java", "a", "b", "old", "new"]],
  ["waiters", ["new", "a", "b", "java", "old"]],
] as const)("by %s, and by name among equals", (order, names) => {
  expect(inOrder(LOCKS, order).map(({ name }) => name)).toEqual(names);
});
