// What the builder of the scripts refuses, with file and line, and how it reads a signature.
import { expect, it } from "vitest";
import { LuaLibrary, luaText } from "../../../scripts/lua/library.ts";
import { Signature } from "../../../scripts/lua/signature.ts";
import { allows } from "../../support/allowed-counts.ts";

const library = new LuaLibrary();
const CONTRACT = "-- Does it.\n-- KEYS lock\n-- ARGV nonce\n-- reply 1\n";

function built(text: string): string {
  const wrong = library.with("refresh", text);
  return wrong.body(wrong.script("refresh/spend"));
}

it.each([
  ["a name that nothing supplies", `-- @script spend\n${CONTRACT}return absent()\n`, 'refresh.lua:6: uses "absent"'],
  ["a name of a file that it does not use", `-- @script spend\n${CONTRACT}return read_time()\n`, 'uses "read_time"'],
  [
    "an argument that its contract lacks",
    `-- @script spend\n${CONTRACT}return ARGV.owner\n`,
    '6: "owner" is no argument',
  ],
  [
    "a name declared twice",
    `local a = 1\nlocal a = 2\n-- @script spend\n${CONTRACT}return a\n`,
    'lua:2: "a" is declared a',
  ],
  ["a file that does something", `call('GET', 'a')\n-- @script spend\n${CONTRACT}return 1\n`, "lua:1: only a script"],
  ["an unknown directive", `-- @include a\n-- @script spend\n${CONTRACT}return 1\n`, "lua:1: @include is unknown"],
  ["an unknown block", `-- @script spend\n${CONTRACT}-- @run none\nreturn 1\n`, 'lua:6: runs the block "none"'],
  ["an unknown file", `-- @use lib/none\n-- @script spend\n${CONTRACT}return 1\n`, "there is no file lib/none.lua"],
  ["a script without a contract", "-- @script spend\nreturn 1\n", 'spend has no line "-- KEYS"'],
  ["half a statement", `-- @script spend\n${CONTRACT}if true then\n`, "lua:6: this is no statement"],
])("%s is refused", (_, text, told) => {
  expect(() => built(text)).toThrow(told);
});

it("a script gets what it reaches alone", () => {
  const names = library.linked(library.script("lock/status")).flatMap(({ declares }) => declares);
  expect(names).toContain("time_left");
  expect(names).not.toContain("take");
});

it("the order of the statements of a file means nothing", () => {
  const [head = "", text = "", block = ""] = luaText("lib/lock-hash").split(/\n\n(?=local mode)|\n(?=-- @block)/);
  const turned = text.trim().split(/\n\n/).reverse().join("\n\n");
  const other = library.with("lib/lock-hash", [head, turned, block].join("\n\n"));
  const codes = (of: LuaLibrary): string[] => of.statements(of.script("lock/status")).map(({ code }) => code);
  expect(codes(other)).not.toEqual(codes(library));
  expect(codes(other).sort()).toEqual(codes(library).sort());
});

it.each([
  ["a, b", [2], "b", 2],
  ["a, [b]", [1, 2], "b", 2],
  ["a, [b], c", [2, 3], "c", undefined],
  ["a, [b, [c]]", [1, 2, 3], "c", 3],
  ["(a, b)*", [0, 2, 4, 6], "a", undefined],
  ["a, (b, c)*, (d)*", [1, 2, 3, 4], "a", 1],
] as const)("the signature %s", (text, counts, name, place) => {
  const signature = new Signature(text);
  const all = Array.from({ length: 7 }, (_, count) => count).filter((count) => allows(signature, count));
  expect(all).toEqual(expect.arrayContaining([...counts]));
  if (!text.includes("*")) expect(all).toEqual(counts);
  expect(signature.placeOf(name)).toBe(place);
});

it.each(["a b", "a; b", "[a", "(a)", "1-a"])("the signature %s is refused", (text) => {
  expect(() => new Signature(text)).toThrow();
});
