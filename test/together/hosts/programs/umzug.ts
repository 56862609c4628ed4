// <file> <executed> <migrations> [free | hang] One of several processes: runs one migration after the other, until none
// is pending. Prints one line for each, and the code of an error. The first one can free the lock by force, or hang.
import { setTimeout as sleep } from "node:timers/promises";
import { createLocks, isLockError } from "leasehound";
import { JSONStorage, Umzug } from "umzug";
import { runAlone } from "../.cache/umzug/locks.ts";
import { alone } from "./alone.ts";

const SHORT_LEASE_MS = 5_000;
const [file = "", executed = "", migrations = "0", first] = process.argv.slice(2);
const locks = createLocks({ prefix: "umzug:", ...(first === "hang" ? { leaseMs: SHORT_LEASE_MS } : {}) });

async function up({ name }: { name: string }): Promise<void> {
  if (first === "free") await locks.lock("migrations").forceRelease();
  if (first === "hang") {
    console.log("hangs");
    await sleep(600_000);
  }
  const isAlone = await alone(file, () => sleep(5));
  console.log(`${isAlone ? "alone" : "together"} ${name}`);
}

const umzug = new Umzug({
  migrations: Array.from({ length: Number(migrations) }, (_, at) => ({ name: `migration-${at}`, up })),
  storage: new JSONStorage({ path: executed }),
  logger: undefined,
});

/** Returns how many were run. */
async function step(): Promise<number> {
  // All in one call where the lock is lost: those after the first one must not start.
  const ran = await runAlone(umzug, locks, () => umzug.up(first === undefined ? { step: 1 } : {}));
  return ran.length;
}

try {
  while ((await step()) > 0);
} catch (error) {
  if (!isLockError(error)) throw error;
  console.log(error.code);
}
