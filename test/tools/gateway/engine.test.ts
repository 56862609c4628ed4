// The gateway in front of the engine: the same protocols, faults, counters and witness, without a redis-server.
import { Redis } from "ioredis";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { createLocks, type Locks } from "../../../src/index.ts";
import { ioredisPort } from "../../../src/lock/tcp/ioredis.ts";
import { serverOrEngine, startGateway } from "../../../src/tools/gateway/gateway.ts";
import { type StartedProcess, startNode } from "../../support/child-process.ts";
import { eventually } from "../../support/eventually.ts";
import { processTree } from "../../support/process-tree.ts";
import { list, RawResp } from "./raw-resp.ts";
import { ask, dropped, EventStream, ownGateway, send } from "./support.ts";

const gateway = await ownGateway({ engine: true });

beforeEach(async () => {
  gateway.faults.clear();
  await send(gateway, ["FLUSHALL"]);
  await gateway.resetCounters();
  gateway.clearWitness();
});

async function bodyOf(command: unknown, path = "/"): Promise<unknown> {
  return (await send(gateway, command, path)).body;
}

describe("over HTTP", () => {
  it.each([
    [["SET", "k", "é\0\u{1f512}"], '"OK"'],
    [["GET", "none"], "null"],
    [["INCRBY", "n", "9223372036854775807"], "9223372036854775807"],
    [["EVAL", "return {1, 'a', false, {ok = 'FINE'}}", 0], '[1,"a",null,"FINE"]'],
    [["PING"], '"PONG"'],
  ])("answers %j with %s", async (command, result) => {
    expect((await send(gateway, command)).text).toBe(`{"result":${result}}`);
  });

  it("runs a pipeline and a transaction, which is refused as a whole", async () => {
    expect(
      await bodyOf(
        [
          ["SET", "k", "v"],
          ["LPUSH", "k", "x"],
          ["GET", "k"],
        ],
        "/pipeline",
      ),
    ).toEqual([{ result: "OK" }, { error: expect.stringMatching(/^WRONGTYPE/) }, { result: "v" }]);
    const transactions = Array.from({ length: 20 }, (_, n) =>
      bodyOf(
        [
          ["SET", "n", n],
          ["GET", "n"],
        ],
        "/multi-exec",
      ),
    );
    for (const [n, answer] of (await Promise.all(transactions)).entries()) {
      expect(answer).toEqual([{ result: "OK" }, { result: `${n}` }]);
    }
    expect(await bodyOf([["SET", "k", "w"], ["GET"]], "/multi-exec")).toEqual({
      error: expect.stringMatching(/^EXECABORT .*wrong number of arguments for 'get'/),
    });
    expect(await bodyOf(["GET", "k"])).toEqual({ result: "v" });
  });

  it("runs scripts, by text and by digest, and bills what they call", async () => {
    const script = "redis.call('SET', KEYS[1], ARGV[1]) return redis.call('GET', KEYS[1])";
    const { body } = await send(gateway, ["SCRIPT", "LOAD", script]);
    const { result: digest }: { result?: string } = Object(body);
    expect(await bodyOf(["EVALSHA", digest, 1, "k", "v"])).toEqual({ result: "v" });
    expect(await bodyOf(["EVALSHA", "0".repeat(40), 0])).toEqual({ error: expect.stringMatching(/^NOSCRIPT/) });
    expect(await gateway.counters()).toMatchObject({ requests: 3, commands: 3, billed: 5 });
    expect(gateway.witness().map(({ command }) => command[0])).toEqual(["SCRIPT", "EVALSHA", "EVALSHA"]);
  });

  it("streams channels and patterns", async () => {
    const channel = await EventStream.open(gateway, "/subscribe/news");
    const pattern = await EventStream.open(gateway, "/psubscribe/n*");
    expect(await channel.next()).toBe("subscribe,news,1");
    expect(await pattern.next()).toBe("psubscribe,n*,1");
    expect(await bodyOf(["PUBLISH", "news", "é"])).toEqual({ result: 2 });
    expect(await channel.next()).toBe("message,news,é");
    expect(await pattern.next()).toBe("pmessage,n*,news,é");
    expect((await gateway.counters()).openStreams).toBe(2);
    channel.leave();
    pattern.leave();
    await eventually(async () => (await gateway.counters()).openStreams === 0);
    expect(await bodyOf(["PUBLISH", "news", "x"])).toEqual({ result: 0 });
  });

  it("loses a reply when it is told to", async () => {
    gateway.faults.set({ seed: 1, rules: [{ fault: "drop-reply", request: 1 }] });
    await dropped(send(gateway, ["SET", "k", "v"]));
    expect(await bodyOf(["GET", "k"])).toEqual({ result: "v" });
  });

  it("names what it lacks, and the cure", async () => {
    for (const command of [
      ["XADD", "x", "*", "a", "b"],
      ["ACL", "RESTTOKEN", "a", "b"],
      ["CONFIG", "SET", "dir", "/"],
    ]) {
      expect(await bodyOf(command)).toEqual({ error: expect.stringMatching(/^ERR .*engine.*use --redis$/) });
    }
    const { status, text } = await ask(gateway, "/monitor", { method: "POST" });
    expect([status, text]).toEqual([400, expect.stringContaining("use --redis")]);
    expect(await bodyOf(["EVAL", "return redis.call('XLEN', 'x')", 0])).toEqual({
      error: expect.stringMatching(/use --redis$/),
    });
  });

  it("is full when CONFIG SET maxmemory says so", async () => {
    expect(await bodyOf(["CONFIG", "SET", "maxmemory", 1])).toEqual({ result: "OK" });
    expect(await bodyOf(["SET", "k", "v"])).toEqual({ error: expect.stringMatching(/^OOM/) });
    expect(
      await bodyOf(
        [
          ["GET", "k"],
          ["SET", "k", "v"],
        ],
        "/multi-exec",
      ),
    ).toEqual({
      error: expect.stringMatching(/^EXECABORT .*: OOM/),
    });
    expect(await bodyOf(["CONFIG", "SET", "maxmemory", "100mb"])).toEqual({
      error: expect.stringContaining("measure"),
    });
    expect(await bodyOf(["CONFIG", "SET", "maxmemory", 0])).toEqual({ result: "OK" });
    expect(await bodyOf(["SET", "k", "v"])).toEqual({ result: "OK" });
  });

  it("closes writes, channels and the server to the token that only reads", async () => {
    const headers = { authorization: `Bearer ${gateway.readOnlyToken}` };
    expect((await send(gateway, ["GET", "k"], "/", { headers })).body).toEqual({ result: null });
    expect((await send(gateway, ["EVAL_RO", "return 1", 0], "/", { headers })).body).toEqual({ result: 1 });
    const refused = [["SET", "k", "v"], ["KEYS", "*"], ["PUBLISH", "a", "b"], ["EVAL", "return 1", 0], ["FLUSHALL"]];
    for (const command of [...refused, ["INFO"], ["CONFIG", "GET", "maxmemory"], ["SCRIPT", "FLUSH"]]) {
      const { body } = await send(gateway, command, "/", { headers });
      expect(body, String(command[0])).toEqual({ error: expect.stringMatching(/^NOPERM/) });
    }
  });

  it("checks the keys of scripts with locked keys", async () => {
    await using locking = await startGateway({ engine: true, keyLocking: true });
    const script = "#!lua flags=allow-key-locking\nreturn redis.call('SET', ARGV[1], 'v')";
    expect((await send(locking, ["EVAL", script, 1, "k", "k"])).body).toEqual({ result: "OK" });
    expect((await send(locking, ["EVAL", script, 1, "k", "other"])).body).toEqual({
      error: expect.stringContaining("Dynamic keys are not allowed"),
    });
  });

  it("compares, unless it is told not to", async () => {
    expect(await bodyOf(["DELEX", "none", "IFEQ", "x"])).toEqual({ result: 0 });
    await using without = await startGateway({ engine: true, compares: false });
    expect((await send(without, ["DELEX", "none", "IFEQ", "x"])).body).toEqual({
      error: expect.stringContaining("unknown command 'DELEX'"),
    });
  });
});

describe("over RESP", () => {
  it("confirms, counts and delivers channels in the bytes of Redis", async () => {
    const subscriber = await RawResp.open(gateway.respUrl);
    const other = await RawResp.open(gateway.respUrl);
    expect(await subscriber.ask("SUBSCRIBE", "a", "b")).toBe(list("subscribe", "a", 1));
    expect(await subscriber.next()).toBe(list("subscribe", "b", 2));
    expect(await subscriber.ask("PSUBSCRIBE", "a*")).toBe(list("psubscribe", "a*", 3));
    expect(await other.ask("PUBLISH", "a", "m")).toBe(":2\r\n");
    expect(await subscriber.next()).toBe(list("message", "a", "m"));
    expect(await subscriber.next()).toBe(list("pmessage", "a*", "a", "m"));
    expect(await other.ask("PUBSUB", "NUMSUB", "a", "b")).toBe(list("a", 1, "b", 1));
    expect(await subscriber.ask("GET", "k")).toMatch(/^-ERR Can't execute 'get'/);
    expect(await subscriber.ask("UNSUBSCRIBE")).toBe(list("unsubscribe", "a", 2));
    expect(await subscriber.next()).toBe(list("unsubscribe", "b", 1));
    expect(await subscriber.ask("PUNSUBSCRIBE", "a*")).toBe(list("punsubscribe", "a*", 0));
    expect(await subscriber.ask("UNSUBSCRIBE")).toBe("*3\r\n$11\r\nunsubscribe\r\n$-1\r\n:0\r\n");
    expect(await subscriber.ask("SUBSCRIBE")).toMatch(/^-ERR wrong number of arguments/);
    expect(await subscriber.ask("PING")).toBe("+PONG\r\n");
    expect(await other.ask("PUBLISH", "a", "m")).toBe(":0\r\n");
    subscriber.leave();
    other.leave();
  });

  it("greets, and is full when CONFIG SET maxmemory says so", async () => {
    const client = await RawResp.open(gateway.redisUrl);
    expect(await client.ask("HELLO", "2")).toContain("$5\r\nredis");
    expect(await client.ask("INFO", "server")).toContain("redis_version:7");
    expect(await client.ask("CONFIG", "SET", "maxmemory", "1")).toBe("+OK\r\n");
    expect(await client.ask("SET", "k", "v")).toMatch(/^-OOM/);
    expect(await client.ask("CONFIG", "SET", "maxmemory", "0")).toBe("+OK\r\n");
    client.leave();
  });
});

describe("locks", () => {
  const clients: Redis[] = [];
  afterAll(() => clients.map((client) => client.disconnect()));

  const overTcp = (): Locks => {
    const client = new Redis(gateway.redisUrl);
    clients.push(client);
    return createLocks({ redis: ioredisPort(client) });
  };
  const overHttp = (): Locks => createLocks({ redis: gateway });

  it.each([
    ["a plain lock over HTTP", overHttp, "lock"],
    ["a fair lock over HTTP", overHttp, "fairLock"],
    ["a plain lock by ioredis", overTcp, "lock"],
    ["a fair lock by ioredis", overTcp, "fairLock"],
  ] as const)("%s is handed over", async (_, locks, kind) => {
    const name = crypto.randomUUID();
    const held = await locks()[kind](name).acquire();
    const other = locks()[kind](name);
    expect(await other.tryAcquire()).toBeNull();
    const waiting = other.acquire({ waitMs: 30_000 });
    await eventually(async () => (await gateway.counters()).openStreams > 0);
    await held.release();
    const next = await waiting;
    await next.check();
    await next.release();
  });
});

describe("the choice", () => {
  const NOTHING = { PATH: "/nowhere", REDIS_SERVER: "" };

  it("is the engine, in one process, if the options ask for it", async () => {
    await using child: StartedProcess = startNode(["scripts/gateway.ts", "--engine", "--json"], NOTHING);
    const { url, token, redis, engine } = JSON.parse(await child.line());
    expect(engine).toBe(true);
    const body = JSON.stringify(["SET", "k", "v"]);
    await fetch(url, { method: "POST", headers: { authorization: `Bearer ${token}` }, body });
    const client = await RawResp.open(redis);
    expect(await client.ask("GET", "k")).toBe("$1\r\nv\r\n");
    client.leave();
    expect(processTree(child.pid)).toHaveLength(1);
    expect(await child.kill("SIGTERM")).toMatchObject({ code: 0, stderr: "" });
  });

  it("is said in the first line", async () => {
    await using child: StartedProcess = startNode(["scripts/gateway.ts", "--engine"], NOTHING);
    const said = "# The gateway serves until Ctrl-C, with the engine of leasehound, whose data end with this process";
    expect((await child.line()).trim()).toBe(said);
    const [, address = ""] = /^export REDIS_URL='(redis:.*)'$/.exec((await child.line(/REDIS_URL/)).trim()) ?? [];
    const client = await RawResp.open(address);
    expect(await client.ask("PING")).toBe("+PONG\r\n");
    client.leave();
  });

  it("is a server of this machine, if there is one", () => {
    expect(serverOrEngine({ PATH: "", REDIS_SERVER: process.execPath })).toMatchObject({
      redisServer: { path: process.execPath },
    });
    expect(() => serverOrEngine({ REDIS_SERVER: "/no/redis" })).toThrow("REDIS_SERVER names /no/redis");
  });

  it("is one of --redis and --engine", async () => {
    await using child = startNode(["scripts/gateway.ts", "--engine", "--redis", "redis://localhost"]);
    expect(await child.ended).toMatchObject({ code: 2, stderr: "--engine needs no --redis\n" });
  });
});
