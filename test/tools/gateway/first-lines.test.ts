// The first lines that an application writes with its client run on the engine, with the results of a Redis.
import { createClient } from "@redis/client";
import { Redis as Upstash } from "@upstash/redis";
import { Redis } from "ioredis";
import { expect, it } from "vitest";
import { ownGateway } from "./support.ts";

const [onEngine, onRedis] = [await ownGateway({ engine: true }), await ownGateway()];

/** Runs lines one after the other on the same client. Returns the result or the error of each. */
async function results<Client>(client: Client, lines: readonly ((client: Client) => Promise<unknown>)[]) {
  const all: unknown[] = [];
  for (const line of lines) {
    all.push([String(line), await line(client).catch(({ message }: Error) => ({ error: wordsOf(message) }))]);
  }
  return all;
}

/** Leaves out what a client adds, such as the URL. */
function wordsOf(message: string): string {
  return message.split(", command was")[0] ?? "";
}

/** Random members, and members in any order, as one list in order. */
const inOrder = <Item>(items: readonly Item[]): readonly Item[] => [...items].sort();
const isNear = (life: number, most: number): boolean => life > most - 10 && life <= most;

it("of @upstash/redis", async () => {
  const lines: readonly ((redis: Upstash) => Promise<unknown>)[] = [
    (redis) => redis.set("user:1", { name: "Ada" }, { ex: 3_600 }),
    (redis) => redis.get("user:1"),
    (redis) => redis.ttl("user:1").then((life) => isNear(life, 3_600)),
    (redis) => redis.setex("session", 60, "token"),
    (redis) => redis.psetex("session", 60_000, "token"),
    (redis) => redis.setnx("session", "other"),
    (redis) => redis.getex("session", { ex: 100 }),
    (redis) => redis.getset("session", "next"),
    (redis) => redis.getdel("session"),
    (redis) => redis.incrbyfloat("sum", 0.1),
    (redis) => redis.incrbyfloat("sum", 0.2),
    (redis) => redis.append("log", "line"),
    (redis) => redis.strlen("log"),
    (redis) => redis.msetnx({ a: 1, b: 2 }),
    (redis) => redis.mget("a", "b", "none"),
    (redis) => redis.hset("hash", { name: "x", visits: 1 }),
    (redis) => redis.hincrbyfloat("hash", "visits", 1.5),
    (redis) => redis.hsetnx("hash", "name", "y"),
    (redis) => redis.hvals("hash"),
    (redis) => redis.hscan("hash", 0),
    (redis) => redis.hget("hash", "name"),
    (redis) => redis.lpush("queue", "a", "b", "c", "d"),
    (redis) => redis.ltrim("queue", 0, 2),
    (redis) => redis.lmove("queue", "done", "right", "left"),
    (redis) => redis.lrange("queue", 0, -1),
    (redis) => redis.sadd("tags", "x", "y", "z"),
    (redis) => redis.sismember("tags", "x"),
    (redis) => redis.smismember("tags", ["x", "none"]),
    (redis) => redis.srem("tags", "y"),
    (redis) => redis.scard("tags"),
    (redis) => redis.sscan("tags", 0).then(([cursor, found]) => [cursor, inOrder(found)]),
    (redis) => redis.spop("tags", 2).then((found) => (Array.isArray(found) ? inOrder(found) : found)),
    (redis) => redis.zadd("board", { score: 10, member: "ada" }, { score: 20, member: "bob" }),
    (redis) => redis.zincrby("board", 5, "ada"),
    (redis) => redis.zrange("board", 0, -1, { rev: true, withScores: true }),
    (redis) => redis.zrevrank("board", "ada"),
    (redis) => redis.zcount("board", "-inf", "+inf"),
    (redis) => redis.zscan("board", 0),
    (redis) => redis.zremrangebyscore("board", 0, 15),
    (redis) => redis.expire("hash", 60),
    (redis) => redis.persist("hash"),
    (redis) => redis.rename("hash", "other"),
    (redis) => redis.touch("other", "none"),
    (redis) => redis.scan(0, { match: "user:*", count: 1_000 }),
    (redis) => redis.multi().set("n", 1).incr("n").get("n").exec(),
    (redis) => redis.pipeline().set("p", 1).incr("p").exec(),
    (redis) => redis.eval("return redis.call('SCARD', KEYS[1])", ["tags"], []),
    (redis) => redis.lpush("n", "x"),
    (redis) => redis.unlink("n", "p", "none"),
  ];
  const on = ({ url, token }: typeof onEngine) => results(new Upstash({ url, token, retry: false }), lines);
  expect(await on(onEngine)).toEqual(await on(onRedis));
});

it("of ioredis", async () => {
  const lines: readonly ((redis: Redis) => Promise<unknown>)[] = [
    (redis) => redis.flushall(),
    (redis) => redis.set("user:1", "Ada", "EX", 3_600, "NX"),
    (redis) => redis.get("user:1"),
    (redis) => redis.setex("session", 60, "token"),
    (redis) => redis.incrbyfloat("sum", 1.25),
    (redis) => redis.hset("hash", { name: "x", visits: 1 }),
    (redis) => redis.hgetall("hash"),
    (redis) => redis.rpush("queue", "a", "b"),
    (redis) => redis.rpoplpush("queue", "done"),
    (redis) => redis.sadd("tags", "x", "y"),
    (redis) => redis.sinter("tags", "tags").then(inOrder),
    (redis) => redis.zadd("board", 10, "ada", 20, "bob"),
    (redis) => redis.zrevrange("board", 0, -1, "WITHSCORES"),
    (redis) => redis.zpopmax("board"),
    (redis) => redis.multi().set("n", 1).incr("n").lpush("n", "x").exec().then(String),
    (redis) => redis.multi({ pipeline: false }).then(() => redis.set("n", 5)),
    (redis) => redis.get("n"),
    (redis) => redis.exec(),
    (redis) => redis.pipeline().get("n").incr("n").exec(),
    (redis) => redis.watch("n"),
    (redis) => redis.scan(0, "MATCH", "user:*", "COUNT", 1_000),
    (redis) => redis.lpush("user:1", "x"),
    (redis) => redis.call("SETEX", "x", "0", "y"),
    (redis) => redis.call("INCRBYFLOAT", "user:1", "1"),
  ];
  const on = async (url: string) => {
    const redis = new Redis(url);
    const all = await results(redis, lines);
    redis.disconnect();
    return all;
  };
  const [engine, real] = [await on(onEngine.respUrl), await on(onRedis.redisUrl)];
  // The gateway has no WATCH.
  const withoutWatch = (all: readonly unknown[]) => all.filter((line) => !String(line).includes("watch"));
  expect(withoutWatch(engine)).toEqual(withoutWatch(real));
  expect(engine.find((line) => String(line).includes("watch"))).toEqual([
    expect.any(String),
    { error: expect.stringContaining("'WATCH' is not served here") },
  ]);
});

it("of node-redis", async () => {
  const on = async (url: string) => {
    const redis = createClient({ url });
    redis.on("error", () => {});
    await redis.connect();
    const all = await results(redis, [
      (redis) => redis.flushAll(),
      (redis) => redis.set("user:1", "Ada", { EX: 3_600 }),
      (redis) => redis.get("user:1"),
      (redis) => redis.setEx("session", 60, "token"),
      (redis) => redis.hSet("hash", { name: "x", visits: 1 }),
      (redis) => redis.hVals("hash"),
      (redis) => redis.hGetAll("hash").then((hash) => ({ ...hash })),
      (redis) => redis.sAdd("tags", ["x", "y"]),
      (redis) => redis.sIsMember("tags", "x"),
      (redis) => redis.sPop("none"),
      (redis) => redis.zAdd("board", [{ score: 10, value: "ada" }]),
      (redis) => redis.zRangeWithScores("board", 0, -1),
      (redis) => redis.zScan("board", "0"),
      (redis) => redis.multi().set("n", "1").incr("n").get("n").exec(),
      (redis) => redis.multi().set("n", "1").lPush("n", "x").exec(),
      (redis) => redis.multi().addCommand(["GET"]).exec(),
      (redis) => redis.getEx("n", { type: "EX", value: 10 }),
    ]);
    redis.destroy();
    return all;
  };
  expect(await on(onEngine.respUrl)).toEqual(await on(onRedis.redisUrl));
});
