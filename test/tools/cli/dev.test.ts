// leasehound dev: a local database for anybody who has the package.
import { once } from "node:events";
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createLocks } from "../../../src/index.ts";
import { redisServerHere } from "../../../src/tools/gateway/find-redis-server.ts";
import { type StartedProcess, startNode } from "../../support/child-process.ts";
import { cli, startCliWith } from "../../support/cli.ts";
import { eventually } from "../../support/eventually.ts";
import { findProgram } from "../../support/find-program.ts";
import { onlyRedis } from "../../support/only-redis.ts";
import { processTree, running } from "../../support/process-tree.ts";
import { type Server, startServer } from "../../support/server.ts";

const folder = mkdtempSync(join(tmpdir(), "leasehound-dev-"));
const binary = redisServerHere();
// A PATH with one server, whatever this machine has, and with the program that removes the folder of a killed one.
const path = join(folder, "bin");
mkdirSync(path);
if (binary !== undefined) symlinkSync(binary.path, join(path, "valkey-server"));
symlinkSync(findProgram("RM", ["rm"]) ?? "", join(path, "rm"));
// The command as it is installed: beside no redis-server that a clone has unpacked.
cpSync("dist/cli", join(folder, "dist/cli"), { recursive: true });
writeFileSync(join(folder, "package.json"), JSON.stringify({ type: "module" }));
const OLD = join(folder, "old-redis");
writeFileSync(OLD, "#!/bin/sh\necho 'Redis server v=6.2.1'\n", { mode: 0o755 });
const ALONE = { REDIS_SERVER: "", LD_LIBRARY_PATH: binary?.env["LD_LIBRARY_PATH"] ?? "" };

let server: Server;
beforeAll(async () => {
  server = await startServer();
});
afterAll(async () => {
  await server?.stop();
  rmSync(folder, { recursive: true });
});

function start(env: Record<string, string>, ...words: readonly string[]): StartedProcess {
  return startCliWith({ ...ALONE, ...env }, "dev", ...words);
}

/** Starts the installed command where there is no server. */
function startAlone(...words: readonly string[]): StartedProcess {
  return startNode([join(folder, "dist/cli/main.js"), "dev", ...words], { ...ALONE, PATH: "/nowhere" });
}

async function addressOf(started: StartedProcess): Promise<{ url: string; token: string; redis: string }> {
  return JSON.parse(await started.line(/^{/));
}

it("serves with a server on the PATH, and stops it at SIGTERM", onlyRedis("a program of its own"), async () => {
  await using dev = start({ PATH: path }, "--json");
  const endpoint = await addressOf(dev);
  await (await createLocks({ redis: endpoint }).lock("x").acquire()).release();
  expect(await cli(endpoint, "doctor")).toMatchObject({ code: 0 });
  const tree = processTree(dev.pid);
  expect(tree.map(({ command }) => command).join("\n")).toContain("valkey-server");
  expect(await dev.kill("SIGTERM")).toMatchObject({ code: 0, stderr: "" });
  await eventually(() => running(tree.map(({ pid }) => pid)).length === 0);
});

it("leaves no server behind after kill -9", onlyRedis("a program of its own"), async () => {
  await using dev = start({ PATH: path }, "--json");
  await addressOf(dev);
  const tree = processTree(dev.pid).map(({ pid }) => pid);
  await dev.kill("SIGKILL");
  await eventually(() => running(tree).length === 0);
});

it.each([[[]], [["--engine"]]])(
  "serves the engine in one process, where there is no server, with %j",
  async (words) => {
    await using dev = startAlone("--json", ...words);
    const { engine, ...endpoint } = Object(await addressOf(dev));
    expect(engine).toBe(true);
    await (await createLocks({ redis: endpoint }).fairLock("x").acquire()).release();
    expect(await cli(endpoint, "doctor")).toMatchObject({ code: 0 });
    expect(processTree(dev.pid)).toHaveLength(1);
    expect(await dev.kill("SIGTERM")).toMatchObject({ code: 0, stderr: "" });
  },
);

it("says in the first line that the engine serves, although there is a server", async () => {
  await using dev = start({}, "--engine");
  expect(await dev.line()).toMatch(/^# .*, with the engine of leasehound, whose data end with this process$/);
  expect(await dev.line(/REDIS_URL/)).toMatch(/^export REDIS_URL='redis:/);
});

it("serves a given Redis, and prints lines for a shell without its password", async () => {
  await using dev = start({ PATH: "/nowhere" }, "--redis", server.url, "--token", "it's$HOME");
  await dev.line(/TOKEN/);
  expect(dev.stdout).toMatch(
    /^# The gateway serves until Ctrl-C, with your Redis\nexport UPSTASH_REDIS_REST_URL=http:\/\/127\.0\.0\.1:\d+\n/,
  );
  expect(dev.stdout).toContain("export UPSTASH_REDIS_REST_TOKEN='it'\\''s$HOME'\n");
  expect(dev.stdout).not.toContain(new URL(server.url).password);
  expect(dev.stdout).not.toContain("REDIS_URL=");
  expect(await dev.kill("SIGINT")).toMatchObject({ code: 0 });
});

it.each([
  [{ REDIS_SERVER: "/no/redis" }, [], 69, /REDIS_SERVER names \/no\/redis, which is not an executable file/],
  [{ REDIS_SERVER: "/bin/true" }, [], 69, /\/bin\/true does not run, or is older than Redis 7.*: .*--engine/],
  [{ REDIS_SERVER: OLD }, [], 69, /older than Redis 7 \(it said: Redis server v=6\.2\.1\): /],
  [{}, ["--redis", "redis://user:canary@127.0.0.1:1"], 69, /Redis does not answer/],
  [{}, ["--redis", "http://localhost"], 64, /--redis/],
  [{}, ["--redis", "redis:x"], 64, /--redis must be a redis:\/\/ or rediss:\/\/ URL/],
  [{}, ["--redis", "redis://localhost", "--engine"], 64, /--engine needs no --redis/],
  [{}, ["--port", "70000"], 64, /--port/],
  [{}, ["--token", "a b"], 64, /--token/],
])("says in one sentence what is wrong with %j %j", async (env, words, code, sentence) => {
  await using dev = start(env, ...words);
  const ended = await dev.ended;
  expect(ended).toMatchObject({ code, stdout: "", stderr: expect.stringMatching(sentence) });
  expect(ended.stderr.trim().split("\n")).toHaveLength(1);
  expect(ended.stderr).not.toContain("canary");
});

it("says in one sentence that the port is taken", async () => {
  const other = createServer().listen(0, "127.0.0.1");
  await once(other, "listening");
  const address = other.address();
  const port = typeof address === "object" ? String(address?.port) : "";
  await using dev = start({}, "--redis", server.url, "--port", port);
  const ended = await dev.ended;
  other.close();
  expect(ended).toMatchObject({ code: 69, stderr: `leasehound: port ${port} is taken by another program\n` });
});
