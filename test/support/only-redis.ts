// Tests that only a real Redis can answer. Where there is none, they are skipped, and the run ends with a line that
// counts them (see test/redis-files.ts).
import { inject, type TestOptions } from "vitest";
import type { OfRedis } from "../redis-files.ts";

/** Whether this machine has a redis-server. Here, and not in process.env, because the tests in workerd ask too. */
export const hasRedis: boolean = inject("hasRedis");

/** Returns the options of a test, or of a group of tests, that needs what only a real Redis has. */
export function onlyRedis(what: OfRedis): TestOptions {
  return { skip: !hasRedis, meta: { needs: what } };
}
