// DELEX and IFEQ of SET have the replies that the gateway gives with Redis 7, which are those of Upstash.
import { beforeEach, describe, expect, it } from "vitest";
import { Engine } from "../../src/engine/engine.ts";
import { comparison } from "../../src/tools/gateway/comparisons.ts";
import { startBoth } from "./both.ts";
import { wireOf } from "./raw-redis.ts";

const both = await startBoth({ compares: true });
beforeEach(() => both.clear());

const COMMANDS = [
  "DELEX key IFEQ old",
  "delex key ifeq old",
  "DELEX key IFEQ other",
  "DELEX none IFEQ old",
  "DELEX list IFEQ old",
  "SET key new IFEQ old",
  "SET key new ifeq old PX 10000",
  "SET key new PX 10000 IFEQ old",
  "SET key new IFEQ other",
  "SET none new IFEQ old",
  "SET list new IFEQ old",
  "SET key new IFEQ old NX",
  "SET key new XX IFEQ old",
  "SET key new IFEQ old GET",
  "SET key new IFEQ other GET",
  "SET key new IFEQ old PX 0",
  "SET key new IFEQ old KEEPTTL",
  "SET key new IFEQ old FOO",
];

describe("a comparison has the reply and the effect of Upstash", () => {
  it.each(COMMANDS)("%s", async (text) => {
    await both.command(["SET", "key", "old", "PX", "60000"]);
    await both.command(["RPUSH", "list", "item"]);
    const words = text.split(" ");
    const [name = "", ...args] = words;
    const script = comparison([Buffer.from(name), ...args.map((word) => Buffer.from(word))]) ?? [];
    const redis = await both.redis.command(script.map(String));
    expect(wireOf(both.engine, words)).toEqual(redis);
    for (const read of [
      ["GET", "key"],
      ["GET", "none"],
      ["LRANGE", "list", "0", "-1"],
    ]) {
      const [ofRedis, ofEngine] = await both.command(read);
      expect(ofEngine).toEqual(ofRedis);
    }
  });
});

it("an engine without comparisons refuses them like Redis 7", async () => {
  const engine = new Engine();
  for (const words of [
    ["DELEX", "key", "IFEQ", "old"],
    ["SET", "key", "new", "IFEQ", "old"],
  ]) {
    expect(wireOf(engine, words)).toEqual(await both.redis.command(words));
  }
});
