// keepAlive at the end of the invocation, on real workerd, through the built package. However the invocation ends, no
// renewal begins more than a second later, and the lock is free within one lease. A hand-off stays.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestHarness, type TestHarness } from "wrangler";
import type { Held, Locks } from "../../../src/index.ts";
import { endsChannel } from "../../../src/lock/keys.ts";
import { type Gateway, startGateway } from "../../../src/tools/gateway/gateway.ts";
import { createLocks } from "../../support/bare-locks.ts";
import { eventually } from "../../support/eventually.ts";
import { command } from "../../support/rest.ts";
import { type Run, runsOf } from "../../support/runs.ts";
import { uniqueName, uniquePrefix } from "../../support/unique-name.ts";

const LEASE_MS = 2_000;
// The possible difference between clocks and timers of three processes on a busy machine: less than the lease that
// would have ended.
const SLACK_MS = 1_500;

let gateway: Gateway;
let locks: Locks;
/** The Worker, and a second process of it, whose watchdog is that of the first. */
let worker: TestHarness;
let other: TestHarness;
let workerUrl: URL;
let otherUrl: URL;

beforeAll(async () => {
  gateway = await startGateway();
  locks = createLocks({ redis: gateway, pollMs: 100 });
  const vars = {
    UPSTASH_REDIS_REST_URL: gateway.url,
    UPSTASH_REDIS_REST_TOKEN: gateway.token,
    LEASE_MS: String(LEASE_MS),
  };
  const harness = (more: Record<string, string> = {}): TestHarness =>
    createTestHarness({
      workers: [{ configPath: "./test/together/e2e/invocation-worker/wrangler.toml", vars: { ...vars, ...more } }],
    });
  worker = harness();
  workerUrl = (await worker.listen()).url;
  other = harness({ WATCHDOG_URL: workerUrl.href });
  otherUrl = (await other.listen()).url;
});
afterAll(async () => {
  await Promise.all([worker?.close(), other?.close()]);
  await gateway?.close();
});

interface Asked {
  /** The duration of the work, or the life of the context. */
  readonly ms: number;
  readonly leaveMs?: number;
  readonly until?: boolean;
  readonly handOff?: { readonly maxHoldMs: number; readonly leaseMs: number };
}

interface Started {
  readonly name: string;
  readonly response: Promise<Response>;
  /** Another waiter for the lock: its hold, and the time of the grant, epoch ms. */
  readonly next: Promise<{ held: Held; atMs: number }>;
}

/** Starts an invocation, and waits until it holds its lock; then starts another waiter. */
async function start(how: string, asked: Asked, url: URL = workerUrl): Promise<Started> {
  const name = uniqueName();
  const response = fetch(new URL(how, url), { method: "POST", body: JSON.stringify({ name, ...asked }) });
  response.catch(() => {});
  const lock = locks.lock(name);
  await eventually(() => lock.isLocked());
  const next = lock.acquire({ waitMs: 15_000, leaseMs: 20_000 }).then((held) => ({ held, atMs: Date.now() }));
  next.catch(() => {});
  return { name, response, next };
}

function runs(name: string, script: string): Run[] {
  return runsOf(gateway.witness(), name).filter((run) => run.script === script);
}

function isRenewal({ script }: Run): boolean {
  return script.startsWith("lock/renew");
}

/** Checks an invocation that ended at `endMs`, epoch ms. */
async function expectEnd({ name, next }: Started, endMs: number, how: "released" | "left"): Promise<void> {
  const { held, atMs } = await next;
  const renewals = runs(name, "lock/renew");
  // Kept until then,
  expect(atMs).toBeGreaterThan(endMs - SLACK_MS);
  // not longer than that,
  expect(renewals.filter((renewal) => renewal.atMs > endMs + 1_000)).toEqual([]);
  // and free at once, or one lease after the last renewal.
  expect(runs(name, "lock/release")).toHaveLength(how === "released" ? 1 : 0);
  const lastMs = how === "released" ? endMs : (renewals.at(-1)?.atMs ?? Number.NaN) + LEASE_MS;
  expect(atMs).toBeLessThan(lastMs + SLACK_MS);
  expect(await held.release()).toMatchObject({ outcome: "released" });
}

/** Checks a hand-off: it stays, and ends by a release from anywhere. */
async function expectKept({ name, next }: Started, hold: string): Promise<void> {
  const since = gateway.witness().at(-1)?.seq;
  await new Promise((resolve) => setTimeout(resolve, 1.5 * LEASE_MS));
  const busy = runsOf(gateway.witness(since), name).filter(({ script }) => !/^lock\/(acquire|look)/.test(script));
  // Only the watchdog's renewals.
  expect([...new Set(busy.map(({ script }) => script))]).toEqual(["lock/renew-many"]);
  const releasedMs = Date.now();
  expect(await locks.lock(name).release(hold)).toMatchObject({ outcome: "released" });
  const { held, atMs } = await next;
  expect(atMs).toBeGreaterThanOrEqual(releasedMs);
  await held.release();
}

describe.concurrent("an invocation that keeps its lock alive", () => {
  const ms = 2 * LEASE_MS;
  const maxHoldMs = 60_000;

  it("and returns", async () => {
    const started = await start("returns", { ms });
    await started.response;
    await expectEnd(started, Date.now(), "left");
    // Four a lease third apart, if none came late.
    expect(runs(started.name, "lock/renew").length).toBeGreaterThanOrEqual(3);
  });

  it("and throws", async () => {
    const started = await start("throws", { ms });
    expect((await started.response).status).toBe(500);
    await expectEnd(started, Date.now(), "left");
  });

  it.each(["left", "released"] as const)("while it streams its response; then %s", async (then) => {
    const started = await start("streams", { ms, until: then === "released" });
    const response = await started.response;
    expect(await response.text()).toMatch(/^(on it\n)+$/);
    await expectEnd(started, Date.now(), then);
  });

  it.each(["left", "released"] as const)("while it works on in waitUntil; then %s", async (then) => {
    const started = await start("works-on", { ms, until: then === "released" });
    expect((await started.response).status).toBe(200);
    await expectEnd(started, Date.now() + ms, then);
  });

  it.each([false, true])(
    "beside another one of the same client; with a context of the program's own: %s",
    async (ownContext) => {
      const leaseMs = 2 * LEASE_MS;
      const several = (long: number): { names: string[]; response: Promise<Response> } => {
        const names = Array.from({ length: 4 }, uniqueName);
        const body = JSON.stringify({ names, ms: long, leaseMs, ownContext });
        return { names, response: fetch(new URL("holds-several", workerUrl), { method: "POST", body }) };
      };
      // The first starts the renewals, and ends before the other.
      const first = several(1.5 * leaseMs);
      await eventually(() => locks.lock(first.names[0] ?? "").isLocked());
      const second = several(4 * leaseMs);
      expect(await (await first.response).json()).toEqual([false, false, false, false]);
      for (const name of first.names) await eventually(async () => !(await locks.lock(name).isLocked()), 2 * leaseMs);
      expect(await (await second.response).json()).toEqual([false, false, false, false]);
      for (const name of second.names) expect(await locks.lock(name).isLocked()).toBe(true);
      const renewals = second.names.flatMap((name) => runsOf(gateway.witness(), name)).filter(isRenewal);
      const requests = new Set(renewals.map(({ seq }) => seq));
      expect(renewals.length).toBeGreaterThanOrEqual(9 * second.names.length);
      if (ownContext) expect(requests.size).toBe(renewals.length);
      else expect(requests.size).toBeLessThan(renewals.length / 2);
      const ofFirst = first.names.flatMap((name) => runsOf(gateway.witness(), name));
      expect(ofFirst.filter(({ seq }) => requests.has(seq))).toEqual([]);
    },
  );

  it.each([false, true])("until its background work is cut; work given to keepAlive: %s", async (until) => {
    const started = await start("is-cut", { ms, until });
    await started.response;
    const endMs = Date.now() + ms;
    await expectEnd(started, endMs, "left");
    // It was cut: the work makes no more calls.
    const spokeMs = runs(started.name, "lock/check").map(({ atMs }) => atMs - endMs);
    expect(Math.max(...spokeMs)).toBeGreaterThan(-SLACK_MS);
    expect(Math.max(...spokeMs)).toBeLessThan(SLACK_MS);
  });

  it("and hands it off before its background work is cut", async () => {
    const started = await start("is-cut", { ms: LEASE_MS, handOff: { maxHoldMs, leaseMs: LEASE_MS } });
    const { hold } = await answerOf(started);
    const cutMs = Date.now() + LEASE_MS;
    await eventually(() => Date.now() > cutMs + SLACK_MS);
    await expectKept(started, hold);
  });

  it.each([true, false])(
    "and is told at once of a theft by another invocation; of the same client: %s",
    async (sameClient) => {
      const name = uniqueName();
      const prefix = uniquePrefix();
      const ask = async (how: string, asked: object): Promise<unknown> => {
        const response = await fetch(new URL(how, workerUrl), {
          method: "POST",
          body: JSON.stringify({ name, prefix, ...asked }),
        });
        return response.json();
      };
      const robbed = ask("listens", { ms: 20_000 });
      // A message for nobody: the reply tells who listens. Only this test has the prefix.
      const key = prefix + name;
      await eventually(async () => Number(await command(gateway, "PUBLISH", endsChannel(key), "-")) > 0);
      const since = Date.now();
      await ask("steals", { sameClient });
      expect(await robbed).toEqual({ code: "LOCK_STOLEN", reason: "now" });
      expect(Date.now() - since).toBeLessThan(10_000);
      // At most the renewal when the stream is confirmed.
      expect(runs(key, "lock/renew").length).toBeLessThanOrEqual(1);
    },
  );

  it.each([true, false])(
    "and is interrupted by the newest call in another one; of the same client: %s",
    async (sameClient) => {
      const name = uniqueName();
      const prefix = uniquePrefix();
      const ask = async (ms: number): Promise<unknown> => {
        const body = JSON.stringify({ name, prefix, ms, sameClient });
        return (await fetch(new URL("newest", workerUrl), { method: "POST", body })).json();
      };
      const isHeld = async (): Promise<boolean> => (await command(gateway, "EXISTS", prefix + name)) === 1;
      const older = ask(20_000);
      await eventually(isHeld);
      const since = Date.now();
      expect(await ask(0)).toEqual({ result: false });
      expect(await older).toEqual({ code: "LOCK_STOLEN", result: true });
      expect(Date.now() - since).toBeLessThan(10_000);
      expect(await isHeld()).toBe(false);
    },
  );

  it.each(["returns", "streams"])("and whose client leaves: %s", async (how) => {
    const started = await start(`client/${how}`, { ms: 60_000, leaveMs: ms });
    expect(await (await started.response).text()).toMatch(/^left/);
    await expectEnd(started, Date.now(), "left");
  });

  it("and whose client leaves, when its work is given to keepAlive", async () => {
    const started = await start("client/returns", { ms, leaveMs: LEASE_MS / 2, until: true });
    await started.response;
    await expectEnd(started, Date.now() + ms - LEASE_MS / 2, "released");
  });
});

async function answerOf({ response }: Started): Promise<{ hold: string; aborted: boolean; code: string | null }> {
  const body: unknown = await (await response).json();
  return Object(body);
}

// Its timers do not run while it burns its CPU, so one test follows the other.
describe("a process of its own", () => {
  const handOff = { maxHoldMs: 60_000, leaseMs: LEASE_MS };

  it("that burns for longer than a third of the lease renews late, and keeps its lock", async () => {
    const started = await start("burns", { ms: LEASE_MS / 2 }, otherUrl);
    expect(await answerOf(started)).toMatchObject({ aborted: false });
    await expectEnd(started, Date.now(), "released");
  });

  it("that burns for longer than the lease loses its lock, learns of it, and affects no other holder", async () => {
    const started = await start("burns", { ms: 2 * LEASE_MS }, otherUrl);
    const { held, atMs } = await started.next;
    expect(await answerOf(started)).toMatchObject({ aborted: true, code: "LOCK_LOST" });
    expect(runs(started.name, "lock/renew").filter((renewal) => renewal.atMs > atMs)).toEqual([]);
    expect(await held.check()).toBe(true);
    await held.release();
  });

  it("that burns for longer than the lease keeps a lock that was handed off before", async () => {
    const started = await start(
      "burns",
      { ms: 2 * LEASE_MS, handOff: { ...handOff, leaseMs: 5 * LEASE_MS } },
      otherUrl,
    );
    const { hold, aborted } = await answerOf(started);
    expect(aborted).toBe(false);
    expect(await locks.lock(started.name).release(hold)).toMatchObject({ outcome: "released" });
    await started.next;
  });

  it("that burns for longer than even the watchdog's lease cannot know that its lock was kept, and does not touch it", async () => {
    const started = await start("burns", { ms: 2 * LEASE_MS, handOff }, otherUrl);
    const { hold, aborted } = await answerOf(started);
    expect(aborted).toBe(true);
    await expectKept(started, hold);
  });

  it("that is ended frees its lock within a lease, except a hand-off", async () => {
    const kept = await start("is-cut", { ms: 60_000, handOff }, otherUrl);
    const { hold } = await answerOf(kept);
    const left = await start("returns", { ms: 60_000 }, otherUrl);
    await eventually(() => runs(left.name, "lock/renew").length >= 3);
    await other.close();
    await expectEnd(left, Date.now(), "left");
    await expectKept(kept, hold);
  });
});
