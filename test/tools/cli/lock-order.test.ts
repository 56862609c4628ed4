// The orders in which the page and the command show held locks.
import { expect, it } from "vitest";
import type { ListedLock } from "../../../src/lock/kinds/describe-locks.ts";
import { inOrder } from "../../../src/lock/kinds/lock-order.ts";

const FROM = Date.UTC(2026, 10, 28);

function held(name: string, since: number | undefined, remainingMs: number, waiters: number | "unknown"): ListedLock {
  const holder = { owner: `${name}:1`, label: "", since, origin: "leasehound" as const };
  const waitersUnknownBecause = waiters === "unknown" ? "refused" : undefined;
  const counted = { waiters, waitersUnknownBecause } as const;
  return { name, kind: "lock", mode: "exclusive", remainingMs, holderCount: 1, holder, ...counted };
}

const LOCKS: readonly ListedLock[] = [
  held("java", undefined, 5_000, "unknown"),
  held("new", FROM + 9_000, 40_000, 3),
  held("b", FROM + 5_000, 20_000, 2),
  held("a", FROM + 5_000, 20_000, 2),
  held("old", FROM, 30_000, 0),
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
