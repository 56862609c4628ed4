// umzug: several processes run the same migrations, and each is run once.
import { join } from "node:path";
import { createLocks } from "../../../../src/index.ts";
import { failing } from "../pages.ts";
import { countOf, linesOf, linesOfMany, loseReplies, must, type Place, type Run, start } from "./run.ts";

const PROCESSES = 4;
const MIGRATIONS = 30;

function argsOf({ file, folder }: Place): string[] {
  return [file, join(folder, "executed.json"), String(MIGRATIONS)];
}

/** All migrations, each once and with no other one beside it. */
function isComplete(lines: readonly string[]): boolean {
  const names = new Set(lines.filter((line) => line.startsWith("alone ")));
  return lines.length === MIGRATIONS && names.size === MIGRATIONS;
}

export const umzug: Run = async (place) => {
  loseReplies(place);
  const lines = await linesOfMany(place, PROCESSES, "umzug", argsOf(place));
  must(isComplete(lines), lines.join("\n"));
  return `${MIGRATIONS} migrations in ${PROCESSES} processes: ${lines.length} runs, all alone`;
};

/** After a lock that is lost, the current migration completes, and no other one starts. */
export const umzugLoses: Run = async (place) => {
  const lines = await linesOf([start(place, "umzug", [...argsOf(place), "free"])]);
  must(lines.join() === "alone migration-0,LOCK_LOST", lines.join("\n"));
  return `a lock that is lost in a migration: it completes, the other ${MIGRATIONS - 1} do not start`;
};

/** A holder that dies in a migration leaves it to the next process. */
export const umzugDies: Run = async (place) => {
  const holder = start(place, "umzug", [...argsOf(place), "hang"]);
  await holder.line(/hangs/);
  const next = start(place, "umzug", argsOf(place));
  await holder.kill();
  const lock = createLocks({ redis: place.gateway, prefix: "umzug:" }).lock("migrations");
  must(await lock.isLocked(), "the lock ended with its holder");
  const lines = await linesOf([next]);
  must(isComplete(lines), lines.join("\n"));
  return "a holder is killed in a migration: the next process runs all, that one too";
};

/** Without a lock, both processes run the migration. */
export const umzugFails: Run = async (place) => {
  const env = { EXECUTED: join(place.folder, "executed.json") };
  const lines = await linesOfMany(place, 2, failing("umzug"), [], env);
  const ran = countOf(lines, "ran [ { name: 'add-prices', path: undefined } ]");
  must(ran === 2, lines.join("\n"));
  return `without it: one migration is run ${ran} times by 2 processes`;
};
