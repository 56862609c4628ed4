// node test/lock/model/standing/explore.ts [scenario] [--states N] [--without guard]
// Explores scenarios of standing requests. Those that are small enough in reduced form are explored to their end, the
// others to N worlds each. 10 million worlds take 2 GB.
import { parseArgs } from "node:util";
import { GRANT_GUARDS, isGrantGuard, NO_GUARD_LESS, type WithoutGrant } from "./guards.ts";
import { GRANT_VIOLATIONS } from "./judge.ts";
import { GRANT_SCENARIOS, grantScenario, REDUCED_SCENARIOS } from "./scenarios.ts";
import { searchGrants } from "./search.ts";

const TO_THE_END = Number.POSITIVE_INFINITY;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { states: { type: "string", default: "12000000" }, without: { type: "string" } },
});
const [wanted] = positionals;
const without = withoutOf(values.without);
const capped = wanted === undefined ? GRANT_SCENARIOS : [grantScenario(wanted)];

for (const scenario of wanted === undefined ? REDUCED_SCENARIOS : []) show(scenario, TO_THE_END);
for (const scenario of capped) show(scenario, Number(values.states));

function show(scenario: (typeof GRANT_SCENARIOS)[number], maxStates: number): void {
  const start = performance.now();
  const found = searchGrants(scenario, without, maxStates);
  const seconds = ((performance.now() - start) / 1000).toFixed(0);
  const extent = found.violation !== undefined ? "VIOLATION" : found.complete ? "complete" : "capped";
  const numbers = `${found.states} states, ${found.transitions} transitions, ${seconds} s`;
  console.log(`standing: ${scenario.name.padEnd(34)} ${extent.padEnd(9)} ${numbers}`);
  if (found.violation === undefined) return;
  console.log([`  ${GRANT_VIOLATIONS[found.violation]}:`, ...found.story].join("\n    "));
  process.exitCode = 1;
}

function withoutOf(guard: string | undefined): WithoutGrant {
  if (guard === undefined) return NO_GUARD_LESS;
  if (!isGrantGuard(guard)) throw new Error(`guards: ${Object.keys(GRANT_GUARDS).join(", ")}`);
  return new Set([guard]);
}
