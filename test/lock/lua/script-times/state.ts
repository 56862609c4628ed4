// Parts of the states in which scripts are measured.
import { ownerStateKey } from "../../../../src/lock/keys.ts";
import type { GrantedHold } from "../../../../src/lock/protocol.ts";
import type { Command } from "./measure.ts";

export const KEY = "lock";
export const LEASE_MS = 30_000;
const PARTS = 500;

/** An owner of the form by which scripts recognise a lock. */
export function owner(nth: number): string {
  return `00000000-0000-4000-8000-${String(nth).padStart(12, "0")}:1`;
}

export function hold(nth: number, key = KEY, others: Partial<GrantedHold> = {}): GrantedHold {
  const name = owner(nth);
  return { key, owner: name, holdId: name, ownerIsNew: true, leaseMs: LEASE_MS, epoch: "", ...others };
}

export function numbers(n: number): number[] {
  return Array.from({ length: n }, (_, nth) => nth);
}

/** A command with a long list of arguments, in several commands. */
export function listed(words: Command, list: readonly string[], each = 2): Command[] {
  const size = PARTS * each;
  return Array.from({ length: Math.ceil(list.length / size) }, (_, part) => [
    ...words,
    ...list.slice(part * size, (part + 1) * size),
  ]);
}

export function held(nth: number, key = KEY): Command[] {
  return [
    ["HSET", key, owner(nth), "1"],
    ["PEXPIRE", key, String(LEASE_MS)],
    ["SET", ownerStateKey(key, owner(nth)), "|+", "PX", "90000"],
  ];
}
