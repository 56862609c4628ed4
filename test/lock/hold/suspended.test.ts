// A machine that is suspended: its monotonic clock and its timers stand still, and its wall clock and Redis do not. No
// hold counts for longer because little local time has passed. The clocks are those of a process: see clock-file.ts.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Gateway, startGateway } from "../../../src/tools/gateway/gateway.ts";
import { createLocks } from "../../support/bare-locks.ts";
import type { BelieverInput, Seen } from "../../support/believer.ts";
import { startNode } from "../../support/child-process.ts";
import { ClockFile } from "../../support/clock-file.ts";
import { sharedGateway } from "../../support/gateways.ts";
import { met } from "../../support/held-back.ts";
import type { KeeperInput } from "../../support/keeper.ts";
import { TOKEN } from "../../support/lock-api.ts";
import { RemoteStage } from "../../support/remote-locks.ts";
import { clearFaults, setFaults } from "../../support/rest.ts";
import { uniqueName } from "../../support/unique-name.ts";

const redis = await sharedGateway();
const LEASE_MS = 4_500;
const SIGNALS = ["kept", "multi", "fixed", "permit", "remote", "withLock", "route", "webLock", "durable"];
const EXCLUSIVE = ["kept", "multi", "fixed", "remote", "withLock", "unseen", "route", "durable"];
/** For a busy machine. */
const ALLOWANCE_MS = 400;

let stage: RemoteStage;
let slowRedis: Gateway;
beforeAll(async () => {
  [stage, slowRedis] = await Promise.all([RemoteStage.start(), startGateway()]);
});
afterAll(() => Promise.all([stage.stop(), slowRedis.close()]));

interface Scene {
  readonly mode: BelieverInput["mode"];
  readonly watchMs: number;
  /** Shifts the clocks of the process. */
  readonly shift: (clocks: ClockFile, pid: number, name: string) => Promise<void>;
}

/** Returns the observations of a process with all kinds of holds. */
async function seenBy({ mode, watchMs, shift }: Scene): Promise<Record<string, Seen>> {
  using clocks = new ClockFile();
  const name = uniqueName();
  const api = { url: stage.serve(createLocks({ redis, leaseMs: LEASE_MS })), token: TOKEN };
  const { url, token } = slowRedis;
  await clearFaults(slowRedis);
  const input: BelieverInput = { redis, slowRedis: { url, token }, api, name, leaseMs: LEASE_MS, mode, watchMs };
  await using believer = startNode(["test/support/believer.ts", JSON.stringify(input)], clocks.env);
  await believer.line(/^begun$/);
  await setFaults(slowRedis, 1, [{ fault: "hold-back", reply: true }]);
  believer.write("\n");
  await Promise.all([believer.line(/^ready$/), met(slowRedis, 2)]);
  await shift(clocks, believer.pid, name);
  await clearFaults(slowRedis);
  return JSON.parse((await believer.line(/^saw /)).replace("saw ", ""));
}

/** Suspends the machine until other owners have all that it held. */
async function suspended(clocks: ClockFile, pid: number, name: string): Promise<void> {
  const others = createLocks({ redis, leaseMs: 60_000 });
  const slowOthers = createLocks({ redis: slowRedis, leaseMs: 60_000 });
  await clocks.suspend([pid], LEASE_MS, async () => {
    await clearFaults(slowRedis);
    await Promise.all(EXCLUSIVE.map((key) => others.lock(`${name}:${key}`).acquire()));
    await slowOthers.lock(`${name}:reply`).acquire();
  });
}

function outcomesOf(seen: Record<string, Seen>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(seen).map(([key, { outcome }]) => [key, outcome]));
}

const ALL_LOST = {
  ...{
    kept: "LOCK_LOST",
    multi: "LOCK_LOST",

    fixed: "LOCK_LOST",
    permit: "LOCK_LOST",
    remote: "LOCK_LOST",
    withLock: "LOCK_LOST",
  },
  ...{ unseen: "LOCK_LOST", webLock: "AbortError", durable: true },
};
const RENEWED = expect.any(Number);
const ALL_HELD = {
  ...{ kept: RENEWED, fixed: RENEWED, permit: RENEWED, remote: RENEWED, withLock: "done", route: "done" },
  ...{ webLock: "done", durable: false, reply: "held", flight: "old" },
};

describe("after a suspension longer than the lease", () => {
  it("the first read of each signal finds it aborted, and no result claims a hold", async () => {
    const seen = await seenBy({ mode: "look", watchMs: 100, shift: suspended });
    const first = SIGNALS.map((key) => [key, seen[key]?.first]);
    expect(first).toEqual(SIGNALS.map((key) => [key, expect.toBeOneOf([true, "LOCK_LOST"])]));
    expect(outcomesOf(seen)).toMatchObject({ ...ALL_LOST, reply: "LOCK_LOST", flight: "new" });
  });

  it("each abort event comes within a second", async () => {
    const seen = await seenBy({ mode: "listen", watchMs: 1_000 + ALLOWANCE_MS, shift: suspended });
    const events = SIGNALS.map((key) => [key, seen[key]?.eventMs]);
    expect(events).toEqual(SIGNALS.map((key) => [key, expect.any(Number)]));
  });
});

describe("after a suspension shorter than the lease", () => {
  it.each(["alone", "shared"] as const)("a renewal that is due comes within a second: %s", async (renewals) => {
    using clocks = new ClockFile();
    const input: KeeperInput = { redis, name: uniqueName(), leaseMs: 12_000, renewals };
    await using keeper = startNode(["test/support/keeper.ts", JSON.stringify(input)], clocks.env);
    await keeper.line(/^kept$/);
    await clocks.suspend([keeper.pid], 6_000, async () => {});
    const resumedAt = performance.now();
    await keeper.line(/^renewed$/);
    // By its own timer, it would come after 4 s.
    expect(performance.now() - resumedAt).toBeLessThan(1_000 + ALLOWANCE_MS);
  });
});

describe("a wall clock", () => {
  it("that is set back by an hour changes nothing", async () => {
    const seen = await seenBy({
      mode: "look",
      watchMs: LEASE_MS / 2,
      shift: async (clocks) => clocks.setWall(-3_600_000),
    });
    expect(SIGNALS.map((key) => [key, seen[key]?.first])).toEqual(SIGNALS.map((key) => [key, false]));
    expect(outcomesOf(seen)).toMatchObject(ALL_HELD);
  });

  it("that is set forward by less than the remaining lease ends no hold", async () => {
    const seen = await seenBy({ mode: "look", watchMs: 100, shift: async (clocks) => clocks.setWall(1_000) });
    expect(SIGNALS.map((key) => [key, seen[key]?.first])).toEqual(SIGNALS.map((key) => [key, false]));
    expect(outcomesOf(seen)).toMatchObject(ALL_HELD);
  });

  it("that is set forward by more than the remaining lease ends all holds", async () => {
    const seen = await seenBy({
      mode: "listen",
      watchMs: 1_000 + ALLOWANCE_MS,
      shift: async (clocks) => clocks.setWall(LEASE_MS),
    });
    expect(SIGNALS.map((key) => [key, seen[key]?.eventMs])).toEqual(SIGNALS.map((key) => [key, expect.any(Number)]));
    expect(outcomesOf(seen)).toMatchObject(ALL_LOST);
  });
});
