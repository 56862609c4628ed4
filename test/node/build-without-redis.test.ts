// README.md and docs/lock-api.md: `npm pack` and `npm run build` in a clone. They need no Redis. Neither do
// `npm run gateway` and `npm start`, which have the engine.
import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";

/** Runs a step of the set-up in a fresh clone, with an empty PATH: no redis-server, and no apt-get to fetch one by. */
function setUp(
  step: string,
  command: string,
  words: readonly string[] = [],
): { status: number | null; stderr: string } {
  const clone = mkdtempSync(join(tmpdir(), "clone-"));
  cpSync("scripts/setup", join(clone, "scripts/setup"), { recursive: true });
  mkdirSync(join(clone, "node_modules"));
  const program = `import { ${step} } from ${JSON.stringify(join(clone, "scripts/setup/redis-server.js"))};
    process.exitCode = ${step}(${JSON.stringify(command)}) === false ? 1 : 0;`;
  return spawnSync(process.execPath, ["--input-type=module", "-e", program, "--", ...words], {
    env: { PATH: join(clone, "bin") },
    encoding: "utf8",
  });
}

it.each([
  ...["build", "types", "format", "pictures", "size", "check"].map((command) => [command, []] as const),
  ["gateway", ["--engine"]],
  ["start", ["--once", "--engine"]],
  ["gateway", ["--redis=redis://localhost"]],
] as const)("the set-up of `npm run %s` with %j asks for no redis-server", (command, words) => {
  expect(setUp("redisServerFound", command, words)).toMatchObject({ status: 0, stderr: "" });
});

it.each([
  ["gateway", 0, ""],
  ["start", 0, ""],
  ["test", 1, "No redis-server 7 or newer found"],
])("where none can be fetched, the set-up of `npm run %s` ends with %d", (command, code, sentence) => {
  const { status, stderr } = setUp("ensureRedisServer", command);
  expect(stderr).toContain(sentence);
  expect(status).toBe(code);
});
