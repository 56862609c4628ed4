// One lock made of locks in several databases: any of them may be away, at any step.
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Locks } from "../../../src/index.ts";
import { createLocks } from "../../support/bare-locks.ts";
import { eventually } from "../../support/eventually.ts";
import { met } from "../../support/held-back.ts";
import { processWatchdog } from "../../support/process-watchdog.ts";
import { rejection } from "../../support/rejection.ts";
import { clearFaults, command, setFaults, witnessed } from "../../support/rest.ts";
import { type ServedGateway, startServedGateway } from "../../support/server.ts";
import { uniqueName } from "../../support/unique-name.ts";
import { BackgroundWork } from "../../support/wait-until.ts";

const LEASE_MS = 2_000;
let nodes: ServedGateway[];
let locks: Locks[];
beforeEach(async () => {
  nodes = await Promise.all([startServedGateway(), startServedGateway()]);
  locks = nodes.map((redis) => createLocks({ redis, leaseMs: LEASE_MS, watchdog: processWatchdog(redis) }));
});
afterEach(() => Promise.all(nodes.map((node) => node.close())));

/** One lock on the first, two on the second. */
function several(given = locks) {
  const [here, there] = given;
  if (here === undefined || there === undefined) throw new Error("two");
  return here.multiLock(there.lock("c"), here.lock("a"), there.lock("b"));
}

async function heldOn(): Promise<number[]> {
  return Promise.all(nodes.map((node) => command<number>(node, "EXISTS", "a", "b", "c").catch(() => -1)));
}

it("a multi lock is held, renewed, kept, resumed and released on both databases", async () => {
  const held = await several().acquire();
  expect(await heldOn()).toEqual([1, 2]);
  expect(await several().tryAcquire()).toBeNull();
  const kept = held.keepAlive(new BackgroundWork());
  await new Promise((resolve) => setTimeout(resolve, 1.3 * LEASE_MS));
  expect(await held.check()).toBe(true);
  expect(await heldOn()).toEqual([1, 2]);
  expect(await several().release(held.serialize())).toMatchObject({ outcome: "released" });
  expect(await heldOn()).toEqual([0, 0]);
  expect(await held.check()).toBe(false);
  expect(await kept.ended).toMatchObject({ reason: "released" });
});

it("a multi lock is handed off to the watchdog of each database, or to none if one is missing", async () => {
  const held = await several().acquire();
  await held.handOff({ maxHoldMs: 60_000, leaseMs: LEASE_MS });
  await new Promise((resolve) => setTimeout(resolve, 1.3 * LEASE_MS));
  expect(await heldOn()).toEqual([1, 2]);
  expect(await several().handOffStatus(held.serialize())).toMatchObject({ state: "kept" });
  expect(await held.release()).toMatchObject({ outcome: "released" });

  const [first, second] = nodes;
  if (first === undefined || second === undefined) return;
  const mixed = [
    createLocks({ redis: first, leaseMs: LEASE_MS, watchdog: processWatchdog(first) }),
    createLocks({ redis: second, leaseMs: LEASE_MS }),
  ];
  await using other = await several(mixed).acquire();
  await expect(other.handOff({ maxHoldMs: 60_000 })).rejects.toMatchObject({ code: "NO_WATCHDOG" });
});

it("a multi lock is unreachable while one database is away, and leaves nothing on the other", async () => {
  await (await several().acquire()).release();
  for (const [nth, node] of nodes.entries()) {
    await node.redis.kill("SIGKILL");
    await expect(several().acquire()).rejects.toMatchObject({ code: "REDIS_UNREACHABLE" });
    expect((await heldOn())[1 - nth]).toBe(0);
    await node.redis.restart();
    await eventually(async () => (await heldOn())[nth] === 0);
  }
  expect(await (await several().acquire()).release()).toMatchObject({ outcome: "released" });
});

it("a multi lock is lost with the data of one database, and leaving the scope frees the others", async () => {
  {
    await using held = await several().acquire();
    await nodes[1]?.redis.kill("SIGKILL");
    await nodes[1]?.redis.restart();
    await eventually(async () => (await heldOn())[1] === 0);
    await expect(held.renew()).rejects.toMatchObject({ code: "LOCK_LOST" });
    expect(held.signal.aborted).toBe(true);
  }
  expect(await heldOn()).toEqual([0, 0]);
});

it("a multi lock is lost at the end of the lease when one database hangs, and is invalid after an unanswered release", async () => {
  const held = await several().acquire();
  const kept = held.keepAlive(new BackgroundWork());
  const [, second] = nodes;
  if (second === undefined) return;
  await setFaults(second, 1, [{ fault: "drop-before", command: "EVALSHA" }]);
  await eventually(() => held.signal.aborted);
  expect(await kept.ended).toMatchObject({ reason: "lost" });
  await expect(held.release()).rejects.toMatchObject({ code: "OUTCOME_UNKNOWN" });
  expect((await heldOn())[0]).toBe(0);
  await clearFaults(second);
  await eventually(async () => (await heldOn())[1] === 0);
});

describe("a multi lock whose many members are acquired one by one", () => {
  const few = { leaseMs: 3_000 };
  const fair = (client: Locks, count: number) => {
    const names = Array.from({ length: count }, () => uniqueName()).sort();
    return { names, multi: client.multiLock(...names.map((name) => client.fairLock(name))) };
  };

  it("attempts no longer than its lease, however long each member takes", async () => {
    const [node] = nodes;
    if (node === undefined) return;
    const client = createLocks({ redis: node, ...few });
    await (await fair(client, 2).multi.acquire()).release();
    const { names, multi } = fair(client, 10);
    await setFaults(node, 1, [{ fault: "delay", delayMs: 700 }]);
    await expect(multi.acquire({ waitMs: 0 })).rejects.toMatchObject({ code: "REDIS_UNREACHABLE" });
    const taken = await Promise.all(names.map((name) => witnessed(node, name)));
    expect(taken.filter((runs) => runs.length > 0).length).toBeLessThan(6);
    await clearFaults(node);
    await eventually(async () => (await command<number>(node, "EXISTS", ...names)) === 0);
  });

  it("ends at close, however long it has taken by then", async () => {
    const [node] = nodes;
    if (node === undefined) return;
    const client = createLocks({ redis: node, ...few });
    await (await fair(client, 2).multi.acquire()).release();
    const { names, multi } = fair(client, 4);
    const slow = [1, 2, 3].map((request) => ({ fault: "delay", request, delayMs: 750 }) as const);
    await setFaults(node, 1, [...slow, { fault: "hold-back", reply: false, request: 4 }]);
    const given = multi.tryAcquire();
    const closed = rejection(given);
    await met(node, 4);
    // Each call checks whether other attempts have ended.
    for (const _ of names) await client.lock(uniqueName()).tryAcquire();
    client.close();
    expect(await closed).toMatchObject({ code: "CLOSED" });
    await clearFaults(node);
    await eventually(async () => (await command<number>(node, "EXISTS", ...names)) === 0);
  });
});
