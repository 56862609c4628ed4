// RESP: replies in the bytes of Redis, the login, the order of a connection, and the same counters and witness as HTTP.
import { createClient } from "@redis/client";
import { Redis } from "ioredis";
import { beforeEach, describe, expect, it } from "vitest";
import { startGateway } from "../../../src/tools/gateway/gateway.ts";
import { RedisLink } from "../../../src/tools/gateway/redis-link.ts";
import { eventually } from "../../support/eventually.ts";
import { onlyRedis } from "../../support/only-redis.ts";
import { startServedGateway } from "../../support/server.ts";
import { inResp, isRefused, list, RawResp } from "./raw-resp.ts";
import { ownGateway, send } from "./support.ts";

const gateway = await ownGateway();
const OK = "+OK\r\n";
const NOAUTH = "-NOAUTH Authentication required.\r\n";
const WRONGPASS = "-WRONGPASS invalid username-password pair or user is disabled.\r\n";

beforeEach(async () => {
  gateway.faults.clear();
  await gateway.resetCounters();
  gateway.clearWitness();
});

const everyByte = Buffer.from(Array.from({ length: 256 }, (_, byte) => byte));
const COMMANDS: readonly (readonly (string | Buffer)[])[] = [
  ["SET", "k", "v"],
  ["get", "k"],
  ["GET", "none"],
  ["SET", everyByte, everyByte],
  ["GET", everyByte],
  ["SET", "", ""],
  ["GET", ""],
  ["STRLEN", everyByte],
  ["INCR", "k"],
  ["SET", "n", "9223372036854775806"],
  ["INCR", "n"],
  ["INCR", "n"],
  ["DECRBY", "n", "9223372036854775807"],
  ["LPOP", "none"],
  ["LPOP", "none", "2"],
  ["RPUSH", "l", "a", "b", everyByte],
  ["LRANGE", "l", "0", "-1"],
  ["LRANGE", "none", "0", "-1"],
  ["LMPOP", "1", "none", "LEFT"],
  ["ZADD", "z", "1.5", "m"],
  ["ZRANGE", "z", "0", "-1", "WITHSCORES"],
  ["ZRANK", "z", "none", "WITHSCORE"],
  ["ZMPOP", "1", "none", "MIN"],
  ["HSET", "h", "f", "1"],
  ["HGETALL", "h"],
  ["HMGET", "h", "f", "g"],
  ["GEOADD", "g", "13.36", "38.11", "p"],
  ["GEOPOS", "g", "p", "none"],
  ["XADD", "x", "1-1", "f", "v"],
  ["XREAD", "STREAMS", "x", "9-9"],
  ["XREAD", "STREAMS", "x", "0"],
  ["XPENDING", "x", "none"],
  ["TYPE", "x"],
  ["GET", "l"],
  ["GET"],
  ["EVAL", "return {1, 'two', false, {}, redis.status_reply('FINE'), redis.error_reply('MY error')}", "0"],
  ["EVAL", "return redis.call('NOPE')", "0"],
  ["EVALSHA", "0".repeat(40), "0"],
  ["PUBLISH", "c", "m"],
  ["SCAN", "0", "COUNT", "100"],
  ["PING", "hello"],
  ["PING"],
  ["PING", "a", "b"],
  ["ECHO", ""],
  ["SELECT", "0"],
  ["SELECT", "99"],
  ["AUTH", "default", "wrong"],
  ["AUTH", "a", "b", "c"],
  ["AUTH"],
  ["CLIENT", "SETNAME", "me"],
  ["CLIENT", "GETNAME"],
  ["UNSUBSCRIBE"],
  ["PUNSUBSCRIBE", "a", "b"],
  ["SUBSCRIBE"],
  ["HELLO", "9"],
  ["RESET"],
  ["GET", "k"],
  ["QUIT"],
];

async function repliesTo(url: string): Promise<string[]> {
  await send(gateway, ["FLUSHALL"]);
  const client = await RawResp.open(url);
  const replies: string[] = [];
  for (const words of COMMANDS) replies.push(`${words[0]}: ${await client.ask(...words)}`);
  expect(await client.ended()).toBe("end");
  return replies;
}

describe("replies", () => {
  it("have the bytes of Redis", onlyRedis("another answer than the engine's"), async () => {
    expect(await repliesTo(gateway.respUrl)).toEqual(await repliesTo(gateway.redisUrl));
  });

  it("of any size arrive, also of commands that arrive byte by byte", async () => {
    const client = await RawResp.open(gateway.respUrl);
    const large = "x".repeat(9_000_000);
    expect(await client.ask("SET", "large", large)).toBe(OK);
    expect(await client.ask("GET", "large")).toBe(`$9000000\r\n${large}\r\n`);
    for (const byte of inResp(["SET", "slow", "\r\n"])) {
      client.socket.write(Uint8Array.of(byte));
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(await client.next()).toBe(OK);
    expect(await client.ask("GET", "slow")).toBe("$2\r\n\r\n\r\n");
    client.leave();
  });

  it("are refused above Upstash's limit", async () => {
    const client = await RawResp.open(gateway.respUrl);
    for (const key of ["half", "other"]) await client.ask("SET", key, "x".repeat(6_000_000));
    expect(await client.ask("MGET", "half", "other")).toMatch(
      /^-ERR max request size exceeded\. Limit: 10485760 bytes/,
    );
    client.send("SET", "huge", "x".repeat(10_485_760));
    expect(await client.next()).toMatch(/^-ERR max request size exceeded\. Limit: 10485760 bytes/);
    expect(await client.ended()).toBe("end");
  });
});

describe("the login", () => {
  it("is needed for every command", async () => {
    const client = await RawResp.open(gateway.respUrl, "");
    expect(await client.ask("GET", "k")).toBe(NOAUTH);
    expect(await client.ask("PING")).toBe(NOAUTH);
    expect(await client.ask("SUBSCRIBE", "c")).toBe(NOAUTH);
    expect(await client.ask("HELLO", "2")).toMatch(/^-NOAUTH HELLO must be called/);
    expect(await client.ask("AUTH", "wrong")).toBe(WRONGPASS);
    expect(await client.ask("AUTH", "nobody", gateway.token)).toBe(WRONGPASS);
    expect(await client.ask("GET", "k")).toBe(NOAUTH);
    expect(await client.ask("AUTH", gateway.token)).toBe(OK);
    expect(await client.ask("PING")).toBe("+PONG\r\n");
    expect(await client.ask("RESET")).toBe("+RESET\r\n");
    expect(await client.ask("PING")).toBe(NOAUTH);
    client.leave();
  });

  it("may be part of HELLO", async () => {
    const client = await RawResp.open(gateway.respUrl, "");
    expect(await client.ask("HELLO", "2", "AUTH", "default", "wrong")).toBe(WRONGPASS);
    expect(await client.ask("HELLO", "2", "AUTH", "default", gateway.token, "SETNAME", "me")).toMatch(
      /^\*14\r\n\$6\r\nserver\r\n\$5\r\nredis\r\n[\s\S]*\$5\r\nproto\r\n:2\r\n/,
    );
    expect(await client.ask("CLIENT", "GETNAME")).toBe("$2\r\nme\r\n");
    client.leave();
  });

  it("with the read-only token cannot write or subscribe", async () => {
    const client = await RawResp.open(gateway.respUrl, gateway.readOnlyToken);
    const refusal = (name: string) =>
      `-NOPERM this user has no permissions to run the '${name}' command or its subcommand\r\n`;
    expect(await client.ask("SET", "k", "v")).toBe(refusal("set"));
    expect(await client.ask("SUBSCRIBE", "c")).toBe(refusal("subscribe"));
    expect(await client.ask("INFO")).toBe(refusal("info"));
    expect(await client.ask("EXISTS", "k")).toMatch(/^:[01]\r\n$/);
    client.leave();
  });

  it("with the token of an ACL user has the rights of that user", onlyRedis("users with few rights"), async () => {
    const link = await RedisLink.connect(gateway.redisUrl);
    await link.send(["ACL", "SETUSER", "anna", "on", ">secret", "~own:*", "&own:*", "+get", "+set", "+subscribe"]);
    link.close();
    const { result } = Object((await send(gateway, ["ACL", "RESTTOKEN", "anna", "secret"])).body);
    const client = await RawResp.open(gateway.respUrl, "");
    expect(await client.ask("AUTH", "anna", `${result}`)).toBe(OK);
    expect(await client.ask("SET", "own:key", "x")).toBe(OK);
    expect(await client.ask("GET", "key")).toMatch(/^-NOPERM /);
    expect(await client.ask("DEL", "own:key")).toMatch(/^-NOPERM /);
    expect(await client.ask("SUBSCRIBE", "other")).toMatch(/^-NOPERM /);
    expect(await client.ask("SUBSCRIBE", "own:c")).toBe(list("subscribe", "own:c", 1));
    client.leave();
  });

  it("works for ioredis and for node-redis", async () => {
    const io = new Redis(gateway.respUrl);
    const node = createClient({ url: gateway.respUrl, RESP: 2 });
    await node.connect();
    expect(await io.set("both", "1")).toBe("OK");
    expect(await Promise.all([io.incr("both"), io.incr("both"), io.get("both")])).toEqual([2, 3, "3"]);
    expect(await Promise.all([node.incr("both"), node.ping(), node.get("both")])).toEqual([4, "PONG", "4"]);
    io.disconnect();
    node.destroy();
  });
});

describe("counters and witness", () => {
  async function trace(ask: (...words: string[]) => Promise<unknown>) {
    await gateway.resetCounters();
    gateway.clearWitness();
    const script = "redis.call('SET', KEYS[1], 1) return redis.call('INCR', KEYS[1])";
    for (const words of [
      ["SET", "a", "1"],
      ["GET", "a"],
      ["EVAL", script, "1", "a"],
      ["LPOP", "a"],
      ["NO.SUCH"],
      ["MONITOR"],
    ])
      await ask(...words);
    const entries = gateway
      .witness()
      .map(({ seq, command, reply, error, faulted }) => [seq, command, reply, error, faulted]);
    return { counters: await gateway.counters(), entries, faults: gateway.faults.state().requests };
  }

  it("are those of HTTP", async () => {
    const overHttp = await trace((...words) => send(gateway, words));
    gateway.faults.clear();
    const client = await RawResp.open(gateway.respUrl);
    expect(await trace((...words) => client.ask(...words))).toEqual(overHttp);
    client.leave();
  });

  it("leave out the commands of a connection", async () => {
    const io = new Redis(gateway.respUrl);
    await io.ping();
    await io.info();
    await io.client("SETNAME", "x");
    await io.select(0);
    expect(await gateway.counters()).toEqual({ requests: 0, commands: 0, billed: 0, byCommand: {}, openStreams: 0 });
    expect(gateway.witness()).toEqual([]);
    io.disconnect();
  });

  it("number requests of both protocols together", async () => {
    const client = await RawResp.open(gateway.respUrl);
    await send(gateway, ["SET", "a", "1"]);
    await client.ask("GET", "a");
    await send(gateway, ["GET", "a"]);
    const [first = 0, ...others] = gateway.witness().map(({ request }) => request);
    expect(others).toEqual([first + 1, first + 2]);
    client.leave();
  });
});

describe("a connection", () => {
  it("executes and answers pipelined commands in order", async () => {
    const client = await RawResp.open(gateway.respUrl);
    for (let n = 0; n < 5_000; n++) client.send("RPUSH", "order", `${n}`);
    client.send("PING");
    client.send("LRANGE", "order", "0", "-1");
    for (let n = 1; n <= 5_000; n++) expect(await client.next()).toBe(`:${n}\r\n`);
    expect(await client.next()).toBe("+PONG\r\n");
    expect(await client.next()).toBe(list(...Array.from({ length: 5_000 }, (_, n) => `${n}`)));
    client.leave();
  });

  it("ends with the gateway", async () => {
    const closing = await startGateway();
    const clients = [await RawResp.open(closing.respUrl), await RawResp.open(closing.respUrl)];
    await clients[0]?.ask("SUBSCRIBE", "c");
    clients[1]?.send("SET", "a", "1");
    await closing.close();
    for (const client of clients) await client.ended();
    await expect(RawResp.open(closing.respUrl)).rejects.toThrow("ECONNREFUSED");
  });

  it("ends while Redis is away, and works again afterwards", async () => {
    const away = await startServedGateway();
    const client = await RawResp.open(away.respUrl);
    expect(await client.ask("SUBSCRIBE", "c")).toBe(list("subscribe", "c", 1));
    const other = await RawResp.open(away.respUrl);
    await away.redis.kill("SIGKILL");
    expect(await client.ended()).toBe("end");
    await eventually(async () => (await away.counters()).openStreams === 0);
    other.send("GET", "a");
    expect(await other.ended()).toBe("end");
    expect(await isRefused(away.respUrl)).toBe(true);
    await away.redis.restart();
    const io = new Redis(away.respUrl).on("error", () => {}); // until the gateway has connected again
    await expect(io.get("a")).resolves.toBeNull();
    io.disconnect();
    await away.close();
  });
});
