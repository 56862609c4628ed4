// `leasehound prove` finds in what a database is not Redis: each row of the table in docs/run/prove.md.
import { expect, it } from "vitest";
import { clockOf } from "../../../src/engine/engine.ts";
import { CLOCKS } from "../../../src/engine/prove/clocks.ts";
import { IN_SCRIPTS } from "../../../src/engine/prove/in-scripts.ts";
import { REPEATS } from "../../../src/engine/prove/repeats.ts";
import { SCRIPTS } from "../../../src/engine/prove/scripts.ts";
import { STREAMS } from "../../../src/engine/prove/streams.ts";
import { TestedDatabase } from "../../../src/engine/prove/tested-database.ts";
import { DEVIATIONS, DeviatingEngine, type Deviation } from "../../../src/engine/simulation/deviation.ts";
import { engineTransport } from "../../../src/engine/transport.ts";
import { commandPort } from "../../../src/lock/redis/command-sender.ts";

const NAMED = [
  ...["a known script", "counted listeners", "counted patterns", "TIME in a script"],
  // Old reads must not mislead them.
  ...["DELEX", "SET with IFEQ", "a foreign key"],
];
const OTHERS = [...SCRIPTS, ...STREAMS, ...CLOCKS, ...REPEATS];
const CHECKS = [...IN_SCRIPTS, ...OTHERS.filter(({ name }) => NAMED.includes(name))];

/** Returns what each of these checks finds, with its health. */
async function findingsOn(deviation: Deviation): Promise<Record<string, string>> {
  const engine = new DeviatingEngine({ clock: clockOf(Date.now), random: Math.random, compares: true }, deviation);
  const port = commandPort(engineTransport(engine));
  const database = new TestedDatabase({ newPort: () => port, host: "engine", mayFlush: true });
  const found: Record<string, string> = {};
  for (const { name, run } of CHECKS) {
    const outcome = await run(database);
    found[name] = `${outcome.health}: ${outcome.found}`;
  }
  await database.end();
  return found;
}

const redis = await findingsOn({});

it("finds Redis on the engine without a deviation", () => {
  expect(Object.values(redis).every((found) => found.startsWith("ok: "))).toBe(true);
});

const NOTHING = {};
const UNCOUNTED = {
  "counted listeners": "warning: PUBSUB NUMSUB in a script answers 0 while one stream is open",
};

it.each<[keyof typeof DEVIATIONS, Record<string, string>]>([
  ["PUBLISH refused", { "PUBLISH in a script": "warning: PUBLISH is refused" }],
  ["PUBLISH refused after a write", { "PUBLISH in a script": "warning: PUBLISH is refused after a write" }],
  ["PUBLISH ends the script", { "PUBLISH in a script": "warning: PUBLISH ends the script" }],
  ["TIME refused", { "TIME in a script": "problem: TIME in a script gives no time" }],
  ["NUMSUB answers 0", UNCOUNTED],
  [
    "NUMSUB counts patterns",
    { "counted patterns": "warning: PUBSUB NUMSUB in a script answers 1 for a stream by pattern" },
  ],
  ["NUMSUB counts TCP alone", UNCOUNTED],
  ["no sha1hex", { "sha1hex in a script": "warning: there is no redis.sha1hex" }],
  ["PSUBSCRIBE needs a glob", NOTHING],
  ["undeclared keys refused", { "other keys in a script": "problem: a script may touch only its KEYS" }],
  ["EVALSHA knows no script", { "a known script": "warning: EVALSHA knows no script that EVAL has sent" }],
  ["streams cut each 300 s", NOTHING],
  [
    "reads 200 ms old",
    { "reads after writes": "warning: 5 of 5 reads found an older value than the one written before them" },
  ],
])("names the row %s", async (name, expected) => {
  const found = await findingsOn(DEVIATIONS[name]);
  const differing = Object.entries(found).filter(([check, text]) => text !== redis[check]);
  expect(Object.fromEntries(differing)).toEqual(expected);
});
