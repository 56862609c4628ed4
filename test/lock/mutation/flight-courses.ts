// Every call of a single flight beside results with a millisecond left, and its messages, which the walks of its model
// do not compare.
import { ownerStateKey, resultKey } from "../../../src/lock/keys.ts";
import { finishCall, flightAcquireCall } from "../../../src/lock/lua/flight.ts";
import { ownerNamed } from "../../support/owners.ts";
import { Courses, lives, type State } from "./courses.ts";
import { standingStates } from "./standing-courses.ts";

const KEY = "course";
const ME = ownerNamed("me");
const OTHER = ownerNamed("other");
const HOLD = { key: KEY, owner: ME, holdId: ME, ownerIsNew: true, leaseMs: 20_000, epoch: "" } as const;
const HEARD = { busy: () => {}, found: () => {} };

const CALLS = [
  flightAcquireCall(HOLD, false, "", HEARD),
  flightAcquireCall(HOLD, true, OTHER, HEARD),
  finishCall(HOLD, true, "=new", 5_000),
  finishCall(HOLD, false, "=new", 5_000),
  finishCall(HOLD, true, `!${ME}|{}`, 60_000),
];

export const flightCourses = (): Courses => new Courses([...states()], CALLS);

const LOCKS: readonly State[] = [
  [],
  ...[ME, OTHER].map((owner): State => [["HSET", KEY, owner, "1"], lives(KEY, 10_000)]),
  [["HSET", KEY, OTHER, "1"]],
];
const REMEMBERED: readonly State[] = [
  [],
  ...["|+", "|-released", "|-lost"].map((text): State => {
    return [["SET", ownerStateKey(KEY, ME), text], lives(ownerStateKey(KEY, ME), 70_000)];
  }),
];

function* states(): Generator<State> {
  const results: State[] = [[]];
  for (const text of ["=old", `!${OTHER}|failed`, `!${ME}|failed`]) {
    const result = ["SET", resultKey(KEY), text];
    results.push([result], ...[0, 1, 2, 5_000].map((ms) => [result, lives(resultKey(KEY), ms)]));
  }
  const [, mine = []] = LOCKS;
  const [, granted = []] = REMEMBERED;
  for (const list of standingStates(KEY)) yield [...mine, ...granted, ...list];
  for (const lock of LOCKS) {
    for (const remembered of REMEMBERED) for (const result of results) yield [...lock, ...remembered, ...result];
  }
}
