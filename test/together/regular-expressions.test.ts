// Every regular expression of the package is linear: hostile names, bodies and headers cannot make it slow.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { parseAst } from "vitest/node";

// A quadratic one takes over 100 ms for such a text, and a linear one less than 1 ms.
const LENGTH = 16_384;
const MOST_MS = 25;
const TRIES = 3;

/** Returns the expressions in the sources, and the files that have each. */
function expressions(): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const file of readdirSync("src", { recursive: true, encoding: "utf8" })) {
    if (!/\.tsx?$/.test(file)) continue;
    const program = parseAst(readFileSync(join("src", file), "utf8"), { lang: file.endsWith("x") ? "tsx" : "ts" });
    for (const literal of literalsIn(program)) {
      found.set(literal, [...(found.get(literal) ?? []), file]);
    }
  }
  return found;
}

/** Returns the regular expressions in a node of a parsed program, or in a member of one. */
function literalsIn(node: unknown): string[] {
  if (typeof node !== "object" || node === null) return [];
  return "regex" in node ? [String(Object(node).raw)] : Object.values(node).flatMap(literalsIn);
}

function compiled(literal: string): RegExp {
  const end = literal.lastIndexOf("/");
  return new RegExp(literal.slice(1, end), literal.slice(end + 1).replace("y", ""));
}

/** Returns texts that repeat what the expression looks for, up to a point at which it fails. */
function* hostileTexts(literal: string): Generator<string> {
  const plain = literal.replaceAll(/\\[bBdDwWsS]|\\[pP]\{[^}]*\}|\(\?<?[:=!]/g, " ");
  const words = plain.match(/[A-Za-z_]{2,}[:-]?/g) ?? [];
  const signs = new Set([...plain.replaceAll(/[\\A-Za-z0-9]/g, ""), "a", "0", " ", "\n", "\\", '"']);
  for (const part of [...signs, '\\"', ...words, ...words.map((word) => `:${word}`)]) {
    for (const begin of ["", "{", '"', ":"]) {
      for (const end of ["", "x", "\u0000", "\u{1f600}"]) {
        yield begin + part.repeat(LENGTH / part.length) + end;
      }
    }
  }
}

function fastestMs(expression: RegExp, text: string): number {
  let fastest = Number.POSITIVE_INFINITY;
  for (let count = 0; count < TRIES && fastest > MOST_MS; count += 1) {
    const start = performance.now();
    text.search(expression);
    fastest = Math.min(fastest, performance.now() - start);
  }
  return fastest;
}

/** Returns what is slow about an expression; undefined: nothing. */
function slowness(literal: string): string | undefined {
  const expression = compiled(literal);
  for (const text of hostileTexts(literal)) {
    const ms = fastestMs(expression, text);
    if (ms > MOST_MS) return `${Math.round(ms)} ms for ${JSON.stringify(text.slice(0, 20))}`;
  }
  return undefined;
}

it("finds expressions that are not linear", () => {
  for (const quadratic of ["/\\/+$/", "/\\s*\\n\\s*/g", "/\\{.*:timeout$/s", '/"(?:[^"\\\\]|\\\\.)*"/s']) {
    expect(slowness(quadratic), quadratic).toMatch(/^\d+ ms/);
  }
});

const all = [...expressions()];

it.each(all)("%s is linear", (literal) => {
  expect(slowness(literal)).toBeUndefined();
});

it("has found them", () => {
  expect(all.length).toBeGreaterThan(80);
});
