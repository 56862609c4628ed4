// Leases: they end by the clock of the database, and renewals keep them.
import { nowMs } from "../../base/clock.ts";
import { sleep } from "../../base/timers.ts";
import { type Check, type Outcome, ok, problem, warning } from "./check.ts";
import type { TestedDatabase } from "./tested-database.ts";

const LEASE_MS = 1_000;
// A renewal of this lease is answered in time up to a round trip of 500 ms.
const KEPT_LEASE_MS = 1_500;
const POLL_MS = 100;
const EARLY_MS = 30;
const LATE_MS = 2_000;

async function leaseEnds(database: TestedDatabase): Promise<Outcome> {
  const name = database.newName("lease");
  const sentAt = nowMs();
  // Never released.
  await database.locks().lock(name).acquire({ leaseMs: LEASE_MS });
  const next = await database.locks({ isolate: 1, pollMs: POLL_MS }).lock(name).acquire({ wait: "poll" });
  const endedMs = nowMs() - sentAt;
  await next.release();
  const found = `a lease of ${LEASE_MS} ms ended after ${endedMs.toFixed(0)} ms`;
  if (endedMs < LEASE_MS - EARLY_MS) return problem(found);
  return endedMs > LEASE_MS + LATE_MS ? warning(found) : ok(found);
}

async function renewalKeeps(database: TestedDatabase): Promise<Outcome> {
  const name = database.newName("renewal");
  const held = await database.locks({ leaseMs: KEPT_LEASE_MS }).lock(name).acquire();
  held.keepAlive();
  await sleep(2 * KEPT_LEASE_MS);
  const isHeld = await held.check();
  await held.release();
  const found = `a lease of ${KEPT_LEASE_MS} ms, renewed for ${2 * KEPT_LEASE_MS} ms`;
  return isHeld ? ok(found) : problem(`${found}, was lost`);
}

export const LEASES: readonly Check[] = [
  {
    name: "the end of a lease",
    means: "early: two holders may work at once; late: the lock of a crashed holder stays busy for longer",
    avoid: "use another database: keys must expire by its clock",
    run: leaseEnds,
  },
  {
    name: "a renewed lease",
    means: "holders lose locks that they renew",
    avoid: "set a longer leaseMs, and run your code near the database",
    run: renewalKeeps,
  },
];
