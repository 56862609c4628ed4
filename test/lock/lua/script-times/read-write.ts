// The read/write lock beside n readers, or n holds of one reader.
import { ownerStateKey, readTimeouts, recordKey } from "../../../../src/lock/keys.ts";
import {
  acquireReadCall,
  acquireWriteCall,
  checkReadCall,
  releaseSharedCall,
  renewReadCall,
} from "../../../../src/lock/lua/read-write.ts";
import { stealWriteCall } from "../../../../src/lock/lua/steal.ts";
import type { GrantedHold } from "../../../../src/lock/protocol.ts";
import type { Command, Scene } from "./measure.ts";
import { hold, KEY, listed, numbers, owner } from "./state.ts";

function reads(nth: number, others: Partial<GrantedHold> = {}): GrantedHold {
  return hold(nth, KEY, { shared: true, ...others });
}

function timeoutKey(nth: number, place = 1): string {
  return `${readTimeouts(KEY)}${owner(nth)}:rwlock_timeout:${place}`;
}

// Keys, each of which ends before the one in front of it.
const END_APART = "for nth, key in ipairs(ARGV) do redis.call('SET', key, '1', 'PX', 600000 - 50 * nth) end";

/** Readers 0 to n-1, each with a shorter lease than the one before. */
function readers(n: number): Command[] {
  return [
    ["HSET", KEY, "mode", "read"],
    ...listed(
      ["HSET", KEY],
      numbers(n).flatMap((nth) => [owner(nth), "1"]),
    ),
    ["PEXPIRE", KEY, "599900"],
    ...listed(
      ["EVAL", END_APART, "0"],
      numbers(n).map((nth) => timeoutKey(nth)),
      1,
    ),
    ...[0, n - 1].map((nth): Command => ["SET", ownerStateKey(KEY, owner(nth)), "|+", "PX", "700000"]),
  ];
}

const MOST_HOLDS = 1_000;

/** n holds of one owner, the first of which has a record. */
function nested(n: number): Command[] {
  return [
    ["HSET", KEY, "mode", "read", owner(0), String(n)],
    ["PEXPIRE", KEY, "600000"],
    ["SET", ownerStateKey(KEY, owner(0)), "life|", "PX", "700000"],
    ["SET", recordKey(KEY, owner(0), "one"), "+life", "PX", String(600_000 + 60_000)],
    ["EVAL", END_APART, "0", ...numbers(n).map((nth) => timeoutKey(0, nth + 1))],
  ];
}
const NESTED: Partial<GrantedHold> = { ownerIsNew: false, holdId: "one", epoch: "life", leaseMs: 600_000 };

export const readWriteScenes: readonly Scene[] = [
  {
    name: "read/write lock: the longest of n readers is released",
    state: readers,
    call: () => releaseSharedCall(reads(0), true, "read"),
  },
  {
    name: "read/write lock: the shortest of n readers is released",
    state: readers,
    call: (n) => releaseSharedCall(reads(n - 1), true, "read"),
  },
  {
    name: "read/write lock: a reader joins n",
    state: readers,
    call: (n) => acquireReadCall(reads(n), false),
  },
  {
    name: "read/write lock: a reader of n is renewed",
    state: readers,
    call: () => renewReadCall(reads(0), true),
  },
  {
    name: "read/write lock: a writer is refused by n readers",
    state: readers,
    call: (n) => acquireWriteCall(hold(n, KEY, { owner: `${owner(n)}:write` }), false),
  },
  {
    name: "read/write lock: a writer steals from n readers",
    state: readers,
    call: (n) => stealWriteCall(hold(n, KEY, { owner: `${owner(n)}:write` }), "stolen:thief//"),
  },
  {
    name: "read/write lock: one of n read holds of one owner is released",
    most: MOST_HOLDS,
    state: nested,
    call: () => releaseSharedCall(reads(0, NESTED), true, "read"),
  },
  {
    name: "read/write lock: one of n read holds of one owner is renewed",
    most: MOST_HOLDS,
    state: nested,
    call: () => renewReadCall(reads(0, NESTED), true),
  },
  {
    name: "read/write lock: one of n read holds of one owner is checked",
    most: MOST_HOLDS,
    state: nested,
    call: () => checkReadCall(reads(0, NESTED)),
  },
];
