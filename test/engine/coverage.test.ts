// The engine has each command that our scripts and our own code name, and each function that scripts call.
import { globSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { Engine } from "../../src/engine/engine.ts";
import { wireOf } from "./raw-redis.ts";

const engine = new Engine({ compares: true });

/** Returns the words that match in all files. */
function wordsIn(files: string, pattern: RegExp): string[] {
  const found = globSync(files).flatMap((file) => [...readFileSync(file, "utf8").matchAll(pattern)]);
  return [...new Set(found.map(([, word = ""]) => word))].sort();
}

const isLacking = (name: string): boolean => String(wireOf(engine, [name])).startsWith("-ERR unknown command");

it("has the commands of all scripts", () => {
  const called = wordsIn(
    "src/lock/lua/**/*.lua",
    /\b(?:call|read|pcall\((?:redis\.)?(?:call|read),)[( ]\s*['"]([A-Za-z]+)['"]/g,
  );
  expect(called.length).toBeGreaterThan(40);
  expect(called.filter(isLacking)).toEqual([]);
});

it("has all words in capitals of scripts that are commands of Redis", () => {
  // A script may choose between commands: `range == 'list' and 'LRANGE' or 'ZRANGE'`.
  const words = wordsIn("src/lock/lua/**/*.lua", /'([A-Z]{3,})'/g);
  const options = [
    "BYSCORE",
    "COUNT",
    "LIMIT",
    "MATCH",
    "NUMSUB",
    "RANK",
    "WITHSCORES",
    "WITHVALUES",
    "MAXLEN",
    "TYPE",
    "KEEPTTL",
  ];
  expect(words.filter((word) => !options.includes(word) && isLacking(word))).toEqual([]);
});

it("has the commands of light locks, and of the tools", () => {
  const light = wordsIn("src/lock/light/*.ts", /\[\s*"([A-Z]{3,})"/g);
  const tools = wordsIn("src/tools/cli/**/*.ts", /\b(?:run|ask)\("([A-Z]{3,})"/g);
  expect(light).toContain("DELEX");
  expect([...light, ...tools].filter(isLacking)).toEqual([]);
});

it("has the functions of the table redis that scripts use", () => {
  const used = wordsIn("src/lock/lua/**/*.lua", /\bredis\.([a-z_0-9]+)/g);
  for (const name of used) expect(wireOf(engine, ["EVAL", `return type(redis.${name})`, "0"]), name).toBe("$function");
});
