// Scripts on the engine and on a real Redis: values, errors, flags, full memory, and the commands of scripts.
import { beforeEach, describe, expect, it } from "vitest";
import { isNear, startBoth } from "./both.ts";
import { FULL_SNIPPETS, SNIPPETS } from "./script-snippets.ts";

const both = await startBoth();
beforeEach(() => both.clear());

async function expectEqual(...words: readonly string[]): Promise<unknown> {
  const [redis, engine] = await both.command(words);
  expect(engine).toEqual(redis);
  return redis;
}

describe("a script has the reply of Redis", () => {
  it.each(SNIPPETS)("%j", async (source) => {
    await expectEqual("EVAL", source, "0", "7", "1.5", "text");
    const [redis, engine] = await both.states();
    expect(isNear(redis, engine)).toBe(true);
  });
});

describe("a script has the reply of a full Redis", () => {
  it.each(FULL_SNIPPETS)("%j", async (source) => {
    await expectEqual("SET", "old", "text");
    await expectEqual("RPUSH", "oldlist", "item");
    await both.fill(true);
    try {
      await expectEqual("EVAL", source, "0");
    } finally {
      await both.fill(false);
    }
    expect(await both.states().then(([redis, engine]) => isNear(redis, engine))).toBe(true);
  });

  it("and so has a command", async () => {
    await both.fill(true);
    try {
      for (const words of [
        ["SET", "a", "1"],
        ["DEL", "a"],
        ["GET", "a"],
        ["SET", "a"],
        ["HINCRBY", "h", "f", "x"],
      ]) {
        await expectEqual(...words);
      }
    } finally {
      await both.fill(false);
    }
  });
});

it("a script that may only read is refused what it writes", async () => {
  const digest = String(await expectEqual("SCRIPT", "LOAD", "return redis.call('SET', KEYS[1], '1')")).slice(1);
  await expectEqual("EVALSHA_RO", digest, "1", "a");
  for (const source of [
    "return redis.call('GET', KEYS[1])",
    "return redis.call('SET', KEYS[1], '1')",
    "return redis.pcall('SET', KEYS[1], '1')",
    "#!lua\nreturn 1",
    "#!lua flags=allow-oom\nreturn 1",
    "#!lua flags=no-writes\nreturn redis.call('GET', KEYS[1])",
    "#!lua flags=no-writes\nreturn redis.call('SET', KEYS[1], '1')",
  ]) {
    await expectEqual("EVAL_RO", source, "1", "a");
    await both.fill(true);
    await expectEqual("EVAL_RO", source, "1", "a");
    await both.fill(false);
  }
});

it("a script is known by its digest until it is forgotten", async () => {
  const source = "return ARGV[1]";
  const digest = String(await expectEqual("SCRIPT", "LOAD", source)).slice(1);
  await expectEqual("EVALSHA", digest, "0", "a");
  await expectEqual("EVALSHA", digest.toUpperCase(), "0", "a");
  await expectEqual("SCRIPT", "EXISTS", digest, "none", digest.toUpperCase());
  await expectEqual("SCRIPT", "FLUSH", "ASYNC");
  await expectEqual("EVALSHA", digest, "0", "a");
  await expectEqual("EVAL", source, "0", "a");
  await expectEqual("EVALSHA", digest, "0", "b");
  await expectEqual("SCRIPT", "FLUSH");
  await expectEqual("SCRIPT", "EXISTS", digest);
});

it("a digest is that of the bytes of a script", async () => {
  await expectEqual("SCRIPT", "LOAD", "return 'ü☃'");
  for (const length of [0, 1, 54, 55, 56, 63, 64, 65, 119, 120, 1_000]) {
    await expectEqual("SCRIPT", "LOAD", `return '${"x".repeat(length)}'`);
  }
});
