// The set-up of docs/run/testing.md starts the command for a suite of vitest and for one of node:test, in a project of its
// own. Jest runs in test/together/runtimes.
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { redisServerHere } from "../../../src/tools/gateway/find-redis-server.ts";
import { type Ended, startNode } from "../../support/child-process.ts";
import { codeBlocks } from "../../support/code-blocks.ts";

const folder = mkdtempSync(join(tmpdir(), "leasehound-suites-"));
const binary = redisServerHere();

/** Makes a path of the project point to one of this repository. */
function link(path: string, target: string): void {
  const from = join(folder, path);
  mkdirSync(dirname(from), { recursive: true });
  symlinkSync(resolve(target), from);
}

beforeAll(() => {
  for (const { code } of codeBlocks(["suite"], folder)) {
    const [, path = ""] = /^\/\/ (\S+)\n/.exec(code) ?? [];
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), code);
  }
  writeFileSync(join(folder, "package.json"), "{}");
  const config = { test: { globalSetup: "test/redis.mjs", include: ["test/*.test.mjs"] } };
  writeFileSync(join(folder, "vitest.config.mjs"), `export default ${JSON.stringify(config)};`);
  link("node_modules/leasehound", ".");
  link("node_modules/.bin/leasehound", "dist/cli/main.js");
  link("node_modules/vitest", "node_modules/vitest");
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Runs a suite to its end. */
async function run(...words: readonly string[]): Promise<Ended> {
  const variables = { REDIS_SERVER: binary?.path ?? "", LD_LIBRARY_PATH: binary?.env["LD_LIBRARY_PATH"] ?? "" };
  await using suite = startNode(words, variables, folder);
  return await suite.ended;
}

it.each([
  ["vitest", ["node_modules/vitest/vitest.mjs", "run"], /1 passed/],
  ["node:test", ["--test", "test/node/orders.test.mjs"], /pass 1\b/],
] as const)("a suite of %s gets a Redis of its own, and ends", async (_, words, passed) => {
  const { code, stdout, stderr } = await run(...words);
  expect([code, stderr]).toEqual([0, ""]);
  expect(stdout).toMatch(passed);
});
