// A force-release states the holders that its caller saw, and frees nothing if the lock has others by then.
import type { Hono } from "hono";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { createLocks, type Locks } from "../../../src/index.ts";
import { kindToFree, statedHolders } from "../../../src/lock/kinds/freeing.ts";
import { type Gateway, startGateway } from "../../../src/tools/gateway/gateway.ts";
import { type Answer, application, call, TOKEN } from "../../support/lock-api.ts";
import { uniqueName } from "../../support/unique-name.ts";

let gateway: Gateway;
let locks: Locks;
let app: Hono;
let name: string;
beforeAll(async () => {
  gateway = await startGateway();
  locks = createLocks({ redis: gateway, leaseMs: 60_000 });
  app = application({ locks, forceRelease: true });
});
afterAll(() => gateway?.close());
beforeEach(() => {
  name = uniqueName();
});

function free(body: object, token = TOKEN): Promise<Answer> {
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  return call(app, name, "force-release", body, { headers });
}

/** Returns the owners that `inspect` shows. */
async function ownersSeen(): Promise<string[]> {
  const { holders } = await locks.lock(name).inspect();
  return holders.map(({ owner }) => owner);
}

async function tokenWith(...verbs: readonly string[]): Promise<string> {
  const asked = { principal: "ops", names: [name], verbs };
  return String((await call(app, "-", "tokens", asked)).body["token"]);
}

const CHANGED = { status: 409, body: { code: "HOLDERS_CHANGED" } };

it("frees the lock of the holder that it states, and no lock that changed hands after the caller looked", async () => {
  const first = await locks.fencedLock(name).acquire();
  const seen = await ownersSeen();
  await first.release();
  const second = await locks.fencedLock(name).acquire();
  expect(await free({ kind: "fencedLock", owners: seen })).toMatchObject(CHANGED);
  expect(await second.check()).toBe(true);
  const freed = await free({ kind: "fencedLock", owners: await ownersSeen() });
  expect(freed).toMatchObject({ status: 200, body: { name, wasLocked: true } });
  expect(await second.check()).toBe(false);
});

it("is refused without a statement, or with two, before Redis is asked", async () => {
  await gateway.resetCounters();
  for (const body of [{}, { owners: [] }, { owners: ["a"], holderCount: 21 }, { holderCount: 20 }, { owners: [""] }]) {
    expect(await free(body)).toMatchObject({ status: 400, body: { code: "INVALID_OPTION" } });
  }
  expect((await free({})).body).toMatchObject({ option: "owners" });
  expect(await gateway.counters()).toMatchObject({ requests: 0 });
});

it("finds a free lock free, whatever it states", async () => {
  expect(await free({ owners: ["worker-7"] })).toMatchObject({ status: 200, body: { wasLocked: false } });
});

it("tells the holders only to a caller that may inspect", async () => {
  const held = await locks.lock(name).acquire({ owner: "worker-7", label: "nightly" });
  const may = await free({ owners: ["worker-6"] }, await tokenWith("force-release", "inspect"));
  expect(may).toMatchObject(CHANGED);
  expect(may.body["holders"]).toMatchObject([{ owner: "worker-7", label: "nightly" }]);
  const mayNot = await free({ owners: ["worker-6"] }, await tokenWith("force-release"));
  expect(mayNot).toMatchObject(CHANGED);
  expect(JSON.stringify(mayNot.body)).not.toContain("worker-7");
  expect(await held.check()).toBe(true);
  await held.release();
});

it("must state each reader, in any order", async () => {
  const readers = locks.readWriteLock(name).readLock();
  for (const owner of ["a", "b", "c"]) await readers.acquire({ owner });
  for (const owners of [
    ["a", "b"],
    ["a", "b", "c", "d"],
    ["a", "b", "d"],
    ["a", "a", "b"],
  ]) {
    expect(await free({ kind: "readLock", owners })).toMatchObject(CHANGED);
  }
  expect((await free({ kind: "readLock", owners: ["c", "a", "b"] })).body).toMatchObject({ wasLocked: true });
});

it("states the number of more readers than it may name", async () => {
  const { readLock } = locks.readWriteLock(name);
  for (let nth = 0; nth < 21; nth += 1) await readLock().acquire();
  const all = await ownersSeen();
  expect(await free({ kind: "readLock", owners: all.slice(0, 20) })).toMatchObject(CHANGED);
  expect(await free({ kind: "readLock", holderCount: 22 })).toMatchObject(CHANGED);
  expect((await free({ kind: "readLock", holderCount: 21 })).body).toMatchObject({ wasLocked: true });
});

it("frees a writer that also reads by one statement and one kind", async () => {
  const both = locks.readWriteLock(name);
  await both.writeLock().acquire({ owner: "both" });
  await both.readLock().acquire({ owner: "both" });
  const found = await both.inspect();
  const answer = await free({ kind: kindToFree(found), ...statedHolders(found) });
  expect(answer.body).toMatchObject({ wasLocked: true });
  expect((await both.inspect()).kind).toBe("free");
});
