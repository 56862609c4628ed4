// leasehound dev: a local database for anybody who has the package.
import { once } from "node:events";
import { mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createLocks } from "../../src/index.ts";
import { findRedisServer } from "../../src/tools/gateway/find-redis-server.ts";
import { type RedisServer, startRedisServer } from "../../src/tools/gateway/redis-server.ts";
import type { StartedProcess } from "../support/child-process.ts";
import { cli, startCliWith } from "../support/cli.ts";
import { eventually } from "../support/eventually.ts";
import { processTree, running } from "../support/process-tree.ts";

const folder = mkdtempSync(join(tmpdir(), "leasehound-dev-"));
const binary = findRedisServer();
symlinkSync(binary.path, join(folder, "valkey-server"));
// Without a cache of its own, a test could find what somebody else unpacked.
const ALONE = { REDIS_SERVER: "", XDG_CACHE_HOME: folder, LD_LIBRARY_PATH: binary.env["LD_LIBRARY_PATH"] ?? "" };

let server: RedisServer;
beforeAll(async () => {
  server = await startRedisServer();
});
afterAll(async () => {
  await server?.stop();
  rmSync(folder, { recursive: true });
});

function start(env: Record<string, string>, ...words: readonly string[]): StartedProcess {
  return startCliWith({ ...ALONE, ...env }, "dev", ...words);
}

async function addressOf(started: StartedProcess): Promise<{ url: string; token: string; redis: string }> {
  return JSON.parse(await started.line(/^{/));
}

it("serves with a server on the PATH, and stops it at SIGTERM", async () => {
  await using dev = start({ PATH: `${folder}:/usr/bin:/bin` }, "--json");
  const endpoint = await addressOf(dev);
  await (await createLocks({ redis: endpoint }).lock("x").acquire()).release();
  expect(await cli(endpoint, "doctor")).toMatchObject({ code: 0 });
  const tree = processTree(dev.pid);
  expect(tree.map(({ command }) => command).join("\n")).toContain("valkey-server");
  expect(await dev.kill("SIGTERM")).toMatchObject({ code: 0, stderr: "" });
  await eventually(() => running(tree.map(({ pid }) => pid)).length === 0);
});

it("leaves no server behind after kill -9", async () => {
  await using dev = start({ PATH: `${folder}:/usr/bin:/bin` }, "--json");
  await addressOf(dev);
  const tree = processTree(dev.pid).map(({ pid }) => pid);
  await dev.kill("SIGKILL");
  await eventually(() => running(tree).length === 0);
});

it("serves a given Redis, and prints lines for a shell without its password", async () => {
  await using dev = start({ PATH: "/nowhere" }, "--redis", server.url, "--token", "it's$HOME");
  await dev.line(/TOKEN/);
  expect(dev.stdout).toMatch(
    /^# The gateway serves until Ctrl-C\nexport UPSTASH_REDIS_REST_URL=http:\/\/127\.0\.0\.1:\d+\n/,
  );
  expect(dev.stdout).toContain("export UPSTASH_REDIS_REST_TOKEN='it'\\''s$HOME'\n");
  expect(dev.stdout).not.toContain(new URL(server.url).password);
  expect(await dev.kill("SIGINT")).toMatchObject({ code: 0 });
});

it.each([
  [{ PATH: "/nowhere" }, [], 69, /^leasehound: no redis-server or valkey-server is on the PATH: install one .*--redis/],
  [{ REDIS_SERVER: "/no/redis" }, [], 69, /REDIS_SERVER names \/no\/redis, which is not an executable file/],
  [{ REDIS_SERVER: "/bin/true" }, [], 69, /\/bin\/true does not run, or is older than Redis 7/],
  [{}, ["--redis", "redis://user:canary@127.0.0.1:1"], 69, /Redis does not answer/],
  [{}, ["--redis", "http://localhost"], 64, /--redis/],
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
