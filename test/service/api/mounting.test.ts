// createLockApi in an application of the user's own. test/together/e2e tests all its replies with the Worker.
import { Hono } from "hono";
import { beforeEach, describe, expect, it } from "vitest";
import { isLockError, type LocksOptions } from "../../../src/index.ts";
import { createLockApi, type LockApiOptions } from "../../../src/service/api/index.ts";
import { createLocks } from "../../support/bare-locks.ts";
import { eventually } from "../../support/eventually.ts";
import { sharedGateway } from "../../support/gateways.ts";
import { type Answer, agreeableWatchdog, call as ask, application as mounted, TOKEN } from "../../support/lock-api.ts";
import { uniqueName } from "../../support/unique-name.ts";

const redis = await sharedGateway();
const locks = createLocks({ redis });
let name: string;
beforeEach(() => {
  name = uniqueName();
});

const application = (options: Partial<LockApiOptions> = {}): Hono => mounted({ locks, ...options });
const call = (app: Hono, verb: string, body?: object, init?: RequestInit): Promise<Answer> =>
  ask(app, name, verb, body, init);

describe("createLockApi", () => {
  it("takes and frees locks where it is mounted, and does not affect the rest of the application", async () => {
    const app = application();
    const { hold, owner } = (await call(app, "acquire")).body;
    expect(await locks.lock(name).isHeldBy(String(owner))).toBe(true);
    expect((await call(app, "release", { hold })).body).toEqual({ name, hold, outcome: "released", holdCount: 0 });
    expect(await (await app.request("/")).text()).toBe("home");
    expect(await (await app.request("/elsewhere")).text()).toBe("the application's own page");
  });

  it("answers wrong requests under its own path itself", async () => {
    const unknown = await call(application(), "steal");
    expect(unknown).toMatchObject({ status: 404, body: { code: "HTTP_404" } });
    expect(unknown.headers.get("content-type")).toBe("application/problem+json");
    const stranger = await call(application(), "acquire", {}, { headers: { authorization: "Bearer other" } });
    expect(stranger).toMatchObject({ status: 401, body: { code: "HTTP_401" } });
    expect(stranger.headers.get("cache-control")).toBe("no-store");
    const malformed = await application().request("/internal/locks/%ff/acquire", {
      method: "POST",
      headers: { authorization: `Bearer ${TOKEN}` },
    });
    expect(malformed.status).toBe(400);
  });

  it("takes the lock of the requested kind, and continues with its hold by text", async () => {
    const app = application();
    const first = (await call(app, "acquire", { kind: "fairLock", leaseMs: 20_000 })).body;
    const second = call(app, "acquire", { kind: "fairLock", waitMs: 10_000 });
    await eventually(async () => (await call(app, "acquire", { kind: "fairLock", waitMs: 60 })).body["position"] === 2);
    expect((await call(app, "renew", { hold: first["hold"] })).status).toBe(200);
    expect((await call(app, "release", { hold: first["hold"] })).body).toMatchObject({ outcome: "released" });
    const { hold } = (await second).body;
    expect((await call(app, "release", { hold })).body).toMatchObject({ outcome: "released" });
    expect(await call(app, "acquire", { kind: "rwlock" })).toMatchObject({ status: 400, body: { option: "kind" } });
  });

  it("frees a lock of any holder, and wakes its waiters", async () => {
    const app = application({ forceRelease: true });
    for (const kind of ["lock", "fairLock"] as const) {
      const lost = await locks[kind](name).acquire();
      const waiting = locks[kind](name).acquire({ waitMs: 10_000 });
      await eventually(async () => (await call(app, "acquire", { kind, waitMs: 0 })).status === 423);
      expect((await call(app, "force-release", { kind, owners: [lost.owner] })).body).toEqual({
        name,
        wasLocked: true,
      });
      await (await waiting).release();
      expect((await lost.release()).outcome).not.toBe("released");
      expect((await call(app, "force-release", { kind, owners: [lost.owner] })).body).toEqual({
        name,
        wasLocked: false,
      });
    }
  });

  it("separates its own parameter from those of its mount path", async () => {
    const app = new Hono();
    app.route("/apps/:name/locks", createLockApi({ locks, token: TOKEN }));
    const headers = { authorization: `Bearer ${TOKEN}` };
    const answer = await app.request(`/apps/shop/locks/${name}/acquire`, { method: "POST", headers });
    expect(await answer.json()).toMatchObject({ name });
  });

  it("renews its holds with its locks' lease, however long that is", async () => {
    const long = application({ locks: createLocks({ redis, leaseMs: 900_000 }) });
    const { hold } = (await call(long, "acquire")).body;
    expect(await call(long, "renew", { hold })).toMatchObject({ status: 200, body: { leaseMs: 900_000 } });
    const refused = await call(application(), "renew", { hold });
    expect(refused).toMatchObject({ status: 422, body: { option: "hold" } });
    await call(long, "release", { hold });
  });

  it("reads a body that a middleware has read before, and keeps the headers that one has set", async () => {
    const app = new Hono();
    app.use(async (c, next) => {
      c.header("x-version", "7");
      await c.req.text();
      await next();
    });
    app.route("/internal/locks", createLockApi({ locks, token: TOKEN }));
    const taken = await call(app, "acquire", { leaseMs: 5_000 });
    expect(taken).toMatchObject({ status: 200, body: { leaseMs: 5_000 } });
    const busy = await call(app, "acquire");
    expect([busy.status, busy.headers.get("x-version")]).toEqual([423, "7"]);
    await call(app, "release", { hold: taken.body["hold"] });
  });

  it.each([
    ["application/json; charset=utf-8", 200],
    ["application/json-seq", 415],
  ])("treats a body of type %s as JSON, or not: %i", async (type, status) => {
    const headers = { authorization: `Bearer ${TOKEN}`, "content-type": type };
    expect((await call(application(), "acquire", { leaseMs: 1_000 }, { headers })).status).toBe(status);
  });

  it("names the caller's own fields", async () => {
    expect((await call(application(), "release", { serialized: "x" })).body["option"]).toBe("serialized");
    expect((await call(application(), "release", { hold: "lh1.x" })).body["option"]).toBe("hold");
  });

  it("keeps the locks' prefix private", async () => {
    const app = application({ locks: createLocks({ redis, prefix: "shop:" }) });
    const { hold } = (await call(app, "acquire", { leaseMs: 5_000 })).body;
    expect((await call(app, "", undefined, { method: "GET" })).body).toMatchObject({ name, locked: true });
    expect(await locks.lock(`shop:${name}`).isLocked()).toBe(true);
    expect((await call(app, "release", { hold })).body).toMatchObject({ name, outcome: "released" });
  });

  it("hands off to the watchdog of its locks, but no fixed lease, and says when there is none", async () => {
    const asked: unknown[] = [];
    const watchdog = agreeableWatchdog(asked);
    const kept = application({ locks: createLocks({ redis, prefix: "shop:", watchdog }) });
    const { hold } = (await call(kept, "acquire")).body;
    const answer = await call(kept, "hand-off", { hold, maxHoldMs: 60_000, leaseMs: 30_000 });
    expect(answer.body).toEqual({ name, hold, leaseMs: 30_000, maxHoldMs: 60_000, deadline: 5 });
    expect((await call(kept, "hand-off/status", { hold })).body).toEqual({ name, hold, state: "unknown" });
    await call(kept, "release", { hold });
    const fixed = (await call(kept, "acquire", { leaseMs: 5_000 })).body;
    const refused = await call(kept, "hand-off", { hold: fixed["hold"], maxHoldMs: 60_000 });
    expect(refused).toMatchObject({ status: 409, body: { code: "LEASE_FIXED" } });
    expect(asked).toMatchObject([{ key: `shop:${name}`, quota: { of: "root", most: 1_000 } }]);
    await call(kept, "release", { hold: fixed["hold"] });

    const own = (await call(application(), "acquire")).body;
    const nobody = await call(application(), "hand-off", { hold: own["hold"], maxHoldMs: 60_000 });
    expect(nobody).toMatchObject({ status: 500, body: { code: "NO_WATCHDOG" } });
  });

  it("takes back an unanswered hand-off of a caller that sent no id", async () => {
    const requests: string[] = [];
    const watchdog: LocksOptions["watchdog"] = {
      async entrust({ requestId }) {
        requests.push(requestId);
        throw new Error("away");
      },
      async withdraw({ requestId }) {
        requests.push(requestId);
      },
      status: async () => ({ state: "unknown" }),
    };
    const app = application({ locks: createLocks({ redis, watchdog }) });
    const { hold } = (await call(app, "acquire")).body;
    const unanswered = await call(app, "hand-off", { hold, maxHoldMs: 60_000 });
    expect(unanswered).toMatchObject({ status: 503, body: { code: "WATCHDOG_UNREACHABLE" } });
    await eventually(() => requests.length === 2);
    expect(requests[1]).toBe(requests[0]);
    await call(app, "hand-off", { hold, maxHoldMs: 60_000, requestId: "mine" });
    expect(requests.slice(2)).toEqual(["mine"]);
    await call(app, "release", { hold });
  });

  it("takes nothing for a caller that disconnects while it waits", async () => {
    const holder = await locks.lock(name).acquire();
    const caller = new AbortController();
    const answer = call(application(), "acquire", { waitMs: 30_000 }, { signal: caller.signal });
    await eventually(async () => (await call(application(), "", undefined, { method: "GET" })).body["locked"]);
    caller.abort();
    expect((await answer).status).toBe(499);
    await holder.release();
    expect(await locks.lock(name).isLocked()).toBe(false);
  });

  it("refuses every request while its token is missing or invalid", async () => {
    const long = "x".repeat(40);
    for (const token of [
      undefined,
      "",
      "undefined",
      "null",
      "x".repeat(31),
      `with ${long}`,
      `é${long}`,
      [],
      [long, ""],
    ]) {
      const refused = await call(application({ token: () => token }), "acquire", {}, { headers: {} });
      expect(refused).toMatchObject({ status: 503, body: { code: "HTTP_503" } });
    }
  });

  it("blames no caller for unconfigured locks", async () => {
    const wrong = application({ locks: () => createLocks({ redis: { url: "http://example.com", token: "canary" } }) });
    const none = application({ locks: () => Object({}) });
    for (const app of [wrong, none]) {
      expect(await call(app, "acquire")).toMatchObject({ status: 500, body: { code: "HTTP_500" } });
    }
  });

  it.each([
    ["locks", { token: TOKEN }],
    ["locks", { locks: {}, token: TOKEN }],
    ["token", { locks }],
    ["token", { locks, token: "" }],
    ["token", { locks, token: "two words, as long as a token has to be" }],
    ["token", { locks, token: "canary".repeat(5) }],
    ["token", { locks, token: "undefined" }],
    ["token", { locks, token: null }],
    ["token", { locks, token: [] }],
    ["token", { locks, token: [TOKEN, "short"] }],
    ["token", { locks, token: [TOKEN, TOKEN, TOKEN] }],
    ["secret", { locks, token: TOKEN, secret: "canary" }],
    ["secret", { locks, token: TOKEN, secret: [TOKEN, ""] }],
    ["secret", { locks, token: TOKEN, secret: null }],
    ["forceRelease", { locks, token: TOKEN, forceRelease: "yes" }],
    ["maxKeptHolds", { locks, token: TOKEN, maxKeptHolds: 0 }],
    ["tokens", { locks, token: TOKEN, tokens: [] }],
    ["options", undefined],
  ])("refuses a wrong %s when it is created", (option, options) => {
    let thrown: unknown;
    try {
      Reflect.apply(createLockApi, undefined, [options]);
    } catch (error) {
      thrown = error;
    }
    expect(isLockError(thrown) && thrown.code === "INVALID_OPTION" && thrown.option).toBe(option);
    expect(String(thrown)).not.toContain("canary");
  });
});
