// node --max-old-space-size=8192 test/model/grants/explore.ts [beginning of a scenario's name]
// Searches every scenario up to MOST_WORLDS, the small ones to their end, and walks at random.
import { reduced, SCENARIOS } from "./scenario.ts";
import { search, walks } from "./search.ts";

const MOST_WORLDS = Number(process.env["MOST_WORLDS"] ?? 3_000_000);
const WALKS = Number(process.env["WALKS"] ?? 20_000);
// These are searched to their end.
const SMALL = /^G[138] /;

const [start = ""] = process.argv.slice(2);
for (const scenario of SCENARIOS.filter(({ name }) => name.startsWith(start))) {
  const asked = SMALL.test(scenario.name) ? [reduced(scenario), scenario] : [scenario];
  for (const [nth, each] of asked.entries()) {
    const most = nth < asked.length - 1 ? Number.POSITIVE_INFINITY : MOST_WORLDS;
    const { worlds, steps, isComplete, wrong, way } = search(each, most);
    const how = isComplete ? "all" : "not all";
    console.log(`${scenario.name}: ${worlds} worlds (${how}), ${steps} steps, ${wrong ?? "nothing wrong"}`);
    if (wrong === undefined) continue;
    console.log(way.join("\n"));
    process.exitCode = 1;
  }
  const { steps, wrong, way } = walks(scenario, 1, WALKS);
  console.log(`${scenario.name}: ${steps} steps of walks, ${wrong ?? "nothing wrong"}`);
  if (wrong === undefined) continue;
  console.log(way.join("\n"));
  process.exitCode = 1;
}
