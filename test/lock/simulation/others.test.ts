// What waiters that do not stand, such as Redisson's, learn of grants, in a simulated world.
import { expect, it } from "vitest";
import { releaseChannel } from "../../../src/lock/keys.ts";
import { compiledFrom } from "./bundle.ts";
import { DirectedWorld, type Take } from "./directed-world.ts";
import { OtherProcess } from "./other-process.ts";

const KEY = "lock:x";
const CONFIRM_MS = 5_000;
const HOLD_MS = 4_000;

const compiled = await compiledFrom();

const take =
  (kind: "lock" | "fencedLock"): Take =>
  async ({ locks }, options) => {
    const held = await locks[kind]("x").acquire(options);
    return () => held.release();
  };

it.each(["lock", "fencedLock"] as const)(
  "a waiter of a %s that does not hear its grant costs others its confirmation lease, and not the lease before",
  async (kind) => {
    const directed = new DirectedWorld(compiled, { locks: { leaseMs: 60_000 } });
    const { world, database } = directed;
    const [first, second] = [directed.isolate("first"), directed.isolate("second")];
    const holder = directed.asks(first, take(kind), { holdMs: HOLD_MS });
    const waiter = directed.asks(second, take(kind), { afterMs: 500, waitMs: 60_000 });
    const names = { name: "00000001-0000-4000-8000-000000000000", key: KEY, channel: releaseChannel(KEY) };
    const other = new OtherProcess(world, database, { ...names, roundTripMs: 2 });
    let gotAt = Number.NaN;
    world.after(2_000, () => {
      void other.acquire(1).then(() => {
        gotAt = world.now;
      });
    });
    // Its stream stays open.
    world.after(3_000, () => second.isolate.suspend(60_000, false));
    await world.run(HOLD_MS + CONFIRM_MS + 2_000);
    expect(waiter.tookAt).toBeNaN();
    expect(gotAt - holder.gaveAt).toBeGreaterThan(CONFIRM_MS - 100);
    expect(gotAt - holder.gaveAt).toBeLessThan(CONFIRM_MS + 1_000);
    expect(world.problems).toEqual([]);
  },
);

it("among isolates alone, nobody is told of a grant on the channel of the lock", async () => {
  const directed = new DirectedWorld(compiled);
  const told: string[] = [];
  directed.database.follow(`${releaseChannel(KEY)}*`, true, (message) => told.push(String(message)), true);
  const isolates = ["first", "second", "third"].map((name) => directed.isolate(name));
  const askers = isolates.map((actor, nth) =>
    directed.asks(actor, take("lock"), {
      ...{ afterMs: 300 * nth, holdMs: 2_000, waitMs: 60_000 },
    }),
  );
  await directed.end(...askers);
  expect(told).toContain("0");
  expect(told).not.toContain("1");
});
