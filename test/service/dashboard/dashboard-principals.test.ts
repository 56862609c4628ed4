// Principals at the page: the requests to Redis that they cause, the end of their sessions, and their share of a sample
// that is full.
import type { Hono } from "hono";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { createLocks, type Locks } from "../../../src/index.ts";
import type { DashboardOptions } from "../../../src/service/dashboard/index.ts";
import { type Gateway, startGateway } from "../../../src/tools/gateway/gateway.ts";
import { TOKEN, Viewer } from "../../support/dashboard.ts";
import { askApi, pageAndApi, tokenOf, viewerWith } from "../../support/page-viewers.ts";
import { uniquePrefix } from "../../support/unique-name.ts";

// More than the page watches.
const CROWD = 1_050;

let gateway: Gateway;
let locks: Locks;
let app: Hono;
beforeAll(async () => {
  gateway = await startGateway();
});
beforeEach(() => {
  locks = createLocks({ redis: gateway, prefix: uniquePrefix(), leaseMs: 600_000 });
  app = page();
});
afterEach(() => {
  vi.useRealTimers();
  gateway.faults.clear();
});
afterAll(() => gateway?.close());

function page(options: Partial<DashboardOptions> = {}): Hono {
  return pageAndApi({ locks, forceRelease: true, ...options });
}

/** Returns the requests that the work costs. */
async function requestsOf(work: () => Promise<unknown>): Promise<number> {
  await gateway.resetCounters();
  await work();
  return (await gateway.counters()).requests;
}

/** Stops the clocks, which must agree. Returns how to move them. */
function stoppedClock(): (ms: number) => void {
  vi.useFakeTimers({ toFake: ["performance", "Date"] });
  return (ms) => void vi.advanceTimersByTime(ms);
}

async function crowd(): Promise<void> {
  for (let from = 0; from < CROWD; from += 50) {
    await Promise.all(Array.from({ length: 50 }, (_, nth) => locks.lock(`b/${from + nth}`).acquire()));
  }
}

describe("a refused request to the page sends nothing to Redis", () => {
  it.each<[string, (viewer: Viewer) => Promise<Response>]>([
    ["the lock of another", (viewer) => viewer.see("?lock=b/1")],
    ["its state", (viewer) => viewer.live("?lock=b/1")],
    ["a free lock of another", (viewer) => viewer.see("?lock=b/2")],
    ["freeing it", (viewer) => viewer.send("free", { name: "b/1", typed: "b/1", owners: "[]" })],
    ["its own lock, freed beside it", (viewer) => viewer.send("free?lock=b/1", { name: "a", typed: "a", owners: "" })],
  ])("%s", async (_, ask) => {
    await locks.lock("b/1").acquire();
    const viewer = await viewerWith(app);
    expect(
      await requestsOf(async () => {
        expect((await ask(viewer)).status).toBe(403);
      }),
    ).toBe(0);
  });

  it.each<[string, (viewer: Viewer) => Promise<Response>, number]>([
    ["a forged session", (viewer) => viewer.see("?lock=a/1"), 200],
    ["its state", (viewer) => viewer.live("?lock=a/1"), 401],
    ["freeing", (viewer) => viewer.send("free", { name: "a/1", typed: "a/1", owners: "[]" }), 401],
    ["a wrong token", (viewer) => viewer.send("session", { token: `${TOKEN}x` }), 401],
  ])("%s", async (_, ask, status) => {
    const viewer = new Viewer(app);
    viewer.cookie = `__Host-leasehound=${await tokenOf({ names: ["*"] })}`;
    expect(
      await requestsOf(async () => {
        const answer = await ask(viewer);
        expect(answer.status).toBe(status);
        expect(await answer.text()).not.toContain("Held now");
      }),
    ).toBe(0);
  });

  it("a viewer without list and a chosen lock, after its token was admitted", async () => {
    const viewer = await viewerWith(app, { verbs: ["inspect"] });
    expect(await requestsOf(() => viewer.live())).toBe(0);
  });
});

describe("ten principals with different names", () => {
  it("cost as much as one viewer, but for the question about each token in 20 s", async () => {
    for (const name of ["a/1", "b/1", "c/1"]) await locks.lock(name).acquire();
    const pass = stoppedClock();
    const ten = await Promise.all(
      Array.from({ length: 10 }, (_, nth) =>
        viewerWith(app, { principal: `team-${nth}`, names: [`${"abc"[nth % 3]}/*`, `x${nth}`] }),
      ),
    );
    const look = (): Promise<string[]> => Promise.all(ten.map(async (one) => (await one.live()).text()));
    await look();
    pass(1_000);
    expect(
      await requestsOf(async () => {
        const seen = await look();
        expect(seen.map((text) => /<bdi>(\w\/1)</.exec(text)?.[1])).toEqual([..."abcabcabca"].map((of) => `${of}/1`));
      }),
    ).toBe(1);
    pass(20_000);
    expect(await requestsOf(look)).toBe(11);
  });
});

describe("the session of a revoked token", () => {
  it.each([
    ["it", 0],
    ["its parent", 1],
    ["the parent of that", 2],
  ])("ends within 20 s when %s is revoked", async (_, nth) => {
    await locks.lock("a/1").acquire();
    const pass = stoppedClock();
    const [tokenId, ...ancestors] = [crypto.randomUUID(), crypto.randomUUID(), crypto.randomUUID()] as const;
    const ids = { tokenId, ancestors };
    const viewer = await viewerWith(app, ids);
    expect(await (await viewer.live()).text()).toContain("a/1");
    expect(await askApi(app, "/-/tokens/revoke", TOKEN, { tokenId: [tokenId, ...ancestors][nth] })).toBe(200);
    pass(20_001);
    expect((await viewer.live()).status).toBe(401);
    const html = await (await viewer.see("?lock=a/1")).text();
    expect(html).toContain("The token was revoked.");
    expect(html).not.toContain("Held now");
    const held = await locks.lock("a/2").acquire();
    expect((await viewer.send("free", { name: "a/2", typed: "a/2", owners: "[]" })).status).toBe(401);
    expect(await held.check()).toBe(true);
    const again = await new Viewer(app).send("session", { token: await tokenOf(ids) });
    expect([again.status, await again.text()]).toEqual([401, expect.stringContaining("The token was revoked.")]);
  });

  it("shows nothing while Redis cannot be asked about the token, and root still sees what was known", async () => {
    await locks.lock("a/1").acquire();
    const pass = stoppedClock();
    const [viewer, root] = [await viewerWith(app), await new Viewer(app).signedIn()];
    await viewer.live();
    gateway.faults.set({ seed: 1, rules: [{ fault: "drop-before" }] });
    pass(1_000);
    expect(await (await viewer.live()).text()).toContain("a/1");
    pass(20_000);
    const away = await viewer.live();
    expect([away.status, await away.text()]).toEqual([503, expect.stringContaining("Redis does not answer.")]);
    expect(await (await root.live()).text()).toContain("a/1");
  });
});

describe("more locks than the page watches", () => {
  it("do not displace those of a principal, in a second, and viewers of the same names share their sample", async () => {
    await crowd();
    await Promise.all(["a/1", "a/2", "x"].map((name) => locks.lock(name).acquire()));
    const pass = stoppedClock();
    const names = ["a/*", "x"];
    const [ann, twin] = [await viewerWith(app, { names }), await viewerWith(app, { names: names.toReversed() })];
    expect(await (await ann.live()).text()).toContain("There may be more");
    pass(1_050);
    const { parts } = await (await ann.live()).json();
    expect(parts.locks).toContain("3 locks are held");
    expect(parts.locks).not.toMatch(/There may be more|b\//);
    expect(await requestsOf(() => twin.live())).toBe(0);
    pass(1_050);
    expect(await requestsOf(() => Promise.all([ann.live(), twin.live()]))).toBe(1);
    // The shared sample is looked at again after a while, which hides nothing meanwhile.
    for (let minute = 0; minute < 11; minute += 1) {
      pass(60_000);
      await ann.live();
      pass(1_050);
      expect((await (await ann.live()).json()).parts.locks).toContain("3 locks are held");
    }
  });

  it("are shown without those of others, for at most 20 different sets of names at once", async () => {
    await crowd();
    await locks.lock("a/1").acquire();
    const pass = stoppedClock();
    const viewers = await Promise.all(
      Array.from({ length: 22 }, (_, nth) => viewerWith(app, { principal: `p-${nth}`, names: ["a/*", `team-${nth}`] })),
    );
    const look = (): Promise<string[]> => Promise.all(viewers.map(async (one) => (await one.live()).text()));
    await look();
    pass(1_050);
    const texts = await look();
    const isCut = (text: string | undefined): boolean | undefined => text?.includes("There may be more");
    expect(texts.filter(isCut)).toHaveLength(2);
    expect(texts.join("")).not.toContain("b/");
    const late = viewers[texts.findIndex(isCut)];
    pass(60_001);
    const text = await (await late?.live())?.text();
    expect([text, isCut(text)]).toEqual([expect.stringContaining("1 lock is held"), false]);
  });

  it("are shown so for at most 5 sets of one principal, which has as many narrowed tokens as it likes", async () => {
    await crowd();
    await locks.lock("a/1").acquire();
    const pass = stoppedClock();
    const ann = await Promise.all(
      Array.from({ length: 21 }, (_, nth) => viewerWith(app, { names: ["a/*", `a/${nth}`] })),
    );
    const bob = await viewerWith(app, { principal: "bob", names: ["a/1"] });
    const look = (): Promise<string[]> => Promise.all([...ann, bob].map(async (one) => (await one.live()).text()));
    await look();
    pass(1_050);
    const whole = (await look()).map((text) => !text.includes("There may be more"));
    expect(whole.filter((is) => is)).toHaveLength(6);
    expect(whole.at(-1)).toBe(true);
  });
});

describe("rateLimit", () => {
  it("refuses a viewer beyond its limit before Redis is asked", async () => {
    const asked: string[] = [];
    const limited = page({
      rateLimit(_, principal) {
        asked.push(principal);
        return { success: asked.length === 1 };
      },
    });
    const viewer = await viewerWith(limited);
    expect((await viewer.live()).status).toBe(200);
    const free = { name: "a/1", typed: "a/1", owners: "[]" };
    for (const ask of [() => viewer.see(), () => viewer.live(), () => viewer.send("free", free)]) {
      expect(await requestsOf(async () => expect((await ask()).status).toBe(429))).toBe(0);
    }
    expect(asked).toEqual(["ann", "ann", "ann", "ann"]);
  });
});
