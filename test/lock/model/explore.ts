// node test/lock/model/explore.ts [scenario] [--states N] [--without guard]
// Explores scenarios of the model to the end, or to N worlds each (50 million: about 3 GB).
import { parseArgs } from "node:util";
import { GUARDS, isGuard, NOTHING, type Without } from "./guards.ts";
import { VIOLATIONS } from "./judge.ts";
import { SCENARIOS, scenarioCalled } from "./scenarios.ts";
import { search } from "./search.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { states: { type: "string", default: "50000000" }, without: { type: "string" } },
});

main();

function main(): void {
  const [wanted] = positionals;
  const scenarios = wanted === undefined ? SCENARIOS : [scenarioCalled(wanted)];
  const maxStates = Number(values.states);
  if (!(maxStates > 0)) throw new Error("--states must be a number above 0");
  const without = withoutOf(values.without);
  for (const scenario of scenarios) {
    const start = performance.now();
    const progress = process.stderr.isTTY
      ? (states: number) => process.stderr.write(`\r${scenario.name} ${millions(states)}\r`)
      : undefined;
    const found = search(scenario, without, maxStates, progress);
    const seconds = ((performance.now() - start) / 1000).toFixed(0);
    const extent = found.violation !== undefined ? "VIOLATION" : found.complete ? "complete" : "capped";
    const numbers = `${found.states} states, ${found.transitions} transitions, ${seconds} s`;
    console.log(`${scenario.name.padEnd(28)} ${extent.padEnd(9)} ${numbers}`);
    if (found.violation === undefined) continue;
    console.log([`  ${VIOLATIONS[found.violation]}:`, ...found.story].join("\n    "));
    process.exitCode = 1;
  }
}

function withoutOf(guard: string | undefined): Without {
  if (guard === undefined) return NOTHING;
  if (!isGuard(guard)) throw new Error(`guards: ${Object.keys(GUARDS).join(", ")}`);
  return new Set([guard]);
}

function millions(states: number): string {
  return `${(states / 1_000_000).toFixed(0)} M`;
}
