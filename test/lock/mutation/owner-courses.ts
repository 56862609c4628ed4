// Single calls of the scripts that end or renew all holds of one owner. The lines that they share with other scripts are
// judged there.
import {
  lastTriesKey,
  ownerStateKey,
  queueKey,
  queueScoresKey,
  readTimeouts,
  readWriteQueueKeys,
  requestKey,
  waiterKey,
} from "../../../src/lock/keys.ts";
import { RECORD_BEYOND_LEASE_MS } from "../../../src/lock/lua/lock.ts";
import { releaseOwnerCall, renewOwnerCall } from "../../../src/lock/lua/owner.ts";
import type { ScriptCall } from "../../../src/lock/protocol.ts";
import { ownerNamed } from "../../support/owners.ts";
import { type Command, Courses, lives, NOW, type State } from "./courses.ts";
import { request, standingStates } from "./standing-courses.ts";

const KEY = "course";
const LEASE_MS = 20_000;
const PATIENCE_MS = 300_000;
const ME = ownerNamed("me");
const OTHER = ownerNamed("other");
const WAITER = ownerNamed("waiter");
const WRITER = `${ME}:write`;
const ASKED = { key: KEY, requestId: "r1" } as const;

const CALLS: readonly ScriptCall<unknown>[] = [
  ...["lock", "fair"].map((kind) => releaseOwnerCall({ ...ASKED, field: ME }, kind, PATIENCE_MS)),
  ...["read", "fairread"].map((kind) => releaseOwnerCall({ ...ASKED, field: ME }, kind, PATIENCE_MS)),
  ...["write", "fairwrite"].map((kind) => releaseOwnerCall({ ...ASKED, field: WRITER }, kind, PATIENCE_MS)),
  ...[LEASE_MS / 2, 2 * LEASE_MS].flatMap((leaseMs) => [
    ...["lock", "read"].map((kind) => renewOwnerCall({ ...ASKED, field: ME }, kind, leaseMs)),
    renewOwnerCall({ ...ASKED, field: WRITER }, "write", leaseMs),
  ]),
];

/** Returns whether this script's own lines alone are judged here. */
export function isByOwner(script: string): boolean {
  return script.startsWith("owner/");
}

export const ownerCourses = (): Courses => new Courses([...states(), ...listed(), ...queued()], CALLS);

const HELD: readonly State[] = [
  [],
  ...["1", "2"].map((count): State => [["HSET", KEY, ME, count]]),
  [["HSET", KEY, OTHER, "1"]],
  ...["1", "2", "3"].flatMap((count): State[] => [
    [["HSET", KEY, "mode", "read", ME, count]],
    [["HSET", KEY, "mode", "read", ME, count, OTHER, "1"]],
    [["HSET", KEY, "mode", "write", WRITER, count]],
    [["HSET", KEY, "mode", "write", WRITER, count, ME, "1"]],
  ]),
  [["HSET", KEY, "mode", "read", OTHER, "1"]],
  [["HSET", KEY, "mode", "write", `${OTHER}:write`, "1"]],
  [["HSET", KEY, "name", "Bob"]],
  [["SET", KEY, "text"]],
];

function* states(): Generator<State> {
  for (const lock of HELD) {
    const leased: State = lock.length === 0 ? [] : [...lock, lives(KEY, LEASE_MS)];
    for (const state of remembered()) yield [...leased, ...state];
    for (const timeouts of timeoutKeys()) for (const state of mine("h1|")) yield [...leased, ...timeouts, ...state];
    // Without a lease, and at its end.
    for (const state of mine("h1|")) {
      yield [...lock, ...state];
      yield [...lock, lives(KEY, 0), ...state];
    }
  }
}

/** Combines owner states with answers of the request. */
function* remembered(): Generator<State> {
  for (const answer of [[], ...["0", "1"].map((text) => kept(requestKey(KEY, "r1"), text, RECORD_BEYOND_LEASE_MS))]) {
    yield answer;
    for (const text of ["h1|", "|+", "|-released", "h1|\n1700000000000 label", "!stolen:t//|-stolen:t//"]) {
      for (const state of mine(text)) yield [...answer, ...state];
    }
  }
}

/** Owner states that live less or longer than the record of an end, or have lost their TTLs. */
function* mine(text: string): Generator<State> {
  const ends = LEASE_MS + RECORD_BEYOND_LEASE_MS;
  for (const lifeMs of [undefined, LEASE_MS, ends - 1, ends + 1, 10 * ends]) {
    yield [ME, WRITER].flatMap((owner) => kept(ownerStateKey(KEY, owner), text, lifeMs));
  }
}

/** Makes the timeout keys of up to three read holds of the owner, alone or beside another reader's. */
function* timeoutKeys(): Generator<State> {
  for (const ends of [[LEASE_MS], [5_000, LEASE_MS], [LEASE_MS, 5_000], [5_000, 1_000, LEASE_MS], [undefined, 5_000]]) {
    const keys = ends.flatMap((ms, index) => timeout(ME, index + 1, ms));
    for (const others of [[], timeout(OTHER, 1, 15_000)]) yield [...keys, ...others];
  }
}

function timeout(owner: string, n: number, ms: number | undefined): State {
  return kept(`${readTimeouts(KEY)}${owner}:rwlock_timeout:${n}`, "1", ms);
}

function kept(key: string, text: string, lifeMs: number | undefined): Command[] {
  return [["SET", key, text], ...(lifeMs === undefined ? [] : [lives(key, lifeMs)])];
}

const MINE: State = [
  ["HSET", KEY, ME, "1"],
  lives(KEY, LEASE_MS),
  ...kept(ownerStateKey(KEY, ME), "h1|", LEASE_MS + RECORD_BEYOND_LEASE_MS),
];

/** Mine, beside requests that stand. */
function* listed(): Generator<State> {
  for (const list of standingStates(KEY)) yield [...MINE, ...list];
}

/** Mine, beside waiters of the fair lock and of the fair read/write lock. */
function* queued(): Generator<State> {
  const place: State = [
    ["RPUSH", queueKey(KEY), WAITER, OTHER],
    ["ZADD", queueScoresKey(KEY), String(NOW + PATIENCE_MS), WAITER, String(NOW + 2 * PATIENCE_MS), OTHER],
    ["ZADD", lastTriesKey(KEY), String(NOW), WAITER, String(NOW), OTHER],
  ];
  yield [...MINE, ...place];
  yield [...MINE, ...place, ["SET", waiterKey(KEY, WAITER), request({ owner: WAITER })]];
  yield [...MINE, ["SET", queueKey(KEY), "text"]];
  const [queue, writers, tries] = readWriteQueueKeys(KEY);
  const [reader, writer] = [`r|${OTHER}|111111||`, `w|${WAITER}|222222||`];
  for (const fields of [
    ["mode", "read", ME, "2"],
    ["mode", "write", WRITER, "1"],
    ["mode", "write", WRITER, "1", ME, "1"],
  ]) {
    for (const waiters of [[reader], [writer], [reader, writer], [writer, reader]]) {
      yield [
        ...[["HSET", KEY, ...fields], lives(KEY, LEASE_MS), ...timeout(ME, 1, LEASE_MS)],
        ...waiters.flatMap((waiter, index): State => {
          const number = String(index + 1);
          const isWriter = waiter === writer;
          return [
            ["ZADD", queue, number, waiter],
            ["ZADD", tries, String(NOW), waiter],
            ...(isWriter ? [["ZADD", writers, number, waiter]] : []),
          ];
        }),
      ];
    }
  }
}
