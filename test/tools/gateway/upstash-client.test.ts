// The real @upstash/redis client against the gateway.

import { Redis } from "@upstash/redis";
import { describe, expect, it } from "vitest";
import { eventually } from "../../support/eventually.ts";
import { onlyRedis } from "../../support/only-redis.ts";
import { ownGateway } from "./support.ts";

const gateway = await ownGateway();
const client = (options: object = {}) => new Redis({ url: gateway.url, token: gateway.token, ...options });
const redis = client();

describe("values", () => {
  it.each([
    ["text"],
    [""],
    ["OK"],
    [8],
    ["VXBzdGFzaCBpcyByZWFsbHkgY29vbA"],
    ["%%12 ünïcödé 😀\n"],
    [{ a: [1, { b: null }] }],
    [true],
    ["101600000000150081467"],
  ])("come back as they were set: %j", async (value) => {
    expect(await redis.set("value", value)).toBe("OK");
    expect(await redis.get("value")).toEqual(value);
    expect(await client({ responseEncoding: false }).get("value")).toEqual(value);
  });

  it("come back from collections", async () => {
    await redis.hset("hash", { field: "OK", n: 1 });
    expect(await redis.hgetall("hash")).toEqual({ field: "OK", n: 1 });
    await redis.zadd("zset", { score: 1.5, member: "a" }, { score: 2, member: "b" });
    expect(await redis.zrange("zset", 0, -1, { withScores: true })).toEqual(["a", 1.5, "b", 2]);
  });

  it("come back from places and streams", onlyRedis("commands that the engine lacks"), async () => {
    await redis.geoadd("geo", { longitude: 13.361389, latitude: 38.115556, member: "Palermo" });
    expect(await redis.geopos("geo", "Palermo", "absent")).toEqual([
      { lng: expect.any(Number), lat: expect.any(Number) },
    ]);
    const id = await redis.xadd("stream", "*", { name: "x" });
    expect(await redis.xrange("stream", "-", "+")).toEqual({ [id]: { name: "x" } });
    expect(await redis.xread("stream", "0-0")).toEqual([["stream", [[id, ["name", "x"]]]]]);
  });

  it("scan to the end", async () => {
    await redis.mset(Object.fromEntries(Array.from({ length: 50 }, (_, n) => [`scan:${n}`, n])));
    const keys = new Set<string>();
    let cursor = "0";
    do {
      const [next, page] = await redis.scan(cursor, { match: "scan:*", count: 10 });
      for (const key of page) keys.add(key);
      cursor = next;
    } while (cursor !== "0");
    expect(keys.size).toBe(50);
  });
});

describe("what Upstash does and Redis does not", () => {
  it("scans with types", async () => {
    await redis.set("typed:string", 1);
    await redis.zadd("typed:zset", { score: 1, member: "a" });
    const options = { match: "typed:*", count: 1000, withType: true } as const;
    const [cursor, page] = await redis.scan(0, options);
    expect(cursor).toBe("0");
    expect(page).toHaveLength(2);
    expect(page).toContainEqual({ key: "typed:string", type: "string" });
    expect(page).toContainEqual({ key: "typed:zset", type: "zset" });
    expect(await redis.pipeline().scan(0, options).exec()).toEqual([[cursor, page]]);
    expect(await redis.multi().scan(0, options).exec()).toEqual([[cursor, page]]);
    await expect(redis.scan("x", options)).rejects.toThrow("ERR invalid cursor");
  });

  it("copies a key onto itself without an error", onlyRedis("commands that the engine lacks"), async () => {
    await redis.set("copied", 1);
    expect(await redis.copy("copied", "copied")).toBe("NOT_COPIED");
    expect(await redis.copy("copied", "copied", { replace: true })).toBe("NOT_COPIED");
    expect(await redis.copy("copied", "copy")).toBe("COPIED");
    expect(await redis.get("copied")).toBe(1);
  });

  it(
    "trims a stream to the entry, even where it may trim roughly",
    onlyRedis("commands that the engine lacks"),
    async () => {
      const pipeline = redis.pipeline();
      for (let n = 0; n < 1_000; n++) pipeline.xadd("trimmed", "*", { field: `value ${n}` });
      await pipeline.exec();
      expect(await redis.xtrim("trimmed", { strategy: "MAXLEN", exactness: "~", threshold: 30 })).toBe(970);
      expect(await redis.xlen("trimmed")).toBe(30);
    },
  );
});

describe("errors", () => {
  it("are thrown with Redis's words", async () => {
    await redis.set("text", "abc");
    await expect(redis.incr("text")).rejects.toThrow("ERR value is not an integer or out of range");
    await expect(client({ token: "wrong" }).get("text")).rejects.toThrow("WRONGPASS invalid or missing auth token");
    const reader = client({ token: gateway.readOnlyToken });
    expect(await reader.get("text")).toBe("abc");
    await expect(reader.set("text", 1)).rejects.toThrow("NOPERM");
  });
});

describe("several commands", () => {
  it("pipeline", async () => {
    const answers = await redis.pipeline().set("p", "OK").get("p").incr("p:n").mget("p", "absent").exec();
    expect(answers).toEqual(["OK", "OK", 1, ["OK", null]]);
    await expect(redis.pipeline().set("p", "x").incr("p").exec()).rejects.toThrow("Command 2 [ incr ] failed");
    const kept = await redis.pipeline().incr("p").get("p").exec({ keepErrors: true });
    expect(kept).toEqual([{ error: expect.stringContaining("not an integer"), result: undefined }, { result: "x" }]);
  });

  it("multi", async () => {
    expect(await redis.multi().set("m", 1).incr("m").get("m").exec()).toEqual(["OK", 2, 2]);
  });

  it("auto-pipelining puts simultaneous commands into one request", async () => {
    await gateway.resetCounters();
    const answers = await Promise.all([redis.incr("auto"), redis.incr("auto"), redis.set("auto:s", "x")]);
    expect(answers).toEqual([1, 2, "OK"]);
    expect(await gateway.counters()).toMatchObject({ requests: 1, commands: 3 });
  });
});

describe("scripts", () => {
  it("fall back from NOSCRIPT to EVAL", async () => {
    const script = redis.createScript<string[]>("return {KEYS[1], ARGV[1]}");
    expect(await script.exec(["key"], ["argument"])).toEqual(["key", "argument"]);
    expect(await script.evalsha(["key"], ["again"])).toEqual(["key", "again"]);
    await redis.scriptFlush();
    await expect(script.evalsha(["key"], ["x"])).rejects.toThrow("NOSCRIPT");
    expect(await redis.scriptExists(await redis.scriptLoad("return 1"), "no")).toEqual([1, 0]);
  });
});

describe("read your writes", () => {
  it("gives every write its own token", async () => {
    const writer = client({ enableAutoPipelining: false });
    const tokens = await Promise.all(
      [1, 2, 3].map((n) => writer.set(`ryw:${n}`, n).then(() => writer.readYourWritesSyncToken)),
    );
    expect(new Set(tokens).size).toBe(3);
    expect(tokens).not.toContain("");
  });
});

describe("subscriptions", () => {
  it("receive channels and patterns until they unsubscribe", async () => {
    const heard: unknown[] = [];
    const counts: unknown[] = [];
    const channels = redis.subscribe<unknown>(["chat:{1}", "other"]);
    channels.on("subscribe", (count) => counts.push(count));
    channels.on("message", ({ channel, message }) => heard.push([channel, message]));
    const patterns = redis.psubscribe<unknown>("chat:*");
    patterns.on("pmessage", ({ pattern, channel, message }) => heard.push([pattern, channel, message]));
    await eventually(async () => (await gateway.counters()).openStreams === 3 && counts.length === 2);
    expect(counts).toEqual([1, 1]);

    expect(await redis.publish("chat:{1}", { text: "a,b" })).toBe(2);
    await eventually(() => heard.length === 2);
    expect(heard).toContainEqual(["chat:{1}", { text: "a,b" }]);
    expect(heard).toContainEqual(["chat:*", "chat:{1}", { text: "a,b" }]);

    await channels.unsubscribe(["chat:{1}"]);
    expect(channels.getSubscribedChannels()).toEqual(["other"]);
    await channels.unsubscribe();
    await patterns.unsubscribe();
    await eventually(async () => (await gateway.counters()).openStreams === 0);
  });
});
