// Capability tokens: what their bearers may do, and what else is refused before Redis is asked.
import type { Hono } from "hono";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { createLocks, type Locks } from "../../../src/index.ts";
import type { LockApiOptions } from "../../../src/service/api/index.ts";
import { costsNothing } from "../../support/costs-nothing.ts";
import { eventually } from "../../support/eventually.ts";
import { type Answer, agreeableWatchdog, call as ask, application as mounted, TOKEN } from "../../support/lock-api.ts";
import { type ServedGateway, startServedGateway } from "../../support/server.ts";
import { uniqueName } from "../../support/unique-name.ts";

const SECRET = "canary-secret-of-the-lock-api-0123";
const DAY_MS = 86_400_000;

let gateway: ServedGateway;
let locks: Locks;
let app: Hono;
let team: string;
beforeAll(async () => {
  // In another process, where the date is the real one.
  gateway = await startServedGateway();
  locks = createLocks({ redis: gateway, watchdog: agreeableWatchdog() });
});
afterAll(() => gateway?.close());
beforeEach(() => {
  app = application();
  team = uniqueName();
});
afterEach(() => {
  vi.useRealTimers();
});

function application(options: Partial<LockApiOptions> = {}): Hono {
  return mounted({ locks, secret: SECRET, forceRelease: true, ...options });
}

interface Asking {
  readonly token?: string;
  readonly method?: "GET" | "POST";
  readonly at?: Hono;
}

function call(name: string, verb: string, body: object, { token = TOKEN, method = "POST", at = app }: Asking = {}) {
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  return ask(at, name, verb, body, { method, headers });
}

/** Makes a token; the root token is the maker by default. */
function mint(capability: object, asking: Asking = {}): Promise<Answer> {
  return call("-", "tokens", capability, asking);
}

async function minted(capability: object, asking: Asking = {}): Promise<string> {
  const { status, body } = await mint(capability, asking);
  expect(body).toMatchObject({ token: expect.any(String) });
  expect(status).toBe(200);
  return String(body["token"]);
}

function ofTeam(verbs: readonly string[], more: object = {}): object {
  return { principal: "ci", names: [`${team}/*`], verbs, ...more };
}

describe("a capability token", () => {
  it("acquires, renews and releases the locks of its names", async () => {
    const token = await minted(ofTeam(["acquire", "renew", "release"]));
    const { status, body } = await call(`${team}/deploy`, "acquire", {}, { token });
    expect(status).toBe(200);
    const { hold } = body;
    expect((await call(`${team}/deploy`, "renew", { hold }, { token })).status).toBe(200);
    expect((await call(`${team}/deploy`, "release", { hold }, { token })).body).toMatchObject({ outcome: "released" });
  });

  it("has no other lock, whether it exists or not", async () => {
    const token = await minted(ofTeam(["acquire", "renew", "release", "inspect", "force-release", "hand-off"]));
    const other = uniqueName();
    const hold = (await call(other, "acquire", {})).body["hold"];
    for (const name of [other, team, `${team}x/1`, uniqueName()]) {
      for (const verb of ["acquire", "renew", "release", "force-release", "hand-off", "hand-off/status"]) {
        const answer = await costsNothing(() => call(name, verb, verb === "acquire" ? {} : { hold }, { token }));
        expect(answer).toMatchObject({ status: 403, body: { code: "HTTP_403" } });
      }
      for (const verb of ["", "inspect"]) {
        expect(await costsNothing(() => call(name, verb, {}, { token, method: "GET" }))).toMatchObject({ status: 403 });
      }
    }
    expect((await call(other, "release", { hold })).status).toBe(200);
  });

  it.each<[verb: string, path: string, method: "GET" | "POST", body: object]>([
    ["acquire", "acquire", "POST", {}],
    ["steal", "acquire", "POST", { steal: true }],
    ["renew", "renew", "POST", { hold: "" }],
    ["release", "release", "POST", { hold: "" }],
    ["hand-off", "hand-off", "POST", { hold: "", maxHoldMs: 1_000 }],
    ["hand-off", "hand-off/status", "POST", { hold: "" }],
    ["hand-off", "hand-off/withdraw", "POST", { hold: "" }],
    ["force-release", "force-release", "POST", {}],
    ["inspect", "inspect", "GET", {}],
    ["inspect", "", "GET", {}],
  ])("without %s is refused: %s", async (verb, path, method, body) => {
    const all = ["acquire", "renew", "release", "hand-off", "inspect", "list", "steal", "force-release"];
    const token = await minted(ofTeam(all.filter((one) => one !== verb)));
    const refused = { status: 403, body: { title: `this caller may not ${verb}` } };
    expect(await costsNothing(() => call(`${team}/a`, path, body, { token, method }))).toMatchObject(refused);
  });

  it("lists its own locks alone, and none without the verb", async () => {
    const names = [`${team}/1`, `${team}/2`, `other-${team}`];
    await Promise.all(names.map((name) => call(name, "acquire", {})));
    const list = async (token?: string) => {
      const headers = { authorization: `Bearer ${token ?? TOKEN}` };
      const response = await app.request(`/internal/locks?match=*${team}*`, { headers });
      return { status: response.status, body: Object(await response.json()) };
    };
    const shown = ({ body }: { body: { locks: { name: string }[] } }) => body.locks.map(({ name }) => name).sort();
    expect(shown(await list())).toEqual(names.toSorted());
    expect(shown(await list(await minted(ofTeam(["list"]))))).toEqual(names.slice(0, 2));
    const token = await minted(ofTeam(["acquire"]));
    expect(await costsNothing(() => list(token))).toMatchObject({ status: 403 });
  });

  it("learns from no list which locks others have, whatever it matches", async () => {
    const secret = `secret-${team}`;
    await Promise.all(Array.from({ length: 12 }, (_, nth) => call(`${secret}/${nth}`, "acquire", {})));
    await call(`${team}/own`, "acquire", {});
    const headers = { authorization: `Bearer ${await minted(ofTeam(["list"]))}` };
    const list = async (match: string) => {
      await gateway.resetCounters();
      const response = await app.request(`/internal/locks?limit=1&match=${encodeURIComponent(match)}`, { headers });
      return { body: await response.json(), counters: await gateway.counters() };
    };
    // The first request also asks whether the token was revoked.
    await list("*");
    const nothing = await list(`none-${team}/*`);
    expect(nothing.body).toEqual({ locks: [] });
    for (const match of [`${secret}/*`, `*${secret}*`, `${secret}/?`, `?${secret.slice(1)}/1`]) {
      expect(await list(match), match).toEqual(nothing);
    }
    for (const match of [`${team}/own`, `*${team}/o?n`, "*", `${team.slice(0, 3)}*own*`]) {
      expect(await list(match), match).toMatchObject({ body: { locks: [{ name: `${team}/own` }] } });
    }
    expect((await list(`*${team}/o??n`)).body).toEqual({ locks: [] });
  });

  it("does not use the hold of another principal, also of the same lock", async () => {
    const [one, other] = [
      await minted(ofTeam(["acquire", "release"])),
      await minted({ ...ofTeam(["release"]), principal: "x" }),
    ];
    const { hold } = (await call(`${team}/a`, "acquire", {}, { token: one })).body;
    const stolen = await costsNothing(() => call(`${team}/a`, "release", { hold }, { token: other }));
    expect(stolen).toMatchObject({ status: 403 });
    expect(await costsNothing(() => call(`${team}/a`, "release", { hold }))).toMatchObject({ status: 403 });
    expect((await call(`${team}/a`, "release", { hold }, { token: one })).body).toMatchObject({ outcome: "released" });
  });

  it("does not enter the lock of another principal by its owner, which inspect shows", async () => {
    const one = await minted(ofTeam(["acquire", "inspect"]));
    const other = await minted({ ...ofTeam(["acquire", "inspect"]), principal: "x" });
    const acquire = async (token: string | undefined, owner?: unknown, name = `${team}/a`) =>
      (await call(name, "acquire", { ...(owner !== undefined && { owner }) }, token === undefined ? {} : { token }))
        .body;
    const first = await acquire(one, "job-7");
    expect(first).toMatchObject({ holdCount: 1 });
    expect(await acquire(one, "job-7")).toMatchObject({ holdCount: 2, owner: first["owner"] });
    const { body } = await call(`${team}/a`, "inspect", {}, { token: other, method: "GET" });
    expect(body["holders"]).toMatchObject([{ owner: first["owner"] }]);
    for (const owner of ["job-7", first["owner"]]) expect((await acquire(other, owner))["code"]).toBe("LOCK_BUSY");
    const made = await acquire(undefined, undefined, `${team}/b`);
    expect((await acquire(other, made["owner"], `${team}/b`))["code"]).toBe("LOCK_BUSY");
    expect(await acquire(undefined, first["owner"])).toMatchObject({ holdCount: 3 });
    expect(await acquire(one, "x".repeat(101))).toMatchObject({ option: "owner" });
  });

  it("cannot state holds to the watchdog", async () => {
    const token = await minted({ principal: "all", names: ["*"], verbs: ["hand-off", "acquire", "mint"] });
    for (const verb of ["entrust", "withdraw", "status", "kept"]) {
      const stated = await costsNothing(() => call("-", `watchdog/${verb}`, { hold: "" }, { token }));
      expect(stated).toMatchObject({ status: 403 });
    }
  });
});

describe("limits", () => {
  it("bound the lease and the hold", async () => {
    const verbs = ["acquire", "renew", "release", "hand-off"];
    const token = await minted(ofTeam(verbs, { maxLeaseMs: 40_000, maxHoldMs: 120_000 }));
    const name = `${team}/a`;
    const tooLong = await costsNothing(() => call(name, "acquire", { leaseMs: 40_001 }, { token }));
    expect(tooLong).toMatchObject({ status: 403, body: { option: "leaseMs" } });
    const { hold } = (await call(name, "acquire", {}, { token })).body;
    const handOff = await costsNothing(() => call(name, "hand-off", { hold, maxHoldMs: 120_001 }, { token }));
    expect(handOff).toMatchObject({ status: 403, body: { option: "maxHoldMs" } });
    expect((await call(name, "hand-off", { hold, maxHoldMs: 120_000 }, { token })).status).toBe(200);
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 119_000 });
    expect((await call(name, "renew", { hold }, { token })).status).toBe(200);
    vi.setSystemTime(Date.now() + 2_000);
    expect(await call(name, "renew", { hold }, { token })).toMatchObject({ status: 409, body: { option: "hold" } });
  });

  it("bound a lease that is not given, too", async () => {
    const token = await minted(ofTeam(["acquire"], { maxLeaseMs: 5_000 }));
    expect(await costsNothing(() => call(`${team}/a`, "acquire", {}, { token }))).toMatchObject({ status: 403 });
    expect((await call(`${team}/a`, "acquire", { leaseMs: 5_000 }, { token })).status).toBe(200);
  });

  it("bound waits and kept holds", async () => {
    const token = await minted(ofTeam(["acquire", "hand-off"], { maxWaits: 1, maxKeptHolds: 1, principal: team }));
    const held = (await call(`${team}/a`, "acquire", {})).body;
    const waiting = call(`${team}/a`, "acquire", { waitMs: 20_000 }, { token });
    await eventually(async () => (await gateway.counters()).openStreams > 0);
    expect((await call(`${team}/a`, "acquire", { waitMs: 1 }, { token })).status).toBe(429);
    await call(`${team}/a`, "release", { hold: held["hold"] });
    expect((await waiting).status).toBe(200);
    const asked: unknown[] = [];
    const at = application({ locks: createLocks({ redis: gateway, watchdog: agreeableWatchdog(asked) }) });
    const { hold } = (await call(`${team}/b`, "acquire", {}, { token, at })).body;
    await call(`${team}/b`, "hand-off", { hold, maxHoldMs: 60_000 }, { token, at });
    expect(asked).toMatchObject([{ quota: { of: team, most: 1 } }]);
  });
});

describe("a token of a token", () => {
  const verbs = ["acquire", "renew", "release"];

  it("is narrower, by default the same, for the same principal, and ends no later", async () => {
    const parent = await mint(ofTeam(verbs, { maxLeaseMs: 60_000, lifeMs: DAY_MS }));
    const token = String(parent.body["token"]);
    const { tokenId: _, token: __, ...same } = parent.body;
    expect((await mint({ lifeMs: 30 * DAY_MS }, { token })).body).toMatchObject(same);
    const narrow = await mint(
      { names: [`${team}/a`], verbs: ["acquire"], maxLeaseMs: 2_000, lifeMs: 600_000 },
      { token },
    );
    expect(narrow.body).toMatchObject({ names: [`${team}/a`], verbs: ["acquire"], maxLeaseMs: 2_000, principal: "ci" });
    expect(Number(narrow.body["expiresAt"])).toBeLessThanOrEqual(Date.now() + 600_000);
    const asking = { token: String(narrow.body["token"]) };
    expect((await call(`${team}/b`, "acquire", { leaseMs: 2_000 }, asking)).status).toBe(403);
    expect((await call(`${team}/a`, "acquire", { leaseMs: 3_000 }, asking)).status).toBe(403);
    expect((await call(`${team}/a`, "acquire", { leaseMs: 2_000 }, asking)).status).toBe(200);
  });

  it.each<[string, object]>([
    ["names", { names: ["*"] }],
    ["names", { names: ["T/a", "other/a"] }],
    ["names", { names: ["T*"] }],
    ["verbs", { verbs: ["acquire", "steal"] }],
    ["verbs", { verbs: ["mint"] }],
    ["maxLeaseMs", { maxLeaseMs: 60_001 }],
    ["maxWaits", { maxWaits: 5 }],
  ])("is never wider: %s", async (option, asked) => {
    const token = await minted(ofTeam(verbs, { maxLeaseMs: 60_000, maxWaits: 4 }));
    const wider = JSON.parse(JSON.stringify(asked).replaceAll("T", team));
    expect(await mint(wider, { token })).toMatchObject({ status: 403, body: { option } });
  });

  it("is of another principal only with mint, and below its maker's", async () => {
    const without = await minted(ofTeam(verbs));
    expect(await mint({ principal: "ci/job" }, { token: without })).toMatchObject({ status: 403 });
    const token = await minted(ofTeam([...verbs, "mint"]));
    for (const principal of ["other", "c", "ci-2"]) {
      expect(await mint({ principal }, { token })).toMatchObject({ status: 403, body: { option: "principal" } });
    }
    for (const principal of ["root", "root/x", "", "a b"]) {
      expect(await mint({ principal }, { token })).toMatchObject({ status: 400, body: { option: "principal" } });
    }
    expect((await mint({ principal: "ci/job" }, { token })).body).toMatchObject({ principal: "ci/job" });
  });

  it("is made eight times in a row at most", async () => {
    let token = await minted(ofTeam(verbs));
    for (let times = 0; times < 8; times += 1) token = await minted({}, { token });
    expect(await mint({}, { token })).toMatchObject({ status: 403 });
  });

  it.each<[string, object]>([
    ["names", { verbs: ["acquire"], principal: "x" }],
    ["verbs", { names: ["a"], principal: "x" }],
    ["principal", { names: ["a"], verbs: ["acquire"] }],
  ])("of a root token needs %s, because there is nothing to narrow", async (option, body) => {
    expect(await costsNothing(() => mint(body))).toMatchObject({ status: 403, body: { option } });
  });

  it.each<[string, object]>([
    ["names", { names: [], verbs: ["acquire"], principal: "x" }],
    ["names.0", { names: ["a*b"], verbs: ["acquire"], principal: "x" }],
    ["names", { names: "a", verbs: ["acquire"], principal: "x" }],
    ["verbs.1", { names: ["a"], verbs: ["acquire", "acquire"], principal: "x" }],
    ["verbs.0", { names: ["a"], verbs: ["fly"], principal: "x" }],
    ["lifeMs", { names: ["a"], verbs: ["acquire"], principal: "x", lifeMs: 1 }],
    ["maxLeaseMs", { names: ["a"], verbs: ["acquire"], principal: "x", maxLeaseMs: 0 }],
    ["expires", { names: ["a"], verbs: ["acquire"], principal: "x", expires: 1 }],
  ])("needs valid %s", async (option, body) => {
    expect(await costsNothing(() => mint(body))).toMatchObject({ status: 400, body: { option } });
  });

  it.each<[string, object]>([
    ['"names.1" must be a lock name, or its beginning followed by *', { names: ["a", "a*b"] }],
    ['"names" must be a list of 1 to 20 lock names, or beginnings of names followed by *', { names: [] }],
    ['"verbs.0" must be one of acquire, ', { verbs: ["fly"] }],
    ['"verbs.1" must be one of acquire, ', { verbs: ["acquire", "acquire"] }],
    ['"verbs" must be a list of acquire, ', { verbs: [] }],
  ])("is refused with the member that is wrong: %s", async (title, wrong) => {
    const { body } = await mint({ principal: "x", names: ["a"], verbs: ["acquire"], ...wrong });
    expect(body).toMatchObject({ title: expect.stringContaining(title) });
  });
});
