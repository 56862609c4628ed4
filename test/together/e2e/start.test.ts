// The stack that `npm start` starts. test/tools/gateway/killed.test.ts shows that nothing of it survives a SIGKILL.
import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startStack } from "../../../scripts/start/stack.ts";
import { type Connection, connect } from "../../lock/model/real.ts";
import { type StartedProcess, startNode } from "../../support/child-process.ts";
import { eventually } from "../../support/eventually.ts";
import { onlyRedis } from "../../support/only-redis.ts";
import { type Server, startServer } from "../../support/server.ts";

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

// A play takes 17 s, and much longer beside other programs.
const timeout = 240_000;

describe("plays the main job, keeps every promise, and ends", { timeout }, () => {
  // Nobody listens there: a demo that uses either fails.
  const CLOSED = { REDIS_URL: "redis://127.0.0.1:1", UPSTASH_REDIS_REST_URL: "http://127.0.0.1:1" };

  it("on a redis-server", onlyRedis("a program of its own"), () => plays([], /^Redis {4}\/.*-server, redis:/));

  it("on the engine", () =>
    plays(["--engine"], /^Redis {4}the engine of leasehound, whose data end with this process, redis:/));

  function plays(words: readonly string[], first: RegExp): void {
    const { status, stdout, stderr } = spawnSync(process.execPath, ["scripts/start/main.ts", "--once", ...words], {
      encoding: "utf8",
      env: { ...process.env, ...CLOSED },
    });
    expect(stdout, stderr).toMatch(first);
    expect(stdout).toContain("✓ Redis ran ten billed commands (10)");
    expect(stdout).toMatch(/\n\d+ checks passed in \d+ s\n/);
    expect(stdout).not.toContain("✗");
    expect(status).toBe(0);
    // Without a terminal: no colours, and each drawing once.
    expect(stdout).not.toContain("\u001b");
    expect(stdout.match(/^ {3}A {2}/gm)).toHaveLength(1);
  }
});

describe("on a Redis of the user's, whose own locks have the names of the demo", { timeout }, () => {
  const HELD = ["orders:42", "orders:7", "invoices:may", "red", "fair"];
  let server: Server;
  let connection: Connection;
  let before: string[];

  beforeAll(async () => {
    server = await startServer();
    connection = await connect(server.url);
    for (const name of HELD) {
      await connection.sendCommand(["HSET", `lock:${name}`, `${crypto.randomUUID()}:1`, "1"]);
      await connection.sendCommand(["PEXPIRE", `lock:${name}`, "3600000"]);
    }
    before = await keys();
  });
  afterAll(async () => {
    connection?.destroy();
    await server?.stop();
  });

  async function keys(): Promise<string[]> {
    const found: string[] = await connection.sendCommand(["KEYS", "*"]);
    return found.sort();
  }

  const start = (...words: readonly string[]): StartedProcess =>
    startNode(["scripts/start/main.ts", "--redis", server.url, ...words]);

  it("plays with --once, keeps every promise, says where, and leaves nothing", async () => {
    await using demo = start("--once");
    const { code, stdout } = await demo.ended;
    expect(stdout).toMatch(
      /^Redis {4}your Redis, under the prefix "demo-[\w-]+:", whose keys it deletes when it ends\n/,
    );
    expect(stdout).not.toContain("✗");
    expect(code).toBe(0);
    expect(await keys()).toEqual(before);
  });

  it.each([
    ["SIGINT", "while it plays", [/✓ each got the lock once/], 130],
    ["SIGTERM", "while it serves", [/^2\./, /^3\./, /^4\./, /^5\./, /^Or with a program of your own/], 0],
  ] as const)("leaves nothing after %s %s", async (signal, _, lines, code) => {
    await using demo = start();
    for (const line of lines) await demo.line(line);
    await eventually(async () => (await keys()).length > before.length);
    expect(await demo.kill(signal)).toMatchObject({ code });
    expect(await keys()).toEqual(before);
  });
});

it("prints its options", () => {
  const { status, stdout } = spawnSync(process.execPath, ["scripts/start/main.ts", "--help"], { encoding: "utf8" });
  expect([status, stdout.split("\n")[0]]).toEqual([
    0,
    "usage: npm start -- [--once] [--port N] [--redis URL | --engine]",
  ]);
});
