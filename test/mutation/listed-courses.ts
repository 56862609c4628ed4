// Lists of the isolates that wait for a lock, with and without their flag, for the courses of the scripts that change
// or read them.
import { isolatesFlagKey, isolatesKey } from "../../src/lock/keys.ts";
import type { Listing } from "../../src/lock/protocol.ts";
import { lives, type State } from "./courses.ts";

const [HERE, B, C, D] = ["100001", "100002", "100003", "100004"] as const;

/** What attempts tell of the list. */
export const LISTINGS: readonly Listing[] = [
  { isolate: HERE, joins: true, leaves: false, absent: [] },
  { isolate: HERE, joins: false, leaves: false, absent: [] },
  { isolate: HERE, joins: false, leaves: true, absent: [] },
  { isolate: HERE, joins: true, leaves: true, absent: [B, C] },
  { isolate: HERE, joins: true, leaves: false, absent: [C] },
];

/** The name that leaves the list with a request of the isolate. */
export const LEAVING = HERE;

/** Lists of isolates that wait for the lock with this key. */
export function* listStates(key: string): Generator<State> {
  const [list, flag] = [isolatesKey(key), isolatesFlagKey(key)];
  const lists = [[], [HERE], [B], [HERE, HERE], [B, B], [B, C], [B, C, D], [B, HERE, C, HERE, D]];
  for (const names of lists) {
    const listed: State = names.length === 0 ? [] : [["RPUSH", list, ...names], lives(list, 30_000)];
    yield listed;
    yield [...listed, ["SET", flag, "1"], lives(flag, 30_000)];
  }
  yield [["SET", list, "text"], ["SET", flag, "1"], lives(flag, 30_000)];
}
