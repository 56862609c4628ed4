// The holds of an owner over HTTP: released and renewed by the name that its caller chose.
import type { Hono } from "hono";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { createLocks, type Locks } from "../../../src/index.ts";
import type { Principal } from "../../../src/service/api/index.ts";
import { createRemoteLocks } from "../../../src/service/remote/index.ts";
import { type Gateway, startGateway } from "../../../src/tools/gateway/gateway.ts";
import { type Answer, application, call, TOKEN } from "../../support/lock-api.ts";
import { uniqueName } from "../../support/unique-name.ts";

const LEASE_MS = 20_000;
const OWNER = "worker-7";

let gateway: Gateway;
let locks: Locks;
let app: Hono;
let name: string;
beforeAll(async () => {
  gateway = await startGateway();
  locks = createLocks({ redis: gateway });
  const authorize = ({ req }: { req: { header: (name: string) => string | undefined } }): Principal => ({
    id: req.header("x-id") ?? "ci",
    names: ["*"],
    verbs: ["acquire", ...(req.header("x-no-end") === undefined ? (["renew", "release"] as const) : [])],
    maxLeaseMs: 60_000,
    ...(req.header("x-max-hold") !== undefined && { maxHoldMs: 60_000 }),
  });
  app = application({ locks, authorize });
});
afterEach(() => gateway.faults.clear());
afterAll(() => gateway?.close());
beforeEach(() => {
  name = uniqueName();
});

function ask(verb: string, body: object, headers: Record<string, string> = {}): Promise<Answer> {
  return call(app, name, verb, body, { headers: { "content-type": "application/json", ...headers } });
}

const acquire = (headers: Record<string, string> = {}): Promise<Answer> =>
  ask("acquire", { owner: OWNER, leaseMs: LEASE_MS }, headers);

it("all holds of an owner end, for the principal that chose it", async () => {
  const { body } = await acquire();
  expect(await ask("release-owner", { owner: OWNER }, { "x-id": "other" })).toMatchObject({
    ...{ status: 200, body: { name, wasHeld: false } },
  });
  expect(await ask("release-owner", { owner: OWNER })).toMatchObject({ status: 200, body: { name, wasHeld: true } });
  expect(await ask("release-owner", { owner: OWNER })).toMatchObject({ status: 200, body: { wasHeld: false } });
  expect(await ask("release", { hold: body["hold"] })).toMatchObject({
    ...{ status: 200, body: { outcome: "released-elsewhere" } },
  });
  expect(await locks.lock(name).isLocked()).toBe(false);
});

it("the owner that an acquire answered is the same one", async () => {
  const { body } = await acquire();
  expect(await ask("renew-owner", { owner: body["owner"], leaseMs: 50_000 })).toMatchObject({
    ...{ status: 200, body: { name, isHeld: true } },
  });
  expect(await locks.lock(name).remainingMs()).toBeGreaterThan(40_000);
  expect(await ask("renew-owner", { owner: OWNER, leaseMs: 1_000 })).toMatchObject({ body: { isHeld: true } });
  expect(await locks.lock(name).remainingMs()).toBeGreaterThan(40_000);
  expect(await ask("release-owner", { owner: body["owner"] })).toMatchObject({ body: { wasHeld: true } });
});

it.each(["release-owner", "renew-owner"])("%s refuses the owner that the API made", async (verb) => {
  const { body } = await ask("acquire", { leaseMs: LEASE_MS });
  const refused = { status: 400, body: { code: "INVALID_OPTION", option: "owner" } };
  expect(await ask(verb, { owner: body["owner"] })).toMatchObject(refused);
});

it("renew-owner refuses a caller with a longest hold, because an owner has no acquire to count it from", async () => {
  await acquire();
  const { status, body } = await ask("renew-owner", { owner: OWNER }, { "x-max-hold": "1" });
  expect([status, body["option"]]).toEqual([403, "owner"]);
  expect(JSON.stringify(body)).toContain("renew the hold by its text");
});

it("a remote lock ends its objects by the owner that its caller chose", async () => {
  const remote = createRemoteLocks({
    ...{ url: "https://api.invalid/internal/locks", token: TOKEN },
    fetch: async (url, init) => app.request(new URL(url).pathname, init),
  });
  const held = await remote.lock(name).acquire({ owner: OWNER });
  expect(await remote.lock(name).releaseOwner(OWNER)).toBe(true);
  expect(held.signal.reason).toMatchObject({ code: "LOCK_LOST", end: "released-elsewhere" });
});

it("a repeated request with one key ends no later hold", async () => {
  const key = { "idempotency-key": crypto.randomUUID() };
  await acquire();
  expect(await ask("release-owner", { owner: OWNER }, key)).toMatchObject({ body: { wasHeld: true } });
  await acquire();
  expect(await ask("release-owner", { owner: OWNER }, key)).toMatchObject({ body: { wasHeld: true } });
  expect(await locks.lock(name).isLocked()).toBe(true);
  expect(await ask("renew-owner", { owner: OWNER, leaseMs: 50_000 }, key)).toMatchObject({ body: { isHeld: true } });
});

it.each([
  ["release-owner", {}, { wasHeld: true }],
  ["renew-owner", { leaseMs: 50_000 }, { isHeld: true }],
])("%s that Redis refused is done by the same request, repeated", async (verb, more, done) => {
  const key = { "idempotency-key": crypto.randomUUID() };
  await acquire();
  const rule = { fault: "reply", command: "EVALSHA", error: "NOPERM no permissions", times: 1 } as const;
  gateway.faults.set({ seed: 1, rules: [rule] });
  expect((await ask(verb, { owner: OWNER, ...more }, key)).status).toBe(502);
  expect(await ask(verb, { owner: OWNER, ...more }, key)).toMatchObject({ status: 200, body: done });
});

it("an acquire, a renewal and an owner's renewal may set no longer lease than the principal", async () => {
  const { body } = await acquire();
  for (const [verb, asked] of [
    ["renew", { hold: body["hold"], leaseMs: 60_001 }],
    ["renew-owner", { owner: OWNER, leaseMs: 60_001 }],
  ] as const) {
    expect(await ask(verb, asked)).toMatchObject({ status: 403 });
  }
  expect(await ask("renew", { hold: body["hold"], leaseMs: 60_000 })).toMatchObject({
    ...{ status: 200, body: { leaseMs: 60_000 } },
  });
});

it("a caller needs the verb, and an owner of its own choice", async () => {
  await acquire();
  for (const verb of ["release-owner", "renew-owner"]) {
    expect(await ask(verb, { owner: OWNER }, { "x-no-end": "1" })).toMatchObject({ status: 403 });
    expect(await ask(verb, {})).toMatchObject({ status: 400, body: { option: "owner" } });
    expect(await ask(verb, { owner: "a b" })).toMatchObject({ status: 400, body: { option: "owner" } });
    expect(await ask(verb, { owner: OWNER, kind: "permit" })).toMatchObject({ status: 400, body: { option: "kind" } });
  }
  expect(await locks.lock(name).isLocked()).toBe(true);
});
