// The promises of the engine beyond single replies: scans, one clock for a script, and messages after their script.
import { describe, expect, it } from "vitest";
import { Engine } from "../../src/engine/engine.ts";
import { plain, wireOf } from "./raw-redis.ts";

const run = (engine: Engine, ...words: readonly string[]): unknown => plain(wireOf(engine, words));

it("a scan finds each key that stays exactly once, although keys are added and deleted meanwhile", () => {
  const engine = new Engine();
  for (let nth = 0; nth < 20_000; nth += 1) run(engine, "SET", `stays:${nth}`, "1");
  const found = new Map<string, number>();
  // Sorting all keys for each page would take minutes, longer than a test may.
  let cursor = "0";
  let pages = 0;
  do {
    const reply: unknown = run(engine, "SCAN", cursor, "COUNT", "7");
    const [next, keys]: [unknown, unknown] = Array.isArray(reply) ? [reply[0], reply[1]] : ["0", []];
    cursor = String(next);
    for (const key of Array.isArray(keys) ? keys.map(String) : []) found.set(key, (found.get(key) ?? 0) + 1);
    pages += 1;
    run(engine, "SET", `new:${pages}`, "1");
    run(engine, "DEL", `new:${pages - 40}`);
  } while (cursor !== "0");
  const staying = [...found].filter(([key]) => key.startsWith("stays:"));
  expect(staying.length).toBe(20_000);
  expect(staying.every(([, times]) => times === 1)).toBe(true);
});

it("the clock is read once for a script", () => {
  let us = 1_700_000_000_000_000;
  const engine = new Engine({ clock: () => (us += 1_000_000) });
  const source = "local a = redis.call('TIME') local b = redis.call('TIME') return a[1] == b[1] and a[2] == b[2]";
  expect(run(engine, "EVAL", source, "0")).toBe(1);
  run(engine, "SET", "a", "1", "PX", "1500");
  expect(run(engine, "EVAL", "redis.call('PEXPIRE', 'a', 500) return redis.call('PTTL', 'a')", "0")).toBe(500);
  expect(run(engine, "GET", "a")).toBe(null);
});

describe("in the millisecond of its expiry", () => {
  const T = 1_800_000_000_000;

  /** Runs these commands in that millisecond, and in the next one. */
  function inLastMs(...commands: readonly string[]): { replies: unknown[]; later: unknown[] } {
    let ms = T - 1_000;
    const engine = new Engine({ clock: () => ms * 1_000 });
    const runAll = (): unknown[] => commands.map((text) => run(engine, ...text.split(" ")));
    run(engine, "SET", "a", "1", "PX", "1000");
    ms = T;
    const replies = runAll();
    ms = T + 1;
    return { replies, later: [run(engine, "EXISTS", "a")] };
  }

  it("a key is still there, and in the next one it is not, as in Redis", () => {
    const { replies, later } = inLastMs("GET a", "PTTL a", "EXISTS a", "PEXPIRETIME a", "SET a 2 NX PX 5");
    expect(replies).toEqual(["1", 0, 1, T, null]);
    expect(later).toEqual([0]);
  });

  it("a key that is written keeps its time of expiry", () => {
    const { replies, later } = inLastMs("SET a 2 KEEPTTL", "APPEND a 3", "GET a");
    expect(replies).toEqual(["OK", 2, "23"]);
    expect(later).toEqual([0]);
  });

  it("a key that is set to expire now is there, and one that expires now by a change is not", () => {
    const { replies, later } = inLastMs(`SET a 2 PXAT ${T}`, "GET a", `PEXPIREAT a ${T}`, "GET a");
    expect(replies).toEqual(["OK", "2", 1, null]);
    expect(later).toEqual([0]);
  });
});

it("messages arrive after their script, in its order, and only while their channel is followed", async () => {
  const engine = new Engine();
  const told: string[] = [];
  const end = engine.follow("a", false, (message) => told.push(message));
  engine.follow("a*", true, (message, channel) => told.push(`${channel}:${message}`));
  const source = "redis.call('PUBLISH', 'a', 1) redis.call('PUBLISH', 'ab', 2) return redis.call('PUBLISH', 'a', 3)";
  expect(run(engine, "EVAL", source, "0")).toBe(2);
  expect(told).toEqual([]);
  await undefined;
  expect(told).toEqual(["1", "a:1", "ab:2", "3", "a:3"]);
  expect(run(engine, "PUBSUB", "NUMSUB", "a", "ab")).toEqual(["a", 1, "ab", 0]);
  run(engine, "PUBLISH", "a", "4");
  end();
  await undefined;
  expect(told.slice(5)).toEqual(["a:4"]);
  expect(run(engine, "PUBSUB", "NUMSUB", "a")).toEqual(["a", 0]);
});

it("INFO says what our own code asks for", () => {
  const engine = new Engine();
  run(engine, "SET", "a", "1");
  expect(run(engine, "INFO", "cluster")).toContain("cluster_enabled:0");
  expect(run(engine, "INFO", "memory")).toMatch(/maxmemory:0\r\nmaxmemory_policy:noeviction/);
  expect(run(engine, "INFO", "commandstats")).toContain("cmdstat_set:calls=1");
  expect(run(engine, "INFO", "all")).toMatch(/run_id:[0-9a-f]{40}/);
});

describe("where the Lua of the engine differs from that of Redis", () => {
  const evaluate = (source: string): unknown => run(new Engine(), "EVAL", source, "0");

  it("a metatable with an event that the engine lacks is refused by name", () => {
    for (const event of ["__add", "__concat", "__eq", "__lt", "__call", "__tostring", "__newindex"]) {
      expect(() => evaluate(`return setmetatable({}, { ${event} = function() end })`)).toThrow(
        `the engine lacks the event '${event}' of metatables`,
      );
    }
  });

  it("table.sort() keeps the order of equal values, and compares nil", () => {
    const source = `local t, order = {}, {}
      for i = 1, 30 do t[i] = { i % 3, i } end
      table.sort(t, function(a, b) return a[1] < b[1] end)
      for i = 1, 30 do order[i] = t[i][2] end
      return order`;
    const rest = (remainder: number): number[] => Array.from({ length: 10 }, (_, at) => 3 * at + (remainder || 3));
    expect(evaluate(source)).toEqual([...rest(0), ...rest(1), ...rest(2)]);
    expect(() => evaluate("local t = { 1, nil, 3 } table.sort(t)")).toThrow(/attempt to compare/);
  });
});
