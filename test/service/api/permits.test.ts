// Permits over HTTP: a limit on how many hold something at once, such as parallel deployments.
import type { Hono } from "hono";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createLocks, type Locks } from "../../../src/index.ts";
import type { Principal } from "../../../src/service/api/index.ts";
import { type Gateway, startGateway } from "../../../src/tools/gateway/gateway.ts";
import { letGo, met } from "../../support/held-back.ts";
import { type Answer, agreeableWatchdog, application, call } from "../../support/lock-api.ts";
import { passTime } from "../../support/pass-time.ts";
import { ageLeases } from "../../support/permits.ts";
import { uniqueName } from "../../support/unique-name.ts";

const KIND = "permitExpirableSemaphore";
const LEASE_MS = 20_000;
const MINUTE_MS = 60_000;

let gateway: Gateway;
let locks: Locks;
let app: Hono;
let name: string;
beforeAll(async () => {
  gateway = await startGateway();
  locks = createLocks({ redis: gateway, watchdog: agreeableWatchdog() });
  const authorize = ({ req }: { req: { header: (name: string) => string | undefined } }): Principal => ({
    id: req.header("x-id") ?? "ci",
    names: [req.header("x-names") ?? "*"],
    verbs: ["acquire", "renew", "release", "inspect", "hand-off", "steal", "set-permits"],
  });
  app = application({ locks, authorize, forceRelease: true });
});
afterEach(() => gateway.faults.clear());
afterAll(() => gateway?.close());
beforeEach(() => {
  name = uniqueName();
});

const JSON_TYPE = { "content-type": "application/json" };

function acquire(body: object = {}, headers: Record<string, string> = {}): Promise<Answer> {
  return ask("acquire", { kind: KIND, permits: 2, leaseMs: LEASE_MS, ...body }, headers);
}

function ask(verb: string, body: object, headers: Record<string, string> = {}): Promise<Answer> {
  return call(app, name, verb, body, { headers: { ...JSON_TYPE, ...headers } });
}

/** Simulates time: keys expire, and leases end. */
async function pass(ms: number): Promise<void> {
  await ageLeases(gateway, `lock:${name}`, ms);
  await passTime(gateway, ms);
}

function described(): Promise<Answer> {
  return call(app, name, "permits", undefined, { method: "GET" });
}

describe("a permit", () => {
  it("of a semaphore without a number is granted to a caller that would wait", async () => {
    expect(await acquire({ waitMs: MINUTE_MS })).toMatchObject({ status: 200, body: { name } });
  });

  it("is one of as many as the first acquire set, and comes back by its release, or with its lease", async () => {
    const [first, second] = [await acquire(), await acquire()];
    expect(first).toMatchObject({ status: 200, body: { name, holdCount: 1, leaseMs: LEASE_MS } });
    expect(first.body["owner"]).toMatch(/^[0-9a-f]{32}$/);
    expect(await acquire({ permits: 5 })).toMatchObject({ status: 423, body: { code: "LOCK_BUSY" } });
    expect(await described()).toMatchObject({ body: { name, permits: 2, available: 0, leaseCount: 2 } });
    expect(await ask("release", { hold: first.body["hold"] })).toMatchObject({
      status: 200,
      body: { outcome: "released" },
    });
    const third = await acquire();
    expect(third.status).toBe(200);
    await pass(LEASE_MS);
    for (const { body } of [second, third]) {
      const over = { status: 409, body: { code: "LOCK_LOST" } };
      expect(await ask("renew", { hold: body["hold"] })).toMatchObject(over);
    }
    expect((await acquire()).status).toBe(200);
    expect((await acquire()).status).toBe(200);
    expect((await acquire()).status).toBe(423);
  });

  it("is one of those that an acquire sets before its wait", async () => {
    expect(await acquire({ waitMs: 5_000 })).toMatchObject({ status: 200, body: { name, holdCount: 1 } });
  });

  it("is renewed and checked by its text, and a repeated release gets the same answer", async () => {
    const { body } = await acquire();
    const { hold, owner } = body;
    await pass(15_000);
    expect(await ask("check", { hold })).toMatchObject({ status: 200, body: { owner, holdCount: 1 } });
    expect(await ask("renew", { hold })).toMatchObject({ status: 200, body: { owner, hold, leaseMs: LEASE_MS } });
    await pass(15_000);
    const { remainingMs } = (await ask("check", { hold })).body;
    expect(remainingMs).toBeGreaterThan(0);
    expect(remainingMs).toBeLessThanOrEqual(5_000);
    for (const _ of [1, 2]) expect((await ask("release", { hold })).body).toMatchObject({ outcome: "released" });
    expect((await described()).body).toMatchObject({ available: 2, leaseCount: 0 });
  });

  it("is one of those that services of the database share", async () => {
    const semaphore = locks.permitExpirableSemaphore(name, { permits: 1 });
    const permit = await semaphore.acquire();
    expect((await acquire()).status).toBe(423);
    const waiting = acquire({ waitMs: MINUTE_MS });
    await permit.release();
    expect((await waiting).status).toBe(200);
    expect(await semaphore.tryAcquire()).toBeNull();
  });

  it("is not handed off, stolen, owned or labelled", async () => {
    const { hold } = (await acquire()).body;
    for (const [verb, body] of [
      ["hand-off", { hold, maxHoldMs: MINUTE_MS }],
      ["hand-off/status", { hold }],
      ["hand-off/withdraw", { hold, requestId: "r" }],
    ] as const) {
      expect(await ask(verb, body)).toMatchObject({ status: 409, body: { option: "hold" } });
    }
    await gateway.resetCounters();
    for (const [option, wrong] of [
      ["steal", { steal: true }],
      ["owner", { owner: "o" }],
      ["label", { label: "l" }],
      ["reason", { reason: "r" }],
      ["permits", { permits: 0 }],
      ["permits", { permits: 2_147_483_648 }],
      ["permits", { kind: "lock" }],
    ] as const) {
      expect(await acquire(wrong)).toMatchObject({ status: 400, body: { code: "INVALID_OPTION", option } });
    }
    for (const verb of ["force-release", ""]) {
      const init = verb === "" ? { method: "GET" } : { headers: JSON_TYPE };
      const answer = await call(app, name, verb === "" ? `?kind=${KIND}` : verb, { kind: KIND }, init);
      expect(answer.status).toBeGreaterThanOrEqual(400);
    }
    expect(await gateway.counters()).toMatchObject({ requests: 0 });
  });

  it("is refused while no number is set, and to another principal", async () => {
    const unset = { status: 409, body: { code: "PERMITS_UNSET" } };
    expect(await acquire({ permits: undefined })).toMatchObject(unset);
    const { hold } = (await acquire()).body;
    await gateway.resetCounters();
    for (const verb of ["renew", "check", "release"]) {
      expect(await ask(verb, { hold }, { "x-id": "other" })).toMatchObject({ status: 403 });
      expect(await ask(verb, { hold }, { "x-names": "elsewhere" })).toMatchObject({ status: 403 });
    }
    expect(await acquire({}, { "x-names": "elsewhere" })).toMatchObject({ status: 403 });
    expect(await ask("set-permits", { permits: 9 }, { "x-names": "elsewhere" })).toMatchObject({ status: 403 });
    expect(await gateway.counters()).toMatchObject({ requests: 0 });
  });

  it("is refused under the name of a lock, and a lock under the name of a semaphore", async () => {
    await locks.lock(name).acquire();
    expect(await acquire()).toMatchObject({ status: 409, body: { code: "NOT_A_LOCK" } });
    expect(await described()).toMatchObject({ status: 409, body: { code: "NOT_A_LOCK" } });
    expect(await ask("set-permits", { permits: 2 })).toMatchObject({ status: 409, body: { code: "NOT_A_LOCK" } });
    name = uniqueName();
    await acquire();
    expect(await ask("acquire", {})).toMatchObject({ status: 409, body: { code: "NOT_A_LOCK" } });
  });
});

describe("a permit with an Idempotency-Key", () => {
  const key = { "idempotency-key": "k" };

  it("is the same for each repetition, also with another body and where its number was unset", async () => {
    const first = await acquire({}, key);
    await pass(5_000);
    const again = await acquire({ leaseMs: 30_000 }, key);
    expect(again).toMatchObject({ status: 200, body: { owner: first.body["owner"] } });
    expect((await described()).body).toMatchObject({ leaseCount: 1, available: 1 });
    const other = await acquire({}, { "idempotency-key": "other" });
    expect(other.body["owner"]).not.toBe(first.body["owner"]);
    expect((await acquire({}, { ...key, "x-id": "b" })).status).toBe(423);
  });

  it("is remembered for an hour as released, and as lost", async () => {
    await ask("set-permits", { permits: 2 });
    const { hold } = (await acquire({}, key)).body;
    await ask("release", { hold });
    await acquire({}, { "idempotency-key": "lost" });
    await pass(59 * MINUTE_MS);
    const ended = (end: string) => ({ status: 409, body: { code: "HOLD_ENDED", end } });
    expect(await acquire({}, key)).toMatchObject(ended("released"));
    expect(await acquire({}, { "idempotency-key": "lost" })).toMatchObject(ended("lost"));
    expect((await described()).body).toMatchObject({ available: 2, leaseCount: 0 });
  });

  it.each([
    ["a lost reply of Redis", { fault: "answer", status: 500, executes: true }],
    ["a lost request", { fault: "answer", status: 503 }],
  ] as const)("is one after %s", async (_, rule) => {
    await ask("set-permits", { permits: 2 });
    gateway.faults.set({ seed: 1, rules: [rule] });
    expect((await acquire({}, key)).status).toBe(503);
    gateway.faults.clear();
    expect((await acquire({}, key)).status).toBe(200);
    expect((await described()).body).toMatchObject({ leaseCount: 1, available: 1 });
  });

  it("is one for two requests at once", async () => {
    await ask("set-permits", { permits: 20 });
    const answers = await Promise.all(Array.from({ length: 8 }, () => acquire({}, key)));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect((await described()).body).toMatchObject({ leaseCount: 1, available: 19 });
  });

  it("is not taken by a late copy of its request after its release", async () => {
    await ask("set-permits", { permits: 2 });
    gateway.faults.set({ seed: 1, rules: [{ fault: "hold-back", reply: false, times: 1 }] });
    const caller = new AbortController();
    const headers = { ...JSON_TYPE, ...key };
    const fields = { kind: KIND, leaseMs: LEASE_MS };
    const late = call(app, name, "acquire", fields, { headers, signal: caller.signal });
    await met(gateway);
    const { hold } = (await acquire({}, key)).body;
    await ask("release", { hold });
    caller.abort();
    expect((await late).status).toBe(499);
    await letGo(gateway, name);
    expect((await described()).body).toMatchObject({ leaseCount: 0, available: 2 });
  });
});

describe("the number of permits", () => {
  it("is set, changed, and set only where it is unset", async () => {
    const set = (body: object) => ask("set-permits", body);
    expect((await described()).body).toMatchObject({ isSet: false, permits: 0 });
    expect(await set({ permits: 3, change: "set-if-unset" })).toMatchObject({
      status: 200,
      body: { name, changed: true },
    });
    expect((await set({ permits: 9, change: "set-if-unset" })).body).toMatchObject({ changed: false });
    await set({ permits: 5 });
    await set({ permits: -1, change: "add" });
    expect((await described()).body).toMatchObject({ isSet: true, permits: 4, available: 4 });
    await gateway.resetCounters();
    for (const [option, wrong] of [
      ["permits", {}],
      ["permits", { permits: -1 }],
      ["permits", { permits: 1.5 }],
      ["permits", { permits: -2_147_483_648, change: "add" }],
      ["change", { permits: 1, change: "raise" }],
      ["surplus", { permits: 1, surplus: 1 }],
    ] as const) {
      expect(await set(wrong)).toMatchObject({ status: 400, body: { option } });
    }
    expect(await gateway.counters()).toMatchObject({ requests: 0 });
  });

  it("changes once by requests with one Idempotency-Key", async () => {
    await ask("set-permits", { permits: 1 });
    const more = { permits: 2, change: "add" };
    for (const _ of [1, 2, 3]) await ask("set-permits", more, { "idempotency-key": "k" });
    expect((await described()).body).toMatchObject({ permits: 3 });
    await ask("set-permits", more, { "idempotency-key": "next" });
    await ask("set-permits", more, { "idempotency-key": "k", "x-id": "other" });
    expect((await described()).body).toMatchObject({ permits: 7 });
  });

  it("changes by another body, although the Idempotency-Key is the same: no change is confirmed that was not made", async () => {
    const key = { "idempotency-key": "k" };
    for (const permits of [3, 9]) {
      expect((await ask("set-permits", { permits }, key)).body).toMatchObject({ changed: true });
      expect((await described()).body).toMatchObject({ permits });
    }
    expect((await ask("set-permits", { permits: 1, change: "set-if-unset" }, key)).body).toMatchObject({
      changed: false,
    });
  });
});
