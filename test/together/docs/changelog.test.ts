// The changelog names what programs may depend on: each entry of the package, command, method of locks and error code.
// A user who upgrades learns of a new one there. The page of errors names each code, too.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { CODES } from "../../../src/base/error-base.ts";
import { AllLocks } from "../../../src/lock/create-locks.ts";

const changelog = readFileSync("CHANGELOG.md", "utf8");
const { name, exports }: { name: string; exports: object } = JSON.parse(readFileSync("package.json", "utf8"));
const METHODS = Object.getOwnPropertyNames(AllLocks.prototype).filter((it) => !["constructor", "toJSON"].includes(it));
const COMMANDS = [...readFileSync("src/tools/cli/program.ts", "utf8").matchAll(/\.command\("(\w+)"\)/g)];

it.each([
  ["entry", Object.keys(exports).flatMap((path) => (path === "./package.json" ? [] : join(name, path)))],
  ["command", COMMANDS.map(([, command]) => `${name} ${command}`)],
  ["method of locks", METHODS],
  ["error code", CODES],
])("the changelog names each %s", (_, words) => {
  expect(words.length).toBeGreaterThan(5);
  expect(words.filter((word) => !changelog.includes(`\`${word}\``))).toEqual([]);
});

it("docs/kinds/errors.md names each error code", () => {
  const page = readFileSync("docs/kinds/errors.md", "utf8");
  expect(CODES.filter((code) => !page.includes(`\`${code}\``))).toEqual([]);
});
