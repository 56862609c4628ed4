// Multi and red locks beside Redisson's: their members are plain locks to every client.

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Locks } from "../../../../src/index.ts";
import { type Gateway, startGateway } from "../../../../src/tools/gateway/gateway.ts";
import { createLocks } from "../../../support/bare-locks.ts";
import { hash } from "../../../support/rest.ts";
import { uniqueName } from "../../../support/unique-name.ts";
import { asleep } from "../../../support/waiting.ts";
import { partsOf } from "../parties.ts";
import { Both } from "./both.ts";
import { newest } from "./versions.ts";

const SOON_MS = 5_000;

describe(`multi and red locks with Redisson ${newest}`, () => {
  const both = new Both(newest);
  let locks: Locks;
  // For ours, three databases.
  const nodes: Gateway[] = [];

  beforeAll(async () => {
    await both.start();
    // The first call of a client is slow.
    await (await both.java()).owner();
    const { redisUrl } = both.gateway;
    nodes.push(both.gateway, await startGateway({ redisUrl }), await startGateway({ redisUrl }));
    locks = both.locks({ pollMs: 60_000 });
  });
  afterAll(async () => {
    await both.stop();
    await Promise.all(nodes.slice(1).map((node) => node.close()));
  });

  function multi(parts: readonly string[]) {
    return locks.multiLock(...parts.map((part) => locks.lock(part)));
  }

  function red(parts: readonly string[]) {
    return locks.redLock(...nodes.map((redis, nth) => createLocks({ redis }).lock(parts[nth] ?? "")));
  }

  describe.each([
    ["multi", multi],
    ["red", red],
  ] as const)("%s", (kind, lockOf) => {
    it("Java has it: each member is a plain lock that Java holds, and of its parts nothing is left", async () => {
      const name = uniqueName();
      const [java, parts] = [await both.java({ kind }), partsOf(name)];
      expect(await java.tryLock(parts, { waitMs: 1_000, leaseMs: 20_000 })).toBe(true);
      for (const part of parts) {
        expect(await hash(both.gateway, part)).toEqual({ [await java.owner()]: "1" });
        expect(await locks.lock(part).tryAcquire()).toBeNull();
      }
      expect(await java.unlock(parts)).toBe(true);
      await both.nothingLeft(name);
    });

    it("ours has it: each member is a plain lock that ours holds, and of its parts nothing is left", async () => {
      const name = uniqueName();
      const [java, parts] = [await both.java(), partsOf(name)];
      const held = await lockOf(parts).acquire();
      for (const part of parts) {
        expect(await hash(both.gateway, part)).toEqual({ [held.owner]: "1" });
        expect(await java.tryLock(part)).toBe(false);
      }
      expect((await held.release()).outcome).toBe("released");
      await both.nothingLeft(name);
    });
  });

  it.each(["first", "second", "third"])(
    "multi: Java has the %s member: ours gets all or none, by message",
    async (which) => {
      const name = uniqueName();
      const [java, parts] = [await both.java(), partsOf(name)];
      const taken = parts[["first", "second", "third"].indexOf(which)] ?? "";
      await java.lock(taken);
      expect(await multi(parts).tryAcquire()).toBeNull();
      for (const part of parts) expect(await locks.lock(part).isLocked()).toBe(part === taken);
      let refusals = 0;
      const waiting = multi(parts).acquire({ waitMs: 20_000, onWait: () => (refusals += 1) });
      await asleep(() => refusals);
      const releasedAt = performance.now();
      expect(await java.unlock(taken)).toBe(true);
      const held = await waiting;
      expect(performance.now() - releasedAt).toBeLessThan(SOON_MS);
      await held.release();
      await both.nothingLeft(name);
    },
  );

  it("multi: ours has one member: Java gets all or none, by message", async () => {
    const name = uniqueName();
    const [java, parts] = [await both.java({ kind: "multi" }), partsOf(name)];
    const held = await locks.lock(parts[1] ?? "").acquire();
    expect(await java.tryLock(parts)).toBe(false);
    expect(await locks.lock(parts[0] ?? "").isLocked()).toBe(false);
    const waiting = java.lock(parts);
    await both.someListen(parts[1] ?? "");
    const releasedAt = performance.now();
    await held.release();
    await waiting;
    expect(performance.now() - releasedAt).toBeLessThan(SOON_MS);
    expect(await java.unlock(parts)).toBe(true);
    await both.nothingLeft(name);
  });

  it("multi: one of each side, in opposite orders, repeatedly: both get it", async () => {
    const name = uniqueName();
    const [java, parts] = [await both.java({ kind: "multi" }), partsOf(name)];
    const theirs = async (): Promise<void> => {
      for (let turn = 0; turn < 5; turn += 1) {
        await java.lock(parts);
        expect(await java.unlock(parts)).toBe(true);
      }
    };
    const ours = async (): Promise<void> => {
      for (let turn = 0; turn < 5; turn += 1) {
        const held = await multi(parts.toReversed()).acquire({ waitMs: 25_000 });
        await held.release();
      }
    };
    await Promise.all([theirs(), ours()]);
    await both.nothingLeft(name);
  });

  it("red: one node is the other side's: either side gets a majority", async () => {
    const name = uniqueName();
    const [java, plain, parts] = [await both.java({ kind: "red" }), await both.java(), partsOf(name)];
    const [first = ""] = parts;
    await plain.lock(first);
    const held = await red(parts).acquire({ waitMs: 0 });
    expect(await java.tryLock(parts)).toBe(false);
    await held.release();
    expect(await plain.unlock(first)).toBe(true);
    const one = await locks.lock(first).acquire();
    expect(await java.tryLock(parts)).toBe(true);
    expect(await red(parts).tryAcquire()).toBeNull();
    expect(await java.unlock(parts)).toBe(true);
    await one.release();
    await both.nothingLeft(name);
  });
});
