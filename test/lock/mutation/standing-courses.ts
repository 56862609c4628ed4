// Lists of standing requests, with and without their flag, for the courses of the scripts that keep or serve them; and
// the courses of the attempts that stand.
import { mailboxAddress, ownerStateKey, standingFlagKey, standingKey, tokenKey } from "../../../src/lock/keys.ts";
import { fencedAcquireCall } from "../../../src/lock/lua/fenced.ts";
import { acquireCall } from "../../../src/lock/lua/lock.ts";
import { fencedStandingCall, standingCall } from "../../../src/lock/lua/standing.ts";
import type { HoldId, Serving } from "../../../src/lock/protocol.ts";
import { ownerNamed } from "../../support/owners.ts";
import { Courses, informs, lives, NOW, othersFollow, type State } from "./courses.ts";

const KEY = "course";
const LEASE_MS = 20_000;
const ME = ownerNamed("me");
const OTHER = ownerNamed("other");
const [LIVE, LATER, LAST] = [ownerNamed("live:1"), ownerNamed("live:2"), ownerNamed("live:3")];
// The courses count no subscribers of the one, and cannot count those of the other: see courses.ts.
export const DEAD_MAILBOX = mailboxAddress("lock:", `dead${"0".repeat(28)}`);
export const UNKNOWN_MAILBOX = mailboxAddress("lock:", `bad${"0".repeat(29)}`);
const MAILBOX = mailboxAddress("lock:", "1".repeat(32));
const SECRET = "5ec2e7".padEnd(32, "0");
const MOST_TRIED = 50;
const STANDING_MS = 150_000;
const GREATEST_TOKEN = "9223372036854775807";

interface Request {
  readonly mark?: string;
  readonly mailbox?: string;
  readonly owner?: string;
  readonly secret?: string;
  readonly leaseMs?: number | string;
  readonly lifeMs?: number | string;
  readonly ageMs?: number;
  readonly how?: string;
  readonly about?: string;
}

export function request({
  mark = "",
  mailbox = MAILBOX,
  owner = LIVE,
  secret = SECRET,
  leaseMs = 30_000,
  lifeMs = 90_000,
  ageMs = 0,
  how = "--",
  about = "",
}: Request = {}): string {
  return `${mark}${mailbox} ${owner} ${secret} ${leaseMs} ${lifeMs} ${NOW - ageMs} ${how}${about}`;
}

const MINE = request({ owner: ME });
const [SECOND, THIRD] = [request({ owner: LATER }), request({ owner: LAST })];
const DEAD = request({ mailbox: DEAD_MAILBOX, owner: OTHER });
const LOCKED = request({ how: "--k" });
const UNCOUNTED = request({ mark: "~", mailbox: DEAD_MAILBOX });
const CALLED = request({ mark: "~" });

/** What releases tell the script that serves. */
export const SERVINGS: readonly (Serving | undefined)[] = [
  undefined,
  {},
  ...[0, 999, 1_000, -5_000].map((ageMs) => ({ chain: { since: String(NOW - ageMs), turns: 0, owed: 0 } })),
  { stands: request({ owner: LAST }).replace(String(NOW), "0") },
  { chain: { since: String(NOW - 500), turns: 2, owed: 100 }, stands: THIRD },
  ...[1, 2, 3, 98, 99, 100].map((turns) => ({ chain: { since: String(NOW - 500), turns, owed: 0 } })),
  ...[1, 2, 3, 200].map((owed) => ({ chain: { since: String(NOW - 500), turns: 5, owed }, wasShort: owed === 2 })),
  ...[1_000, 1_999, 2_000].map((ageMs) => ({ chain: { since: String(NOW - ageMs), turns: 2, owed: 3 } })),
  { chain: { since: String(NOW - 1_500), turns: 3, owed: 3 } },
];

/** The request that leaves the list with a cancel. */
export const LEAVING = MINE;

const LISTS: readonly (readonly string[])[] = [
  [],
  [MINE],
  [MINE, SECOND, MINE],
  [request()],
  [request(), SECOND],
  [request(), "text"],
  [request(), UNCOUNTED],
  [DEAD],
  [DEAD, request(), SECOND],
  [request({ mailbox: UNKNOWN_MAILBOX })],
  [UNCOUNTED],
  [UNCOUNTED, SECOND],
  [DEAD, UNCOUNTED, SECOND],
  [UNCOUNTED, request({ mark: "~", mailbox: DEAD_MAILBOX, owner: LATER }), THIRD],
  ...[STANDING_MS - 1, STANDING_MS, -STANDING_MS].map((ageMs) => [request({ ageMs }), SECOND]),
  ...[500, 999, 1_000, 6_000, 6_006, 29_999, 30_000, 600_000].map((leaseMs) => [request({ leaseMs })]),
  ...["f".repeat(32), "f".repeat(31), "f".repeat(33), "x".repeat(32)].map((secret) => [request({ secret }), SECOND]),
  ...["0", "9".repeat(15), "9".repeat(16), "x"].map((number) => [request({ leaseMs: number }), SECOND]),
  ...["0", "100000", "9".repeat(15), "9".repeat(16), "x"].map((number) => [request({ lifeMs: number }), SECOND]),
  ...["\n1700000000000 label", "label", "\n"].map((about) => [request({ about }), SECOND]),
  [CALLED],
  [CALLED, SECOND],
  [DEAD, CALLED, SECOND],
  [CALLED, UNCOUNTED],
  [request({ mark: "~", mailbox: UNKNOWN_MAILBOX }), SECOND],
  [request({ mark: "~", how: "--k" }), SECOND, LOCKED],
  ...[49, 50, 51].map((leaseMs) => [request({ mark: "~", leaseMs }), SECOND]),
  ["", "text", request({ how: "x" }), `${request()} `.slice(1), SECOND],
  [LOCKED],
  [LOCKED, SECOND, LOCKED],
  [LOCKED, request({ owner: LATER, how: "--k" })],
  [request({ how: "--k", mailbox: DEAD_MAILBOX }), LOCKED],
  [MINE, LOCKED, MINE],
  Array<string>(MOST_TRIED - 1)
    .fill(DEAD)
    .concat(SECOND, THIRD),
  Array<string>(MOST_TRIED).fill(DEAD).concat(SECOND, THIRD),
  Array<string>(MOST_TRIED).fill(DEAD),
  Array<string>(MOST_TRIED + 1).fill(DEAD),
];

/** Lists of requests for the lock with this key. */
export function* standingStates(key: string): Generator<State> {
  const [list, flag] = [standingKey(key), standingFlagKey(key)];
  const withFlag: State = [["SET", flag, "1"], lives(flag, 30_000)];
  for (const texts of LISTS) {
    const listed: State = texts.length === 0 ? [] : [["RPUSH", list, ...texts], lives(list, 30_000)];
    yield listed;
    yield [...listed, ...withFlag];
  }
  for (const how of ["-o", "-p", "--", "-ok"]) {
    const texts = [request({ how }), request({ owner: LATER, how }), request({ owner: LAST, how })];
    for (const many of [1, 2, 5]) yield [["RPUSH", list, ...texts], ...withFlag, othersFollow(many)];
    yield [["RPUSH", list, UNCOUNTED, ...texts], ...withFlag, othersFollow(1)];
    yield [["RPUSH", list, request({ how })], ...withFlag, othersFollow(1)];
    const called = request({ how, mark: "~" });
    for (const many of [0, 1]) yield [["RPUSH", list, called, ...texts], ...withFlag, othersFollow(many)];
  }
  yield [["SET", list, "text"], ...withFlag];
  // The first has ended, or was granted the lock before.
  const ended: State = [["SET", ownerStateKey(key, LIVE), "|-free"], lives(ownerStateKey(key, LIVE), 60_000)];
  for (const first of [request(), CALLED]) yield [["RPUSH", list, first, SECOND], ...ended, ...withFlag];
  const fenced: State = [["RPUSH", list, request({ how: "t-" }), SECOND], ...withFlag];
  yield fenced;
  yield [["RPUSH", list, request({ how: "t-k" }), SECOND], ...withFlag];
  for (const token of ["7", "text"]) {
    const called = request({ mark: "~", how: "t-" });
    yield [["RPUSH", list, called, SECOND], ...withFlag, ["SET", tokenKey(key), token]];
  }
  yield [...fenced, ["HSET", tokenKey(key), "a", "b"]];
  for (const token of ["", "7", "text", GREATEST_TOKEN, "9223372036854775806", "9223372036854775808", "1".repeat(20)]) {
    yield [...fenced, ["SET", tokenKey(key), token]];
  }
}

export function isStanding(script: string): boolean {
  return /\/(acquire|look)-standing$/.test(script);
}

const HOLD: HoldId = { key: KEY, owner: ME, holdId: ME, ownerIsNew: true, leaseMs: LEASE_MS };
const UNDATED = MINE.replace(String(NOW), "0");
const ATTEMPTS = [
  { listed: "", request: UNDATED, counts: false },
  { listed: MINE, request: request({ owner: ME, ageMs: 1 }), counts: false },
  { listed: MINE, request: request({ owner: ME, mailbox: DEAD_MAILBOX }), counts: true },
  { listed: "", request: request({ owner: ME, mark: "~", mailbox: DEAD_MAILBOX }), counts: true },
  { listed: "", request: UNDATED, counts: true },
  { listed: "", request: UNDATED, counts: true, probe: "probed" },
  { listed: "", request: UNDATED, counts: false, probe: "probed" },
  { listed: "", request: request({ owner: ME, mark: "~" }), counts: false, probe: "probed" },
  { listed: MINE, request: "", counts: false },
].flatMap((standing) => [
  standingCall(acquireCall(HOLD, false), standing),
  standingCall(acquireCall(HOLD, false, false, false), standing),
  standingCall(acquireCall(HOLD, true), standing),
  standingCall(acquireCall({ ...HOLD, asksHolder: true }, true), standing),
  fencedStandingCall(fencedAcquireCall(HOLD, false), standing),
  fencedStandingCall(fencedAcquireCall(HOLD, false, false), standing),
  fencedStandingCall(fencedAcquireCall(HOLD, true), standing),
]);

export const attemptCourses = (): Courses => new Courses([...attempts()], ATTEMPTS);

function* attempts(): Generator<State> {
  const [list, flag] = [standingKey(KEY), standingFlagKey(KEY)];
  const page = ownerStateKey(KEY, OTHER);
  const held = (...fields: string[]): State => [["HSET", KEY, ...fields], lives(KEY, 10_000)];
  const known = (owner: string): State => [["SET", ownerStateKey(KEY, owner), "|+"], lives(page, 70_000)];
  const locks: State[] = [
    [],
    held(OTHER, "1"),
    [...held(OTHER, "1"), ...known(OTHER)],
    [["HSET", KEY, OTHER, "1"]],
    [...held(OTHER, "1"), lives(KEY, 0)],
    [...held(ME, "1"), ...known(ME)],
    held("mode", "write", `${OTHER}:write`, "1"),
    [...held(OTHER, "1", "mode", "read"), ...known(OTHER)],
    [...held("passed", "1"), ...known("passed")],
    [...held(OTHER, "1"), ["SET", page, "!stolen:t//|-stolen:t//"]],
    // With locked keys, ours has no owner state.
    held(ME, "1"),
    ...["999999999999", "100000000000", "99999999999"].map((number) => held(`${OTHER.split(":")[0]}:${number}`, "1")),
  ];
  const mine = ["|-released", "|-refused", "|+"].map((text): State => {
    return [["SET", ownerStateKey(KEY, ME), text], lives(ownerStateKey(KEY, ME), 60_000)];
  });
  const lists: State[] = [[], [MINE], [SECOND, MINE, SECOND, MINE], [SECOND]].map((texts) =>
    texts.length === 0 ? [] : [["RPUSH", list, ...texts], lives(list, 30_000), ["SET", flag, "1"]],
  );
  lists.push([["SET", list, "text"]]);
  for (const lock of locks) for (const listed of lists) yield [...lock, ...listed];
  for (const each of mine) for (const lock of locks.slice(0, 3)) yield [...lock, ...each];
  for (const info of ["cluster_enabled:1", "refused"]) yield [...held(OTHER, "1"), informs(info)];
  yield [...held(OTHER, "1"), othersFollow(1)];
  for (const token of ["", "text", GREATEST_TOKEN]) yield [["SET", tokenKey(KEY), token]];
}
