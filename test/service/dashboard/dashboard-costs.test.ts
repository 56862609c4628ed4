// The page costs Redis as much for many viewers as for one, and nothing without viewers. And what it shows
// while Redis is away.
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { createLocks } from "../../../src/index.ts";
import { type Gateway, startGateway } from "../../../src/tools/gateway/gateway.ts";
import { applicationWithPage, Viewer } from "../../support/dashboard.ts";
import { eventually } from "../../support/eventually.ts";
import { uniquePrefix } from "../../support/unique-name.ts";

let gateway: Gateway;
beforeAll(async () => {
  gateway = await startGateway();
});
afterEach(() => {
  vi.useRealTimers();
  gateway.faults.clear();
});
afterAll(() => gateway?.close());

async function shown(held: readonly string[]) {
  const locks = createLocks({ redis: gateway, prefix: uniquePrefix(), leaseMs: 600_000 });
  for (const name of held) await locks.lock(name).acquire();
  const app = applicationWithPage({ locks });
  const viewer = await new Viewer(app).signedIn();
  return { locks, app, viewer };
}

/** Returns the requests and the billed commands that the work costs. */
async function costOf(work: () => Promise<unknown>): Promise<{ requests: number; billed: number }> {
  await gateway.resetCounters();
  await work();
  const { requests, billed } = await gateway.counters();
  return { requests, billed: billed ?? Number.NaN };
}

/** Stops both clocks, which measure every viewer's turn. Returns how to move them. */
function stoppedClock(): (ms: number) => void {
  vi.useFakeTimers({ toFake: ["performance", "Date"] });
  return (ms) => void vi.advanceTimersByTime(ms);
}

describe("the page costs", () => {
  it("the same for ten viewers as for one", async () => {
    const { app, viewer } = await shown(["a", "b", "c"]);
    const pass = stoppedClock();
    await viewer.live("?lock=a");
    const viewers = await Promise.all(Array.from({ length: 9 }, () => new Viewer(app).signedIn()));
    pass(1_001);
    const one = await costOf(() => viewer.live("?lock=a"));
    pass(1_001);
    const ten = await costOf(() => Promise.all([viewer, ...viewers].map((each) => each.live("?lock=a"))));
    expect(ten).toEqual(one);
    // The script for the three locks, and that for the chosen one, together.
    expect(one.requests).toBe(1);
  });

  it("nothing for who looks again within a second, and nothing while nobody looks", async () => {
    const { viewer } = await shown(["a"]);
    const pass = stoppedClock();
    await viewer.live();
    pass(999);
    expect(await costOf(() => viewer.live())).toEqual({ requests: 0, billed: 0 });
    pass(3_600_000);
    expect(await costOf(async () => pass(1_001))).toEqual({ requests: 0, billed: 0 });
  });

  it("a scan of the keys every 30 s only", async () => {
    const { locks, viewer } = await shown(["a"]);
    const pass = stoppedClock();
    const scans = (): number => gateway.witness().filter(({ command }) => command.includes("SCAN")).length;
    await viewer.live();
    await locks.lock("b").acquire();
    let seen = "";
    for (let second = 1; second < 30; second += 1) {
      pass(1_001);
      seen = await (await viewer.live()).text();
    }
    expect(seen).not.toContain(">b<");
    pass(1_001);
    expect(await (await viewer.live()).text()).toContain(">b<");
    expect(scans()).toBeLessThanOrEqual(4);
  });

  it("knows a lock that is acquired again within a minute", async () => {
    const { locks, viewer } = await shown([]);
    const pass = stoppedClock();
    const held = await locks.lock("a").acquire();
    expect(await (await viewer.live()).text()).toContain(">a<");
    await held.release();
    pass(5_000);
    expect(await (await viewer.live()).text()).not.toContain(">a<");
    await locks.lock("a").acquire();
    pass(1_001);
    expect(await (await viewer.live()).text()).toContain(">a<");
  });
});

describe("while Redis is away", () => {
  it("the page shows what was known, says how old it is, and recovers by itself", async () => {
    const { viewer } = await shown(["a"]);
    const pass = stoppedClock();
    await viewer.live();
    gateway.faults.set({ seed: 1, rules: [{ fault: "drop-before" }] });
    pass(3_000);
    const away = await (await viewer.live("?lock=a")).json();
    expect(away.parts.state).toMatch(
      /Redis does not answer\. This state is from \d\d:\d\d:\d\d UTC\. The page tries again by itself\./,
    );
    expect(away.parts.locks).toContain(">a<");
    expect(away.parts.details).toContain("Redis does not answer.");
    expect((await viewer.see()).status).toBe(200);
    gateway.faults.clear();
    pass(1_001);
    const back = await (await viewer.live("?lock=a")).json();
    expect(back.parts).toMatchObject({ state: "", details: expect.stringContaining("Who has it?") });
  });

  it("the locks are found a second later, when the first request for the keys has failed", async () => {
    const { viewer } = await shown(["a"]);
    const pass = stoppedClock();
    gateway.faults.set({ seed: 1, rules: [{ fault: "answer", status: 401, body: '{"error":"WRONGPASS"}' }] });
    expect((await (await viewer.live()).json()).parts.state).toContain("Redis refused the request.");
    gateway.faults.clear();
    pass(1_001);
    expect((await (await viewer.live()).json()).parts).toMatchObject({
      state: "",
      locks: expect.stringContaining(">a<"),
    });
  });

  it("the first viewer gets a page that says so", async () => {
    const { viewer } = await shown([]);
    gateway.faults.set({ seed: 1, rules: [{ fault: "drop-before" }] });
    const answer = await viewer.see();
    expect(answer.status).toBe(200);
    expect(await answer.text()).toContain("Redis does not answer. Nothing is known yet.");
  });
});

describe("viewers who come while another one asks", () => {
  it("get what was known before, at once", async () => {
    const { app, viewer } = await shown(["a"]);
    const other = await new Viewer(app).signedIn();
    const pass = stoppedClock();
    await viewer.live();
    pass(1_001);
    gateway.faults.set({ seed: 1, rules: [{ fault: "hold-back", reply: true }] });
    const slow = viewer.live();
    expect(await (await other.live()).text()).toContain(">a<");
    gateway.faults.clear();
    await slow;
  });

  it("wait for the first answer", async () => {
    const { app, viewer } = await shown(["a"]);
    const other = await new Viewer(app).signedIn();
    const cost = await costOf(async () => {
      for (const answer of await Promise.all([viewer.live(), other.live()])) {
        expect(await answer.text()).toContain(">a<");
      }
    });
    expect(cost.requests).toBeLessThanOrEqual(3);
  });

  it("ask themselves when the invocation that asked was cut", async () => {
    const { app, viewer } = await shown(["a"]);
    const other = await new Viewer(app).signedIn();
    const pass = stoppedClock();
    await viewer.live();
    pass(1_001);
    gateway.faults.set({ seed: 1, rules: [{ fault: "hold-back", reply: true, times: 1 }] });
    const cut = viewer.live();
    await eventually(() => gateway.faults.state().rules[0]?.fired === 1);
    pass(10_000);
    const cost = await costOf(() => other.live());
    expect(cost.requests).toBe(1);
    gateway.faults.clear();
    await cut;
  });
});
