// Every call of the permit-expirable semaphore in states that are rare or missing in its walks. Among them are keys and
// numbers of the application, records without leases, and leases that end now.
import { permitLeasesKey, requestKey } from "../../../src/lock/keys.ts";
import {
  acquirePermitsCall,
  checkPermitsCall,
  permitStatusCall,
  releaseListCall,
  releasePermitsCall,
  renewPermitsCall,
  setPermitsCall,
} from "../../../src/lock/lua/permit-expirable.ts";
import type { ScriptCall } from "../../../src/lock/protocol.ts";
import { NEVER } from "../model/permits/world.ts";
import { type Command, Courses, lives, NOW, type State } from "./courses.ts";

const KEY = "course";
const LEASES = permitLeasesKey(KEY);
const LEASE_MS = 20_000;
const [A, B, C] = ["a".repeat(32), "b".repeat(32), "c".repeat(32)] as const;
const LEFT_MS = 100_000;
const REQUEST = "r1";
const LEASE = `local raw = string.gsub(ARGV[1], '%x%x', function(two) return string.char(tonumber(two, 16)) end)
return redis.call('ZADD', KEYS[1], ARGV[2], raw)`;

const NUMBERS = ["0", "1", "2", "-1", "-12", "19", "123456789012345", "1234567890123456", "-123456789012345"];
const NO_NUMBERS = ["", "abc", "1.5", "-0", "007", "-1234567890123456", "12345678901234567", "99999999999999999999"];
const PERMITS: readonly State[] = [
  [],
  ...[...NUMBERS, ...NO_NUMBERS].map((text): State => [["SET", KEY, text]]),
  ...[0, 1, 500_000].map((ms): State => [["SET", KEY, "3"], lives(KEY, ms)]),
  [["HSET", KEY, "field", "1"]],
];
const LEASED: readonly State[] = [
  [],
  ...[[A], [A, B], [A, B, C], [C]].map((ids): State => ids.map((id) => leased(id, NOW + LEFT_MS))),
  ...[NOW - 1, NOW, NOW + 1].map((till): State => [leased(A, till), leased(B, NOW + LEFT_MS)]),
  ...[NOW, NOW + 1].map((till): State => [leased(C, till), leased(A, NOW + LEFT_MS), leased(B, NOW + LEFT_MS)]),
  [leased(A, NOW), leased(B, NOW), leased(C, NOW)],
  [leased(C, NEVER)],
  [["ZADD", LEASES, "1", "member"]],
  [["ZADD", LEASES, "1", "member"], leased(A, NOW + LEFT_MS), leased(B, NOW + LEFT_MS)],
  [["SET", LEASES, "text"]],
];
const RECORDS: readonly State[] = [
  [],
  ...["+", "-released"].map((text): State => [["SET", requestKey(KEY, A), text]]),
  [["SET", requestKey(KEY, REQUEST), "0"]],
];
const OF_ONE = { key: KEY, ids: [A], leaseMs: LEASE_MS } as const;
const OF_TWO = { key: KEY, ids: [A, B], leaseMs: LEASE_MS } as const;
const CALLS: readonly ScriptCall<unknown>[] = [
  acquirePermitsCall(OF_ONE, false),
  acquirePermitsCall(OF_TWO, false),
  acquirePermitsCall(OF_TWO, true),
  ...[OF_ONE, OF_TWO].flatMap((ids) => [releasePermitsCall(ids), checkPermitsCall(ids), renewPermitsCall(ids, 90_000)]),
  ...[[A], [A, B]].map((ids) => releaseListCall(KEY, ids, REQUEST)),
  ...(["try", "set"] as const).flatMap((how) => [0, 3].map((permits) => setPermitsCall(KEY, how, permits, REQUEST))),
  ...[-2, 0, 2].map((permits) => setPermitsCall(KEY, "add", permits, REQUEST)),
  permitStatusCall(KEY),
];

export const permitCourses = (): Courses => new Courses([...states()], CALLS);

/** Combines few states of one kind with all of the other. */
function* states(): Generator<State> {
  for (const record of RECORDS) {
    for (const permits of PERMITS) for (const leases of LEASED.slice(0, 3)) yield [...permits, ...leases, ...record];
    for (const text of ["0", "1", "2", "-1"])
      for (const leases of LEASED) yield [["SET", KEY, text], ...leases, ...record];
    for (const leases of LEASED) yield [...leases, ...record];
  }
}

function leased(id: string, till: number): Command {
  return ["EVAL", LEASE, "1", LEASES, id, String(till)];
}
