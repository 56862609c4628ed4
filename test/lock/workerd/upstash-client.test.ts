// The real @upstash/redis client for Workers, in workerd, against the gateway.
import { Redis } from "@upstash/redis/cloudflare";
import { expect, it } from "vitest";
import { eventually } from "../../support/eventually.ts";
import { sharedGateway } from "../../support/gateways.ts";
import { uniqueName } from "../../support/unique-name.ts";

const { url, token } = await sharedGateway();
const redis = new Redis({ url, token });

it.each([["text"], ["OK"], [8], [{ a: [1, "ünïcödé 😀"] }], ["101600000000150081467"]])(
  "sets and gets %j",
  async (value) => {
    const key = uniqueName();
    expect(await redis.set(key, value)).toBe("OK");
    expect(await redis.get(key)).toEqual(value);
  },
);

it("pipelines", async () => {
  const key = uniqueName();
  expect(await redis.pipeline().set(key, 1).incr(key).mget(key, "absent").exec()).toEqual(["OK", 2, [2, null]]);
});

it("runs transactions", async () => {
  const key = uniqueName();
  expect(await redis.multi().hset(key, { a: 1 }).hgetall(key).exec()).toEqual([1, { a: 1 }]);
});

it("runs scripts, by their digest too", async () => {
  const key = uniqueName();
  const script = redis.createScript<[string, number]>("return {ARGV[1], redis.call('INCR', KEYS[1])}");
  expect(await script.eval([key], ["a"])).toEqual(["a", 1]);
  expect(await script.exec([key], ["b"])).toEqual(["b", 2]);
});

it("receives a lock's messages until it unsubscribes", async () => {
  const channel = `redisson_lock__channel:{${uniqueName()}}`;
  const heard: unknown[] = [];
  const counts: number[] = [];
  const subscription = redis.subscribe<unknown>(channel);
  subscription.on("subscribe", (count) => counts.push(count));
  subscription.on("message", ({ message }) => heard.push(message));
  await eventually(() => counts.length === 1);
  expect(counts).toEqual([1]);
  expect(await redis.publish(channel, "0")).toBe(1);
  expect(await redis.publish(channel, { text: "a,b" })).toBe(1);
  await eventually(() => heard.length === 2);
  expect(heard).toEqual([0, { text: "a,b" }]);
  await subscription.unsubscribe();
  await eventually(async () => (await redis.publish(channel, "nobody hears this")) === 0);
});

it("throws Redis's words", async () => {
  const key = uniqueName();
  await redis.set(key, "text");
  await expect(redis.incr(key)).rejects.toThrow("ERR value is not an integer or out of range");
  const stranger = new Redis({ url, token: "wrong" });
  await expect(stranger.get(key)).rejects.toThrow("WRONGPASS invalid or missing auth token");
});
