// Detects mutants of a release that passes the lock on, by single calls beside every state of both owners, and beside
// waiters that stand.
import { ownerStateKey, recordKey } from "../../../src/lock/keys.ts";
import type { GrantedHold, HoldId } from "../../../src/lock/protocol.ts";
import { ownerNamed } from "../../support/owners.ts";
import { passCall } from "../../support/pass-calls.ts";
import { Courses, lives, NOW, type State } from "./courses.ts";
import { LEAVING, standingStates } from "./standing-courses.ts";

const KEY = "course";
const ME = ownerNamed("me");
const NEXT = ownerNamed("next");
const OTHER = ownerNamed("other");
const MINE: GrantedHold = { key: KEY, owner: ME, holdId: ME, ownerIsNew: true, leaseMs: 20_000, epoch: "" };
const PASSED: GrantedHold = { ...MINE, holdId: "h1", ownerIsNew: false, epoch: "h1" };
const WAITER: HoldId = { key: KEY, owner: NEXT, holdId: NEXT, ownerIsNew: true, leaseMs: 30_000 };
// Its record would live for 0 ms, which Redis refuses.
const REFUSED: HoldId = { ...WAITER, leaseMs: -60_000 };

const CALLS = [MINE, PASSED].flatMap((hold) => [
  passCall(hold, true, "object", WAITER),
  passCall(hold, true, "object", WAITER, { takesOut: LEAVING }),
  passCall(hold, true, "object", WAITER, { chain: { since: String(NOW - 1_000), turns: 0, owed: 0 } }),
  passCall(hold, false, "", WAITER),
  passCall(hold, true, "object", REFUSED),
]);

export const passCourses = (): Courses => new Courses([...states(), ...listed()], CALLS);

function kept(key: string, texts: readonly string[]): State[] {
  return [[], ...texts.map((text): State => [["SET", key, text], lives(key, 70_000)])];
}

function* states(): Generator<State> {
  const holders: readonly (readonly [owner: string, count: string])[] = [
    [ME, "1"],
    [ME, "2"],
    [OTHER, "1"],
    [NEXT, "1"],
  ];
  const locks: State[] = [[], ...holders.map((holder): State => [["HSET", KEY, ...holder], lives(KEY, 10_000)])];
  const mine = kept(ownerStateKey(KEY, ME), ["|+", "h1|", "|-released object", "|-lost"]);
  const next = kept(ownerStateKey(KEY, NEXT), ["|+", "|-refused"]);
  const records = kept(recordKey(KEY, ME, "h1"), ["+h1", "-still:1"]);
  for (const lock of locks) {
    for (const page of mine) {
      for (const other of next) for (const record of records) yield [...lock, ...page, ...other, ...record];
    }
  }
}

/** Mine, beside waiters that stand. */
function* listed(): Generator<State> {
  const page = ownerStateKey(KEY, ME);
  const mine: State = [["HSET", KEY, ME, "1"], lives(KEY, 10_000), ["SET", page, "|+"], lives(page, 70_000)];
  // Then nobody passes the lock to it.
  const next = ownerStateKey(KEY, NEXT);
  for (const list of standingStates(KEY)) {
    yield [...mine, ...list];
    yield [...mine, ["SET", next, "|-refused"], lives(next, 1), ...list];
  }
}
