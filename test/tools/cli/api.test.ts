// The command against a deployed lock API, instead of a database.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createLocks } from "../../../src/index.ts";
import { Api } from "../../../src/tools/cli/api.ts";
import { ApiServers } from "../../support/api-server.ts";
import type { Ended, StartedProcess } from "../../support/child-process.ts";
import { startCliWith } from "../../support/cli.ts";
import { eventually } from "../../support/eventually.ts";
import { sharedGateway } from "../../support/gateways.ts";
import { TOKEN } from "../../support/lock-api.ts";
import { processTree, running } from "../../support/process-tree.ts";
import { uniqueName } from "../../support/unique-name.ts";

const LEASE_MS = 2_000;
const redis = await sharedGateway();
const locks = createLocks({ redis, leaseMs: LEASE_MS });

const servers = new ApiServers();
afterAll(() => servers.stop());

let url = "";
beforeAll(async () => {
  url = await servers.listen({ locks, forceRelease: true });
});

// The variables of a database are set too: the lock API is preferred.
const DATABASE = { UPSTASH_REDIS_REST_URL: "http://127.0.0.1:1", UPSTASH_REDIS_REST_TOKEN: "canary" };

function start(...words: readonly string[]): StartedProcess {
  return startCliWith({ ...DATABASE, LEASEHOUND_API_URL: url, LEASEHOUND_API_TOKEN: TOKEN }, ...words);
}

async function cli(...words: readonly string[]): Promise<Ended> {
  await using started = start(...words);
  started.endInput();
  const ended = await started.ended;
  expect(ended.stdout + ended.stderr).not.toContain("canary");
  return ended;
}

it("leasehound run --permits lets at most so many commands run at once", async () => {
  const name = uniqueName();
  const taken = await locks.permitExpirableSemaphore(name, { permits: 2 }).acquire({ leaseMs: 60_000 });
  expect(await cli("run", name, "--permits", "2", "--", "echo", "ran")).toMatchObject({ code: 0, stdout: "ran\n" });
  const semaphore = locks.permitExpirableSemaphore(name);
  expect(await semaphore.availablePermits()).toBe(1);
  const other = await semaphore.acquire({ leaseMs: 60_000 });
  expect(await cli("run", name, "--permits", "2", "--", "echo", "ran")).toMatchObject({ code: 75, stdout: "" });
  await Promise.all([taken.release(), other.release()]);
});

describe("leasehound token", () => {
  const acquires = (token: string, name: string) =>
    startCliWith({ LEASEHOUND_API_URL: url, LEASEHOUND_API_TOKEN: token }, "run", name, "--", "true").ended;

  it("prints a token for some locks and verbs, which its bearer narrows further, until it is revoked", async () => {
    const team = uniqueName();
    const verbs = ["--verbs", "acquire,renew,release"];
    const made = await cli("token", "--principal", "ci", "--names", `${team}/*`, ...verbs, "--for", "30d");
    expect(made).toMatchObject({
      code: 0,
      stderr: expect.stringMatching(/^leasehound: token \S+ of ci, valid until \S+Z\n$/),
    });
    const token = made.stdout.trim();
    expect(await acquires(token, `${team}/deploy`)).toMatchObject({ code: 0 });
    const foreign = await acquires(token, uniqueName());
    expect(foreign).toMatchObject({ code: 77, stderr: expect.stringContaining("no lock of this name") });
    const narrow = startCliWith(
      { LEASEHOUND_API_URL: url, LEASEHOUND_API_TOKEN: token },
      ...["token", "--names", `${team}/one`, "--for", "10m", "--json"],
    );
    const { token: narrowed, tokenId } = JSON.parse((await narrow.ended).stdout);
    expect(await acquires(narrowed, `${team}/one`)).toMatchObject({ code: 0 });
    expect(await acquires(narrowed, `${team}/deploy`)).toMatchObject({ code: 77 });
    expect(await cli("token", "--revoke", tokenId)).toMatchObject({
      code: 0,
      stdout: expect.stringContaining(tokenId),
    });
    expect(await acquires(narrowed, `${team}/one`)).toMatchObject({
      code: 77,
      stderr: expect.stringContaining("revoked"),
    });
    await using revoking = start("token", "--revoke", "-");
    revoking.endInput(`${token}\n`);
    expect(await revoking.ended).toMatchObject({ code: 0, stdout: expect.not.stringContaining(token) });
    expect(await acquires(token, `${team}/deploy`)).toMatchObject({ code: 77 });
  });

  it.each([
    ["--verbs", "fly", /verbs/],
    ["--names", "a*b", /names/],
    ["--for", "5s", /--for/],
    ["--for", "400d", /--for/],
  ])("refuses %s %s", async (flag, value, message) => {
    const all = { "--principal": "ci", "--names": "a", "--verbs": "acquire", [flag]: value };
    const ended = await cli("token", ...Object.entries(all).flat());
    expect(ended.code).not.toBe(0);
    expect(ended.stderr).toMatch(message);
  });

  it("needs a token on standard input for --revoke -", async () => {
    expect(await cli("token", "--revoke", "-")).toMatchObject({ code: 64, stderr: expect.stringMatching(/--revoke/) });
  });

  it("needs a lock API", async () => {
    await using started = startCliWith(DATABASE, "token", "--names", "a");
    expect(await started.ended).toMatchObject({ code: 64, stderr: expect.stringContaining("LEASEHOUND_API_URL") });
  });
});

describe("leasehound run with a lock API", () => {
  it("gives the command no token of the environment, without --keep-tokens", async () => {
    const more = { KV_REST_API_URL: "http://127.0.0.1:1", KV_REST_API_TOKEN: "canary-of-vercel", OTHER: "stays" };
    const all = { ...DATABASE, ...more, LEASEHOUND_API_URL: url, LEASEHOUND_API_TOKEN: TOKEN };
    const secrets = [DATABASE.UPSTASH_REDIS_REST_TOKEN, more.KV_REST_API_TOKEN, TOKEN];
    const environmentOf = async (...flags: string[]) => {
      await using run = startCliWith(all, "run", uniqueName(), ...flags, "--", "env");
      const { code, stdout } = await run.ended;
      expect(code).toBe(0);
      expect(stdout).toContain(`LEASEHOUND_API_URL=${url}\n`);
      expect(stdout).toContain("OTHER=stays\n");
      return stdout;
    };
    const without = await environmentOf();
    for (const secret of secrets) expect(without).not.toContain(secret);
    const kept = await environmentOf("--keep-tokens");
    for (const secret of secrets) expect(kept).toContain(secret);
  });

  it("runs the command with a token, renews for longer than the lease, and releases", async () => {
    const name = `${uniqueName()}/x`;
    await using run = start("run", name, "--", "sh", "-c", 'echo "$LEASEHOUND_FENCING_TOKEN"; read -r _; exit 5');
    expect(await run.line()).toMatch(/^\d+$/);
    expect(await locks.lock(name).tryAcquire({ waitMs: 2 * LEASE_MS })).toBeNull();
    run.endInput("\n");
    expect(await run.ended).toMatchObject({ code: 5, stderr: "" });
    expect(await locks.lock(name).isLocked()).toBe(false);
  });

  it("ends with 75 while the lock is busy, and waits with --wait", async () => {
    const name = uniqueName();
    // Longer than the lease of the API: the command learns of the grant late.
    await locks.lock(name).acquire({ leaseMs: 2 * LEASE_MS, label: "nightly" });
    const busy = await cli("run", name, "--", "echo", "ran");
    expect(busy).toMatchObject({ code: 75, stdout: "", stderr: expect.stringContaining("nightly") });
    await using run = start("run", name, "--wait", "40s", "--", "echo", "ran");
    await run.errorText(/waiting/);
    expect(await run.ended).toMatchObject({ code: 0, stdout: "ran\n" });
  });

  it("ends the command when the lock is lost, and itself with 79", async () => {
    const name = uniqueName();
    await using run = start("run", name, "--", "sh", "-c", "echo up; exec sleep 1000");
    await run.line(/up/);
    expect(await cli("free", name, "--yes")).toMatchObject({ code: 0 });
    expect(await run.ended).toMatchObject({ code: 79 });
  });

  it("steals the lock for a reason, which its holder learns", async () => {
    const name = uniqueName();
    const held = await locks.lock(name).acquire({ leaseMs: 60_000 });
    const stolen = await cli("run", name, "--steal", "--reason", "rollback", "--", "true");
    expect(stolen).toMatchObject({ code: 0, stderr: "" });
    await expect(held.renew()).rejects.toMatchObject({ code: "LOCK_STOLEN", thief: { reason: "rollback" } });
  });

  it("leaves no process and no lock behind after kill -9", async () => {
    const name = uniqueName();
    await using run = start("run", name, "--", "sh", "-c", "echo up; sleep 1000");
    await run.line(/up/);
    const tree = processTree(run.pid).map(({ pid }) => pid);
    await run.kill("SIGKILL");
    await eventually(async () => !(await locks.lock(name).isLocked()) && running(tree).length === 0);
  });

  it("ends a wait by a signal, and holds nothing", async () => {
    const name = uniqueName();
    const held = await locks.lock(name).acquire({ leaseMs: 60_000 });
    await using run = start("run", name, "--wait", "40s", "--", "echo", "ran");
    await run.errorText(/waiting/);
    expect(await run.kill("SIGINT")).toMatchObject({ code: 130, stdout: "" });
    await held.release();
    await (await locks.lock(name).acquire()).release();
  });
});

it("ls, show and free ask the lock API", async () => {
  const name = uniqueName();
  const { owner } = await locks.lock(name).acquire({ leaseMs: 60_000, label: "nightly" });
  const list = await cli("ls", `${name}*`, "--json");
  expect(JSON.parse(list.stdout)).toMatchObject([{ name, holder: { owner, label: "nightly" } }]);
  const shown = await cli("show", name);
  expect(shown).toMatchObject({ code: 0, stdout: expect.stringContaining(owner) });
  expect(JSON.parse((await cli("free", name, "--yes", "--json")).stdout)).toMatchObject({ wasLocked: true });
  expect(await locks.lock(name).isLocked()).toBe(false);
});

it("tells programs the status of a refusal", async () => {
  const limited = await servers.listen({ locks, rateLimit: () => ({ success: false }) });
  for (const [env, code] of [
    [{ LEASEHOUND_API_TOKEN: "canary-canary-canary-canary-canary" }, "HTTP_401"],
    [{ LEASEHOUND_API_URL: limited }, "HTTP_429"],
    [{ LEASEHOUND_API_URL: `${url}/nowhere/` }, "HTTP_404"],
  ] as const) {
    await using started = startCliWith(
      { LEASEHOUND_API_URL: url, LEASEHOUND_API_TOKEN: TOKEN, ...env },
      ...["ls", "--json"],
    );
    const ended = await started.ended;
    expect(ended).toMatchObject({ code: 77, stdout: "" });
    expect(JSON.parse(ended.stderr)).toMatchObject({ error: { code } });
  }
});

it("free states the holders that it showed, and ends with 1 if others have the lock by then", async () => {
  const name = uniqueName();
  const api = new Api({ url, token: TOKEN, allowHttp: true });
  const first = await locks.lock(name).acquire({ leaseMs: 60_000 });
  const shown = await api.inspect(name);
  await first.release();
  const second = await locks.lock(name).acquire({ leaseMs: 60_000 });
  await expect(api.free(shown)).rejects.toMatchObject({ code: "CHANGED", exitCode: 1 });
  expect(await second.check()).toBe(true);
  expect(await api.free(await api.inspect(name))).toBe(true);
  api.close();
});

it("says in one sentence what the lock API refuses", async () => {
  const strict = await servers.listen({ locks });
  const name = uniqueName();
  await locks.lock(name).acquire({ leaseMs: 60_000 });
  for (const [env, words, code, sentence] of [
    [{ LEASEHOUND_API_TOKEN: "canary-canary-canary-canary-canary" }, ["ls"], 77, /token|401/],
    [{ LEASEHOUND_API_TOKEN: "" }, ["ls"], 64, /LEASEHOUND_API_TOKEN/],
    [
      { LEASEHOUND_API_URL: "http://127.0.0.1:1" },
      ["ls"],
      69,
      /cannot be reached .*; check its url \(LEASEHOUND_API_URL names 127\.0\.0\.1:1\)$/m,
    ],
    [{ LEASEHOUND_API_URL: `${url}/nowhere` }, ["ls"], 77, /LEASEHOUND_API_URL/],
    [{ LEASEHOUND_API_URL: `${url}/redirect` }, ["ls"], 77, /LEASEHOUND_API_URL/],
    [{ LEASEHOUND_API_URL: strict }, ["free", name, "--yes"], 77, /switched off/],
    [{}, ["show", "no such name"], 64, /name/],
    [
      { LEASEHOUND_API_URL: "http://example.com" },
      ["ls"],
      64,
      /"LEASEHOUND_API_URL" must begin with https.*--allow-http$/m,
    ],
    [
      { LEASEHOUND_API_URL: "localhost:8787" },
      ["ls"],
      64,
      /"LEASEHOUND_API_URL" must begin with https:.* this machine/,
    ],
    [{}, ["ls", "--prefix", "x:"], 64, /--prefix/],
    [{}, ["run", name, "--lease", "5s", "--", "true"], 64, /--lease/],
  ] as const) {
    await using started = startCliWith({ LEASEHOUND_API_URL: url, LEASEHOUND_API_TOKEN: TOKEN, ...env }, ...words);
    const ended = await started.ended;
    expect(ended).toMatchObject({ code, stdout: "", stderr: expect.stringMatching(sentence) });
    expect(ended.stderr.trim().split("\n").at(-1)).toMatch(/^leasehound: /);
    expect(ended.stderr).not.toContain("canary");
  }
});
