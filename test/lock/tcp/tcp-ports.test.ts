// Locks over TCP: what a client of ioredis or node-redis would do by itself, and its port must not.

import { connect as connectTo, createServer, type Socket } from "node:net";
import { pipeline } from "node:stream/promises";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { everyText } from "../../../src/engine/port-contract/checks.ts";
import { echoCall } from "../../../src/engine/port-contract/echo-script.ts";
import { createLocks, type Locks, type LocksOptions } from "../../../src/index.ts";
import { createLightLocks } from "../../../src/lock/light/index.ts";
import { type StreamEnd, Tries } from "../../../src/lock/protocol.ts";
import { startGateway } from "../../../src/tools/gateway/gateway.ts";
import { type RedisServer, startRedisServer } from "../../../src/tools/gateway/redis-server.ts";
import { TCP_USERS } from "../../others/tcp-clients.ts";
import { startNode } from "../../support/child-process.ts";
import { eventually } from "../../support/eventually.ts";
import { rejection } from "../../support/rejection.ts";
import type { TcpUser } from "../../support/tcp-clients.ts";
import { uniqueName } from "../../support/unique-name.ts";
import { connect } from "../model/real.ts";

const NOWHERE = "redis://:canary-5ecret@127.0.0.1:6";

let server: RedisServer;
let admin: Awaited<ReturnType<typeof connect>>;
let adminId: unknown;
beforeAll(async () => {
  server = await startRedisServer();
  admin = await connect(server.url);
  adminId = await command("CLIENT", "ID");
});
afterAll(async () => {
  admin.destroy();
  await server.stop();
});

/** Sends a command of the administrator. */
const command = (...words: string[]): Promise<unknown> => admin.sendCommand(words);
/** Returns the connections but the administrator's. */
const connections = async (): Promise<string[]> =>
  String(await command("CLIENT", "LIST"))
    .split("\n")
    .filter((line) => line.includes(" cmd=") && !line.startsWith(`id=${adminId} `));
/** Returns their ids. */
const ids = async (): Promise<(string | undefined)[]> => (await connections()).map((line) => line.split(" ")[0]);
/** Returns how many scripts have run. */
const scriptsRun = async (): Promise<number> =>
  Number(/cmdstat_evalsha:calls=(\d+)/.exec(String(await command("INFO", "commandstats")))?.[1]);
const killAll = (): Promise<unknown> => command("CLIENT", "KILL", "SKIPME", "yes");

describe.each(TCP_USERS)("locks over %s", (name, makeUser) => {
  const users: TcpUser[] = [];
  const use = (url = server.url, options?: object): TcpUser => {
    const user = makeUser(url, options);
    users.push(user);
    return user;
  };
  const locksOf = ({ port }: TcpUser, options: Partial<LocksOptions> = {}): Locks =>
    createLocks({ redis: port, prefix: "", ...options });
  afterEach(async () => {
    await command("CLIENT", "UNPAUSE");
    for (const { port } of users.splice(0)) port.close();
    await eventually(async () => (await connections()).length === 0);
  });

  it.each(["lock", "fairLock", "fencedLock", "nonReentrantLock"] as const)(
    "hand a %s over by message, with two connections each",
    async (kind) => {
      const key = uniqueName();
      const held = await locksOf(use())[kind](key).acquire();
      const waiter = locksOf(use(), { pollMs: 60_000 })[kind](key).acquire({ waitMs: 20_000 });
      await eventually(async () => (await connections()).length === 3);
      await eventually(async () => Number(Object(await command("PUBSUB", "CHANNELS")).length) > 0);
      await held.release();
      const next = await waiter;
      expect((await next.release()).outcome).toBe("released");
    },
  );

  it("hold every other kind", async () => {
    const locks = locksOf(use());
    const key = uniqueName();
    await using write = await locks.readWriteLock(`${key}:rw`).writeLock().acquire();
    await using both = await locks.multiLock(locks.lock(`${key}:1`), locks.lock(`${key}:2`)).acquire();
    expect([write.owner, both.owner]).toEqual([expect.any(String), expect.any(String)]);
    const semaphore = locks.semaphore(`${key}:s`);
    await semaphore.trySetPermits(2);
    await semaphore.acquire();
    expect(await semaphore.availablePermits()).toBe(1);
    expect(await locks.singleFlight(`${key}:f`, () => ({ rate: 1 }), { ttlMs: 5_000 })).toEqual({ rate: 1 });
    expect((await locks.list({ match: `${key}*` })).locks.length).toBeGreaterThan(2);
  });

  it("read integers up to 2^53 - 1, and texts that look like integers, as Redis sent them", async () => {
    const user = use();
    const latch = locksOf(user).countDownLatch(uniqueName());
    await latch.trySetCount(Number.MAX_SAFE_INTEGER);
    expect(await latch.count()).toBe(Number.MAX_SAFE_INTEGER);
    const texts = ["42", "007", "9007199254740993", "", "ünï ☃"];
    const reply = await user.port.run(echoCall(uniqueName(), "counted", ...texts), { timeoutMs: 5_000 });
    expect(reply).toEqual(["counted", expect.any(String), 1, ...texts]);
  });

  it("are REDIS_UNREACHABLE where no server is, at once", async () => {
    const start = performance.now();
    const error = await locksOf(use(NOWHERE))
      .lock("x")
      .tryAcquire()
      .catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: "REDIS_UNREACHABLE", message: expect.stringContaining("ECONNREFUSED") });
    expect(everyText(error)).not.toContain("canary");
    expect(performance.now() - start).toBeLessThan(2_000);
  });

  it("take an empty address for none, as the clients do", () => {
    expect(use("").port.run).toBeTypeOf("function");
  });

  it("are REDIS_REFUSED with a wrong password, which no error shows", async () => {
    const url = new URL(server.url);
    url.password = "canary-5ecret";
    const error = await locksOf(use(url.href))
      .lock("x")
      .tryAcquire()
      .catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: "REDIS_REFUSED", redisCode: "WRONGPASS" });
    expect(Object(error).httpStatus).toBeUndefined();
    expect(everyText(error)).not.toContain("canary");
  });

  it("use none of the client's own settings for commands", async () => {
    const commandOptions = { typeMapping: { 58: String, 36: String }, timeout: 1 };
    const ofIoredis = { stringNumbers: false, commandTimeout: 1, enableAutoPipelining: true, readOnly: true };
    const user = use(server.url, { ...ofIoredis, commandOptions, disableOfflineQueue: true });
    const locks = locksOf(user);
    const key = uniqueName();
    const all = await Promise.all([1, 2, 3].map((nth) => locks.lock(`${key}${nth}`).acquire()));
    for (const held of all) expect((await held.release()).outcome).toBe("released");
  });

  it("settle all calls when a connection is killed, and continue on another", async () => {
    const user = use();
    await locksOf(user).lock(uniqueName()).acquire();
    await command("CLIENT", "PAUSE", "60000", "WRITE");
    const call = echoCall(uniqueName(), "held");
    const runs = [1, 2, 3].map(() => user.port.run(call, { timeoutMs: 20_000 }).catch((thrown: unknown) => thrown));
    await eventually(async () => (await connections()).some((line) => /cmd=eval/.test(line)));
    const start = performance.now();
    await killAll();
    for (const error of await Promise.all(runs)) expect(error).toMatchObject({ code: "OUTCOME_UNKNOWN" });
    expect(performance.now() - start).toBeLessThan(5_000);
    await command("CLIENT", "UNPAUSE");
    expect(await user.port.run(call, { timeoutMs: 5_000 })).toMatchObject(["held", expect.any(String), 1]);
  });

  it("take another connection after a deadline has passed", async () => {
    const user = use();
    await locksOf(user).lock(uniqueName()).acquire();
    const before = await ids();
    await command("CLIENT", "PAUSE", "60000", "WRITE");
    const tries = new Tries();
    const run = user.port.run(echoCall(uniqueName(), "held"), { timeoutMs: 200, tries });
    await expect(run).rejects.toMatchObject({ code: "OUTCOME_UNKNOWN", message: "no answer within 200 ms" });
    await command("CLIENT", "UNPAUSE");
    await locksOf(user).lock(uniqueName()).acquire();
    // The one that was replaced may still answer, for a while.
    expect(await ids()).toEqual([...before, expect.any(String)]);
  });

  it("are free after an abort, although the library still sends the aborted command", async () => {
    const lock = locksOf(use()).lock(uniqueName());
    await (await lock.acquire()).release(); // the scripts are known
    const before = await scriptsRun();
    await command("CLIENT", "PAUSE", "300", "ALL");
    const stop = new AbortController();
    const acquiring = lock.acquire({ signal: stop.signal });
    setTimeout(() => stop.abort(), 100);
    await expect(acquiring).rejects.toMatchObject({ code: "ABORTED" });
    // The acquire, and the cancel.
    await eventually(async () => (await scriptsRun()) === before + 2);
    expect(await lock.isLocked()).toBe(false);
    expect((await (await lock.acquire()).release()).outcome).toBe("released");
  });

  it("take another connection when the server is read-only", async () => {
    const user = use();
    const lock = locksOf(user).lock(uniqueName());
    await lock.acquire();
    const before = await ids();
    await command("REPLICAOF", "127.0.0.1", "1");
    const run = user.port.run(echoCall(uniqueName(), "held"), { timeoutMs: 5_000 });
    await expect(run).rejects.toMatchObject({ code: "REDIS_UNREACHABLE" });
    await command("REPLICAOF", "NO", "ONE");
    await locksOf(user).lock(uniqueName()).acquire();
    const after = await ids();
    expect(after).toHaveLength(1);
    expect(after).not.toEqual(before);
  });

  it("end a stream that is half open, and open another one", async () => {
    const { port } = use();
    const stop = new AbortController();
    const follow = async (): Promise<{ end: Promise<StreamEnd> }> => {
      let confirm = (): void => {};
      const confirmed = new Promise<void>((resolve) => (confirm = resolve));
      const channel = { name: uniqueName(), perWaiter: false, wakes: () => 1 };
      const end = port.follow(channel, { onSubscribed: () => confirm(), onMessage: () => {} }, stop.signal);
      await confirmed;
      return { end };
    };
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const { end } = await follow();
    await server.kill("SIGSTOP");
    // Like a network that loses all packets: no end of the connection arrives.
    await vi.advanceTimersByTimeAsync(66_000);
    expect(await end).toBe("ended");
    vi.useRealTimers();
    await server.kill("SIGCONT");
    const another = await follow();
    stop.abort();
    expect(await another.end).toBe("ended");
  });

  it("end with the client, and are then REDIS_UNREACHABLE", async () => {
    const user = use();
    await user.connect();
    const locks = locksOf(user);
    const key = uniqueName();
    await locks.lock(key).acquire();
    const waiting = locks.lock(key).acquire({ waitMs: 20_000 });
    const waits = rejection(waiting);
    await eventually(async () => (await connections()).length === 3);
    await user.quit();
    await eventually(async () => (await connections()).length === 0);
    expect(await waits).toMatchObject({ code: "REDIS_UNREACHABLE" });
    const cure = expect.stringContaining("(the client was closed); make a port of a client that is open");
    await expect(locks.lock(key).isLocked()).rejects.toMatchObject({ code: "REDIS_UNREACHABLE", message: cure });
  });

  it("serve a client that was ended, and connected again", async () => {
    const user = use();
    // One that is not connected may refuse to end, or connect to do so.
    await user.quit().catch(() => {});
    await eventually(async () => (await connections()).length === 0);
    await user.connect();
    expect(await locksOf(user).lock(uniqueName()).tryAcquire()).not.toBeNull();
    await user.quit();
  });

  it("keep a quiet connection for messages, and no cache, whatever the client has", async () => {
    const socketTimeout = 200;
    const clientSideCache = { ttl: 0, maxEntries: 0, evictPolicy: "LRU" };
    const options = { socketTimeout, socket: { socketTimeout }, RESP: 3, clientSideCache };
    const key = uniqueName();
    const held = await locksOf(use()).lock(key).acquire();
    const waiting = locksOf(use(server.url, options), { pollMs: 60_000 }).lock(key).acquire({ waitMs: 20_000 });
    const subscribed = async (): Promise<string[]> => (await connections()).filter((line) => !line.includes(" sub=0 "));
    const idOf = async (): Promise<string | undefined> => (await subscribed())[0]?.split(" ")[0];
    const id = await eventually(idOf);
    await new Promise((resolve) => setTimeout(resolve, 3 * socketTimeout));
    expect(await idOf()).toBe(id);
    await held.release();
    await (await waiting).release();
  });

  it("open connections again after close()", async () => {
    const user = use();
    const locks = locksOf(user);
    await locks.lock(uniqueName()).acquire();
    user.port.close();
    await eventually(async () => (await connections()).length === 0);
    await locks.lock(uniqueName()).acquire();
  });

  it("need one connection for a hundred calls at once, without a warning", async () => {
    const warnings: Error[] = [];
    const note = (warning: Error): void => void warnings.push(warning);
    process.on("warning", note);
    const locks = locksOf(use());
    const key = uniqueName();
    await Promise.all(Array.from({ length: 100 }, (_, nth) => locks.lock(`${key}:${nth}`).acquire()));
    expect(await connections()).toHaveLength(1);
    process.off("warning", note);
    expect(warnings).toEqual([]);
  });

  it("keep no process alive, although nothing is closed", async () => {
    const code = `
      import { createLocks } from "leasehound";
      import { TCP_USERS } from "./test/others/tcp-clients.ts";
      const makeUser = new Map(TCP_USERS).get(${JSON.stringify(name)});
      const locks = createLocks({ redis: makeUser(${JSON.stringify(server.url)}).port, prefix: "" });
      const held = await locks.lock(${JSON.stringify(uniqueName())}).acquire();
      console.log((await held.release()).outcome);`;
    await using child = startNode(["--input-type=module", "-e", code]);
    expect(await child.ended).toMatchObject({ code: 0, stdout: "released\n" });
  });

  it("are refused where the client's database is, and not taken in another one", async () => {
    await command("ACL", "SETUSER", "limited", "on", ">limited", "~*", "&*", "+@all", "-select");
    const url = new URL(server.url);
    [url.username, url.password, url.pathname] = ["limited", "limited", "/3"];
    const error = await locksOf(use(url.href))
      .lock(uniqueName())
      .tryAcquire()
      .catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: "REDIS_REFUSED", redisCode: "NOPERM" });
  });

  it("take another connection when one hangs while it is opened", async () => {
    const sockets = new Set<Socket>();
    let answers = false;
    // Like a server that hangs: it accepts, and answers nothing.
    const proxy = createServer((socket) => {
      sockets.add(socket.on("error", () => {}));
      if (!answers) socket.resume();
      else void pipeline(socket, connectTo(server.port), socket).catch(() => {});
    });
    await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
    const url = new URL(server.url);
    url.port = new URL(`http://127.0.0.1:${Object(proxy.address()).port}`).port;
    const user = use(url.href);
    const call = echoCall(uniqueName(), "held");
    const unreachable = { code: "REDIS_UNREACHABLE" };
    await expect(user.port.run(call, { timeoutMs: 300 })).rejects.toMatchObject(unreachable);
    // It may still open: a shorter deadline begins no other one.
    expect(sockets.size).toBe(1);
    await expect(user.port.run(call, { timeoutMs: 1_000 })).rejects.toMatchObject(unreachable);
    await eventually(() => [...sockets].every((socket) => socket.destroyed || socket.readableEnded));
    answers = true;
    expect(await user.port.run(call, { timeoutMs: 5_000 })).toMatchObject(["held", expect.any(String), 1]);
    user.port.close();
    for (const socket of sockets) socket.destroy();
    proxy.close();
  });

  it("are light locks of a server that compares, too: a cycle is two commands", async () => {
    await using gateway = await startGateway();
    const light = createLightLocks({ redis: use(gateway.respUrl).port, prefix: "" });
    const key = uniqueName();
    await (await light.lock(`${key}:first`).acquire()).release();
    gateway.clearWitness();
    const held = await light.lock(key).acquire();
    await held.renew();
    expect((await held.release()).outcome).toBe("released");
    expect(gateway.witness().map(({ command: [word] }) => String(word))).toEqual(["SET", "SET", "DELEX"]);
  });

  it("are light locks, too", async () => {
    const light = createLightLocks({ redis: use().port, prefix: "", leaseMs: 1_000 });
    const key = uniqueName();
    const held = await light.lock(key).acquire();
    expect(await light.lock(key).tryAcquire()).toBeNull();
    expect(await held.renew()).toBeDefined();
    expect((await held.release()).outcome).toBe("released");
    expect(await light.lock(key).isLocked()).toBe(false);
  });
});
