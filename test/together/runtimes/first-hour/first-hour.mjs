// The first hour of a user with `leasehound dev`: commands with numbers, and locks. It runs as a user writes it: plain
// JavaScript, and the packages as they are published. Prints what it found, as JSON.
import process from "node:process";
import { Redis } from "@upstash/redis";
import { createLocks } from "leasehound";

const { UPSTASH_REDIS_REST_URL: url, UPSTASH_REDIS_REST_TOKEN: token } = process.env;
const redis = new Redis({ url, token, enableTelemetry: false });

/** Sends a body as it is written, and returns the text of the answer. */
async function raw(body, path = "/") {
  const answer = await fetch(url + path, { method: "POST", body, headers: { authorization: `Bearer ${token}` } });
  return await answer.text();
}

const found = {};
found.set = [await redis.set("session", "value", { ex: 60 })];
found.ttl = await redis.ttl("session");
found.refused = await redis.set("session", "other", { nx: true, px: 60_000 });
found.counted = [await redis.incr("count"), await redis.incrby("count", 41), await redis.decr("count")];
found.set.push(await redis.mset({ price: 19.95, stock: 7, name: "hound", sold: true }));
found.values = await redis.mget("price", "stock", "name", "sold", "absent");
found.fields = await redis.hset("cart", { apples: 3, weight: 0.25, note: "3 kg" });
found.cart = await redis.hgetall("cart");
found.more = await redis.hincrby("cart", "apples", 2);
found.scores = [
  await redis.zadd("board", { score: 1.5, member: "ann" }, { score: 2, member: "bob" }),
  await redis.zscore("board", "ann"),
];
found.list = [await redis.rpush("list", 1, 2.5, "three", { four: 4 }), await redis.lrange("list", 0, -1)];
found.pipeline = await redis.pipeline().set("a", 1, { ex: 60 }).incr("a").get("a").exec();
found.multi = await redis.multi().set("b", 10).incrby("b", 5).get("b").exec();
found.script = await redis.eval("return {tonumber(ARGV[1]) + 1, ARGV[2]}", [], [41, 0.5]);
// Beyond 2^53, where JavaScript has no whole numbers.
found.large = [
  await raw('["SET","large",9007199254740993]'),
  await raw('["INCR","large"]'),
  await raw('["GET","large"]'),
  await raw('[["INCRBY","large",9214364837600034813],["GET","large"]]', "/pipeline"),
];
found.asWritten = await raw('["MSET","f",1.50,"e",1e3,"t",true,"n",-0]');
found.written = await raw('["MGET","f","e","t","n"]');

const locks = createLocks({ redis: { url, token } });
found.held = await locks.withLock("orders:42", async (held) => {
  const [refused, listed] = [await locks.lock("orders:42").tryAcquire(), await locks.list()];
  return [held.leaseMs, (await held.renew()) > Date.now(), refused, listed.locks.map(({ name }) => name)];
});
const fenced = await locks.fencedLock("invoices").acquire({ leaseMs: 5_000 });
found.fencing = [typeof fenced.fencingToken, (await fenced.release()).outcome];
const seats = locks.semaphore("seats");
found.seats = [await seats.trySetPermits(2), await seats.withPermit(() => seats.availablePermits())];
locks.close();
console.log(JSON.stringify(found));
