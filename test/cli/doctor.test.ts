// leasehound doctor: what it finds in healthy and unhealthy databases and lock APIs, and what it says to do.
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { type Gateway, startGateway } from "../../scripts/gateway/index.ts";
import { type RedisServer, startRedisServer } from "../../scripts/gateway/redis-server.ts";
import { createLocks } from "../../src/index.ts";
import { connect } from "../model/real.ts";
import { ApiServers } from "../support/api-server.ts";
import { cli, startCliWith } from "../support/cli.ts";
import { TOKEN } from "../support/lock-api.ts";
import { processWatchdog } from "../support/process-watchdog.ts";
import type { Endpoint } from "../support/rest.ts";

const redis = inject("shared");
const servers = new ApiServers();
let server: RedisServer;
beforeAll(async () => {
  server = await startRedisServer();
});
afterAll(() => Promise.all([server?.stop(), servers.stop()]));

interface Finding {
  readonly check: string;
  readonly health: string;
  readonly found: string;
  readonly advice?: string;
}

/** Parses the report into health by check; advice must be there for what is not well. */
function findingsIn(stdout: string): Record<string, string> {
  const { findings }: { findings: readonly Finding[] } = JSON.parse(stdout);
  for (const { health, advice } of findings) {
    if (health === "warning" || health === "problem") expect(advice).toMatch(/\w/);
  }
  return Object.fromEntries(findings.map(({ check, health }) => [check, health]));
}

async function examine(endpoint: Endpoint): Promise<{ code: number | null; findings: Record<string, string> }> {
  const { code, stdout, stderr } = await cli(endpoint, "doctor", "--json");
  expect(stderr).toBe("");
  expect(stdout).not.toContain(endpoint.token);
  return { code, findings: findingsIn(stdout) };
}

async function administer(...commands: readonly (readonly string[])[]): Promise<void> {
  const admin = await connect(server.url);
  for (const words of commands) await admin.sendCommand(words);
  admin.destroy();
}

async function gatewayWithout(...rights: string[]): Promise<Gateway> {
  const user = ["ACL", "SETUSER", "limited", "reset", "on", ">secret", "~*", "&*", "+@all", ...rights];
  await administer(user);
  return startGateway({ redisUrl: server.url.replace(/\/\/.*@/, "//limited:secret@") });
}

it("finds nothing wrong in a healthy database, and leaves no lock there", async () => {
  const { code, findings } = await examine(redis);
  expect(code).toBe(0);
  expect(findings).toEqual({
    ...{ database: "ok", locks: "ok", eviction: "ok", clock: "ok", streams: "ok", "round trip": "ok" },
    watchdog: "unknown",
  });
  const people = await cli(redis, "doctor");
  expect(people.stdout).toMatch(/^CHECK +HEALTH +FOUND\n/);
  expect(people.stdout).toMatch(/\nwatchdog +unknown +cannot be read here: /);
  expect((await createLocks({ redis }).list({ match: "doctor:*" })).locks).toEqual([]);
});

it("finds a policy that drops locks", async () => {
  await using gateway = await startGateway({ redisUrl: server.url });
  await administer(["CONFIG", "SET", "maxmemory-policy", "volatile-lru"]);
  expect((await examine(gateway)).findings["eviction"]).toBe("warning");
  await administer(["CONFIG", "SET", "maxmemory", "1gb"]);
  const { code, findings } = await examine(gateway);
  expect({ code, eviction: findings["eviction"] }).toEqual({ code: 1, eviction: "problem" });
  await administer(["CONFIG", "SET", "maxmemory", "0"], ["CONFIG", "SET", "maxmemory-policy", "noeviction"]);
});

it("says what cannot be read where commands are refused", async () => {
  await using gateway = await gatewayWithout("-info", "-config", "-time", "-subscribe");
  const { findings } = await examine(gateway);
  expect(findings).toMatchObject({ database: "ok", eviction: "unknown", clock: "unknown", streams: "warning" });
});

it("finds that the token may not write, is wrong, or that nobody answers", async () => {
  await using gateway = await startGateway({ redisUrl: server.url });
  const readOnly = await examine({ url: gateway.url, token: gateway.readOnlyToken });
  expect(readOnly).toMatchObject({ code: 1, findings: { database: "ok", locks: "problem" } });
  const wrong = await examine({ url: gateway.url, token: "wrong" });
  expect(wrong).toEqual({ code: 1, findings: { database: "problem" } });
  const away = await examine({ url: "http://127.0.0.1:1", token: "canary" });
  expect(away).toEqual({ code: 1, findings: { database: "problem" } });
});

it("finds whether a lock API has a watchdog that works", async () => {
  const examineApi = async (url: string) => {
    await using started = startCliWith({ LEASEHOUND_API_URL: url, LEASEHOUND_API_TOKEN: TOKEN }, "doctor", "--json");
    const { code, stdout } = await started.ended;
    return { code, findings: findingsIn(stdout) };
  };
  const watchdog = processWatchdog(redis);
  const found = await examineApi(await servers.listen({ locks: createLocks({ redis, watchdog }) }));
  expect(found).toMatchObject({
    code: 0,
    findings: { "lock API": "ok", locks: "ok", watchdog: "ok", eviction: "unknown" },
  });
  const without = await examineApi(await servers.listen({ locks: createLocks({ redis }) }));
  expect(without).toMatchObject({ code: 0, findings: { watchdog: "warning" } });
  expect(await examineApi("http://127.0.0.1:1")).toEqual({ code: 1, findings: { "lock API": "problem" } });
});
