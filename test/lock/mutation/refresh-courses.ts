// Single calls of the script that marks a spend, beside locks and marks of this owner and of others.
import { spendKey } from "../../../src/lock/keys.ts";
import { spendCall } from "../../../src/lock/lua/refresh.ts";
import { ownerNamed } from "../../support/owners.ts";
import { Courses, lives, NOW, type State } from "./courses.ts";

const KEY = "course";
const GRACE_MS = 10_000;
const ME = ownerNamed("me");
const OTHER = ownerNamed("other");

export function isSpend(script: string): boolean {
  return script === "refresh/spend";
}

export const spendCourses = (): Courses =>
  new Courses(
    [...states()],
    [0, GRACE_MS].map((graceMs) => spendCall(KEY, ME, "v1", graceMs)),
  );

function* states(): Generator<State> {
  const locks: State[] = [[], ...[ME, OTHER].map((owner): State => [["HSET", KEY, owner, "1"], lives(KEY, 20_000)])];
  const agesMs = [-1, 0, 1, GRACE_MS - 1, GRACE_MS, GRACE_MS + 1];
  const marks = agesMs.flatMap((ageMs) =>
    [`${ME} v1`, `${OTHER} v1`, `${ME} v2`, `${OTHER} v2`].map((text) => `${NOW - ageMs} ${text}`),
  );
  for (const lock of locks) {
    yield lock;
    for (const mark of marks) yield [...lock, ["SET", spendKey(KEY), mark]];
  }
}
