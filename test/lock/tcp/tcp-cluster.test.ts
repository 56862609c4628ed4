// Locks over a Redis Cluster: how commands find their master, while slots move and masters fail.
import { createCluster } from "@redis/client";
import { Cluster } from "ioredis";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { createLockManager } from "../../../src/edge/web-locks/index.ts";
import { everyText } from "../../../src/engine/port-contract/checks.ts";
import { echoCall } from "../../../src/engine/port-contract/echo-script.ts";
import { createLocks, type Locks, type LocksOptions } from "../../../src/index.ts";
import { contextOf } from "../../../src/lock/client.ts";
import { describeLocks } from "../../../src/lock/kinds/describe-locks.ts";
import { createLightLocks } from "../../../src/lock/light/index.ts";
import { ioredisClusterPort } from "../../../src/lock/tcp/ioredis.ts";
import { nodeRedisClusterPort } from "../../../src/lock/tcp/node-redis.ts";
import { CLUSTER_USERS, type ClusterAddress } from "../../others/cluster-clients.ts";
import { startNode } from "../../support/child-process.ts";
import { type ClusterNode, TestCluster } from "../../support/cluster.ts";
import { eventually } from "../../support/eventually.ts";
import { shortOrFull } from "../../support/exhaustive.ts";
import { rejection } from "../../support/rejection.ts";
import type { TcpUser } from "../../support/tcp-clients.ts";
import { uniqueName } from "../../support/unique-name.ts";
import { BackgroundWork } from "../../support/wait-until.ts";
import { sleeper } from "../../support/waiting.ts";

const stack = new AsyncDisposableStack();
let cluster: TestCluster;
let address: ClusterAddress;
beforeAll(async () => {
  cluster = await TestCluster.start(stack);
  address = addressOf(cluster);
});
afterAll(() => stack.disposeAsync());

function addressOf({ masters, password }: TestCluster): ClusterAddress {
  return { port: masters[0]?.server.port ?? 0, password };
}

/** Returns a lock name in a slot of each master, in their order. */
async function nameOnEach(): Promise<string[]> {
  const names: string[] = [];
  for (const wanted of cluster.masters) {
    let name = uniqueName();
    while ((await cluster.placeOf(name)).master !== wanted) name = uniqueName();
    names.push(name);
  }
  return names;
}

/** Returns the connections of clients to a node, but the administrator's. */
async function connectionsTo({ command }: ClusterNode): Promise<string[]> {
  const id = await command("CLIENT", "ID");
  const lines = String(await command("CLIENT", "LIST", "TYPE", "NORMAL")).split("\n");
  const pubSub = String(await command("CLIENT", "LIST", "TYPE", "PUBSUB")).split("\n");
  // A node that moves keys to another one stays connected to it for a while.
  const isOfNode = (line: string): boolean => line.includes(" cmd=restore");
  return [...lines, ...pubSub].filter(
    (line) => line.includes(" cmd=") && !line.startsWith(`id=${id} `) && !isOfNode(line),
  );
}

const connections = async (): Promise<string[]> => (await Promise.all(cluster.masters.map(connectionsTo))).flat();

const newest = CLUSTER_USERS.filter(([name]) => name.endsWith(" 6"));
const someUsers = shortOrFull(newest, CLUSTER_USERS);

describe.each(someUsers)("locks over a Cluster of %s", (name, makeUser) => {
  const users: TcpUser[] = [];
  const use = (at = address, options?: object): TcpUser => {
    const user = makeUser(at, options);
    users.push(user);
    return user;
  };
  const locksOf = ({ port }: TcpUser, options: Partial<LocksOptions> = {}): Locks =>
    createLocks({ redis: port, prefix: "", ...options });
  afterEach(async () => {
    for (const { port } of users.splice(0)) port.close();
    await eventually(async () => (await connections()).length === 0);
  });

  it.each(["lock", "fairLock", "fencedLock", "nonReentrantLock"] as const)(
    "hand a %s over by message, on every master",
    async (kind) => {
      const locks = locksOf(use());
      const waiters = locksOf(use(), { pollMs: 60_000 });
      for (const key of await nameOnEach()) {
        const held = await locks[kind](key).acquire();
        const { got } = await sleeper((options) => waiters[kind](key).acquire({ waitMs: 20_000, ...options }));
        const start = performance.now();
        await held.release();
        expect((await (await got).release()).outcome).toBe("released");
        expect(performance.now() - start).toBeLessThan(2_000);
      }
    },
  );

  it("hold every other kind, and resume a hold by its text", async () => {
    const locks = locksOf(use());
    const key = uniqueName();
    await using write = await locks.readWriteLock(`${key}:rw`).writeLock().acquire();
    await using fair = await locks.fairReadWriteLock(`${key}:frw`).readLock().acquire();
    expect([write.owner, fair.owner]).toEqual([expect.any(String), expect.any(String)]);
    const semaphore = locks.semaphore(`${key}:s`);
    await semaphore.trySetPermits(2);
    await semaphore.acquire();
    expect(await semaphore.availablePermits()).toBe(1);
    const permits = locks.permitExpirableSemaphore(`${key}:p`, { permits: 1 });
    await using permit = await permits.acquire();
    expect(permit.id).toEqual(expect.any(String));
    const latch = locks.countDownLatch(`${key}:l`);
    await latch.trySetCount(Number.MAX_SAFE_INTEGER);
    expect(await latch.count()).toBe(Number.MAX_SAFE_INTEGER);
    expect(await locks.singleFlight(`${key}:f`, () => ({ rate: 1 }), { ttlMs: 5_000 })).toEqual({ rate: 1 });
    const text = (await locks.lock(key).acquire()).serialize();
    await using resumed = await locksOf(use()).resume(text);
    expect((await locks.lock(key).inspect()).holders[0]?.owner).toBe(resumed.owner);
    const described = await describeLocks(contextOf(locks), [`${key}:rw`, key, `${key}:frw`, `${key}:free`]);
    expect([...described.keys()].sort()).toEqual([key, `${key}:frw`, `${key}:rw`].sort());
    expect(described.get(key)?.holder.owner).toBe(resumed.owner);
    expect(await locks.lock(key).forceRelease()).toBe(true);
  });

  it("refuse by name what would need keys of several slots, and send nothing", async () => {
    // Of its connections alone: those of other clients come and go.
    const label = uniqueName();
    const { password } = address;
    const named = { redisOptions: { password, connectionName: label }, defaults: { password, name: label } };
    const locks = locksOf(use(address, named));
    const opened = async () => (await connections()).filter((line) => line.includes(` name=${label} `));
    const refused = { code: "INVALID_OPTION", outcome: "not-done" };
    const error = (act: () => unknown): Promise<unknown> =>
      Promise.resolve()
        .then(act)
        .then(
          () => undefined,
          (thrown: unknown) => thrown,
        );
    expect(await error(() => locks.multiLock(locks.lock("a"), locks.lock("b")))).toMatchObject({
      ...refused,
      option: "locks",
      message: expect.stringMatching(/multiLock.*cluster.*\{order\}:1/),
    });
    expect(await error(() => locks.fence("invoices").set("last", "42", "7"))).toMatchObject({
      ...refused,
      option: "key",
      message: expect.stringMatching(/fence.*cluster/),
    });
    expect(await error(() => createLockManager(locks))).toMatchObject({ ...refused, option: "prefix" });
    expect(await error(() => locks.list())).toMatchObject({ ...refused, option: "prefix" });
    for (const odd of ["a{b", "a}b", "{}x"]) {
      expect(await error(() => locks.lock(odd).acquire())).toMatchObject({ ...refused, option: "name" });
    }
    expect(await opened()).toEqual([]);
    await using _ = await locks.lock("a").acquire();
    expect(await opened()).not.toEqual([]);
  });

  it("run all of these where a hash tag puts the keys in one slot", async () => {
    const tag = uniqueName();
    const user = use();
    const locks = locksOf(user);
    const [one, two] = [locks.lock(`{${tag}}:1`), locks.lock(`{${tag}}:2`)];
    const both = await locks.multiLock(one, two).acquire();
    expect(await Promise.all([one.isLocked(), two.isLocked()])).toEqual([true, true]);
    expect((await both.release()).outcome).toBe("released");
    const { fencingToken } = await locks.fencedLock(`{${tag}}:fence`).acquire();
    expect(await locks.fence(`{${tag}}:fence`).set(`{${tag}}:last`, "42", fencingToken)).toBe(true);

    const tagged = locksOf(user, { prefix: `{${tag.replaceAll(":", "-")}}:` });
    const names = ["a", "b", "c"];
    for (const each of names) await tagged.lock(each).acquire();
    const page = await tagged.list({ match: "*" });
    expect(page.locks.map((listed) => listed.name).sort()).toEqual(names);
    await createLockManager(tagged).request("import", async (lock) => expect(lock?.name).toBe("import"));
  });

  it("renew many holds that fall due together, whatever their slots", async () => {
    const renewed = new Set<string>();
    const locks = locksOf(use(), {
      leaseMs: 1_500,
      onEvent: (event) => {
        if (event.type === "renewed") renewed.add(event.lockName);
      },
    });
    const key = uniqueName();
    const names = Array.from({ length: 30 }, (_, nth) => `${key}:${nth}`);
    const all = await Promise.all(names.map((each) => locks.lock(each).acquire()));
    for (const held of all) held.keepAlive(new BackgroundWork());
    await eventually(() => renewed.size === names.length);
    for (const held of all) expect((await held.release()).outcome).toBe("released");
  });

  it("are REDIS_UNREACHABLE where no server is, and REDIS_REFUSED with a wrong password, which no error shows", async () => {
    const error = (user: TcpUser): Promise<unknown> =>
      locksOf(user)
        .lock("x")
        .tryAcquire()
        .catch((thrown: unknown) => thrown);
    const start = performance.now();
    const nowhere = await error(use({ port: 6, password: "canary-5ecret" }));
    expect(nowhere).toMatchObject({ code: "REDIS_UNREACHABLE", message: expect.stringContaining("ECONNREFUSED") });
    expect(performance.now() - start).toBeLessThan(2_000);
    const refused = await error(use({ ...address, password: "canary-5ecret" }));
    expect(refused).toMatchObject({ code: "REDIS_REFUSED", redisCode: "WRONGPASS" });
    expect(everyText([nowhere, refused])).not.toContain("canary");
  });

  it.runIf(name.startsWith("io"))("refuse a keyPrefix", () => {
    expect(() => use(address, { redisOptions: { keyPrefix: "x:" } })).toThrow(/keyPrefix/);
  });

  it("use none of the client's own settings for commands", async () => {
    const redisOptions = { password: address.password, stringNumbers: false, commandTimeout: 1, readOnly: true };
    const ofIoredis = { redisOptions, enableAutoPipelining: true, scaleReads: "slave", slotsRefreshInterval: 10 };
    const commandOptions = { typeMapping: { 58: String, 36: String }, timeout: 1 };
    const options = { ...ofIoredis, useReplicas: true, RESP: 3, commandOptions };
    const locks = locksOf(use(address, options));
    for (const key of await nameOnEach())
      expect((await (await locks.lock(key).acquire()).release()).outcome).toBe("released");
  });

  it("settle all calls when a connection is killed, send none of them again, and continue", async () => {
    const user = use();
    const key = uniqueName();
    const { master } = await cluster.placeOf(key);
    await locksOf(user).lock(key).acquire();
    await master.command("CLIENT", "PAUSE", 60_000, "WRITE");
    const call = echoCall(`{${key}}:runs`, "held");
    const runs = [1, 2, 3].map(() => user.port.run(call, { timeoutMs: 20_000 }).catch((thrown: unknown) => thrown));
    await eventually(async () => (await connectionsTo(master)).some((line) => /cmd=eval/.test(line)));
    await master.command("CLIENT", "KILL", "SKIPME", "yes", "TYPE", "normal");
    for (const error of await Promise.all(runs)) expect(error).toMatchObject({ code: "OUTCOME_UNKNOWN" });
    await master.command("CLIENT", "UNPAUSE");
    expect(await user.port.run(call, { timeoutMs: 5_000 })).toMatchObject(["held", expect.any(String), 1]);
  });

  it("delay no lock of the other masters when one hangs", async () => {
    const locks = locksOf(use());
    const names = await nameOnEach();
    for (const key of names) await (await locks.lock(key).acquire()).release();
    const [, slow = "", ...others] = names;
    const { server } = (await cluster.placeOf(slow)).master;
    await server.kill("SIGSTOP");
    try {
      const aborted = new AbortController();
      const hangs = locks.lock(slow).tryAcquire({ signal: aborted.signal });
      const fails = rejection(hangs);
      for (const key of others) {
        await (await locks.lock(key).acquire()).release();
        await (await locksOf(use()).lock(key).acquire()).release();
      }
      aborted.abort();
      expect(await fails).toMatchObject({ code: "ABORTED" });
    } finally {
      await server.kill("SIGCONT");
    }
    await cluster.ready();
  });

  it("end with the client, and are then REDIS_UNREACHABLE", async () => {
    const user = use();
    await user.connect();
    const locks = locksOf(user);
    const key = uniqueName();
    await locks.lock(key).acquire();
    const { got } = await sleeper((options) => locks.lock(key).acquire({ waitMs: 20_000, ...options }));
    const waits = rejection(got);
    await user.quit();
    await eventually(async () => (await connections()).length === 0);
    expect(await waits).toMatchObject({ code: "REDIS_UNREACHABLE" });
    await expect(locks.lock(key).isLocked()).rejects.toMatchObject({ code: "REDIS_UNREACHABLE" });
  });

  it("keep no process alive, although nothing is closed", async () => {
    const code = `
      import { createLocks } from "leasehound";
      import { CLUSTER_USERS } from "./test/others/cluster-clients.ts";
      const makeUser = new Map(CLUSTER_USERS).get(${JSON.stringify(name)});
      const locks = createLocks({ redis: makeUser(${JSON.stringify(address)}).port, prefix: "" });
      const held = await locks.lock(${JSON.stringify(uniqueName())}).acquire();
      console.log((await held.release()).outcome);`;
    await using child = startNode(["--input-type=module", "-e", code]);
    expect(await child.ended).toMatchObject({ code: 0, stdout: "released\n" });
  });

  it("are light locks, too", async () => {
    const light = createLightLocks({ redis: use().port, prefix: "" });
    for (const key of await nameOnEach()) {
      const held = await light.lock(key).acquire();
      expect(await light.lock(key).tryAcquire()).toBeNull();
      expect(await held.renew()).toBeDefined();
      expect((await held.release()).outcome).toBe("released");
    }
  });

  it.each([
    ["", undefined],
    [", with addresses that the client translates", translated],
  ])("continue on the new master when their slot is moved%s", async (_, options) => {
    const user = use(address, options?.());
    const locks = locksOf(user);
    const key = `{${uniqueName()}}:held`;
    const held = await locks.lock(key).acquire();
    const { got } = await sleeper((waiting) =>
      locksOf(use())
        .lock(key)
        .acquire({ waitMs: 30_000, ...waiting }),
    );
    const finish = await cluster.beginToMove(key);
    await expect(user.port.run(echoCall(`${key}:free`, "held"), { timeoutMs: 5_000 })).rejects.toMatchObject({
      code: "REDIS_UNREACHABLE",
      message: expect.stringContaining("is being moved"),
    });
    await finish();
    await held.renew();
    expect((await held.release()).outcome).toBe("released");
    expect((await (await got).release()).outcome).toBe("released");
  });
});

/** Returns options that translate the addresses of the nodes, as for a cluster behind NAT. */
function translated(): object {
  const natMap = Object.fromEntries(
    cluster.masters.map(({ server: { port } }) => [`127.0.0.1:${port}`, { host: "localhost", port }]),
  );
  return { natMap, nodeAddressMap: natMap };
}

describe.each(someUsers)("while slots move and masters fail, over %s", (_, makeUser) => {
  const portTo = (at: ClusterAddress, stackOfTest: AsyncDisposableStack): TcpUser["port"] => {
    const { port } = makeUser(at);
    stackOfTest.defer(() => port.close());
    return port;
  };

  it("never are two inside while a slot is moved to and fro", async () => {
    await using ofTest = new AsyncDisposableStack();
    const key = uniqueName();
    let inside = 0;
    let sections = 0;
    let isOver = false;
    const overlaps: number[] = [];
    const contend = async (kind: "lock" | "fairLock"): Promise<void> => {
      const locks = createLocks({ redis: portTo(address, ofTest), prefix: "" });
      while (!isOver) {
        const held = await locks[kind](key).acquire({ waitMs: 60_000, onUnreachable: "wait" });
        inside += 1;
        if (inside > 1) overlaps.push(inside);
        await new Promise((resolve) => setTimeout(resolve, 2));
        inside -= 1;
        sections += 1;
        // A release is refused while the slot moves.
        await eventually(() =>
          held.release().then(
            () => true,
            () => false,
          ),
        );
      }
    };
    const all = Promise.all([1, 2, 3, 4].map(() => contend("lock")));
    for (let moves = 0; moves < 12; moves += 1) {
      const before = sections;
      const finish = await cluster.beginToMove(key);
      await new Promise((resolve) => setTimeout(resolve, 20 * moves));
      await finish();
      await eventually(() => sections > before + 5);
    }
    isOver = true;
    await all;
    expect(overlaps).toEqual([]);
  });

  it("a hold that the replica has is renewed on the new master, and waiters are woken there", async () => {
    await using ofTest = new AsyncDisposableStack();
    const own = await TestCluster.start(ofTest, { nodeTimeoutMs: 1_000 });
    let renewals = 0;
    const locks = createLocks({
      redis: portTo(addressOf(own), ofTest),
      leaseMs: 12_000,
      prefix: "",
      onEvent: ({ type }) => {
        if (type === "renewed") renewals += 1;
      },
    });
    const key = uniqueName();
    const { master } = await own.placeOf(key);
    await own.addReplica(master);
    const held = await locks.lock(key).acquire();
    const kept = held.keepAlive(new BackgroundWork());
    const waiter = locks.lock(key).acquire({ waitMs: 60_000, onUnreachable: "wait" });
    await eventually(() => renewals > 0);
    await master.server.kill("SIGKILL");
    const before = renewals;
    await eventually(() => renewals > before, 30_000);
    expect(held.signal.aborted).toBe(false);
    expect(await held.release()).toMatchObject({ outcome: "released" });
    expect(await kept.ended).toMatchObject({ reason: "released" });
    expect(await (await waiter).release()).toMatchObject({ outcome: "released" });
  });
});

it("a node's malformed url is refused by name, without its password", () => {
  for (const url of ["redis://:canary-5ecret@no host:1", "redis://:canary-5ecret%zz@127.0.0.1:1"]) {
    for (const make of [
      () => ioredisClusterPort(new Cluster([url], { lazyConnect: true })),
      () => nodeRedisClusterPort(createCluster({ rootNodes: [{ url }] })),
    ]) {
      let thrown: unknown;
      try {
        make();
      } catch (error) {
        thrown = error;
      }
      expect(thrown).toMatchObject({ code: "INVALID_OPTION", option: "redis" });
      expect(everyText([thrown])).not.toContain("canary");
    }
  }
});
