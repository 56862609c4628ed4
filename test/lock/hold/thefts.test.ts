// Thieves that rob each other under all faults at once: no victim writes to a fenced resource after its thief has.
// THEFTS sets their number.
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Held, isLockError, type LockEvent, type Locks } from "../../../src/index.ts";
import { type Gateway, startGateway } from "../../../src/tools/gateway/gateway.ts";
import { createLocks } from "../../support/bare-locks.ts";
import { shortOrFull } from "../../support/exhaustive.ts";
import { clearFaults, setFaultMix } from "../../support/rest.ts";
import { type Connection, connect } from "../model/real.ts";

const LEASE_MS = 1_000;
const THEFTS = Number(process.env["THEFTS"] ?? shortOrFull(200, 2_000));
const THIEVES = 8;
// Each holder writes this often, also after it was robbed.
const WRITES = 3;

let gateway: Gateway;
let monitor: Connection;
/** The tokens of all writes that Redis executed, in their order. */
const written: string[] = [];

beforeAll(async () => {
  gateway = await startGateway();
  monitor = await connect(gateway.redisUrl);
  await monitor.monitor((line) => {
    const token = /"SET" "data" "(\d+)"/i.exec(String(line))?.[1];
    if (token !== undefined) written.push(token);
  });
});
afterAll(async () => {
  monitor.destroy();
  await gateway.close();
});

it(`${THEFTS} thefts under a mix of faults: no write of a victim comes after one of its thief`, {
  timeout: 600_000,
}, async () => {
  const events: LockEvent[] = [];
  let thefts = 0;
  const clients = Array.from({ length: THIEVES / 2 }, () =>
    createLocks({ redis: gateway, leaseMs: LEASE_MS, onEvent: (event) => void events.push(event) }),
  );
  await setFaultMix(gateway, 11, LEASE_MS);
  const ends = new Map<string, number>();
  const refusals: boolean[] = [];
  const thief = async (locks: Locks): Promise<void> => {
    while (thefts < THEFTS) {
      try {
        const held = await locks.fencedLock("stolen").acquire({ steal: true, reason: "next" });
        thefts += 1;
        for (let write = 0; write < WRITES; write += 1) {
          const isAccepted = await locks.fence("stolen").set("data", held.fencingToken, held.fencingToken);
          if (!isAccepted) refusals.push(held.signal.aborted);
        }
        const end = await endOf(held);
        ends.set(end, (ends.get(end) ?? 0) + 1);
      } catch (error) {
        if (!isLockError(error)) throw error;
        ends.set(error.code, (ends.get(error.code) ?? 0) + 1);
      }
    }
  };
  await Promise.all(Array.from({ length: THIEVES }, (_, nth) => thief(clients[nth % clients.length] ?? never())));
  await clearFaults(gateway);
  for (const locks of clients) locks.close();

  const falling = written.filter((token, at) => BigInt(written[at - 1] ?? 0) > BigInt(token));
  expect(falling).toEqual([]);
  expect(new Set(written).size).toBeGreaterThan(THEFTS / 10);
  expect(refusals.length).toBeGreaterThan(0);
  expect(ends.get("stolen")).toBeGreaterThan(THEFTS / 10);
  // Nobody but a thief ends a hold here, so that a hold is released once, is stolen, or outlives its lease.
  expect([...ends.keys()].filter((end) => !EXPECTED.includes(end))).toEqual([]);
  const lost = events.filter((event) => event.type === "lost" && event.reason === "stolen");
  expect(lost.length).toBeGreaterThan(THEFTS / 10);
});

// Any request may fail in the mix.
const EXPECTED = [
  "taken",
  "stolen",
  "released",
  "expired",
  "LOCK_STOLEN",
  "LOCK_LOST",
  "OUTCOME_UNKNOWN",
  "REDIS_UNREACHABLE",
  "REDIS_REFUSED",
];

async function endOf(held: Held): Promise<string> {
  return (await held.release()).outcome;
}

function never(): never {
  throw new Error("there is a client for each thief");
}
