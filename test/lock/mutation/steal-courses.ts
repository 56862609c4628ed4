// Detects mutants of the scripts that steal a lock, by single calls beside every state of the thief and of its victims.
// The lines that they share with other scripts are judged there.
import { ownerStateKey, recordKey, tokenKey } from "../../../src/lock/keys.ts";
import { fencedStealCall, stealCall, stealWriteCall } from "../../../src/lock/lua/steal.ts";
import type { GrantedHold } from "../../../src/lock/protocol.ts";
import { ownerNamed } from "../../support/owners.ts";
import { Courses, lives, type State } from "./courses.ts";

const KEY = "course";
const LEASE_MS = 20_000;
const ME = ownerNamed("me");
const OTHER = ownerNamed("other");
const MINE: GrantedHold = { key: KEY, owner: ME, holdId: ME, ownerIsNew: true, leaseMs: LEASE_MS, epoch: "" };
const PASSED: GrantedHold = { ...MINE, holdId: "h1", ownerIsNew: false };
const THEFT = "stolen:me//why";
const writer = (hold: GrantedHold): GrantedHold => ({ ...hold, owner: `${hold.owner}:write` });

const CALLS = [MINE, PASSED].flatMap((hold) => [
  stealCall(hold, THEFT, false),
  stealCall(hold, THEFT, true),
  fencedStealCall(hold, THEFT),
  stealWriteCall(writer(hold), THEFT),
]);

/** Returns whether this script's own lines alone are judged here. */
export function isTheft(script: string): boolean {
  return ["lock/steal", "fenced/steal", "read-write/steal-write"].includes(script);
}

export const stealCourses = (): Courses => new Courses([...states()], CALLS);

function kept(key: string, texts: readonly string[], lifeMs = 70_000): State[] {
  return [[], ...texts.map((text): State => [["SET", key, text], lives(key, lifeMs)])];
}

const HELD: readonly State[] = [
  [],
  [["HSET", KEY, OTHER, "1"]],
  [["HSET", KEY, OTHER, "2"]],
  [["HSET", KEY, ME, "1"]],
  [["HSET", KEY, "mode", "read", OTHER, "1"]],
  [["HSET", KEY, "mode", "read", OTHER, "1", ME, "1"]],
  [["HSET", KEY, "mode", "write", `${OTHER}:write`, "1"]],
  [["HSET", KEY, "mode", "write", `${ME}:write`, "1"]],
  [["HSET", KEY, "name", "Bob"]],
];

function* states(): Generator<State> {
  for (const lock of HELD) {
    const lives20 = lock.length === 0 ? [] : [lives(KEY, LEASE_MS)];
    for (const state of remembered()) yield [...lock, ...lives20, ...state];
    // Without a lease, and at its end.
    yield lock;
    yield [...lock, lives(KEY, 0)];
  }
  const victims = [
    "|+",
    "|+\n1700000000000 label",
    "|-still:1 r1\n1 x",
    "h9|",
    "h9|-released",
    "!stolen:t//|-stolen:t//",
  ];
  for (const field of [OTHER, `${OTHER}:write`]) {
    const mode = field === OTHER ? [] : ["mode", "write"];
    for (const lifeMs of [70_000, 80_000, 90_000, 80_001]) {
      for (const state of kept(ownerStateKey(KEY, field), victims, lifeMs)) {
        yield [["HSET", KEY, ...mode, field, "1"], lives(KEY, LEASE_MS), ...state];
      }
    }
  }
  // An owner may have this name.
  yield [["HSET", KEY, "mode", "1"], lives(KEY, LEASE_MS), ["SET", ownerStateKey(KEY, "mode"), "h9|"]];
  for (const readers of [63, 64]) {
    const fields = Array.from({ length: readers }, (_, nth) => [ownerNamed(`r${nth}`), "1"]).flat();
    yield [["HSET", KEY, "mode", "read", ...fields], lives(KEY, LEASE_MS)];
  }
  for (const token of ["7", "", "text", "9223372036854775806", "9223372036854775807"]) {
    yield [["HSET", KEY, OTHER, "1"], lives(KEY, LEASE_MS), ["SET", tokenKey(KEY), token]];
    yield [["SET", tokenKey(KEY), token]];
  }
}

/** What Redis remembers of the thief. */
function* remembered(): Generator<State> {
  for (const owner of [ME, `${ME}:write`]) {
    for (const page of kept(ownerStateKey(KEY, owner), ["|+", "|-released", "h1|", "h2|", "!stolen:t//|-stolen:t//"])) {
      for (const record of kept(recordKey(KEY, owner, "h1"), ["+h1", "+", "-released"])) yield [...page, ...record];
    }
  }
}
