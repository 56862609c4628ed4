// JSON as the lock API reads it: like JSON.parse, but without duplicate names and deep nesting.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseStrictly } from "../../../src/service/api/request.ts";

const nested = (open: string, close: string, depth: number): string => `${open.repeat(depth)}1${close.repeat(depth)}`;

describe("strict JSON", () => {
  it("reads every valid document as JSON.parse does", () => {
    // V8 sometimes reads a name that is one escaped character as another (Node 24.21).
    const names = fc
      .oneof(fc.string(), fc.constantFrom("__proto__", "constructor", 'say "x"', "\\\\", "\\u0061", "{", "},", "a"))
      .filter((name) => name.length !== 1 || JSON.stringify(name).length === 3);
    const { document } = fc.letrec((tie) => ({
      leaf: fc.oneof(fc.string({ unit: "binary" }), fc.double({ noNaN: true }), fc.boolean(), fc.constant(null)),
      document: fc.oneof(
        { maxDepth: 6, depthSize: "small" },
        tie("leaf"),
        fc.array(tie("document"), { maxLength: 4 }),
        fc.dictionary(names, tie("document"), { maxKeys: 4, noNullPrototype: true }),
      ),
    }));
    fc.assert(
      fc.property(document, fc.constantFrom(0, 1, 2), (value, indent) => {
        const text = JSON.stringify(value, null, indent);
        expect(parseStrictly(text)).toEqual(JSON.parse(text));
      }),
      { numRuns: 2_000 },
    );
  });

  it("refuses a name that comes twice in one object, at any depth and however it is written", () => {
    const place = fc.constantFrom("#", "[#]", '{"x":#}', '[1,{"x":[{},#,2]}]', '{"a":{"a":[#]},"b":{}}');
    const again = (name: string): string =>
      `"${[...name].map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`).join("")}"`;
    fc.assert(
      fc.property(fc.string({ unit: "grapheme-ascii" }), place, fc.boolean(), (name, at, escaped) => {
        const twice = escaped ? again(name) : JSON.stringify(name);
        const text = at.replace("#", () => `{${JSON.stringify(name)}:1, "other${name.length}" : [], ${twice} :2}`);
        expect(() => parseStrictly(text)).toThrow("twice");
      }),
    );
  });

  it("refuses a document that is nested deeper than 8 levels", () => {
    for (const [open, close] of [
      ["[", "]"],
      ['{"a":', "}"],
    ] as const) {
      expect(() => parseStrictly(nested(open, close, 8))).not.toThrow();
      expect(() => parseStrictly(nested(open, close, 9))).toThrow("deeper");
    }
    expect(() => parseStrictly(nested("[", "]", 2_000))).toThrow("deeper");
  });

  it.each([
    "",
    " ",
    "\ufeff{}",
    "{'a':1}",
    '{"a":1,}',
    "[1,]",
    '{"a"}',
    "NaN",
    "01",
    '"\t"',
    "{}{}",
    "// x",
    "undefined",
  ])("refuses %j, which is not JSON, and quotes nothing of it", (text) => {
    expect(() => parseStrictly(text)).toThrow(/^is not JSON$/);
  });

  it("keeps __proto__ as an ordinary member", () => {
    const value = parseStrictly('{"__proto__":{"polluted":true}}');
    expect(Object.keys(Object(value))).toEqual(["__proto__"]);
    expect("polluted" in {}).toBe(false);
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
  });
});
