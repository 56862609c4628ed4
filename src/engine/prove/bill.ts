// The bill: what one cycle of a lock costs.
import { type Check, type Outcome, ok, untold, warning } from "./check.ts";
import { median } from "./finding.ts";
import type { TestedDatabase } from "./tested-database.ts";

const CYCLES = 5;
const MEASUREMENTS = 3;
// An uncontended acquire and its release, in docs/audit/cost.md.
const COMMANDS = 10;
const REQUESTS = 2;

/** Returns how many commands the database has run, but for INFO; undefined: it does not tell. */
async function commandsSoFar(database: TestedDatabase): Promise<number | undefined> {
  if (!database.sendsCommands) return undefined;
  const answer = await database.ask("INFO", "commandstats");
  const text = "error" in answer ? "" : String(answer.result);
  const lines = [...text.matchAll(/^cmdstat_([^:|\s]+)(?:\|[^:\s]*)?:calls=(\d+)/gm)];
  const counted = lines.filter(([, name]) => name !== "info");
  return counted.length === 0 ? undefined : counted.reduce((sum, [, , calls]) => sum + Number(calls), 0);
}

async function cycle(database: TestedDatabase): Promise<Outcome> {
  const lock = database.locks().lock(database.newName("cycle"));
  // The first one may send the scripts.
  await (await lock.acquire()).release();
  const requestsBefore = database.requests;
  const costs: number[] = [];
  for (let nth = 0; nth < MEASUREMENTS; nth += 1) {
    const before = await commandsSoFar(database);
    for (let cycle = 0; cycle < CYCLES; cycle += 1) await (await lock.acquire()).release();
    const after = await commandsSoFar(database);
    if (before !== undefined && after !== undefined) costs.push((after - before) / CYCLES);
  }
  const asked = database.sendsCommands ? 2 * MEASUREMENTS : 0;
  const requests = (database.requests - requestsBefore - asked) / (MEASUREMENTS * CYCLES);
  if (requests > REQUESTS) return warning(`a cycle took ${requests.toFixed(1)} requests instead of ${REQUESTS}`);
  const told = `${REQUESTS} requests`;
  if (costs.length === 0) return untold(`a cycle takes ${told}; the database does not tell the commands`);
  // The least: other programs may use the database.
  const commands = Math.min(...costs);
  const found = `an uncontended cycle takes ${told} and ${commands.toFixed(commands % 1 === 0 ? 0 : 1)} commands`;
  if (commands <= COMMANDS) return ok(found);
  return warning(
    `${found} instead of ${COMMANDS} (median ${median(costs).toFixed(1)}): others may use the database, too`,
  );
}

export const BILL: readonly Check[] = [
  {
    name: "the bill of a cycle",
    means: "locks cost more than docs/audit/cost.md says",
    avoid: "compare with the console of the database; use a database that runs each request once",
    run: cycle,
  },
];
