// The timers of all waits, at their limits.
import { once } from "node:events";
import { afterEach, expect, it } from "vitest";
import { timer } from "../../src/base/timers.ts";

const warnings: Error[] = [];
const warned = (warning: Error): void => {
  warnings.push(warning);
};
process.on("warning", warned);
afterEach(() => {
  process.off("warning", warned);
});

it.each([-1_000, 0])("fires at once, without a warning of Node, after %i ms", async (ms) => {
  await new Promise<void>((resolve) => void timer(resolve, ms));
  // Later warnings come in the order in which they were caused.
  process.emitWarning("the last one");
  await once(process, "warning");
  expect(warnings.map(({ name }) => name)).not.toContain("TimeoutNegativeWarning");
});
