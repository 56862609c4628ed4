// The flag of key-level locking, in the first line of a script.

import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { hasRedis, onlyRedis } from "../../support/only-redis.ts";
import { ownGateway, send } from "./support.ts";

const [strict, plain] = await Promise.all([ownGateway({ keyLocking: true }), ownGateway()]);
const FLAG = "#!lua flags=allow-key-locking\n";

const sha1 = (text: string): string => createHash("sha1").update(text).digest("hex");

async function answer(...command: (string | number)[]): Promise<unknown> {
  return (await send(strict, command)).body;
}

function dynamic(key: string): { error: unknown } {
  const words = `^ERR Dynamic keys are not allowed in Lua scripts when 'allow-key-locking' flag is set. Key was: ${key}\\b`;
  return { error: expect.stringMatching(words) };
}

describe("a script with the flag", () => {
  it("is refused by Redis without the option", async () => {
    const { status, body } = await send(plain, ["EVAL", `${FLAG}return 1`, 0]);
    expect([status, body]).toEqual([400, { error: "ERR Unexpected flag in script shebang: allow-key-locking" }]);
  });

  it.each([
    ["GET", "return { redis.call('SET', KEYS[1], ARGV[1]), redis.call('get', KEYS[1]) }"],
    ["numbers", "return { redis.call('INCRBY', KEYS[1], 7), redis.call('PEXPIRE', KEYS[1], 60000) }"],
    ["all keys", "redis.call('MSET', KEYS[1], 1, KEYS[2], 2) return redis.call('MGET', unpack(KEYS))"],
    ["a number of keys", "return redis.call('ZDIFF', 2, KEYS[1], KEYS[2], 'WITHSCORES')"],
    ["no keys", "return { #redis.call('TIME'), redis.call('PUBLISH', 'channel', 'text'), redis.sha1hex('x') }"],
    ["an error", "redis.call('SET', KEYS[1], 'x') return redis.call('INCR', KEYS[1])"],
    ["a caught error", "redis.call('SET', KEYS[1], 'x') return redis.pcall('INCR', KEYS[1])"],
    ["an own error", "local x = 1\n\nerror('NOT_A_LOCK 1')"],
    ["a caught own error", "return { pcall(function() error('mine') end) }"],
    ["several values", "local function many(...) return select('#', ...) end return many(pcall(unpack, { 1, 2, 3 }))"],
    ["nil and false", "return { redis.call('GET', KEYS[2]), 1 }"],
    ["a status", "return redis.status_reply('FINE')"],
  ])("answers as without it: %s", answersAlike);

  it.each([
    ["lists", "redis.call('RPUSH', KEYS[1], 'a', 'b') return redis.call('LMOVE', KEYS[1], KEYS[2], 'LEFT', 'RIGHT')"],
    ["streams", "redis.call('XADD', KEYS[1], '1-1', 'f', 'v') return redis.call('XINFO', 'STREAM', KEYS[1])[2]"],
  ])("answers as without it: %s", onlyRedis("commands that the engine lacks"), answersAlike);

  async function answersAlike(what: string, script: string): Promise<void> {
    const args = [2, `${what}:1`, `${what}:2`, "argument"];
    const [flagged, bare] = await Promise.all([
      send(strict, ["EVAL", FLAG + script, ...args]),
      send(plain, ["EVAL", `\n${script}`, ...args]),
    ]);
    const unsigned = (text: string): string => text.replace(/script: \w{40}, on @user_script:\d+/, "script");
    expect(unsigned(flagged.text)).toBe(unsigned(bare.text));
    expect(bare.text).not.toContain("the engine lacks it");
    expect(flagged.status).toBe(bare.status);
  }

  it.each([
    ["a key in ARGV", "return redis.call('GET', ARGV[1])", "other"],
    ["a key that it builds", "return redis.call('SET', KEYS[1] .. ':more', 1)", "declared:more"],
    ["the last of many keys", "return redis.call('DEL', KEYS[1], KEYS[1], ARGV[1])", "other"],
    ["one of a number of keys", "return redis.call('ZDIFF', 2, KEYS[1], ARGV[1])", "other"],
    ["a key of redis.pcall", "redis.pcall('GET', ARGV[1]) return 1", "other"],
    ["a key in pcall", "pcall(redis.call, 'GET', ARGV[1]) return 1", "other"],
    [
      "a key of a function in pcall",
      "local call = redis.call\npcall(function() call('GET', ARGV[1]) end) return 1",
      "other",
    ],
  ])("fails as a whole if it touches another key: %s", failsAsAWhole);

  it.each([
    ["the second of two keys", "return redis.call('LMOVE', KEYS[1], ARGV[1], 'LEFT', 'LEFT')", "other"],
    ["the key of a stream", "return redis.call('XINFO', 'STREAM', ARGV[1])", "other"],
  ])("fails as a whole if it touches another key: %s", onlyRedis("commands that the engine lacks"), failsAsAWhole);

  async function failsAsAWhole(_: string, script: string, key: string): Promise<void> {
    await answer("DEL", key);
    expect(await answer("EVAL", FLAG + script, 1, "declared", "other")).toEqual(dynamic(key));
    expect(await answer("EXISTS", key)).toEqual({ result: 0 });
    // Without the flag, a script may touch it.
    expect((await send(strict, ["EVAL", script, 1, "declared", "other"])).body).not.toEqual(dynamic(key));
  }

  it("may build a key that is among its KEYS", async () => {
    const script = `${FLAG}return redis.call('SET', ARGV[1] .. ':2', 1)`;
    expect(await answer("EVAL", script, 2, "built:1", "built:2", "built")).toEqual({ result: "OK" });
  });

  it.each(["FLUSHALL", "flushdb", "KEYS", "SCAN", "DBSIZE", "SORT"])(
    "may not call %s, whose keys are not known",
    async (name) => {
      const error = `^ERR '${name.toUpperCase()}' is not available to scripts with the flag 'allow-key-locking'`;
      const body = await answer("EVAL", `${FLAG}return redis.call(ARGV[1], KEYS[1])`, 1, "k", name);
      expect(body).toEqual({ error: expect.stringMatching(error) });
    },
  );

  it("keeps its other flags", async () => {
    const script = "#!lua flags=no-writes,allow-key-locking\nreturn redis.call('SET', KEYS[1], 1)";
    const body = await answer("EVAL", script, 1, "unwritten");
    expect(body).toEqual({ error: expect.stringContaining("Write commands are not allowed from read-only scripts") });
  });
});

describe("the SHA-1 of a text with the flag", () => {
  it("is unknown before EVAL, and then stands for the script", async () => {
    const script = `${FLAG}return { 'by hash', redis.call('INCR', KEYS[1]) }`;
    await answer("SCRIPT", "FLUSH");
    await answer("DEL", "by-hash");
    const run = ["EVALSHA", sha1(script), 1, "by-hash"];
    expect(await answer(...run)).toEqual({ error: "NOSCRIPT No matching script. Please use EVAL." });
    expect(await answer("EVAL", script, 1, "by-hash")).toEqual({ result: ["by hash", 1] });
    expect(await answer(...run)).toEqual({ result: ["by hash", 2] });
    expect(await answer("EVALSHA", sha1(script).toUpperCase(), 1, "by-hash")).toEqual({ result: ["by hash", 3] });
    expect((await send(strict, [run, run], "/pipeline")).body).toEqual([
      { result: ["by hash", 4] },
      { result: ["by hash", 5] },
    ]);
    expect((await send(strict, [run], "/multi-exec")).body).toEqual([{ result: ["by hash", 6] }]);
    const wrong = await answer("EVALSHA", sha1(script), 0);
    expect(wrong).toEqual({ error: expect.stringContaining("arguments must be strings or integers") });
  });

  it("is what SCRIPT LOAD answers, and SCRIPT EXISTS finds", async () => {
    const script = `${FLAG}return redis.call('STRLEN', ARGV[1])`;
    await answer("SCRIPT", "FLUSH");
    expect(await answer("SCRIPT", "EXISTS", sha1(script))).toEqual({ result: [0] });
    expect(await answer("SCRIPT", "LOAD", script)).toEqual({ result: sha1(script) });
    expect(await answer("SCRIPT", "EXISTS", sha1(script), sha1("unknown"))).toEqual({ result: [1, 0] });
    const run = hasRedis ? "EVALSHA_RO" : "EVALSHA"; // the engine has no EVALSHA_RO
    expect(await answer(run, sha1(script), 0, "loaded")).toEqual(dynamic("loaded"));
    await answer("SCRIPT", "FLUSH");
    expect(await answer("EVALSHA", sha1(script), 0)).toEqual({ error: expect.stringMatching(/^NOSCRIPT/) });
  });

  it("differs from that of the text without the flag, which has no check", async () => {
    const script = "return redis.call('SET', ARGV[1], 1)";
    expect(await answer("EVAL", FLAG + script, 0, "unchecked")).toEqual(dynamic("unchecked"));
    expect(await answer("EVALSHA", sha1(script), 0, "unchecked")).toEqual({
      error: expect.stringMatching(/^NOSCRIPT/),
    });
    expect(await answer("EVAL", script, 0, "unchecked")).toEqual({ result: "OK" });
  });
});

it("the check is not billed", async () => {
  const script = "redis.call('SET', KEYS[1], 1) return redis.call('GET', KEYS[1])";
  await strict.resetCounters();
  await answer("EVAL", FLAG + script, 1, "billed");
  expect((await strict.counters()).billed).toBe(3);
});
