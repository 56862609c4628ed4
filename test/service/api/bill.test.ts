// The maximum cost of one request to the lock API within 24 hours, in billed commands as Redis counts them. It is the
// product of the API's bounds and the cost of each part. The API itself is asked for its bounds.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createLocks, type Entrusted, type Lock, type Locks } from "../../../src/index.ts";
import { contextOf } from "../../../src/lock/client.ts";
import { renewManyCall } from "../../../src/lock/lua/lock-many.ts";
import { send } from "../../../src/lock/protocol.ts";
import { type Gateway, startGateway } from "../../../src/tools/gateway/gateway.ts";
import { exhaustive } from "../../support/exhaustive.ts";
import { agreeableWatchdog, application, call } from "../../support/lock-api.ts";
import { uniqueName } from "../../support/unique-name.ts";

const WAITERS = 16;
const MOST = 1_000;
const DAY_MS = 86_400_000;
const MAX_HOLDS = 64;
const KINDS = ["lock", "fairLock", "fencedLock", "readLock", "writeLock"];

let gateway: Gateway;
let locks: Locks;
const asked: Entrusted[] = [];
beforeAll(async () => {
  gateway = await startGateway();
  locks = createLocks({ redis: gateway, watchdog: agreeableWatchdog(asked) });
});
afterAll(() => gateway?.close());

async function billed(work: () => Promise<unknown>): Promise<number> {
  await gateway.resetCounters();
  await work();
  return (await gateway.counters()).billed ?? Number.POSITIVE_INFINITY;
}

/** Returns the longest hand-off, in ms, that the API accepts for a hold with this lease. */
async function longestHandOff(
  app: ReturnType<typeof application>,
  name: string,
  hold: unknown,
  leaseMs: number,
): Promise<number> {
  let [accepted, refused] = [0, 2 * DAY_MS];
  while (refused - accepted > 1) {
    const maxHoldMs = Math.floor((accepted + refused) / 2);
    const { status } = await call(app, name, "hand-off", { hold, leaseMs, maxHoldMs });
    if (status === 200) accepted = maxHoldMs;
    else refused = maxHoldMs;
  }
  return accepted;
}

describe.each(KINDS)("of a %s", (kind) => {
  it.each([
    ["of its own", undefined, 1],
    [`with ${MAX_HOLDS} holds`, "o:1", MAX_HOLDS],
  ])("a hand-off by an owner %s costs 1,000 commands at most, whatever its lease", async (_, owner, holds) => {
    const [app, name] = [application({ locks }), uniqueName()];
    const entered = [];
    for (let count = 1; count <= holds; count += 1) {
      entered.push((await call(app, name, "acquire", { kind, owner })).body["hold"]);
    }
    // The more expensive of the last and the first.
    for (const hold of [entered.at(-1), entered[0]]) {
      for (const leaseMs of [30_000, 1_600_000]) {
        const maxHoldMs = await longestHandOff(app, name, hold, leaseMs);
        const entrusted = asked.at(-1);
        if (entrusted === undefined) throw new Error("nothing was handed off");
        const renewal = renewManyCall([{ hold: entrusted, leaseMs }]);
        const renew = (): Promise<unknown> => send(contextOf(locks).driver, renewal, { timeoutMs: 5_000 });
        await renew();
        // One to join, one at each third of the lease, and one at the deadline.
        const renewals = 2 + Math.ceil(maxHoldMs / Math.floor(leaseMs / 3));
        expect(renewals * (await billed(renew)), `${maxHoldMs} ms`).toBeLessThanOrEqual(MOST);
        expect(maxHoldMs).toBeGreaterThanOrEqual(3 * leaseMs);
      }
    }
  });

  it(`a re-entry, a renewal and a release of an owner with ${MAX_HOLDS} holds cost 1,000 commands at most`, async () => {
    const [app, name, owner] = [application({ locks }), uniqueName(), "o:1"];
    const ask = async (verb: string, body: object): Promise<Record<string, unknown>> =>
      (await call(app, name, verb, body)).body;
    // One request before, so that Redis knows the scripts.
    const first = await ask("acquire", { kind, owner });
    await ask("renew", { hold: first["hold"] });
    await ask("release", { hold: first["hold"] });
    for (let count = 1; count < MAX_HOLDS; count += 1) await ask("acquire", { kind, owner });
    let hold: unknown;
    const costs = {
      reEntry: await billed(async () => {
        hold = (await ask("acquire", { kind, owner }))["hold"];
      }),
      oneTooMany: await billed(() => ask("acquire", { kind, owner })),
      renewal: await billed(() => ask("renew", { hold })),
      release: await billed(() => ask("release", { hold })),
    };
    for (const [what, cost] of Object.entries(costs)) expect(cost, what).toBeLessThanOrEqual(MOST);
  });
});

// It takes those 60 s. The next test shows the same for a wait that costs more, because it polls.
exhaustive(() => {
  it("a wait of 60 s costs 1,000 commands at most", async () => {
    const app = application({ locks });
    const names = new Map(KINDS.map((kind) => [kind, uniqueName()]));
    for (const [kind, name] of names) {
      expect(
        (await call(app, name, "acquire", { kind: kind === "readLock" ? "writeLock" : kind, leaseMs: 600_000 })).status,
      ).toBe(200);
    }
    // All kinds at once: a bound on the sum bounds each of them.
    const waitAll = async (waitMs: number): Promise<void> => {
      const waiting = [...names].map(async ([kind, name]) => {
        expect((await call(app, name, "acquire", { kind, waitMs })).status).toBe(423);
      });
      await Promise.all(waiting);
    };
    await waitAll(100);
    const short = await billed(() => waitAll(2_000));
    const long = await billed(() => waitAll(17_000));
    // From one length to the other, and then at the same rate.
    expect(long + ((long - short) / 15_000) * (60_000 - 17_000)).toBeLessThanOrEqual(MOST);
    const refused = await call(app, uniqueName(), "acquire", { waitMs: 60_001 });
    expect(refused).toMatchObject({ status: 400, body: { option: "waitMs" } });
  });
});

describe.each([
  ["a lock", (client: Locks, name: string) => client.lock(name)],
  ["a permit", (client: Locks, name: string) => client.permitExpirableSemaphore(name, { permits: 1 })],
] as const)("for %s", (_, of) => {
  it("a wait of 60 s that polls for lack of a stream costs 1,000 commands at most", async () => {
    await using own = await startGateway();
    const client = createLocks({ redis: own });
    // Many waiters, because pauses are random.
    const waiting = await Promise.all(
      Array.from({ length: WAITERS }, async (_, nth) => {
        await of(client, `polled-${nth}`).acquire({ leaseMs: 600_000 });
        return of(client, `polled-${nth}`);
      }),
    );
    const waitAll = async (waitMs: number): Promise<void> => {
      const waits = waiting.map(async (lock) => {
        await expect(lock.acquire({ waitMs, wait: "poll" })).rejects.toMatchObject({ code: "LOCK_BUSY" });
      });
      await Promise.all(waits);
    };
    await waitAll(5);
    await own.resetCounters();
    await waitAll(6_000);
    const { billed: cost } = await own.counters();
    // Pauses grow: the beginning costs most.
    expect(((cost ?? Number.POSITIVE_INFINITY) / WAITERS) * 10).toBeLessThanOrEqual(MOST);
  });
});

describe("the events of a lock with 300 readers", () => {
  const READERS = 300;

  /** Reads the events for so long, while `change` runs once a second. Returns their number, and what they cost. */
  async function followed(
    ms: number,
    change: (lock: Lock) => Promise<void>,
  ): Promise<{ events: number; cost: number }> {
    await using own = await startGateway();
    const client = createLocks({ redis: own, leaseMs: 600_000 });
    const lock = client.readWriteLock("crowded").readLock();
    for (let nth = 0; nth < READERS; nth += 1) await lock.acquire({ owner: `reader:${nth}` });
    const app = application({ locks: client });
    const asked = { principal: "reader", names: ["crowded"], verbs: ["inspect"] };
    const { token } = (await call(app, "-", "tokens", asked)).body;
    const headers = { authorization: `Bearer ${token}`, accept: "text/event-stream" };
    // One stream before, so that Redis knows the scripts.
    const open = async (): Promise<ReadableStreamDefaultReader<string>> => {
      const { body } = await app.request("/internal/locks/crowded/inspect", { headers });
      return (body ?? new ReadableStream()).pipeThrough(new TextDecoderStream()).getReader();
    };
    const before = await open();
    await before.read();
    await before.cancel();
    await own.resetCounters();
    const reader = await open();
    let text = "";
    const reading = (async () => {
      for (let part = await reader.read(); !part.done; part = await reader.read()) text += part.value;
    })();
    let others = 0;
    const until = performance.now() + ms;
    while (performance.now() < until) {
      const { billed: soFar } = await own.counters();
      await change(lock);
      others += Number((await own.counters()).billed) - Number(soFar);
      await new Promise((resolve) => setTimeout(resolve, 1_000));
    }
    const { billed: all } = await own.counters();
    await reader.cancel();
    await reading;
    return { events: text.split("event: lock\n").length - 1, cost: Number(all) - others };
  }

  it("are one event while nothing changes, and then cost less than 1,000 commands in 60 s", async () => {
    const { events, cost } = await followed(8_000, async () => {});
    expect(events).toBe(1);
    // The first inspection reads the lease of each of the 100 listed readers. The others must cost less.
    expect(cost).toBeGreaterThan(100);
    expect(cost).toBeLessThanOrEqual(MOST / 4);
  });

  // It takes those 60 s, and the acquires of the readers.
  exhaustive(() => {
    it("cost 1,000 commands at most in 60 s, although readers come and go all the time", async () => {
      const { events, cost } = await followed(60_000, async (lock) => {
        await (await lock.acquire()).release();
        await lock.acquire();
      });
      expect(events).toBeGreaterThan(1);
      expect(cost).toBeLessThanOrEqual(MOST);
    }, 150_000);
  });
});
