// Each attempt of a new owner of the plain or fenced lock, with its commands: a dearer answer is a difference. Releases
// beside waiters that stand, and by force, also of light locks. Releases and renewals beside TTLs that were lost.
import { ownerStateKey, recordKey } from "../../../src/lock/keys.ts";
import { fencedAcquireCall } from "../../../src/lock/lua/fenced.ts";
import { acquireCall, cancelCall, forceReleaseCall, releaseCall, renewCall } from "../../../src/lock/lua/lock.ts";
import { renewManyCall } from "../../../src/lock/lua/lock-many.ts";
import { ownerNamed } from "../../support/owners.ts";
import { Courses, lives, type State } from "./courses.ts";
import { LEAVING, SERVINGS, standingStates } from "./standing-courses.ts";

const KEY = "course";
const LEASE_MS = 20_000;
const ME = ownerNamed("me");
const OTHER = ownerNamed("other");
const HOLD = { key: KEY, owner: ME, holdId: ME, ownerIsNew: true, leaseMs: LEASE_MS, epoch: "" };
const PASSED = { ...HOLD, holdId: "h1", ownerIsNew: false, epoch: "h1" };
const RENEWALS = [PASSED, HOLD, PASSED].map((hold) => ({ hold, leaseMs: LEASE_MS }));

const HELD: readonly State[] = [
  ...[OTHER, ME].map((owner): State => [["HSET", KEY, owner, "1"]]),
  [["HSET", KEY, "mode", "read", OTHER, "1"]],
  [["HSET", KEY, OTHER, "1", "mode", "write"]],
  [
    ["HSET", KEY, OTHER, "1"],
    ["SET", ownerStateKey(KEY, OTHER), "|+\n1700000000000 label"],
  ],
  [["HSET", KEY, "name", "Bob"]],
];

export const lockCourses = (): Courses =>
  new Courses(
    [...states(), ...listed(), ...light(), ...passed()],
    [
      forceReleaseCall(KEY, "r1"),
      acquireCall(HOLD, false),
      acquireCall(HOLD, false, false, false),
      acquireCall(HOLD, true),
      acquireCall({ ...HOLD, asksHolder: true, label: "mine" }, true),
      acquireCall({ ...HOLD, label: "mine" }, false),
      acquireCall({ ...HOLD, holdId: "h1", ownerIsNew: false }, false),
      ...SERVINGS.map((serving) => releaseCall(HOLD, true, "object", serving)),
      releaseCall(PASSED, true, "object"),
      ...[PASSED, HOLD].flatMap((hold) => [renewCall(hold, true), renewCall(hold, false)]),
      renewCall({ ...HOLD, label: "mine" }, true),
      renewManyCall(RENEWALS),
      renewManyCall(RENEWALS, LEASE_MS - 1),
      cancelCall(HOLD),
      cancelCall(HOLD, LEAVING),
      forceReleaseCall(KEY, "r1"),
    ],
  );

export const fencedCourses = (): Courses =>
  new Courses(
    [...states()],
    [
      fencedAcquireCall(HOLD, false),
      fencedAcquireCall(HOLD, false, false),
      fencedAcquireCall(HOLD, true),
      fencedAcquireCall({ ...HOLD, asksHolder: true, label: "mine" }, true),
    ],
  );

function* states(): Generator<State> {
  for (const remembered of [undefined, "|+", "|-released", "|-refused", "!stolen:t//|-stolen:t//"]) {
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

/** Mine, held, beside lists. */
function* listed(): Generator<State> {
  const page = ownerStateKey(KEY, ME);
  const mine: State = [["HSET", KEY, ME, "1"], lives(KEY, LEASE_MS), ["SET", page, "|+"], lives(page, 2 * LEASE_MS)];
  for (const list of standingStates(KEY)) yield [...mine, ...list];
}

/** Texts, of which some are light locks. */
function* light(): Generator<State> {
  const since = "1700000000000";
  for (const text of [`lh1 o:1 ${since} label`, `lh1 o:1 ${since} `, `lh1 o:1 ${since}`, `xlh1 o:1 ${since} `]) {
    yield [["SET", KEY, text], lives(KEY, LEASE_MS)];
  }
  yield [["SET", KEY, `lh1 o:1 ${since} label`]];
}

/** Held once or twice by a passed owner. Each key has lost its TTL, or ends before or after a new lease or record. */
function* passed(): Generator<State> {
  const ends = (key: string): State[] => [[], [lives(key, LEASE_MS / 2)], [lives(key, 100 * LEASE_MS)]];
  const [page, record] = [ownerStateKey(KEY, ME), recordKey(KEY, ME, "h1")];
  for (const count of ["1", "2"]) {
    const held: State = [
      ["HSET", KEY, ME, count],
      ["SET", page, "h1|"],
      ["SET", record, "+h1"],
    ];
    for (const lock of ends(KEY)) {
      for (const pages of ends(page))
        for (const records of ends(record)) yield [...held, ...lock, ...pages, ...records];
    }
  }
}
