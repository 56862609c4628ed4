// What a lock in an object costs, at Redis and at Cloudflare: the numbers of docs/audit/cost.md.
import { afterAll, beforeAll, expect, it } from "vitest";
import { eventually } from "../../support/eventually.ts";
import { uniqueName } from "../../support/unique-name.ts";
import { Stack } from "./stack.ts";

const LEASE_MS = 3_000;
const ALARMS = 3;
const stack = new Stack();

beforeAll(() => stack.start(LEASE_MS));
afterAll(() => stack.stop());

interface Cost {
  readonly requests: number;
  readonly commands: number | null;
  /** Of leases and holds, and one each time the alarm is set or deleted. */
  readonly rowsWritten: number;
  readonly rowsRead: number;
}

/** Counts what `run` costs, until the object has had so many alarms, and none is running. */
async function costOf(
  kind: "watchdog" | "room",
  object: string,
  alarms: number,
  run: () => Promise<unknown> = async () => {},
): Promise<Cost> {
  await stack.fault(kind, object, {});
  await stack.gateway.resetCounters();
  await run();
  return eventually(async () => {
    const before = await stack.story(kind, object);
    const { requests, billed } = await stack.gateway.counters();
    const { alarms: begun, alarmsMs, rowsWritten, rowsRead, alarmsSet } = await stack.story(kind, object);
    if (before.alarmsMs.length !== alarms || begun !== alarms || alarmsMs.length !== alarms) return undefined;
    return { requests, commands: billed, rowsWritten: rowsWritten + alarmsSet, rowsRead };
  }, 10 * LEASE_MS);
}

it("a renewal by a watchdog is a request of 4 commands, and writes the alarm twice and no row of the lease", async () => {
  const name = uniqueName();
  const { hold } = await stack.job({ name, watchdog: name, handOff: { maxHoldMs: 600_000, leaseMs: LEASE_MS } });
  // Its first one loads the script, and keeps the label.
  await costOf("watchdog", name, 1);
  const cost = await costOf("watchdog", name, ALARMS);
  expect(cost).toMatchObject({ requests: ALARMS, commands: 4 * ALARMS, rowsWritten: 2 * ALARMS });
  await stack.call("watchdog", name, "abort");
  // A new life reads its rows.
  expect(await costOf("watchdog", name, 1)).toMatchObject({ rowsWritten: 2, rowsRead: 3 });
  await stack.locks.lock(name).release(String(hold));
});

it("a lock that is handed off and released at once costs 4 requests, 17 commands, an alarm and 6 rows", async () => {
  const watchdog = uniqueName();
  const cycle = async (): Promise<void> => {
    const name = uniqueName();
    const { hold } = await stack.job({ name, watchdog, handOff: { maxHoldMs: 600_000, leaseMs: LEASE_MS } });
    await stack.locks.lock(name).release(String(hold));
  };
  // Loads the scripts, and creates the tables.
  await costOf("watchdog", watchdog, 1, cycle);
  expect(await costOf("watchdog", watchdog, 1, cycle)).toMatchObject({ requests: 4, commands: 17, rowsWritten: 6 });
});

it("a lock of DurableLocks that is released at once costs 2 requests, 10 commands, an alarm and 6 rows", async () => {
  const name = uniqueName();
  const cycle = async (): Promise<void> => {
    await stack.room(name, "acquire", name);
    await stack.room(name, "release", name);
  };
  await costOf("room", name, 1, cycle);
  expect(await costOf("room", name, 1, cycle)).toMatchObject({ requests: 2, commands: 10, rowsWritten: 6 });
});

it("a renewal by DurableLocks is a request of 4 commands, and writes the alarm twice and no row of the hold", async () => {
  const name = uniqueName();
  await stack.room(name, "acquire", name);
  await costOf("room", name, 1);
  const cost = await costOf("room", name, ALARMS);
  expect(cost).toMatchObject({ requests: ALARMS, commands: 4 * ALARMS, rowsWritten: 2 * ALARMS });
  await stack.evict(name);
  expect(await costOf("room", name, 1)).toMatchObject({ rowsWritten: 2, rowsRead: 7 });
  await stack.room(name, "release", name);
});
