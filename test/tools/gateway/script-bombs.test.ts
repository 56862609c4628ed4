// Scripts that never end, or take all memory, on the engine: each gets an error, and the gateway goes on. It runs in a
// process of its own, because such a script keeps its process busy.
import { afterAll, beforeAll, expect, it } from "vitest";
import { type StartedProcess, startNode } from "../../support/child-process.ts";
import { command, type Endpoint } from "../../support/rest.ts";

let child: StartedProcess;
let gateway: Endpoint;

beforeAll(async () => {
  child = startNode(["scripts/gateway.ts", "--engine", "--json"]);
  gateway = JSON.parse(await child.line(/^{/));
  await command(gateway, "MSET", ...Array.from({ length: 10_000 }, (_, nth) => [`key:${nth}`, "x"]).flat());
  await command(gateway, "RPUSH", "list", ...Array.from({ length: 1_000 }, (_, nth) => nth));
  await command(gateway, "HSET", "hash", "field", "x");
});
afterAll(() => child[Symbol.asyncDispose]());

const TOO_LONG =
  /^BUSY the engine ends a script after 50 million steps; .* script: [0-9a-f]{40}, on @user_script:\d+\.$/;
const TOO_LONG_WRITTEN = /^ERR the engine ends a script after 50 million steps; /;
const TOO_DEEP = "ERR Error compiling script (new function): user_script:1: chunk has too many syntax levels";
const OVERFLOW = /^ERR user_script:1: stack overflow script: /;
const NO_MEMORY = /^ERR (user_script:1: )?not enough memory script: /;

const MOST_MEMBERS = /^ERR the engine replies 1000000 members at most script: /;

const LONG = "local s = string.rep('a', 1e6)";
const CHAIN = "local t = {} for i = 1, 3000 do t = setmetatable({}, {__index = t}) end";
const HOLES = "local t = {} for i = 1, 1e6 do t[i] = i end for i = 2, 999999 do t[i] = nil end";
const KEYS = "local t = {} for i = 1, 1e5 do t['k' .. i] = 1 end";
// A script that has written gets no BUSY: beforeAll() writes for these.
const MANY = "if redis.call('DBSIZE') < 1e4 then return 'no keys' end";
const LIST = "if redis.call('LLEN', 'list') < 1e3 then return 'no list' end";
const HASH = "if redis.call('HLEN', 'hash') < 1 then return 'no hash' end";

const nested = (open: string, inner: string, close: string, levels = 100_000): string =>
  open.repeat(levels) + inner + close.repeat(levels);

const BOMBS: readonly (readonly [what: string, source: string, error: RegExp | string])[] = [
  ["a loop", "while true do end", TOO_LONG],
  ["a loop of repeat", "repeat until false", TOO_LONG],
  ["a loop without a step", "for i = 2, 1, 0 do end", TOO_LONG],
  ["a loop over numbers that no longer grow", "for i = 2^53, 2^60 do end", TOO_LONG],
  ["a loop of an iterator", "for _ in function() return 1 end do end", TOO_LONG],
  ["a loop that catches errors", "while true do pcall(function() while true do end end) end", TOO_LONG],
  ["a loop of tail calls", "local function f() return pcall(f) end while true do f() end", TOO_LONG],
  ["recursion", "local function f() return 1 + f() end return f()", OVERFLOW],
  ["recursion that catches its overflow", "local function f() pcall(f) pcall(f) end f()", TOO_LONG],
  ["metatables in a circle", "local t = {} setmetatable(t, {__index = t}) return t.x", OVERFLOW],
  ["tables that stay", "local t = {} while true do t = {t} end", TOO_LONG],
  ["a table that grows", "local t = {} local i = 0 while true do i = i + 1 t[i] = {i} end", TOO_LONG],
  ["keys that stay", "local t, i = {}, 0 while true do i = i + 1 t[string.rep('k', 1000) .. i] = 1 end", TOO_LONG],
  ["texts that stay", "local t, i = {}, 0 while true do i = i + 1 t[i] = string.rep('x', 1e6) .. i end", TOO_LONG],
  ["a text that doubles", "local s = 'x' while true do s = s .. s end", TOO_LONG],
  ["a text that grows", "local s = 'x' while true do s = s .. 'x' end", TOO_LONG],
  ["a long text", "return #string.rep('x', 2^30)", NO_MEMORY],
  [
    "a long text of a table",
    "local t = {} for i = 1, 1e3 do t[i] = string.rep('x', 1e6) end return #table.concat(t)",
    TOO_LONG,
  ],
  [
    "long texts, compared",
    "local a, b = string.rep('x', 1e7) .. 1, string.rep('x', 1e7) .. 2 while a ~= b do end",
    TOO_LONG,
  ],
  [
    "long texts, in order",
    "local a, b = string.rep('x', 1e7) .. 1, string.rep('x', 1e7) .. 2 while a < b do end",
    TOO_LONG,
  ],
  ["long keys", "local t, k = {}, string.rep('x', 1e7) while true do t[k .. 1] = 1 t[k .. 1] = nil end", TOO_LONG],
  ["a pattern", "return string.find(string.rep('a', 1e5), '.-.-.-.-.-b')", TOO_LONG],
  [
    "a pattern of many choices",
    "return string.find(string.rep('a', 40), string.rep('a?', 40) .. string.rep('a', 41))",
    TOO_LONG,
  ],
  ["a deep pattern", "return string.find(string.rep('a', 1e6), string.rep('a?', 1e6))", OVERFLOW],
  ["gsub", "return (string.gsub(string.rep('a', 1e5), '.-.-b', ''))", TOO_LONG],
  ["gsub with a long replacement", "return #string.gsub(string.rep('a', 1e5), 'a', string.rep('b', 1e5))", TOO_LONG],
  ["balanced brackets", "return string.find(string.rep('(', 1e6), '%b()')", TOO_LONG],
  ["sort", "local t = {} for i = 1, 1e5 do t[i] = i % 7 end while true do table.sort(t) end", TOO_LONG],
  ["inserts at the start", "local t = {} while true do table.insert(t, 1, 1) end", TOO_LONG],
  [
    "a search for the next key",
    "local t = {} for i = 1, 1e5 do t['k' .. i] = i end while true do next(t, 'k1') next(t, 'k99999') end",
    TOO_LONG,
  ],
  ["many values", "local t = {} for i = 1, 7000 do t[i] = i end while true do local x = {unpack(t)} end", TOO_LONG],
  ["sums of long texts", "local s = string.rep('x', 1e7) while true do redis.sha1hex(s) end", TOO_LONG],
  ["format", "local s = string.rep('x', 1e6) while true do local x = string.format('%s', s) end", TOO_LONG],
  ["small calls of format", "while true do string.format('%99s', 'x') end", TOO_LONG],
  ["long fractions", "while true do string.format('%.99f', 1e308) end", TOO_LONG],
  ["bytes of a text", "local s = string.rep('x', 7999) while true do string.byte(s, 1, -1) end", TOO_LONG],
  ["a text, reversed", "return #string.reverse(string.rep('x', 5e7))", TOO_LONG],
  ["a long number", "local s = string.rep('1', 1e6) while true do tonumber(s) end", TOO_LONG],
  ["sums of long numbers", "local s = string.rep(' ', 1e6) .. '1' while true do local x = s + 1 end", TOO_LONG],
  ["a long set", "return string.find(string.rep('a', 1e6), '[' .. string.rep('b', 1e6) .. ']')", TOO_LONG],
  [
    "a long text that is nearly there",
    `${LONG} return string.find(s, 'b' .. string.rep('a', 5e5), 1, true) or error('absent')`,
    /user_script:1: absent/,
  ],
  [
    "a replacement that grows",
    `${LONG} while true do pcall(string.gsub, s, '.*', string.rep('%0', 1e5)) end`,
    TOO_LONG,
  ],
  ["functions that stay", "local f while true do local g = f f = function() return g end end", TOO_LONG],
  ["a long chain of metatables", `${CHAIN} while true do local x = t.x end`, TOO_LONG],
  ["a list of holes", `${HOLES} while true do next(t, 1) end`, TOO_LONG],
  ["the length of a list of holes", `${HOLES} while true do local x = #t end`, TOO_LONG],
  ["a table as a queue", `${KEYS} while true do local k = next(t) t[k] = nil t[k] = 1 end`, TOO_LONG],
  ["commands that read", "while true do redis.call('PING') end", TOO_LONG],
  ["commands that look through all keys", `${MANY} while true do redis.call('KEYS', 'none') end`, TOO_LONG],
  ["commands that look through a list", `${LIST} while true do redis.call('LPOS', 'list', 'none') end`, TOO_LONG],
  [
    "commands that write into a long text",
    "while true do redis.call('SETRANGE', 'wide', '10000000', 'x') end",
    TOO_LONG_WRITTEN,
  ],
  [
    "commands that trim a list to itself",
    `${LIST} while true do redis.call('LTRIM', 'list', 0, -1) end`,
    TOO_LONG_WRITTEN,
  ],
  [
    "sums of very small numbers",
    "redis.call('SET', 'small', '1e-4900') while true do redis.call('INCRBYFLOAT', 'small', '1e-4900') redis.call('SET', 'small', '1e-4900') end",
    TOO_LONG_WRITTEN,
  ],
  ["a command that repeats a member", `${HASH} return redis.call('HRANDFIELD', 'hash', -2^31)`, MOST_MEMBERS],
  ["a reply of long texts", "local s, t = string.rep('x', 1e7), {} for i = 1, 30 do t[i] = s end return t", TOO_LONG],
  ["a reply that is a circle", "local t = {} t[1] = t return t", "ERR reached lua stack limit"],
  ["a reply that doubles", "local t = {1} for i = 1, 40 do t = {t, t} end return t", TOO_LONG],
  ["parentheses", `return ${nested("(", "1", ")")}`, TOO_DEEP],
  ["tables in tables", `return ${nested("{", "", "}")}`, TOO_DEEP],
  ["blocks", nested("do ", "", "end "), TOO_DEEP],
  ["functions in functions", nested("return function() ", "", "end "), TOO_DEEP],
  ["not", `return ${"not ".repeat(100_000)}1`, TOO_DEEP],
  ["a long sum", `return 1${"+1".repeat(100_000)}`, TOO_DEEP],
  ["a long chain of calls", `local f return f${"()".repeat(100_000)}`, TOO_DEEP],
  ["a long chain of branches", `if false then ${"elseif false then ".repeat(100_000)}end`, OVERFLOW],
];

it.each(BOMBS)("%s", async (_, source, error) => {
  const failed = await command(gateway, "EVAL", source, 0).then(innermost, ({ message }: Error) => message);
  expect(failed).toMatch(error);
  expect(await command(gateway, "PING")).toBe("PONG");
});

/** Returns the error inside a nested reply. */
function innermost(reply: unknown): unknown {
  return Array.isArray(reply) ? innermost(reply[0]) : Object(reply).error;
}

it("a script that writes and then never ends gets no BUSY, because it was done in part", async () => {
  const source = "redis.call('SET', KEYS[1], 'x') while true do end";
  await expect(command(gateway, "EVAL", source, 1, "written")).rejects.toThrow(/^ERR the engine ends a script after /);
  expect(await command(gateway, "GET", "written")).toBe("x");
});

it("a pattern of too many stars matches nothing", async () => {
  await command(gateway, "SET", "a".repeat(100_000), "x");
  expect(await command(gateway, "KEYS", `${"a*".repeat(50_000)}b`)).toEqual([]);
  expect(await command(gateway, "KEYS", `${"a*".repeat(500)}`)).toHaveLength(1);
});

it("commands that write for ever end, too", async () => {
  const source = "while true do redis.call('RPUSH', KEYS[1], 'x') end";
  await expect(command(gateway, "EVAL", source, 1, "long")).rejects.toThrow(/^ERR the engine ends a script after /);
  expect(await command(gateway, "DEL", "long")).toBe(1);
});

it.each(["SIGINT", "SIGTERM"] as const)("%s ends the process while it runs such scripts", async (signal) => {
  await using busy = startNode(["scripts/gateway.ts", "--engine", "--json"]);
  const endpoint: Endpoint = JSON.parse(await busy.line(/^{/));
  const body = JSON.stringify(Array.from({ length: 1_000 }, () => ["EVAL", "while true do end", 0]));
  const request = { method: "POST", headers: { authorization: `Bearer ${endpoint.token}` }, body };
  const asked = fetch(`${endpoint.url}/multi-exec`, request).catch(() => undefined);
  // It answers other requests meanwhile.
  expect((await fetch(endpoint.url)).status).toBe(401);
  expect(await busy.kill(signal)).toMatchObject({ code: 0 });
  await asked;
});
