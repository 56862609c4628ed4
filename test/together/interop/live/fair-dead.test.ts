// A waiter of the fair lock that dies, or is cut off, stays in the queue until those behind it notice.
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Held } from "../../../../src/index.ts";
import { type Gateway, startGateway } from "../../../../src/tools/gateway/gateway.ts";
import { createLocks } from "../../../support/bare-locks.ts";
import { uniqueName } from "../../../support/unique-name.ts";
import type { JavaThread } from "../java-thread.ts";
import type { Jvm } from "../jvm.ts";
import { isIn } from "../kinds.ts";
import { Both } from "./both.ts";
import { versions } from "./versions.ts";

// For a waiter of ours: the silence after which it is presumed dead, the next attempt of ours, and a margin.
const SILENT_MS = 15_000;
const POLL_MS = 5_000;
const SLACK_MS = 1_500;
const LEASE_MS = 3_000;
const [version = ""] = versions.filter((some) => isIn(some, "fair"));

describe.skipIf(version === "")(`one dies in the queue of a fair lock, Redisson ${version}`, () => {
  const both = new Both(version);
  beforeAll(async () => {
    await both.start();
    // The first call of a client is slow.
    await (await java()).owner();
  });
  afterAll(() => both.stop());

  const java = (): Promise<JavaThread> => both.java({ kind: "fair" });

  /** Starts a waiter of ours, and then closes its connection to Redis permanently. */
  async function cutOff(name: string): Promise<() => Promise<void>> {
    const own: Gateway = await startGateway({ redisUrl: both.gateway.redisUrl });
    const waiting = createLocks({ redis: own }).fairLock(name).acquire({ waitMs: 60_000 });
    return async () => {
      await own.close();
      // Cut off between two attempts, or during one: its place in the queue is the same.
      const code = expect.stringMatching(/^(REDIS_UNREACHABLE|OUTCOME_UNKNOWN)$/);
      await expect(waiting).rejects.toMatchObject({ code });
    };
  }

  async function heldFor(name: string, leaseMs: number): Promise<Held> {
    return both.locks().fairLock(name).acquire({ waitMs: 0, leaseMs });
  }

  /** Queues Java first, behind a holder of ours. `never`: the end of its wait, when its JVM dies. */
  async function javaComesFirst(jvm: Jvm, name: string, waitMs: number) {
    const dead = await both.java({ jvm, kind: "fair" });
    await dead.owner();
    const holder = await heldFor(name, LEASE_MS);
    const cameAt = performance.now();
    const never = dead.tryLock(name, { waitMs }).catch(() => "dead");
    await both.queued(name, 1);
    return { holder, cameAt, never };
  }

  it("of Java, the first: Java and ours get in when its wait has passed", async () => {
    const [name, waitMs] = [uniqueName(), 3_000];
    await using jvm = await both.another();
    const { holder, cameAt, never } = await javaComesFirst(jvm, name, waitMs);
    const next = await java();
    const waiting = next.lock(name);
    await both.queued(name, 2);
    const ours = both.locks({ pollMs: 60_000 }).fairLock(name).acquire({ waitMs: 25_000 });
    await both.queued(name, 3);
    await jvm.signal("SIGKILL");
    expect(await never).toBe("dead");
    await holder.release();
    await waiting;
    const afterMs = performance.now() - cameAt;
    console.log(`Redisson ${version}: Java is in ${Math.round(afterMs)} ms after a Java that died came to wait 3 s`);
    // It keeps its place for its wait after the end of the lease it saw.
    expect(afterMs).toBeGreaterThan(waitMs);
    expect(afterMs).toBeLessThan(LEASE_MS + waitMs + SLACK_MS);
    expect(await next.unlock(name)).toBe(true);
    expect((await (await ours).release()).outcome).toBe("released");
    await both.nothingLeft(name);
  });

  it("of Java, the first: ours gets in when its wait has passed, and then Java", async () => {
    const [name, waitMs] = [uniqueName(), 3_000];
    await using jvm = await both.another();
    const { holder, cameAt, never } = await javaComesFirst(jvm, name, waitMs);
    const ours = both.locks({ pollMs: 60_000 }).fairLock(name).acquire({ waitMs: 25_000 });
    await both.queued(name, 2);
    const next = await java();
    const waiting = next.lock(name);
    await both.queued(name, 3);
    await jvm.signal("SIGKILL");
    expect(await never).toBe("dead");
    await holder.release();
    const held = await ours;
    const afterMs = performance.now() - cameAt;
    console.log(`Redisson ${version}: we are in ${Math.round(afterMs)} ms after a Java that died came to wait 3 s`);
    expect(afterMs).toBeLessThan(LEASE_MS + waitMs + SLACK_MS);
    await held.release();
    await waiting;
    expect(await next.unlock(name)).toBe(true);
    await both.nothingLeft(name);
  });

  it("of ours, the first: Java and ours get in when it has been silent for 15 s", async () => {
    const [name, holder, next] = [uniqueName(), await java(), await java()];
    await holder.lock(name);
    const close = await cutOff(name);
    await both.queued(name, 1);
    const waiting = next.lock(name);
    await both.queued(name, 2);
    const ours = both.locks().fairLock(name).acquire({ waitMs: 60_000 });
    await both.queued(name, 3);
    await close();
    const cutAt = performance.now();
    await holder.unlock(name);
    await waiting;
    const javaMs = performance.now() - cutAt;
    expect(await next.unlock(name)).toBe(true);
    const held = await ours;
    console.log(`Redisson ${version}: Java is in ${Math.round(javaMs)} ms after one of ours was cut off`);
    expect(javaMs).toBeLessThan(SILENT_MS + POLL_MS + SLACK_MS);
    expect((await held.release()).outcome).toBe("released");
    await both.nothingLeft(name);
  }, 60_000);

  it("of ours, the first, long before ours releases: Java gets in at once", async () => {
    const [name, next] = [uniqueName(), await java()];
    const holder = await heldFor(name, 60_000);
    const close = await cutOff(name);
    await both.queued(name, 1);
    const waiting = next.lock(name);
    await both.queued(name, 2);
    await close();
    await sleep(SILENT_MS + 500);
    const releasedAt = performance.now();
    await holder.release();
    await waiting;
    const afterMs = performance.now() - releasedAt;
    console.log(`Redisson ${version}: Java is in ${Math.round(afterMs)} ms after we release past a dead one of ours`);
    expect(afterMs).toBeLessThan(SLACK_MS);
    expect(await next.unlock(name)).toBe(true);
    await both.nothingLeft(name);
  }, 60_000);

  it("of ours, two of them: they cost no more than one", async () => {
    const [name, holder, next] = [uniqueName(), await java(), await java()];
    await holder.lock(name);
    const closeFirst = await cutOff(name);
    await both.queued(name, 1);
    const waiting = next.lock(name);
    await both.queued(name, 2);
    const closeThird = await cutOff(name);
    await both.queued(name, 3);
    const ours = both.locks({ pollMs: 60_000 }).fairLock(name).acquire({ waitMs: 60_000 });
    await both.queued(name, 4);
    await Promise.all([closeFirst(), closeThird()]);
    const cutAt = performance.now();
    await holder.unlock(name);
    await waiting;
    expect(await next.unlock(name)).toBe(true);
    const held = await ours;
    const afterMs = performance.now() - cutAt;
    console.log(`Redisson ${version}: Java and we were in ${Math.round(afterMs)} ms after two of ours were cut off`);
    expect(afterMs).toBeLessThan(SILENT_MS + POLL_MS + SLACK_MS);
    expect((await held.release()).outcome).toBe("released");
    await both.nothingLeft(name);
  }, 60_000);
});
