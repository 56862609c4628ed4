// node test/lock/model/explore.ts [model, or the start of its name] [scenario] [--states N] [--without guard]
// Explores the scenarios of a model to the end, or to N worlds each (50 million worlds take 3 to 10 GB). Small forms of
// scenarios are always explored to the end.
import { parseArgs } from "node:util";
import { type Found, search } from "./harness/search.ts";
import { guardNamed, type Reached, type SpaceModel, scenarioNamed } from "./harness/space.ts";
import { lightSpace } from "./light/space.ts";
import { lockSpace } from "./lock/space.ts";
import { standingSpace } from "./standing/space.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { states: { type: "string" }, without: { type: "string" } },
});
const [start = "", wanted] = positionals;

/** With the worlds of each scenario in `npm run test:full -- model`. */
explore(lockSpace, 50_000_000);
explore(standingSpace, 12_000_000);
explore(lightSpace, 12_000_000);

function explore<
  Scenario extends { readonly name: string },
  Guard extends string,
  World,
  Event,
  Next extends Reached<World>,
>(model: SpaceModel<Scenario, Guard, World, Event, Next>, most: number): void {
  if (!model.name.startsWith(start)) return;
  const without = values.without === undefined ? new Set<Guard>() : guardNamed(model, values.without);
  const maxStates = Number(values.states ?? most);
  if (!(maxStates > 0)) throw new Error("--states must be a number above 0");
  const shown = (scenario: Scenario, states: number): void => {
    const begun = performance.now();
    const found = search(model.in(scenario, without), states, progressOf(scenario));
    const seconds = ((performance.now() - begun) / 1_000).toFixed(0);
    show(`${model.name}: ${scenario.name}`, found, seconds);
    const wrong: NonNullable<Next["violation"]> | undefined = found.violation;
    if (wrong === undefined) return;
    console.log([`  ${model.violations[wrong]}:`, ...found.story].join("\n    "));
    process.exitCode = 1;
  };
  if (wanted === undefined) for (const each of model.reduced ?? []) shown(each, Number.POSITIVE_INFINITY);
  for (const each of wanted === undefined ? model.scenarios : [scenarioNamed(model, wanted)]) shown(each, maxStates);
}

function show(name: string, { states, transitions, complete, violation }: Found<string>, seconds: string): void {
  const extent = violation !== undefined ? "VIOLATION" : complete ? "complete" : "capped";
  console.log(`${name.padEnd(54)} ${extent.padEnd(9)} ${states} states, ${transitions} transitions, ${seconds} s`);
}

function progressOf({ name }: { readonly name: string }): ((states: number) => void) | undefined {
  if (!process.stderr.isTTY) return undefined;
  return (states) => process.stderr.write(`\r${name} ${(states / 1_000_000).toFixed(0)} M\r`);
}
