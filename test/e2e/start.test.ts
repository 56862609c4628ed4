// The stack that `npm start` starts. test/gateway/killed.test.ts shows that nothing of it survives a SIGKILL.
import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import { expect, it } from "vitest";
import { startStack } from "../../scripts/start/stack.ts";
import { hasRedis } from "../support/only-redis.ts";

it("guards the lock API with a random token, and ends as a whole", async () => {
  await using stack = await startStack(1_000, 0);
  const { gateway, worker, apiToken } = stack;
  expect(apiToken).toMatch(/^[\w-]{32,}$/);
  expect(gateway.token).toMatch(/^[\w-]{32,}$/);
  const ask = (token: string) =>
    fetch(`${worker.url}/v1/locks/orders:42`, { headers: { authorization: `Bearer ${token}` } });
  expect((await ask(apiToken)).status).toBe(200);
  for (const token of ["dev", gateway.token]) expect((await ask(token)).status).toBe(401);
  await worker.restart();
  expect((await ask(apiToken)).status).toBe(200);
  await stack[Symbol.asyncDispose]();
  await expect(ask(apiToken)).rejects.toThrow("fetch failed");
  await expect(fetch(gateway.url)).rejects.toThrow("fetch failed");
});

it("reports in one sentence that its port is in use", async () => {
  const other = createServer().listen(0, "127.0.0.1");
  await once(other, "listening");
  const address = other.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  await expect(startStack(1_000, port)).rejects.toThrow(`port ${port} is taken by another program`);
  other.close();
});

it.each([[["--json"]], [["--port", "x"]], [["now"]], [["--engine", "--redis", "redis://localhost"]]])(
  "refuses %j and names its arguments",
  (options) => {
    const { status, stderr } = spawnSync(process.execPath, ["scripts/start/main.ts", ...options], { encoding: "utf8" });
    expect(status).toBe(2);
    expect(stderr).toContain("usage: npm start -- [--once] [--port N] [--redis URL | --engine]");
  },
);

const PLACES: readonly (readonly [what: string, words: readonly string[], first: RegExp])[] = [
  ...(hasRedis ? [["a redis-server", [], /^Redis {4}\/.*-server, redis:/] as const] : []),
  [
    "the engine",
    hasRedis ? ["--engine"] : [],
    /^Redis {4}the engine of leasehound, whose data end with this process, redis:/,
  ],
];

it.each(PLACES)("plays the main job on %s, keeps every promise, and ends", (_, words, first) => {
  const { status, stdout } = spawnSync(process.execPath, ["scripts/start/main.ts", "--once", ...words], {
    encoding: "utf8",
  });
  expect(stdout).toMatch(first);
  expect(stdout).toContain("✓ Redis ran ten billed commands (10)");
  expect(stdout).toMatch(/\n\d+ checks passed in \d+ s\n/);
  expect(stdout).not.toContain("✗");
  expect(status).toBe(0);
  // Without a terminal: no colours, and each drawing once.
  expect(stdout).not.toContain("\u001b");
  expect(stdout.match(/^ {3}A {2}/gm)).toHaveLength(1);
});

it("prints its options", () => {
  const { status, stdout } = spawnSync(process.execPath, ["scripts/start/main.ts", "--help"], { encoding: "utf8" });
  expect([status, stdout.split("\n")[0]]).toEqual([
    0,
    "usage: npm start -- [--once] [--port N] [--redis URL | --engine]",
  ]);
});
