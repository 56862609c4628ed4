// Measures how soon the newest call interrupts the running one, in another process and at any instant. Measures the
// cost of listening. Checks the event when no message can come.
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { FaultRule } from "../../../src/engine/faults/rules.ts";
import type { Held, LockEvent, Locks } from "../../../src/index.ts";
import { type Gateway, startGateway } from "../../../src/tools/gateway/gateway.ts";
import { createLocks } from "../../support/bare-locks.ts";
import { startNode } from "../../support/child-process.ts";
import { eventually } from "../../support/eventually.ts";
import { runsOf } from "../../support/runs.ts";

const NEWEST = { mode: "newest" } as const;
// A renewal comes 10 s after the grant.
const RENEWAL_MS = 10_000;

let gateway: Gateway;
beforeAll(async () => {
  gateway = await startGateway();
});
afterEach(() => gateway.faults.clear());
afterAll(() => gateway.close());

interface Interrupted {
  /** Resolves when it runs. */
  readonly running: Promise<void>;
  /** When its signal aborted, epoch ms. */
  readonly at: Promise<number>;
  readonly ended: Promise<unknown>;
}

/** Holds a lock until another call interrupts it. */
function runUntilInterrupted(locks: Locks, name: string, how: "newest" | "listen" = "newest"): Interrupted {
  let begin = (): void => {};
  let interrupt = (_: number): void => {};
  const running = new Promise<void>((resolve) => {
    begin = resolve;
  });
  const at = new Promise<number>((resolve) => {
    interrupt = resolve;
  });
  const wait = async ({ signal }: Held): Promise<void> => {
    signal.addEventListener("abort", () => interrupt(performance.timeOrigin + performance.now()));
    begin();
    await at;
  };
  const listening = async (): Promise<void> => {
    const own = await locks.lock(name).acquire();
    own.keepAlive(undefined, { listen: true });
    await wait(own);
    throw own.signal.reason;
  };
  const call = how === "newest" ? locks.withLock(name, wait, NEWEST) : listening();
  return { running, at, ended: call.catch((error: unknown) => error) };
}

it.each([20, 100])(
  "the newest call interrupts one of another process within 2.5 round trips of %i ms, as a median",
  async (roundTripMs) => {
    const ms = roundTripMs / 2;
    gateway.faults.set({ seed: 1, rules: [{ fault: "delay", delayMs: ms, replyDelayMs: ms }] });
    await using newer = startNode(["test/support/newest-caller.ts", gateway.url, gateway.token]);
    await newer.line(/^ready$/);
    const locks = createLocks({ redis: gateway });
    const waitedMs: number[] = [];
    const roundTripsMs: number[] = [];
    for (let time = 0; time < 11; time += 1) {
      const name = `other process ${roundTripMs} ${time}`;
      const older = runUntilInterrupted(locks, name);
      await older.running;
      await eventually(() => runsOf(gateway.witness(), name).some(({ script }) => script === "lock/renew"));
      const before = performance.now();
      await locks.lock(name).isLocked();
      roundTripsMs.push(performance.now() - before);
      newer.write(`${name}\n`);
      const calledAt = Number((await newer.line(new RegExp(`^${name} `))).split(" ").at(-1));
      waitedMs.push((await older.at) - calledAt);
      expect(await older.ended).toMatchObject({ code: "LOCK_STOLEN", thief: { reason: "a newer call" } });
    }
    expect(median(waitedMs)).toBeLessThanOrEqual(2.5 * median(roundTripsMs));
  },
);

// Streams open 700 ms late. In the second case each stream is cut once, 300 ms after its confirmation.
const OPENING_MS = 700;
const late: FaultRule = { fault: "delay", command: "PSUBSCRIBE", replyDelayMs: OPENING_MS };
const INSTANTS = Array.from({ length: 21 }, (_, nth) => nth * 100);
const cut: FaultRule = { fault: "cut-stream", delayMs: 300, times: INSTANTS.length };

describe.each([
  ["newest", "whose stream opens late", [late]],
  ["newest", "whose stream is cut", [late, cut]],
  ["listen", "whose stream opens late", [late]],
  ["listen", "whose stream is cut", [late, cut]],
] as const)("a hold that listens (%s) %s", (how, _, rules) => {
  it("learns of a theft at every instant of its first 2 s, long before its renewal", async () => {
    gateway.faults.set({ seed: 1, rules });
    const thief = createLocks({ redis: gateway });
    const learnt = INSTANTS.map(async (instantMs) => {
      const prefix = `${how}-${rules.length}-${instantMs}:`;
      const older = runUntilInterrupted(createLocks({ redis: gateway, prefix }), "x", how);
      await older.running;
      await new Promise((resolve) => setTimeout(resolve, instantMs));
      const stolenAt = performance.timeOrigin + performance.now();
      await thief.lock(`${prefix}x`).acquire({ steal: true });
      expect(await older.ended).toMatchObject({ code: "LOCK_STOLEN" });
      return (await older.at) - stolenAt;
    });
    // A stream that was cut is opened again within 1 s, and then asks.
    for (const ms of await Promise.all(learnt)) expect(ms).toBeLessThan(RENEWAL_MS / 3);
  });
});

describe("the newest call, uncontended", () => {
  /** Returns the cost of one call that runs until its stream was confirmed and its hold renewed. */
  async function costOf(locks: Locks, name: string, options: { wait?: "poll" } = {}): Promise<unknown> {
    await locks.withLock("warm", () => {}, { ...NEWEST, wait: "poll" });
    await (await locks.lock("warm").acquire()).renew();
    await gateway.resetCounters();
    const asked = options.wait === undefined ? 1 : 0;
    await locks.withLock(
      name,
      (held) =>
        eventually(
          () =>
            held.holdCount > 0 &&
            runsOf(gateway.witness(), held.name).filter(({ script }) => script === "lock/renew").length === asked,
        ),
      { ...NEWEST, ...options },
    );
    const { requests, billed } = await gateway.counters();
    return { requests, billed };
  }

  it("costs a stream and a renewal more than an acquire and a release, and nothing more if it polls", async () => {
    expect(await costOf(createLocks({ redis: gateway }), "cost")).toEqual({ requests: 4, billed: 15 });
    expect(await costOf(createLocks({ redis: gateway }), "polls", { wait: "poll" })).toEqual({
      requests: 2,
      billed: 10,
    });
  });

  it("shares the stream of calls that run, and costs a renewal", async () => {
    const locks = createLocks({ redis: gateway });
    const other = runUntilInterrupted(locks, "sharer");
    await other.running;
    await eventually(() => runsOf(gateway.witness(), "sharer").some(({ script }) => script === "lock/renew"));
    expect(await costOf(locks, "shares")).toEqual({ requests: 3, billed: 14 });
    await locks.lock("sharer").forceRelease();
    await other.ended;
  });
});

describe("a call of mode newest that no message can reach", () => {
  const make = (prefix: string): { locks: Locks; reasons: () => unknown[] } => {
    const events: LockEvent[] = [];
    const locks = createLocks({ redis: gateway, prefix, leaseMs: 1_500, onEvent: (event) => events.push(event) });
    return { locks, reasons: () => events.flatMap((event) => (event.type === "not-listening" ? [event.reason] : [])) };
  };

  it.each([
    ["polls", [], { wait: "poll" }],
    ["unsupported", [{ fault: "answer", command: "PSUBSCRIBE", status: 404 }], {}],
    ["refused", [{ fault: "answer", command: "PSUBSCRIBE", status: 400 }], {}],
    ["unanswered", [{ fault: "answer", command: "PSUBSCRIBE", status: 503 }], {}],
  ] as const)("is interrupted by its renewal, and an event says so once: %s", async (reason, rules, options) => {
    // A gateway of its own: a database without streams is remembered.
    await using own = await startGateway();
    own.faults.set({ seed: 1, rules });
    const events: LockEvent[] = [];
    const locks = createLocks({ redis: own, leaseMs: 1_500, onEvent: (event) => events.push(event) });
    const older = locks.withLock("n", ({ signal }) => eventually(() => signal.aborted), { ...NEWEST, ...options });
    await eventually(() => events.some(({ type }) => type === "not-listening"));
    await createLocks({ redis: own }).withLock("n", () => {}, NEWEST);
    await expect(older).rejects.toMatchObject({ code: "LOCK_STOLEN" });
    expect(events.filter(({ type }) => type === "not-listening")).toMatchObject([{ reason, lockName: "n" }]);
  });

  it("has no stream if 32 others of the process are open, and has one when they have ended", async () => {
    const others = Array.from({ length: 32 }, (_, nth) => hold(make(`other-${nth}:`).locks));
    await Promise.all(others.map(({ running }) => running));
    const { locks, reasons } = make("one-more:");
    await locks.withLock("n", () => {}, NEWEST);
    expect(reasons()).toEqual(["no-free-stream"]);
    for (const { end } of others) end();
    await Promise.all(others.map(({ ended }) => ended));
    await locks.withLock("n", () => {}, NEWEST);
    expect(reasons()).toEqual(["no-free-stream"]);
  });
});

/** Runs a call of mode newest until `end` is called. */
function hold(locks: Locks): { running: Promise<void>; end: () => void; ended: Promise<void> } {
  let end = (): void => {};
  let begin = (): void => {};
  const running = new Promise<void>((resolve) => {
    begin = resolve;
  });
  const ending = new Promise<void>((resolve) => {
    end = resolve;
  });
  const run = async (): Promise<void> => {
    begin();
    await ending;
  };
  return { running, end, ended: locks.withLock("n", run, NEWEST) };
}

function median(times: readonly number[]): number {
  return times.toSorted((one, other) => one - other)[Math.floor(times.length / 2)] ?? Number.NaN;
}
