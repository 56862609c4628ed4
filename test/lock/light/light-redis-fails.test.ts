// Light locks on a Redis that is full, read-only, killed, or whose user may not run all commands.
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { LockEvent } from "../../../src/index.ts";
import { createLightLocks, type LightLocksOptions } from "../../../src/lock/light/index.ts";
import { eventually } from "../../support/eventually.ts";
import { onlyRedis } from "../../support/only-redis.ts";
import { type ServedGateway, startServedGateway } from "../../support/server.ts";
import { BackgroundWork } from "../../support/wait-until.ts";
import { type Connection, connect } from "../model/real.ts";

const LEASE_MS = 3_000;

describe.each([
  ["with DELEX and SET … IFEQ", true],
  ["by scripts", false],
])("a light lock %s", (_, compares) => {
  let gateway: ServedGateway;
  let redis: Connection;
  beforeEach(async () => {
    gateway = await startServedGateway({ compares });
    redis = await connect(gateway.redisUrl);
  });
  afterEach(async () => {
    redis.destroy();
    await gateway.close();
  });
  const make = (options: Partial<LightLocksOptions> = {}) =>
    createLightLocks({ redis: gateway, leaseMs: LEASE_MS, ...options });

  it("is kept and released in a full Redis, which grants none", async () => {
    const locks = make();
    const held = await locks.lock("held").acquire();
    const kept = await locks.lock("kept").acquire();
    await redis.sendCommand(["CONFIG", "SET", "maxmemory", "1"]);
    const [heldUntil, keptUntil] = [held.validUntil, kept.validUntil];
    const { ended } = kept.keepAlive(new BackgroundWork());
    await eventually(async () => (await held.renew()) > heldUntil);
    await expect(locks.lock("other").tryAcquire()).rejects.toMatchObject({
      code: "REDIS_UNREACHABLE",
      redisCode: "OOM",
    });
    expect(await held.release()).toEqual({ outcome: "released" });
    expect(await locks.lock("held").isLocked()).toBe(false);
    await eventually(() => kept.validUntil > keptUntil);
    expect(await kept.release()).toEqual({ outcome: "released" });
    expect(await ended).toMatchObject({ reason: "released" });
  });

  it(
    "is unreachable on a read-only replica, and goes on when that is a primary again",
    onlyRedis("files and replicas"),
    async () => {
      const locks = make({ leaseMs: 30_000 });
      const held = await locks.lock("held").acquire();
      // A primary that is not there: the replica keeps its data, and refuses writes.
      await redis.sendCommand(["REPLICAOF", "127.0.0.1", "1"]);
      await expect(locks.lock("other").tryAcquire()).rejects.toMatchObject({ code: "REDIS_UNREACHABLE" });
      await expect(held.renew()).rejects.toMatchObject({ code: "REDIS_UNREACHABLE" });
      await expect(held.release()).rejects.toMatchObject({ code: "REDIS_UNREACHABLE" });
      await redis.sendCommand(["REPLICAOF", "NO", "ONE"]);
      expect(await held.release()).toEqual({ outcome: "released" });
    },
  );

  it("is unreachable while Redis is away, is lost at the end of its lease, and free in an empty Redis", async () => {
    const events: LockEvent[] = [];
    const locks = make({ onEvent: (event) => events.push(event) });
    const lock = locks.lock("away");
    const held = await lock.acquire();
    const kept = held.keepAlive(new BackgroundWork());
    await gateway.redis.kill("SIGKILL");
    const refused = { code: "REDIS_UNREACHABLE", lockName: "away" };
    for (const call of [
      () => lock.tryAcquire(),
      () => lock.isLocked(),
      () => lock.forceRelease(),
      () => held.check(),
    ]) {
      await expect(call()).rejects.toMatchObject(refused);
    }
    expect(await kept.ended).toMatchObject({ reason: "lost" });
    expect(held.signal.reason).toMatchObject({ code: "LOCK_LOST" });
    await eventually(() => events.at(-1)?.type === "lost");
    expect(events.map(({ type }) => type)).toContain("renewal-failing");
    await held[Symbol.asyncDispose]();
    await gateway.redis.restart();
    const again = await eventually(() => lock.tryAcquire().catch(() => null));
    expect(await held.release()).toEqual({ outcome: "lost" });
    expect(await again.release()).toEqual({ outcome: "released" });
  });

  it("is used by a user who may not run DELEX, or no script", onlyRedis("users with few rights"), async () => {
    const words = ["ACL", "SETUSER", "limited", "reset", "on", ">secret", "~*", "+@all", "-@scripting"];
    await redis.sendCommand(words);
    const answer = await fetch(gateway.url, {
      method: "POST",
      headers: { authorization: `Bearer ${gateway.token}` },
      body: JSON.stringify(["ACL", "RESTTOKEN", "limited", "secret"]),
    });
    const { result: token } = (await answer.json()) as { result: string };
    const lock = createLightLocks({ redis: { url: gateway.url, token }, leaseMs: LEASE_MS }).lock("limited");
    const held = await lock.acquire();
    // The gateway compares by scripts, so this user may not compare in either way.
    await expect(held.release()).rejects.toMatchObject({ code: "REDIS_REFUSED", redisCode: "NOPERM" });
    expect(await make().lock("limited").forceRelease()).toBe(true);
  });
});
