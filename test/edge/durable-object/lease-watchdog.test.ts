// Locks that outlive their invocation, handed off to the watchdog: on real workerd, through the built package.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { eventually } from "../../support/eventually.ts";
import { hash } from "../../support/rest.ts";
import { uniqueName } from "../../support/unique-name.ts";
import { renewalsOf } from "./renewals.ts";
import { type Answer, holdOf, Stack } from "./stack.ts";
import { stubScenarios } from "./stub.ts";

const LEASE_MS = 2_400;
// The name of the only object of a namespace with one shard.
const WATCHDOG = "leases-1-of-1";
const stack = new Stack();

beforeAll(() => stack.start(LEASE_MS));
afterAll(() => stack.stop());

const status = (hold: unknown): Promise<Answer> => stack.status(WATCHDOG, hold);

describe.concurrent("handOff", () => {
  it("keeps the lock after the response, renews it at a third of the lease, and releases it at the deadline", async () => {
    const name = uniqueName();
    const start = performance.now();
    const { hold, validUntil } = await stack.job({ name, handOff: { maxHoldMs: 6_000, leaseMs: LEASE_MS } });
    expect(Number(validUntil)).toBeGreaterThan(Date.now());
    expect(await status(hold)).toMatchObject({ state: "kept" });
    await using _ = await stack.locks.lock(name).acquire({ waitMs: 30_000 });
    expect(performance.now() - start).toBeGreaterThan(5_900);
    await eventually(async () => (await status(hold)).state === "expired");
    await stack.noAlarm("watchdog", WATCHDOG, 5_000);
  });

  it("is one request of the object, whose alarm fires about a third of the lease later", async () => {
    const name = uniqueName();
    const handOff = { maxHoldMs: 60_000, leaseMs: 12_000 };
    const before = Date.now();
    const { hold } = await stack.job({ name, watchdog: name, handOff });
    expect(Number(await stack.alarmAt("watchdog", name))).toBeGreaterThan(before + handOff.leaseMs / 4);
    const { alarms, alarmsSet } = await stack.story("watchdog", name);
    expect({ alarms, alarmsSet }).toEqual({ alarms: 0, alarmsSet: 1 });
    expect(renewalsOf(stack.gateway, name)).toHaveLength(1);
    await stack.locks.lock(name).release(String(hold));
  });

  it("ends by release from anywhere", async () => {
    const name = uniqueName();
    const { hold } = await stack.job({ name, handOff: { maxHoldMs: 60_000, leaseMs: LEASE_MS } });
    expect(await stack.locks.lock(name).release(String(hold))).toMatchObject({ outcome: "released" });
    expect(await status(hold)).toMatchObject({ state: "released" });
    expect(await stack.locks.lock(name).isLocked()).toBe(false);
  });
});

describe.concurrent("a hold that is entrusted twice", () => {
  it("keeps its label and its deadline in one request, and may move it later, never earlier, in another", async () => {
    const name = uniqueName();
    const { hold } = await stack.job({ name, label: "nightly", abandon: true });
    const ask = async (requestId: string, maxHoldMs: number): Promise<number> => {
      const entrusted = { ...holdOf(hold), leaseMs: LEASE_MS, maxHoldMs, requestId };
      const reply = await stack.call("watchdog", name, "entrust", entrusted);
      expect(reply).toMatchObject({ kind: "kept", deadline: expect.any(Number) });
      return Number(reply.deadline);
    };
    const deadline = await ask("first", 30_000);
    expect(await ask("first", 30_000)).toBe(deadline);
    await stack.call("watchdog", name, "abort");
    expect(await ask("first", 30_000)).toBe(deadline);
    expect(await ask("second", 20_000)).toBe(deadline);
    expect(await stack.status(name, hold)).toEqual({ state: "kept", deadline, label: "nightly" });
    expect(await stack.call("watchdog", name, "list")).toMatchObject({ leases: [{ key: name, label: "nightly" }] });
    const later = await ask("third", 40_000);
    expect(later).toBeGreaterThan(deadline);
    expect(await ask("third", 40_000)).toBe(later);
    expect(await stack.locks.lock(name).release(String(hold))).toMatchObject({ outcome: "released" });
    expect(await stack.status(name, hold)).toMatchObject({ state: "released" });
    await stack.noAlarm("watchdog", name, 5_000);
  });

  it("a hold that is stolen is dropped, and the thief's hold is left unchanged", async () => {
    const name = uniqueName();
    const { hold } = await stack.job({ name, watchdog: name, handOff: { maxHoldMs: 600_000, leaseMs: LEASE_MS } });
    await using thief = await stack.locks.lock(name).acquire({ steal: true, leaseMs: 20 * LEASE_MS });
    await eventually(async () => (await stack.status(name, hold)).state === "lost", 3 * LEASE_MS);
    expect(await stack.call("watchdog", name, "list")).toMatchObject({ leases: [] });
    expect(await thief.check()).toBe(true);
    await expect(stack.locks.lock(name).renew(String(hold))).rejects.toMatchObject({ code: "LOCK_STOLEN" });
    await stack.noAlarm("watchdog", name, 5_000);
  });

  it("an object counts the holds of a principal, in all objects, until they end or are kept no longer", async () => {
    const object = uniqueName();
    const quota = { of: "somebody", most: 2 };
    const count = async (name: string, more: object = {}): Promise<[counted: string, hold: unknown]> => {
      const { hold } = await stack.job({ name, abandon: true });
      const entrusted = { ...holdOf(hold), leaseMs: 20_000, maxHoldMs: 60_000, requestId: name, quota, ...more };
      const counted = String(await stack.call("watchdog", object, "count", entrusted));
      if (counted !== "full") await stack.call("watchdog", uniqueName(), "entrust", { ...entrusted, quota: undefined });
      return [counted, hold];
    };
    const [first, second] = [uniqueName(), uniqueName()];
    const [counted, hold] = await count(first);
    const [alsoCounted, another] = await count(second);
    expect([counted, alsoCounted]).toEqual(["new", "new"]);
    // As after an eviction, when only the rows are left.
    await stack.call("watchdog", object, "abort");
    expect((await count(uniqueName()))[0]).toBe("full");
    expect((await count(uniqueName(), { quota: { of: "another", most: 2 } }))[0]).toBe("new");
    // A hold that is already kept may be kept for longer.
    const again = { ...holdOf(hold), leaseMs: 20_000, maxHoldMs: 90_000, requestId: "again", quota };
    expect(String(await stack.call("watchdog", object, "count", again))).toBe("known");
    // A release takes the hold out, although no renewal has found it.
    await stack.locks.lock(first).release(String(hold));
    expect((await count(uniqueName()))[0]).toBe("new");
    expect((await count(uniqueName()))[0]).toBe("full");
    const { key, owner, holdId } = holdOf(another);
    await stack.call("watchdog", object, "uncount", { key, owner, holdId, of: "somebody" });
    expect((await count(uniqueName()))[0]).toBe("new");
    expect((await count(uniqueName()))[0]).toBe("full");
  });

  // As at the moment of a network partition, when an object has two instances.
  it("a hold in two objects is renewed by both without harm, and both end with its release", async () => {
    const name = uniqueName();
    const objects = [`${name}:one`, `${name}:two`];
    const { hold, owner } = await stack.job({ name, abandon: true });
    const start = Date.now();
    for (const object of objects) {
      const entrusted = { ...holdOf(hold), leaseMs: LEASE_MS, maxHoldMs: 60_000, requestId: object };
      expect(await stack.call("watchdog", object, "entrust", entrusted)).toMatchObject({ kind: "kept" });
    }
    // At once, and four times a third of the lease later.
    await eventually(() => renewalsOf(stack.gateway, name).length >= 10, 20_000);
    expect(Date.now() - start).toBeGreaterThan(LEASE_MS);
    expect(await hash(stack.gateway, name)).toEqual({ [String(owner)]: "1" });
    expect(await stack.locks.lock(name).release(String(hold))).toMatchObject({ outcome: "released" });
    await using next = await stack.locks.lock(name).acquire({ leaseMs: 60_000 });
    for (const object of objects) {
      await eventually(async () => (await stack.story("watchdog", object)).calls.at(-1) === "alarm: end");
      await stack.noAlarm("watchdog", object, 5_000);
      expect(await stack.status(object, hold)).toMatchObject({ state: "released" });
    }
    expect(await hash(stack.gateway, name)).toEqual({ [next.owner]: "1" });
  });
});

describe.concurrent("the memory of a watchdog", () => {
  const HOUR_MS = 3_600_000;
  const rows = async (object: string): Promise<unknown> => (await stack.call("watchdog", object, "rows")).count;
  /** A contact with the object that does not concern its rows. */
  const contact = (object: string): Promise<Answer> => stack.call("watchdog", object, "list");

  it("of requests that it never had is deleted by its alarm an hour later, and then it has no alarm", async () => {
    const object = uniqueName();
    const before = Date.now();
    for (let nth = 0; nth < 20; nth += 1) {
      const nothing = { key: `${object}:${nth}`, owner: "a:1", holdId: "a:1", requestId: `r${nth}` };
      await stack.call("watchdog", object, "withdraw", nothing);
    }
    expect(await rows(object)).toBe(20);
    const alarmAt = Number(await stack.alarmAt("watchdog", object));
    expect(alarmAt).toBeGreaterThanOrEqual(before + HOUR_MS);
    expect(alarmAt).toBeLessThanOrEqual(Date.now() + HOUR_MS + 600_000);
    const { alarmsSet } = await stack.story("watchdog", object);
    expect(alarmsSet).toBe(1);
    await stack.call("watchdog", object, "age", HOUR_MS + 600_000);
    await stack.call("watchdog", object, "abort");
    await contact(object);
    await eventually(async () => (await rows(object)) === 0);
    await eventually(async () => (await stack.alarmAt("watchdog", object)) === null);
  });

  it("of a hold that ended is deleted while others are kept, and excludes the secret of its database", async () => {
    const object = uniqueName();
    const handOff = { maxHoldMs: 60_000, leaseMs: 12_000 };
    const over = await stack.job({ name: `${object}:over`, watchdog: object, handOff });
    const kept = await stack.job({ name: `${object}:kept`, watchdog: object, handOff });
    expect(await stack.locks.lock(`${object}:over`).release(String(over.hold))).toMatchObject({ outcome: "released" });
    expect(await stack.status(object, over.hold)).toMatchObject({ state: "released" });
    expect(await rows(object)).toBe(2);
    await stack.call("watchdog", object, "age", HOUR_MS + 600_000);
    await stack.call("watchdog", object, "abort");
    expect(await stack.status(object, over.hold)).toEqual({ state: "unknown" });
    await eventually(async () => (await rows(object)) === 1);
    expect(await stack.status(object, kept.hold)).toMatchObject({ state: "kept" });
    await stack.locks.lock(`${object}:kept`).release(String(kept.hold));
    expect(await stack.status(object, kept.hold)).toMatchObject({ state: "released" });
    await stack.call("watchdog", object, "age", HOUR_MS + 600_000);
    await stack.call("watchdog", object, "abort");
    await stack.fault("watchdog", object, { secretMissing: true });
    await stack.call("watchdog", object, "setAlarm", Date.now() + 50);
    await eventually(async () => (await rows(object)) === 0);
    await eventually(async () => (await stack.alarmAt("watchdog", object)) === null);
  });
});

describe.concurrent("a stub that breaks", () => stubScenarios(stack));
