// Idempotency-Key: requests that are lost, doubled or late, and repeated ones, answer one hold.
import type { Hono } from "hono";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createLocks, type Locks } from "../../../src/index.ts";
import type { Principal } from "../../../src/service/api/index.ts";
import { type Gateway, startGateway } from "../../../src/tools/gateway/gateway.ts";
import { eventually } from "../../support/eventually.ts";
import { letGo, met } from "../../support/held-back.ts";
import { type Answer, application, call } from "../../support/lock-api.ts";
import { passTime } from "../../support/pass-time.ts";
import { uniqueName } from "../../support/unique-name.ts";

const HOUR_MS = 3_600_000;
const KINDS = ["lock", "fairLock", "fencedLock", "readLock", "writeLock", "fairReadLock", "fairWriteLock"];

let gateway: Gateway;
let locks: Locks;
let app: Hono;
let name: string;
beforeAll(async () => {
  gateway = await startGateway();
  locks = createLocks({ redis: gateway });
  app = applicationOf();
});
afterEach(() => gateway.faults.clear());
afterAll(() => gateway?.close());
beforeEach(() => {
  name = uniqueName();
});

/** The API; the caller says who it is. */
function applicationOf(): Hono {
  const authorize = ({ req }: { req: { header: (name: string) => string | undefined } }): Principal => {
    return { id: req.header("x-id") ?? "", names: ["*"], verbs: ["acquire", "renew", "release", "steal"] };
  };
  return application({ locks, authorize, forceRelease: true });
}

interface Asking {
  readonly id?: string;
  readonly key?: string;
  readonly signal?: AbortSignal;
  readonly of?: string;
}

function acquire(body: object = {}, { id = "ci", key = "k", of = name, signal }: Asking = {}): Promise<Answer> {
  const headers = { "x-id": id, "idempotency-key": key, "content-type": "application/json" };
  return call(app, of, "acquire", body, { headers, ...(signal && { signal }) });
}

function ask(verb: string, body: object): Promise<Answer> {
  return call(app, name, verb, body, { headers: { "x-id": "ci", "content-type": "application/json" } });
}

const ended = (end: string): object => ({ status: 409, body: { code: "HOLD_ENDED", end } });

describe.each(KINDS)("a repeated acquire of a %s", (kind) => {
  it("answers the same hold, with what is left of its lease", async () => {
    const first = await acquire({ kind, leaseMs: 60_000 });
    expect(first.status).toBe(200);
    await passTime(gateway, 20_000);
    const again = await acquire({ kind, leaseMs: 60_000 });
    const { owner, fencingToken } = first.body;
    expect(again).toMatchObject({ status: 200, body: { owner, holdCount: 1, leaseMs: 60_000 } });
    expect(again.body["fencingToken"]).toBe(fencingToken);
    // The time that passed in Redis did not pass here.
    expect(Number(first.body["validUntil"]) - Number(again.body["validUntil"])).toBeGreaterThan(19_000);
    expect((await ask("release", { hold: again.body["hold"] })).body).toMatchObject({ outcome: "released" });
    expect((await ask("renew", { hold: first.body["hold"] })).status).toBe(409);
  });

  it("answers how the hold ended, for an hour", async () => {
    const { body } = await acquire({ kind, leaseMs: 1_000 });
    await ask("release", { hold: body["hold"] });
    expect(await acquire({ kind, leaseMs: 1_000 })).toMatchObject(ended("released"));
    await passTime(gateway, HOUR_MS - 10_000);
    expect(await acquire({ kind, leaseMs: 1_000 })).toMatchObject(ended("released"));
  });

  it("after the lease answers that the hold is lost", async () => {
    await acquire({ kind, leaseMs: 1_000 });
    await passTime(gateway, 120_000);
    expect(await acquire({ kind, leaseMs: 1_000 })).toMatchObject(ended("lost"));
    expect((await acquire({ kind, leaseMs: 1_000 }, { key: "next" })).status).toBe(200);
  });
});

describe("a key", () => {
  it("names another hold for another principal, and for another lock", async () => {
    const { body } = await acquire();
    expect(await acquire({}, { id: "other" })).toMatchObject({ status: 423, body: { code: "LOCK_BUSY" } });
    const elsewhere = await acquire({}, { of: uniqueName() });
    expect(elsewhere.status).toBe(200);
    expect(elsewhere.body["owner"]).not.toBe(body["owner"]);
    await ask("release", { hold: body["hold"] });
    expect((await acquire({}, { id: "third" })).status).toBe(200);
  });

  it("with another body is refused while the hold lasts, and never answers that hold", async () => {
    const { body } = await acquire({ leaseMs: 5_000 });
    const reused = { status: 422, body: { code: "IDEMPOTENCY_KEY_REUSED", option: "Idempotency-Key" } };
    for (const fields of [
      {},
      { leaseMs: 6_000 },
      { leaseMs: 5_000, label: "b" },
      { leaseMs: 5_000, kind: "fairLock" },
    ]) {
      expect(await acquire(fields)).toMatchObject(reused);
    }
    // How long it waits is not part of the hold.
    expect((await acquire({ leaseMs: 5_000, waitMs: 100, kind: "lock" })).body).toMatchObject({ owner: body["owner"] });
  });

  it.each(["", "a b", "é", "x".repeat(201), "a\tb"])("of another form is 400, and costs nothing: %j", async (key) => {
    await gateway.resetCounters();
    const refused = await acquire({}, { key });
    expect(refused).toMatchObject({ status: 400, body: { code: "INVALID_OPTION", option: "Idempotency-Key" } });
    expect(await gateway.counters()).toMatchObject({ requests: 0 });
  });

  it("may have 200 visible characters", async () => {
    expect((await acquire({}, { key: '!"~{}'.repeat(40) })).status).toBe(200);
  });

  it("costs no command", async () => {
    const cost = async (key: string | undefined): Promise<number> => {
      await gateway.resetCounters();
      const headers = { "x-id": "ci", "content-type": "application/json", ...(key && { "idempotency-key": key }) };
      expect((await call(app, uniqueName(), "acquire", {}, { headers })).status).toBe(200);
      return (await gateway.counters()).commands;
    };
    await cost("warm");
    expect(await cost("k")).toBe(await cost(undefined));
  });
});

describe("a refused acquire", () => {
  it("stays refused under its key: a late copy takes nothing", async () => {
    const holder = await locks.lock(name).acquire();
    expect((await acquire()).status).toBe(423);
    await holder.release();
    expect((await acquire()).status).toBe(423);
    expect(await locks.lock(name).isLocked()).toBe(false);
    expect((await acquire({}, { key: "next" })).status).toBe(200);
  });
});

describe("a theft", () => {
  it("ends the hold of its key", async () => {
    await acquire();
    const stolen = await acquire({ steal: true }, { id: "thief", key: "t" });
    expect(stolen.status).toBe(200);
    const told = await acquire();
    expect(told).toMatchObject({ status: 409, body: { code: "HOLD_ENDED" } });
    expect(told.body["end"]).toMatch(/^stolen:/);
    // A repeated theft is the same one.
    expect((await acquire({ steal: true }, { id: "thief", key: "t" })).body["owner"]).toBe(stolen.body["owner"]);
  });
});

describe("an owner that the caller passed", () => {
  it("gets one hold for each key", async () => {
    const first = await acquire({ owner: "job" });
    expect((await acquire({ owner: "job" })).body).toMatchObject({ holdCount: 1, owner: first.body["owner"] });
    expect((await acquire({ owner: "job" }, { key: "k2" })).body).toMatchObject({ holdCount: 2 });
    await ask("release", { hold: first.body["hold"] });
    expect(await acquire({ owner: "job" })).toMatchObject(ended("still:1"));
  });
});

describe("faults", () => {
  it("a lost reply of Redis: the repetition answers the hold", async () => {
    gateway.faults.set({ seed: 1, rules: [{ fault: "answer", status: 500, executes: true }] });
    expect((await acquire()).status).toBe(503);
    gateway.faults.clear();
    expect(await locks.lock(name).isLocked()).toBe(true);
    expect((await acquire()).body).toMatchObject({ holdCount: 1 });
  });

  it("a lost request: the repetition acquires", async () => {
    gateway.faults.set({ seed: 1, rules: [{ fault: "answer", status: 503 }] });
    expect((await acquire()).status).toBe(503);
    gateway.faults.clear();
    expect((await acquire()).body).toMatchObject({ holdCount: 1 });
  });

  it("doubled requests answer one hold", async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => acquire({ owner: "job" })));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect(new Set(answers.map(({ body }) => body["owner"])).size).toBe(1);
    expect(answers.map(({ body }) => body["holdCount"])).toEqual(answers.map(() => 1));
  });

  it("a late request changes nothing after the release", async () => {
    gateway.faults.set({ seed: 1, rules: [{ fault: "hold-back", reply: false, times: 1 }] });
    const caller = new AbortController();
    const late = acquire({}, { signal: caller.signal });
    await met(gateway);
    const { body } = await acquire();
    await ask("release", { hold: body["hold"] });
    caller.abort();
    expect((await late).status).toBe(499);
    await letGo(gateway, name);
    expect(await locks.lock(name).isLocked()).toBe(false);
    expect(await acquire()).toMatchObject(ended("released"));
  });

  it("a caller that disconnects while it waits may ask again", async () => {
    const holder = await locks.lock(name).acquire();
    const caller = new AbortController();
    const asks = (): number =>
      gateway.witness().filter(({ command }) => command.some((word) => String(word).includes(name))).length;
    const before = asks();
    const lost = acquire({ waitMs: 30_000 }, { signal: caller.signal });
    await eventually(() => asks() > before);
    caller.abort();
    expect((await lost).status).toBe(499);
    const again = acquire({ waitMs: 30_000 });
    await holder.release();
    expect((await again).body).toMatchObject({ holdCount: 1 });
  });

  it("a caller that disconnects after the grant may ask for its hold", async () => {
    gateway.faults.set({ seed: 1, rules: [{ fault: "hold-back", reply: true, times: 1 }] });
    const caller = new AbortController();
    const lost = acquire({}, { signal: caller.signal });
    await met(gateway);
    caller.abort();
    expect((await lost).status).toBe(499);
    gateway.faults.clear();
    expect((await acquire()).body).toMatchObject({ holdCount: 1 });
  });
});
