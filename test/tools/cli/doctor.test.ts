// leasehound doctor: what it finds in healthy and unhealthy databases and lock APIs, and what it says to do.
import { afterAll, beforeAll, expect, it } from "vitest";
import { createLocks } from "../../../src/index.ts";
import { rightsOf } from "../../../src/tools/cli/commands/acl.ts";
import { type Gateway, startGateway } from "../../../src/tools/gateway/gateway.ts";
import { connect } from "../../lock/model/real.ts";
import { ApiServers } from "../../support/api-server.ts";
import { cli, startCliWith } from "../../support/cli.ts";
import { cliHere } from "../../support/cli-here.ts";
import { sharedGateway } from "../../support/gateways.ts";
import { TOKEN } from "../../support/lock-api.ts";
import { onlyRedis } from "../../support/only-redis.ts";
import { processWatchdog } from "../../support/process-watchdog.ts";
import type { Endpoint } from "../../support/rest.ts";
import { type Server, startServer } from "../../support/server.ts";

const redis = await sharedGateway();
const servers = new ApiServers();
let server: Server;
beforeAll(async () => {
  server = await startServer();
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
  const { code, stdout, stderr } = await cliHere(endpoint, "doctor", "--json");
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
  return gatewayOf("reset", "on", "~*", "&*", "+@all", ...rights);
}

async function gatewayOf(...rights: string[]): Promise<Gateway> {
  await administer(["ACL", "SETUSER", "limited", ...rights, ">secret"]);
  return startGateway({ redisUrl: server.url.replace(/\/\/.*@/, "//limited:secret@") });
}

it("finds nothing wrong in a healthy database, and leaves no lock there", async () => {
  const { code, findings } = await examine(redis);
  expect(code).toBe(0);
  expect(findings).toEqual({
    ...{ database: "ok", locks: "ok", eviction: "ok", clock: "ok", "key locking": "ok", streams: "ok" },
    ...{ "round trip": "ok", watchdog: "unknown" },
  });
  const people = await cliHere(redis, "doctor");
  expect(people.stdout).toMatch(/^CHECK +HEALTH +FOUND\n/);
  expect(people.stdout).toMatch(/\nwatchdog +unknown +cannot be read here: /);
  expect((await createLocks({ redis }).list({ match: "doctor:*" })).locks).toEqual([]);
});

it("finds a policy that drops locks", onlyRedis("commands that the engine lacks"), async () => {
  await using gateway = await startGateway({ redisUrl: server.url });
  await administer(["CONFIG", "SET", "maxmemory-policy", "volatile-lru"]);
  expect((await examine(gateway)).findings["eviction"]).toBe("warning");
  await administer(["CONFIG", "SET", "maxmemory", "1gb"]);
  const { code, findings } = await examine(gateway);
  expect({ code, eviction: findings["eviction"] }).toEqual({ code: 1, eviction: "problem" });
  await administer(["CONFIG", "SET", "maxmemory", "0"], ["CONFIG", "SET", "maxmemory-policy", "noeviction"]);
});

it("says what cannot be read where commands are refused", onlyRedis("users with few rights"), async () => {
  await using gateway = await gatewayWithout("-info", "-config", "-time", "-subscribe");
  const { findings } = await examine(gateway);
  expect(findings).toMatchObject({ database: "ok", eviction: "unknown", clock: "unknown", streams: "warning" });
});

it("needs no right that locks do not need", onlyRedis("users with few rights"), async () => {
  // The gateway itself asks which commands there are.
  await using gateway = await gatewayOf(...rightsOf("lock:"), "+command");
  const { code, findings } = await examine(gateway);
  expect(code).toBe(0);
  expect(findings).toMatchObject({ database: "ok", locks: "ok", clock: "ok", streams: "ok", "round trip": "ok" });
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

it("says what a full database, a wrong token and a wrong address need, each with its variable", async () => {
  await using gateway = await startGateway({ redisUrl: server.url });
  await administer(["CONFIG", "SET", "maxmemory", "1"]);
  const full = await cliHere(gateway, "doctor");
  const run = await cli(gateway, "run", "full", "--", "true");
  await administer(["CONFIG", "SET", "maxmemory", "0"]);
  expect(full.stdout).toMatch(/\nlocks +problem +.*OOM.*\n +-> free memory, or raise the limit of the database\n/);
  expect(run).toMatchObject({
    code: 69,
    stderr: expect.stringMatching(/OOM.*; free memory, or raise the limit of the database$/m),
  });
  const { host } = new URL(gateway.url);
  const commands = ["ls", "prove", "doctor"];
  for (const command of commands) {
    const wrong = await cliHere({ url: gateway.url, token: "wrong" }, command);
    expect(wrong.stdout + wrong.stderr).toMatch(
      /WRONGPASS.*; use a token or password of this database .* \(UPSTASH_REDIS_REST_TOKEN has it\)/,
    );
  }
  await gateway.close();
  for (const command of commands) {
    const away = await cli(gateway, command);
    expect(away.stdout + away.stderr).toContain(`(ECONNREFUSED); check its url (UPSTASH_REDIS_REST_URL names ${host})`);
  }
});

async function examineApi(url: string, token: string = TOKEN) {
  await using started = startCliWith({ LEASEHOUND_API_URL: url, LEASEHOUND_API_TOKEN: token }, "doctor", "--json");
  const { code, stdout } = await started.ended;
  expect(stdout).not.toContain(token);
  return { code, findings: findingsIn(stdout), stdout };
}

async function tokenFor(url: string, asked: object): Promise<string> {
  const response = await fetch(`${url}/v1/locks/-/tokens`, {
    method: "POST",
    headers: { authorization: `Bearer ${TOKEN}`, "content-type": "application/json" },
    body: JSON.stringify({ principal: "ci", ...asked }),
  });
  return Object(await response.json()).token;
}

it("finds whether a lock API has a watchdog that works", async () => {
  const watchdog = processWatchdog(redis);
  const found = await examineApi(await servers.listen({ locks: createLocks({ redis, watchdog }) }));
  expect(found).toMatchObject({
    code: 0,
    findings: { "lock API": "ok", locks: "ok", watchdog: "ok", clock: "ok", eviction: "unknown" },
  });
  const without = await examineApi(await servers.listen({ locks: createLocks({ redis }) }));
  expect(without).toMatchObject({ code: 0, findings: { watchdog: "warning" } });
  const away = await examineApi("http://127.0.0.1:1");
  expect(away).toMatchObject({ code: 1, findings: { "lock API": "problem" } });
  expect(Object.keys(away.findings)).toHaveLength(1);
});

it("tells whether force-release is on, and the limit of requests", async () => {
  const locks = createLocks({ redis });
  const off = await examineApi(await servers.listen({ locks }));
  expect(off.stdout).toMatch(/"force-release","health":"ok","found":"it is switched off/);
  expect(off.findings).toMatchObject({ "rate limit": "unknown", description: "unknown" });
  const rateLimit = () => ({ success: true, limit: 600, periodS: 60 });
  const on = await examineApi(await servers.listen({ locks, forceRelease: true, rateLimit }));
  expect(on.stdout).toMatch(/"force-release","health":"ok","found":"it is switched on/);
  expect(on.stdout).toContain("600 requests in 60 s");
});

it("tells what a capability token allows and until when, and checks only that", async () => {
  const url = await servers.listen({ locks: createLocks({ redis }) });
  const verbs = ["acquire", "renew", "release"];
  const long = await tokenFor(url, { names: ["exact", "ci/*"], verbs, lifeMs: 30 * 86_400_000 });
  const found = await examineApi(url, long);
  expect(found).toMatchObject({ code: 0, findings: { token: "ok", locks: "ok", watchdog: "unknown" } });
  expect(found.findings["force-release"]).toBe("unknown");
  expect(found.stdout).toMatch(/ci may acquire, renew, release exact, ci\/\*, for (30d|29d23h)/);
  const short = await tokenFor(url, { names: ["exact"], verbs, lifeMs: 60_000 });
  const narrow = await examineApi(url, short);
  expect(narrow).toMatchObject({ code: 0, findings: { "lock API": "ok", token: "warning", locks: "unknown" } });
  const wrong = await examineApi(url, "wrong-wrong-wrong-wrong-wrong-wrong");
  expect(wrong).toMatchObject({ code: 1, findings: { "lock API": "problem" } });
});
