// A request of a hold that comes long after its end, or after its record expired. It never ends or renews another hold
// of the same owner.
import { afterAll, describe, expect, it } from "vitest";
import type { Held } from "../../../src/index.ts";
import { acquireCall } from "../../../src/lock/lua/lock.ts";
import { renewManyCall } from "../../../src/lock/lua/lock-many.ts";
import { upstashPort } from "../../../src/lock/redis/upstash.ts";
import { createLocks } from "../../support/bare-locks.ts";
import { emptyGateway } from "../../support/empty-gateway.ts";
import { passTime } from "../../support/pass-time.ts";
import { setFaults } from "../../support/rest.ts";

const LEASE_MS = 30_000;
const NAME = "late";
const { gateway } = await emptyGateway();
const locks = createLocks({ redis: gateway, leaseMs: LEASE_MS });
afterAll(() => locks.close());

/** Lets more time pass than a record lives, while this hold is renewed. */
async function keptFor100s(held: Held): Promise<void> {
  for (let third = 0; third < 5; third += 1) {
    await passTime(gateway, 20_000);
    await held.renew();
  }
}

async function isHeldAlone(held: Held): Promise<void> {
  expect(await held.check()).toBe(true);
  expect(await locks.lock(NAME).holdCount(held.owner)).toBe(1);
  expect(await locks.lock(NAME).tryAcquire()).toBeNull();
}

const owners = { "a new owner's": undefined, "a passed owner's": { owner: "shared" } };

describe.each(Object.entries(owners))("inside %s hold, a hold whose record expired after its release", (_, options) => {
  it("frees nothing when its text is released again", async () => {
    const lock = locks.lock(NAME);
    const outer = await lock.acquire(options);
    const inner = await lock.acquire({ owner: outer.owner });
    const text = inner.serialize();
    expect(await lock.release(text)).toEqual({ outcome: "still-held", holdCount: 1 });
    await keptFor100s(outer);
    expect(await lock.release(text)).toMatchObject({ outcome: "taken" });
    await isHeldAlone(outer);
    expect(await outer.release()).toMatchObject({ outcome: "released" });
  });

  it.each(["resume", "renew"])("is reported lost to a %s by its text, and the other hold stays", async (question) => {
    const lock = locks.lock(NAME);
    const outer = await lock.acquire(options);
    const inner = await lock.acquire({ owner: outer.owner });
    const text = inner.serialize();
    await inner.release();
    await keptFor100s(outer);
    const asked = question === "resume" ? locks.resume(text) : lock.renew(text);
    await expect(asked).rejects.toMatchObject({ code: "LOCK_LOST" });
    expect(await lock.release(text)).toMatchObject({ outcome: "expired" });
    await isHeldAlone(outer);
  });

  it("frees no other one by its object, whose first release ran without a reply", async () => {
    const lock = locks.lock(NAME);
    const outer = await lock.acquire(options);
    const inner = await lock.acquire({ owner: outer.owner });
    await setFaults(gateway, 1, [{ fault: "drop-reply", request: [1, 2, 3, 4] }]);
    await expect(inner.release()).rejects.toMatchObject({ code: "OUTCOME_UNKNOWN" });
    await setFaults(gateway, 1, []);
    await keptFor100s(outer);
    // The repetition in the background has the answer.
    expect(await inner.release()).toEqual({ outcome: "still-held", holdCount: 1 });
    await isHeldAlone(outer);
  });
});

describe("a nested hold that is not renewed, while its owner's other one is", () => {
  it("is ended by its own first release, although its record expired", async () => {
    const lock = locks.lock(NAME);
    const outer = await lock.acquire();
    const inner = await lock.acquire({ owner: outer.owner });
    await keptFor100s(outer);
    await passTime(gateway, 29_000);
    await outer.renew();
    expect(await inner.release()).toEqual({ outcome: "still-held", holdCount: 1 });
    await isHeldAlone(outer);
  });

  it("is valid as long as it is checked, because every check prolongs its record", async () => {
    const lock = locks.lock(NAME);
    const outer = await lock.acquire();
    const inner = await lock.acquire({ owner: outer.owner });
    for (let third = 0; third < 10; third += 1) {
      await passTime(gateway, 20_000);
      await outer.renew();
      expect(await inner.check()).toBe(true);
    }
    expect(await inner.release()).toMatchObject({ outcome: "still-held" });
    expect(await outer.release()).toMatchObject({ outcome: "released" });
  });

  it("is valid for as long as its grant said, which is as long as the other one", async () => {
    const lock = locks.lock(NAME);
    const outer = await lock.acquire({ leaseMs: 300_000 });
    const inner = await lock.acquire({ owner: outer.owner, leaseMs: 1_000 });
    expect(inner.validUntil - Date.now()).toBeGreaterThan(290_000);
    await passTime(gateway, 200_000);
    expect(await inner.check()).toBe(true);
    expect(await lock.release(inner.serialize())).toMatchObject({ outcome: "still-held" });
    expect(await outer.release()).toMatchObject({ outcome: "released" });
  });
});

it("renew-many keeps the record of a hold whose lock needs no renewal, because another hold is renewed", async () => {
  const redis = upstashPort(gateway);
  const holds = ["first", "second"].map((holdId) => {
    return { key: NAME, owner: "shared", holdId, ownerIsNew: false, leaseMs: LEASE_MS, epoch: "first" };
  });
  for (const hold of holds) await redis.run(acquireCall(hold, true), { timeoutMs: 5_000 });
  const renewals = holds.map((hold) => ({ hold, leaseMs: LEASE_MS }));
  for (let third = 0; third < 20; third += 1) {
    await passTime(gateway, 10_000);
    const replies = await redis.run(renewManyCall(renewals, 20_000), { timeoutMs: 5_000 });
    expect(replies).not.toContain("lost");
  }
});

describe("the page of an owner", () => {
  it.each([
    ["a new owner's", undefined],
    ["a passed owner's", { owner: "shared" }],
  ])("does not let %s hold of an earlier life end one of this life", async (_, options) => {
    const lock = locks.lock(NAME);
    const old = await lock.acquire(options);
    await passTime(gateway, LEASE_MS + 1);
    const outer = await lock.acquire({ owner: old.owner, leaseMs: 300_000 });
    const inner = await lock.acquire({ owner: old.owner, leaseMs: 300_000 });
    await passTime(gateway, 200_000);
    await inner.release();
    await outer.check();
    // The page of the last grant would have expired; the lock has 130 s left.
    await passTime(gateway, 170_000);
    expect(await old.release()).toMatchObject({ outcome: "taken" });
    await isHeldAlone(outer);
  });
});
