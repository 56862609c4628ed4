// The kinds that differ from the plain and the fair lock in one point, each beside its counterpart in Java.
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hash } from "../../../support/rest.ts";
import { uniqueName } from "../../../support/unique-name.ts";
import { JavaError } from "../jvm.ts";
import { isIn, type Kind, lockOf } from "../kinds.ts";
import { Both } from "./both.ts";
import { versions } from "./versions.ts";

const SOON_MS = 5_000;
const KINDS: readonly Kind[] = ["spin", "nonReentrant", "nonReentrantFair"];

describe.each(versions)("other kinds with Redisson %s", (version) => {
  const both = new Both(version);
  beforeAll(() => both.start());
  afterAll(() => both.stop());

  const kinds = KINDS.filter((kind) => isIn(version, kind));

  it.each(kinds)("%s: Java waits for ours, and ours for Java's", async (kind) => {
    const [name, java] = [uniqueName(), await both.java({ kind })];
    const lock = lockOf(both.locks({ pollMs: 60_000 }), kind, name);
    const held = await lock.acquire({ waitMs: 0 });
    expect(await java.tryLock(name)).toBe(false);
    expect(await java.unlock(name)).toBe(false);
    const waiting = java.lock(name).then(() => performance.now());
    await sleep(300);
    const releasedAt = performance.now();
    expect((await held.release()).outcome).toBe("released");
    const javaMs = (await waiting) - releasedAt;

    expect(await lock.tryAcquire()).toBeNull();
    const ours = lock.acquire({ waitMs: 25_000 }).then((again) => ({ again, at: performance.now() }));
    await sleep(300);
    const unlockedAt = performance.now();
    expect(await java.unlock(name)).toBe(true);
    const { again, at } = await ours;
    console.log(`Redisson ${version}, ${kind}: Java in ${Math.round(javaMs)}, we in ${Math.round(at - unlockedAt)} ms`);
    expect(javaMs).toBeLessThan(SOON_MS);
    expect(at - unlockedAt).toBeLessThan(SOON_MS);
    expect(await again.check()).toBe(true);
    expect(await java.forceUnlock(name)).toBe(true);
    expect((await again.release()).outcome).toBe("expired");
    await both.nothingLeft(name);
  });

  it.each(kinds.filter((kind) => kind !== "spin"))(
    "%s: its holder is refused another hold, on either side",
    async (kind) => {
      const [name, java] = [uniqueName(), await both.java({ kind })];
      const lock = lockOf(both.locks(), kind, name);
      await java.lock(name);
      expect(await java.lock(name).catch((error: unknown) => error)).toBeInstanceOf(JavaError);
      const asJava = await lock.tryAcquire({ owner: await java.owner() }).catch((error: unknown) => error);
      expect(asJava).toMatchObject({ code: "ALREADY_HELD" });
      expect(await hash(both.gateway, name)).toEqual({ [await java.owner()]: "1" });
      expect(await java.unlock(name)).toBe(true);
      const held = await lock.acquire({ waitMs: 0 });
      await expect(lock.acquire({ owner: held.owner })).rejects.toMatchObject({ code: "ALREADY_HELD" });
      expect(await hash(both.gateway, name)).toEqual({ [held.owner]: "1" });
      expect((await held.release()).outcome).toBe("released");
      await both.nothingLeft(name);
    },
  );
});
