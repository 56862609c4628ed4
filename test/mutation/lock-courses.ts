// Each attempt of a new owner of the plain or fenced lock, with its commands: a dearer answer is a difference.
import { ownerStateKey } from "../../src/keys.ts";
import { fencedAcquireCall } from "../../src/lua/fenced/calls.ts";
import { acquireCall } from "../../src/lua/lock/calls.ts";
import { ownerNamed } from "../support/owners.ts";
import { Courses, lives, type State } from "./courses.ts";

const KEY = "course";
const LEASE_MS = 20_000;
const ME = ownerNamed("me");
const OTHER = ownerNamed("other");
const HOLD = { key: KEY, owner: ME, holdId: ME, ownerIsNew: true, leaseMs: LEASE_MS, epoch: "" };

const HELD: readonly State[] = [
  ...[OTHER, ME].map((owner): State => [["HSET", KEY, owner, "1"]]),
  [["HSET", KEY, "mode", "read", OTHER, "1"]],
  [["HSET", KEY, "name", "Bob"]],
];

export const lockCourses = (): Courses =>
  new Courses(
    [...states()],
    [acquireCall(HOLD, false), acquireCall(HOLD, false, false, false), acquireCall(HOLD, true)],
  );

export const fencedCourses = (): Courses =>
  new Courses(
    [...states()],
    [fencedAcquireCall(HOLD, false), fencedAcquireCall(HOLD, false, false), fencedAcquireCall(HOLD, true)],
  );

function* states(): Generator<State> {
  for (const remembered of [undefined, "|+", "|-released", "|-refused"]) {
    const page = ownerStateKey(KEY, ME);
    const kept: State = remembered === undefined ? [] : [["SET", page, remembered], lives(page, LEASE_MS + 60_000)];
    yield kept;
    yield [["SET", KEY, "text"], lives(KEY, LEASE_MS), ...kept];
    for (const lock of HELD) {
      yield [...lock, ...kept];
      for (const left of [0, 1, LEASE_MS]) yield [...lock, lives(KEY, left), ...kept];
    }
  }
}
