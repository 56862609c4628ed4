// leasehound prove: what it prints and how it ends, for a database that passes and for those that cannot be proved.
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Gateway, startGateway } from "../../../src/tools/gateway/gateway.ts";
import { connect } from "../../lock/model/real.ts";
import { cli, startCli, startCliWith } from "../../support/cli.ts";
import { eventually } from "../../support/eventually.ts";
import { onlyRedis } from "../../support/only-redis.ts";
import { command, type Endpoint } from "../../support/rest.ts";
import { type Server, startServer } from "../../support/server.ts";

// A whole proof takes 15 s, and three times as long on a busy machine.
const WHOLE_MS = 150_000;

let server: Server;
let gateway: Gateway;
beforeAll(async () => {
  server = await startServer();
  gateway = await startGateway({ redisUrl: server.url });
});
afterAll(async () => {
  await gateway?.close();
  await server?.stop();
});

async function administer(...words: readonly string[]): Promise<void> {
  const admin = await connect(server.url);
  await admin.sendCommand(words);
  admin.destroy();
}

/** Returns the keys that a proof has left. */
function keysLeft(): Promise<string[]> {
  return command<string[]>(gateway, "KEYS", "*prove-*");
}

async function refused(endpoint: Endpoint): Promise<{ code: number | null; error: string }> {
  const { code, stdout, stderr } = await cli(endpoint, "prove");
  expect(stdout).toBe("");
  expect(stderr).not.toContain(endpoint.token);
  expect(stderr.trim().split("\n")).toHaveLength(1);
  return { code, error: stderr };
}

it("proves a healthy database, within 10,000 commands, and leaves no key", { timeout: WHOLE_MS }, async () => {
  await gateway.resetCounters();
  const { code, stdout, stderr } = await cli(gateway, "prove", "--json", "--flush-scripts");
  const { findings, isWell, requests } = JSON.parse(stdout);
  expect({ findings: findings.filter(({ health }: { health: string }) => health !== "ok"), isWell, code }).toEqual({
    findings: [],
    isWell: true,
    code: 0,
  });
  expect(findings.length).toBeGreaterThan(30);
  expect(JSON.parse(stderr)).toMatchObject({ event: "proving" });
  expect(await keysLeft()).toEqual([]);
  const counts = await gateway.counters();
  expect(counts.billed).toBeLessThan(10_000);
  expect(requests).toBeLessThanOrEqual(counts.requests);
});

it("proves beside doctor, and sends no SCRIPT FLUSH there", { timeout: WHOLE_MS }, async () => {
  const { code, stdout } = await cli(gateway, "doctor", "--prove");
  expect(code).toBe(0);
  expect(stdout).toMatch(/\nwatchdog +unknown +/);
  expect(stdout).toMatch(/\nforgotten scripts +unknown +not tried: /);
  expect(stdout).toMatch(/\nexclusion of lock +ok +20 callers, 40 visits, never two at once/);
});

it("ends with 2 where waiters must poll, and says what it means", {
  ...onlyRedis("users with few rights"),
  timeout: WHOLE_MS,
}, async () => {
  await administer(
    "ACL",
    "SETUSER",
    "limited",
    "reset",
    "on",
    ">secret",
    "~*",
    "&*",
    "+@all",
    "-subscribe",
    "-psubscribe",
  );
  await using polling = await startGateway({ redisUrl: server.url.replace(/\/\/.*@/, "//limited:secret@") });
  const { code, stdout } = await cli(polling, "prove");
  expect(code).toBe(2);
  expect(stdout).toMatch(
    /\na stream +warning +no stream was opened\n +a release does not wake waiters: .*\n +-> allow /,
  );
});

it("says in one line why nothing can be proved, each with its own exit code", async () => {
  expect(await refused({ url: "http://127.0.0.1:1", token: "canary" })).toMatchObject({ code: 69 });
  expect(await refused({ url: gateway.url, token: "wrong" })).toMatchObject({ code: 77 });
  const readOnly = await refused({ url: gateway.url, token: gateway.readOnlyToken });
  expect(readOnly).toMatchObject({ code: 77, error: expect.stringMatching(/the token may not write/) });
});

it("says in one line that the database runs no scripts", onlyRedis("users with few rights"), async () => {
  await administer("ACL", "SETUSER", "limited", "reset", "on", ">secret", "~*", "&*", "+@all", "-eval", "-evalsha");
  await using scriptless = await startGateway({ redisUrl: server.url.replace(/\/\/.*@/, "//limited:secret@") });
  const error = expect.stringMatching(/runs no scripts/);
  expect(await refused(scriptless)).toMatchObject({ code: 78, error });
});

it("says that the database is full, or slow", async () => {
  await administer("CONFIG", "SET", "maxmemory", "1");
  const full = await refused(gateway);
  await administer("CONFIG", "SET", "maxmemory", "0");
  expect(full).toMatchObject({ code: 73, error: expect.stringMatching(/the database is full/) });
  gateway.faults.set({ seed: 1, rules: [{ fault: "delay", replyDelayMs: 600 }] });
  const slow = await refused(gateway);
  gateway.faults.clear();
  expect(slow).toMatchObject({ code: 74, error: expect.stringMatching(/too slow: a request takes/) });
  expect(await keysLeft()).toEqual([]);
});

it("finds a policy that drops locks", {
  ...onlyRedis("commands that the engine lacks"),
  timeout: WHOLE_MS,
}, async () => {
  await administer("CONFIG", "SET", "maxmemory", "1gb");
  await administer("CONFIG", "SET", "maxmemory-policy", "allkeys-lru");
  const { code, stdout } = await cli(gateway, "prove");
  await administer("CONFIG", "SET", "maxmemory-policy", "noeviction");
  await administer("CONFIG", "SET", "maxmemory", "0");
  expect(code).toBe(1);
  expect(stdout).toMatch(
    /\neviction +problem +the policy is allkeys-lru: .*\n +when the memory is full, .*\n +-> set maxmemory-policy to /,
  );
});

it("needs a database: it says so when the variables name a lock API, or none", async () => {
  const empty = { UPSTASH_REDIS_REST_URL: "", KV_REST_API_URL: "" };
  await using none = startCliWith(empty, "prove");
  expect(await none.ended).toMatchObject({ code: 64, stderr: expect.stringMatching(/UPSTASH_REDIS_REST_URL/) });
  await using api = startCliWith({ LEASEHOUND_API_URL: "http://127.0.0.1:1" }, "prove");
  expect(await api.ended).toMatchObject({ code: 64, stderr: expect.stringMatching(/unset LEASEHOUND_API_URL/) });
});

for (const [signal, code] of [["SIGINT", 130] as const, ["SIGTERM", 143] as const]) {
  it(`deletes its keys at ${signal}, and ends with ${code}`, async () => {
    await using started = startCli(gateway, "prove");
    expect(await eventually(async () => (await keysLeft()).length > 30, 30_000)).toBe(true);
    const ended = await started.kill(signal);
    expect(ended).toMatchObject({
      code,
      stdout: "",
      stderr: expect.stringMatching(`stopped by ${signal}; its keys are deleted\n$`),
    });
    expect(await keysLeft()).toEqual([]);
  });
}

it("deletes its keys even if it was killed", async () => {
  await using started = startCli(gateway, "prove");
  expect(await eventually(async () => (await keysLeft()).length > 30, 30_000)).toBe(true);
  await started.kill("SIGKILL");
  expect(await eventually(async () => (await keysLeft()).length === 0, 30_000)).toBe(true);
});

it("says that the database went away, and deletes its keys when it is back", async () => {
  await using started = startCli(gateway, "prove");
  expect(await eventually(async () => (await keysLeft()).length > 30, 30_000)).toBe(true);
  gateway.faults.set({ seed: 1, rules: [{ fault: "drop-before" }] });
  const { code, stderr } = await started.ended;
  gateway.faults.clear();
  expect(code).toBe(69);
  expect(stderr).toMatch(/; \d+ keys may be left, and are still being deleted\n$/);
  expect(await eventually(async () => (await keysLeft()).length === 0, 30_000)).toBe(true);
});
