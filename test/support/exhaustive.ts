// Tests that take long and repeat what another test shows once: other kinds, runtimes, seeds or versions, or more
// steps. `npm run test:full` runs them. `npm test` does not register them, so that it lists none of them as skipped.
import { inject } from "vitest";

/** Whether exhaustive tests run. Here, and not in process.env, because the tests in workerd ask too. */
export const isExhaustive: boolean = inject("isExhaustive");

/** Registers tests, if exhaustive tests run. */
export function exhaustive(register: () => void): void {
  if (isExhaustive) register();
}

/** Returns the first value in `npm test`, and the second if exhaustive tests run. */
export function shortOrFull<Value>(short: Value, full: Value): Value {
  return isExhaustive ? full : short;
}
