// README.md and docs/service/lock-api.md: `npm pack` and `npm run build` in a clone. They need no Redis. Neither do
// `npm start`, `npm run gateway` and `npm test`, which have the engine.
import { spawnSync } from "node:child_process";
import { cpSync, globSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";

interface SetUpOptions {
  readonly words?: readonly string[];
  readonly programs?: Readonly<Record<string, string>>;
  /** The file of the step. */
  readonly of?: "redis-server" | "faketime";
}

/** Runs a step of the set-up in a fresh clone. No program is on the PATH but these, each an empty script. */
function setUp(
  step: string,
  command: string,
  { words = [], programs = {}, of = "redis-server" }: SetUpOptions = {},
): { status: number | null; stderr: string } {
  const clone = mkdtempSync(join(tmpdir(), "leasehound-clone-"));
  onTestFinished(() => rmSync(clone, { recursive: true }));
  for (const path of globSync("scripts/setup/{*.js,node/*.json}")) cpSync(path, join(clone, path));
  for (const folder of ["node_modules", "bin"]) mkdirSync(join(clone, folder));
  for (const [name, body] of Object.entries(programs)) {
    writeFileSync(join(clone, "bin", name), `#!/bin/sh\n${body}\n`, { mode: 0o755 });
  }
  const program = `import { ${step} } from ${JSON.stringify(join(clone, `scripts/setup/${of}.js`))};
    process.exitCode = ${step}(${JSON.stringify(command)}, console.error) === false ? 1 : 0;`;
  return spawnSync(process.execPath, ["--input-type=module", "-e", program, "--", ...words], {
    env: { PATH: join(clone, "bin") },
    encoding: "utf8",
  });
}

it.each([
  ...["build", "format", "check", "check types"].map((command) => [command, []] as const),
  ["gateway", ["--engine"]],
  ["start", ["--once", "--engine"]],
  ["gateway", ["--redis=redis://localhost"]],
] as const)("the set-up of `npm run %s` with %j asks for no redis-server", (command, words) => {
  expect(setUp("redisServerFound", command, { words })).toMatchObject({ status: 0, stderr: "" });
});

// No network, as far as apt is concerned.
const OFFLINE = { "apt-get": "exit 100", "dpkg-deb": "exit 1" };
const OLD = { "redis-server": "echo 'Redis server v=6.2.1'" };
const ON_ENGINE = /^no redis-server 7 or newer: the tests run on the engine of this package, without .*\n$/;

it.each([
  ["gateway", {}, 0, /^$/],
  ["start", {}, 0, /^$/],
  ["test", {}, 0, ON_ENGINE],
  ["test lock", {}, 0, ON_ENGINE],
  ["test:all", {}, 0, ON_ENGINE],
  ["test:full", {}, 1, /No redis-server 7 or newer found: install one/],
  ["bench", {}, 1, /No redis-server 7 or newer found: install one/],
  ["start", OFFLINE, 0, /fetching these/],
  ["test", OFFLINE, 0, /fetching these.*\nno redis-server 7 or newer: the tests run on the engine/],
  ["bench", OFFLINE, 1, /apt can't get redis-server from its archive/],
  ["test", OLD, 1, /No redis-server 7 or newer found: install one/],
] as const)(
  "where none can be fetched, the set-up of `npm run %s` beside %j ends with %d",
  (command, programs, code, said) => {
    const { status, stderr } = setUp("ensureRedisServer", command, { programs });
    expect(stderr).toMatch(said);
    expect(status).toBe(code);
  },
);

it.each([
  ["test:full", 0],
  ["test:full simulate", 0],
  ["test:full judge", 1],
] as const)("the set-up of `npm run %s` asks for libfaketime, or does not: %d", (command, code) => {
  expect(setUp("faketimeFound", command, { of: "faketime" }).status).toBe(code);
});

it.each([
  [{}, /Error: The judge needs libfaketime, and this machine has no apt-get: run it on Debian or Ubuntu/],
  [OFFLINE, /fetching these.*\nError: apt can't get libfaketime from its archive/s],
] as const)("where libfaketime cannot be fetched, the set-up of the judge beside %j says why", (programs, said) => {
  const { status, stderr } = setUp("ensureFaketime", "test:full judge", { programs, of: "faketime" });
  expect(stderr).toMatch(said);
  expect(status).toBe(1);
});
