// A single flight across processes: one run for all, its cost, and a process that is killed during it.
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { Locks } from "../../../src/index.ts";
import type { Counts } from "../../../src/tools/gateway/counters.ts";
import { type Gateway, startGateway } from "../../../src/tools/gateway/gateway.ts";
import { createLocks } from "../../support/bare-locks.ts";
import { type StartedProcess, startNode } from "../../support/child-process.ts";
import { eventually } from "../../support/eventually.ts";
import { clearFaults, setFaults } from "../../support/rest.ts";
import { type Run, runsOf } from "../../support/runs.ts";
import { uniqueName } from "../../support/unique-name.ts";

const PROCESSES = 4;
const CALLERS = 50;
const LEASE_MS = 1_500;

let gateway: Gateway;
let locks: Locks;
beforeAll(async () => {
  gateway = await startGateway();
  locks = createLocks({ redis: gateway, leaseMs: LEASE_MS });
});
afterAll(async () => {
  locks.close();
  await gateway.close();
});
afterEach(() => clearFaults(gateway));

function flyer(
  name: string,
  callers: number,
  runMs: number,
  leaseMs = 30_000,
  then = "",
  ttlMs = 60_000,
): StartedProcess {
  const what = [name, callers, runMs, leaseMs, then, ttlMs];
  return startNode(["test/support/flyer.ts", gateway.url, gateway.token, ...what]);
}

/** 200 callers in 4 processes, of which one runs the function. Returns their bill while it runs, and in all. */
async function crowd(ttlMs: number): Promise<Record<"waiting" | "all", Counts>> {
  const name = uniqueName();
  // Redis knows the scripts.
  await locks.singleFlight(uniqueName(), () => 1, { ttlMs: 1_000 });
  await gateway.resetCounters();
  await using started = new AsyncDisposableStack();
  const flyers = Array.from({ length: PROCESSES }, () => started.use(flyer(name, CALLERS, 0, 30_000, "ask", ttlMs)));
  const runs = (): readonly Run[] => runsOf(gateway.witness(), name);
  // All others were refused twice, and are woken by message.
  await eventually(() => runs().length >= 2 * PROCESSES * CALLERS - 1, 15_000);
  const waiting = await gateway.counters();
  for (const each of flyers) each.endInput("go");
  const ends = await Promise.all(flyers.map(({ ended }) => ended));
  const lines = ends.flatMap(({ stdout }) => stdout.trim().split("\n"));
  expect(lines.filter((line) => line === "runs")).toHaveLength(1);
  const got = lines.filter((line) => line !== "runs");
  expect(got).toHaveLength(PROCESSES * CALLERS);
  expect(new Set(got).size).toBe(1);
  expect(got[0]).toMatch(/^got \d+:\d+$/);
  return { waiting, all: await gateway.counters() };
}

// Two attempts before it waits, one when it is woken, and a stream for each process.
it("200 callers in 4 processes share one run and its value, with 3 scripts each", async () => {
  const { waiting, all } = await crowd(60_000);
  const costs = `${all.requests} requests, ${all.requests - waiting.requests} of them since it landed`;
  console.log(`${PROCESSES * CALLERS} callers: ${costs}; ${all.billed} commands, ${waiting.billed} before it landed`);
  expect(all.requests).toBeLessThanOrEqual(3 * PROCESSES * CALLERS + PROCESSES);
  const others = PROCESSES * CALLERS - 1;
  // Those of one process, which one message wakes, travel together.
  expect(all.requests - waiting.requests).toBeLessThanOrEqual(1 + 2 * PROCESSES);
  expect(Number(all.billed) - Number(waiting.billed)).toBe(6 + 4 * others);
});

describe("the death of a runner costs one more run, within the lease and a second,", () => {
  const scriptsOf = (name: string): string[] => runsOf(gateway.witness(), name).map(({ script }) => script);

  /** Starts callers in this process. Returns how long after `since` the last one had the value, and how many ran. */
  async function others(name: string, ready: () => Promise<unknown>): Promise<{ runs: number; tookMs: number }> {
    let runs = 0;
    let since = performance.now();
    const flying = Array.from({ length: 10 }, () =>
      locks.singleFlight(
        name,
        () => {
          runs += 1;
          return "other";
        },
        { ttlMs: 60_000, waitMs: 15_000 },
      ),
    );
    await ready();
    since = performance.now();
    const values = await Promise.all(flying);
    expect(new Set(values).size).toBe(1);
    return { runs, tookMs: Math.round(performance.now() - since) };
  }

  it("before its acquire is answered", async () => {
    const name = uniqueName();
    // So that both scripts are loaded, and the first request is the acquire.
    await locks.singleFlight(uniqueName(), () => 1, { ttlMs: 1_000 });
    await setFaults(gateway, 1, [{ fault: "delay", request: 1, replyDelayMs: 60_000 }]);
    await using winner = flyer(name, 1, 60_000, LEASE_MS);
    await eventually(() => scriptsOf(name).length === 1, 10_000);
    await winner.kill();
    const { runs, tookMs } = await others(name, async () => {});
    console.log(`killed before its acquire was answered: ${tookMs} ms of a lease of ${LEASE_MS}`);
    expect(runs).toBe(1);
    expect(tookMs).toBeLessThan(LEASE_MS + 1_000);
  });

  it("while its function runs", async () => {
    const name = uniqueName();
    await using winner = flyer(name, 1, 60_000, LEASE_MS);
    await winner.line();
    const { runs, tookMs } = await others(name, async () => {
      await eventually(() => scriptsOf(name).filter((script) => script === "flight/acquire").length >= 11);
      // Renewed at least once.
      await eventually(() => scriptsOf(name).includes("lock/renew"));
      winner.signal("SIGKILL");
    });
    console.log(`killed while it ran: ${tookMs} ms of a lease of ${LEASE_MS}`);
    expect(runs).toBe(1);
    expect(tookMs).toBeLessThan(LEASE_MS + 1_000);
  });

  it("after its function ended, before its finish is sent", async () => {
    const name = uniqueName();
    await using winner = flyer(name, 1, 1_000, LEASE_MS, "die");
    await winner.line();
    const { runs, tookMs } = await others(name, () => winner.ended);
    console.log(`killed before its finish: ${tookMs} ms of a lease of ${LEASE_MS}`);
    expect(scriptsOf(name).filter((script) => script === "flight/finish")).toHaveLength(1);
    expect(runs).toBe(1);
    expect(tookMs).toBeLessThan(LEASE_MS + 1_000);
  });

  it("or no run at all, after its finish ran without a reply", async () => {
    const name = uniqueName();
    await using winner = flyer(name, 1, 1_500);
    await winner.line();
    const { runs, tookMs } = await others(name, async () => {
      // All are asleep: the next request is the finish.
      await eventually(() => scriptsOf(name).filter((script) => script === "flight/acquire").length >= 21);
      await setFaults(gateway, 1, [{ fault: "drop-reply", request: 1 }]);
      await eventually(() => scriptsOf(name).includes("flight/finish"));
      winner.signal("SIGKILL");
    });
    console.log(`killed after its finish: ${tookMs} ms of a lease of ${LEASE_MS}`);
    expect(runs).toBe(0);
    expect(tookMs).toBeLessThan(1_000);
  });
});

it("a runner that is stopped for longer than its lease gets the newer result, and overwrites nothing", async () => {
  const name = uniqueName();
  await using stopped = flyer(name, 1, 500, LEASE_MS);
  await stopped.line();
  stopped.signal("SIGSTOP");
  const fly = (value: string): Promise<string> =>
    locks.singleFlight(name, () => value, { ttlMs: 60_000, waitMs: 5 * LEASE_MS });
  expect(await fly("newer")).toBe("newer");
  stopped.signal("SIGCONT");
  expect((await stopped.ended).stdout).toContain("got newer");
  expect(await fly("newest")).toBe("newer");
});
