// JSON without loss, beside JSON.parse and JSON.stringify.
import fc from "fast-check";
import { expect, it } from "vitest";
import { JsonNumber, parseJson, stringifyJson } from "../../../src/tools/gateway/exact-json.ts";

/** Replaces each `JsonNumber` by the number that JSON.parse makes of its text. */
function rounded(value: unknown): unknown {
  if (value instanceof JsonNumber) return Number(value.text);
  if (Array.isArray(value)) return value.map(rounded);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, rounded(member)]));
}

function refuses(parse: () => unknown): boolean {
  try {
    parse();
    return false;
  } catch (error) {
    expect(error).toBeInstanceOf(SyntaxError);
    return true;
  }
}

it("exact JSON reads and writes any JSON value like JSON", () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.constantFrom(0, 1), (value, space) => {
      const text = JSON.stringify(value, undefined, space);
      expect(rounded(parseJson(text))).toEqual(JSON.parse(text));
      expect(stringifyJson(value)).toBe(JSON.stringify(value));
      expect(stringifyJson(parseJson(text))).toBe(JSON.stringify(value));
    }),
  );
});

it("exact JSON accepts the same texts as JSON", () => {
  const parts = ["[", "]", "{", "}", ",", ":", '"a"', '"\\"', '"\\\\"', "\\", '"', "\n", "\u0000", " ", "true", "null"];
  const numbers = ["0", "1", "-", "-0", "1.5", ".", "1e3", "e", "+", "01", "NaN"];
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...parts, ...numbers), { maxLength: 7 }), (some) => {
      const text = some.join("");
      const isRefused = refuses(() => JSON.parse(text));
      expect(refuses(() => parseJson(text))).toBe(isRefused);
    }),
    { numRuns: 5_000 },
  );
});

it.each(["9007199254740993", "-9223372036854775808", "1.50", "1e400", "-0", "0.1e-7"])(
  "exact JSON keeps the digits of %s",
  (text) => {
    expect(stringifyJson(parseJson(`[${text},{"a":${text}}]`))).toBe(`[${text},{"a":${text}}]`);
  },
);

it("exact JSON writes a bigint as a number, and leaves out undefined members", () => {
  expect(stringifyJson({ a: 2n ** 63n, b: undefined, c: [undefined] })).toBe('{"a":9223372036854775808,"c":[null]}');
});

it("exact JSON refuses more than a thousand levels, and reads a long string", () => {
  const nested = (levels: number): string => "[".repeat(levels) + "]".repeat(levels);
  expect(refuses(() => parseJson(nested(1_000)))).toBe(false);
  for (const levels of [1_002, 1_000_000]) expect(refuses(() => parseJson(nested(levels)))).toBe(true);
  const long = `${"\\\\".repeat(1_000_000)}\\"${"x".repeat(1_000_000)}`;
  expect(parseJson(`"${long}"`)).toBe(JSON.parse(`"${long}"`));
});
