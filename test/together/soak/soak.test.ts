// Operations under the mix of faults: every metric at 0. The long form is main.ts.
import { expect, it } from "vitest";
import { shortOrFull } from "../../support/exhaustive.ts";
import { MOST_SENT_PER_ANSWER, table } from "./table.ts";
import { soak } from "./workload.ts";

const OPERATIONS = shortOrFull(2_000, 20_000);

it(`${OPERATIONS} operations with lost, doubled and late replies violate no metric`, { timeout: 120_000 }, async () => {
  const result = await soak({ operations: OPERATIONS, seed: 1, clients: 200, locks: 150, untilEmpty: false });
  console.log(table(result));
  expect(result.findings.total, result.findings.traces()).toBe(0);
  expect(result.passes).toBeGreaterThan(0);
  expect(result.requests / result.answers).toBeLessThanOrEqual(MOST_SENT_PER_ANSWER);
});
