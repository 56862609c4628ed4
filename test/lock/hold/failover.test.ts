// Rows 22 to 24 of docs/audit/faults.md, for every kind. A restart forgets only the last grants, a real replica is
// promoted while it lags behind, and a repair mixes keys of two regions. fenced-restart.test.ts covers the tokens.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { lastTriesKey, markKey, queueKey, queueScoresKey, readTimeouts, tokenKey } from "../../../src/lock/keys.ts";
import { type Gateway, startGateway } from "../../../src/tools/gateway/gateway.ts";
import { createLocks } from "../../support/bare-locks.ts";
import { eventually } from "../../support/eventually.ts";
import { onlyRedis } from "../../support/only-redis.ts";
import { command } from "../../support/rest.ts";
import { type Server, startServer } from "../../support/server.ts";
import { uniqueName } from "../../support/unique-name.ts";
import { BackgroundWork } from "../../support/wait-until.ts";
import { kinds } from "../contract/kinds.ts";
import { connect } from "../model/real.ts";

const LEASE_MS = 4_000;

describe.concurrent("a failover", onlyRedis("files and replicas"), () => {
  it("to a Redis without its last second loses the locks of that second, and no others", async () => {
    await using stack = new AsyncDisposableStack();
    const server = await serverOn(stack, { appendOnly: true });
    const gateway = await startFront(stack, server);
    const renewed = new Set<string>();
    const locks = createLocks({
      redis: gateway,
      leaseMs: LEASE_MS,
      onEvent: ({ type, owner }) => type === "renewed" && renewed.add(owner),
    });
    const take = (when: string) =>
      Promise.all(
        Object.values(kinds).map(async (kind) => {
          const held = await kind.lock(locks, `${when} ${kind.name}`).acquire();
          return { held, kept: held.keepAlive(new BackgroundWork()) };
        }),
      );
    const connection = await connect(server.url);
    await connection.sendCommand(["CONFIG", "SET", "appendfsync", "always"]);
    const early = await take("early");
    // Later writes are not in the file, as after a power cut within the second.
    await connection.sendCommand(["CONFIG", "SET", "appendonly", "no"]);
    const late = await take("late");
    connection.destroy();
    await server.kill("SIGKILL");
    await server.restart();
    renewed.clear();
    for (const { kept, held } of late) {
      expect(await kept.ended).toMatchObject({ reason: "lost" });
      expect(held.signal.aborted).toBe(true);
    }
    await eventually(() => early.every(({ held }) => renewed.has(held.owner)));
    for (const { held } of early) {
      expect(held.signal.aborted).toBe(false);
      expect(await held.check()).toBe(true);
      expect(await held.release()).toMatchObject({ outcome: "released" });
    }
  });

  it("to a replica that lagged behind is reported by the next renewal, and tokens rise; the mark of a fence goes back with it", async () => {
    await using stack = new AsyncDisposableStack();
    const [primary, replica] = [await serverOn(stack), await serverOn(stack)];
    const [toPrimary, toReplica] = [await connect(primary.url), await connect(replica.url)];
    // Otherwise it waits 5 s for more replicas.
    await toPrimary.sendCommand(["CONFIG", "SET", "repl-diskless-sync-delay", "0"]);
    await toReplica.sendCommand(["CONFIG", "SET", "masterauth", new URL(primary.url).password]);
    await toReplica.sendCommand(["REPLICAOF", "127.0.0.1", String(primary.port)]);
    await eventually(async () =>
      String(await toReplica.sendCommand(["INFO", "replication"])).includes("master_link_status:up"),
    );
    const before = await startGateway({ redisUrl: primary.url });
    const { url, token } = before;
    const locks = createLocks({ redis: { url, token }, leaseMs: LEASE_MS });
    const [lock, fence] = [locks.fencedLock("failover"), locks.fence("failover")];
    const first = await lock.acquire();
    await fence.check(first.fencingToken);
    await first.release();
    // WAIT covers the last write of its own connection, and all before it.
    await toPrimary.sendCommand(["SET", "last", "1"]);
    expect(await toPrimary.sendCommand(["WAIT", "1", "5000"])).toBe(1);
    // The replica never receives later grants.
    await toReplica.sendCommand(["REPLICAOF", "NO", "ONE"]);
    const second = await lock.acquire();
    const kept = second.keepAlive(new BackgroundWork());
    expect(await fence.check(second.fencingToken)).toBe(true);
    toPrimary.destroy();
    toReplica.destroy();
    const start = performance.now();
    await before.close();
    await primary.kill("SIGKILL");
    await startFront(stack, replica, { port: Number(new URL(url).port), token });
    // Until a renewal fails, both holds may be valid.
    const third = await eventually(() => lock.tryAcquire().catch(() => null));
    expect(BigInt(third.fencingToken)).toBeGreaterThan(BigInt(second.fencingToken));
    expect(await kept.ended).toMatchObject({ reason: "lost" });
    // By a renewal, before the end of its lease.
    expect(performance.now() - start).toBeLessThan(LEASE_MS);
    expect(await third.check()).toBe(true);
    // The previous holder would pass until the newer one checks, as docs/audit/guarantees.md says.
    expect(await command({ url, token }, "GET", markKey("failover"))).toBe(first.fencingToken);
    expect(await fence.check(third.fencingToken)).toBe(true);
    expect(await fence.set("data", "late", second.fencingToken)).toBe(false);
    expect(await third.release()).toMatchObject({ outcome: "released" });
  });
});

describe.concurrent("a repair that mixes the keys of two regions", () => {
  const stack = new AsyncDisposableStack();
  let gateway: Gateway;
  beforeAll(async () => {
    gateway = await startFront(stack, await serverOn(stack));
  });
  afterAll(() => stack.disposeAsync());
  const client = (leaseMs = 20_000) => createLocks({ redis: gateway, leaseMs, waitMs: 15_000, pollMs: 200 });

  it("keeps a fenced lock with an older latest token exclusive, and the next token is higher", async () => {
    const lock = client().fencedLock(uniqueName());
    const older = await lock.acquire();
    await older.release();
    const held = await lock.acquire();
    await command(gateway, "SET", tokenKey(lock.name), older.fencingToken);
    expect(await lock.tryAcquire()).toBeNull();
    expect(await held.check()).toBe(true);
    // The opposite order is safe: a fence refuses it.
    const inner = await lock.acquire({ owner: held.owner });
    expect(inner.fencingToken).toBe(older.fencingToken);
    await inner.release();
    expect(await held.release()).toMatchObject({ outcome: "released" });
    const next = await lock.acquire();
    expect(BigInt(next.fencingToken)).toBeGreaterThan(BigInt(held.fencingToken));
    await next.release();
  });

  it.each([
    ["without the leases of its readers", (name: string) => readers(name)],
    ["of which only the leases of its readers are left", async (name: string) => [name]],
  ])("keeps writers out beside a valid reader of a read lock %s, and all ends with the leases", async (_, missing) => {
    const lock = client(1_500).readWriteLock(uniqueName());
    const reader = await lock.readLock().acquire();
    const kept = reader.keepAlive(new BackgroundWork());
    for (const key of await missing(lock.name)) expect(await command(gateway, "DEL", key)).toBe(1);
    const writer = await lock.writeLock().tryAcquire();
    expect([writer !== null, await reader.check()]).not.toEqual([true, true]);
    if (writer !== null) expect(await kept.ended).toMatchObject({ reason: "lost" });
    await writer?.release();
    await reader.release();
    await (await lock.writeLock().acquire()).release();
    await eventually(async () => (await readers(lock.name)).length === 0);
  });

  it.each([
    ["queue", queueKey],
    ["scores", queueScoresKey],
    ["last tries", lastTriesKey],
  ])(
    "lets in all waiters of a fair lock without its %s, one after the other, and then the lock is free",
    async (_, missing) => {
      const name = uniqueName();
      const held = await client().fairLock(name).acquire();
      let inside = 0;
      const waiting = [1, 2, 3].map(async () => {
        await using own = await client().fairLock(name).acquire();
        inside += 1;
        expect(inside).toBe(1);
        expect(await own.check()).toBe(true);
        inside -= 1;
      });
      await eventually(async () => (await command(gateway, "LLEN", queueKey(name))) === 3);
      expect(await command(gateway, "DEL", missing(name))).toBe(1);
      expect(await held.release()).toMatchObject({ outcome: "released" });
      await Promise.all(waiting);
      // A waiter that got in without a queue has left its score, which is not read without one.
      expect(await command(gateway, "EXISTS", name, queueKey(name))).toBe(0);
    },
  );

  async function readers(name: string): Promise<string[]> {
    const keys = await command<string[]>(gateway, "KEYS", "*:rwlock_timeout:*");
    return keys.filter((key) => key.startsWith(readTimeouts(name)));
  }
});

async function serverOn(stack: AsyncDisposableStack, options?: { appendOnly: boolean }): Promise<Server> {
  const server = await startServer(options);
  stack.defer(() => server.stop());
  return server;
}

async function startFront(
  stack: AsyncDisposableStack,
  server: Server,
  options: { port?: number; token?: string } = {},
): Promise<Gateway> {
  const gateway = await startGateway({ redisUrl: server.url, ...options });
  stack.defer(() => gateway.close());
  return gateway;
}
