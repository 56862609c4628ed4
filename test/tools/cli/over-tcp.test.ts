// The command with a database over TCP, by the libraries of a project.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createLocks } from "../../../src/index.ts";
import { type Gateway, startGateway } from "../../../src/tools/gateway/gateway.ts";
import type { Ended } from "../../support/child-process.ts";
import { startCliWith } from "../../support/cli.ts";
import { uniqueName } from "../../support/unique-name.ts";

let gateway: Gateway;
beforeAll(async () => {
  gateway = await startGateway();
});
afterAll(() => gateway?.close());

/** Runs the command with the database of REDIS_URL. */
async function cli(...words: readonly string[]): Promise<Ended> {
  await using started = startCliWith({ REDIS_URL: gateway.redisUrl }, ...words);
  started.endInput();
  return await started.ended;
}

describe.each(["ioredis", "node-redis"])("over %s", (library) => {
  const place = ["--redis", "--client", library];

  it("looks at a lock, frees it, and runs a command under it", async () => {
    const name = uniqueName();
    const held = await createLocks({ redis: gateway }).lock(name).acquire({ label: "nightly" });
    expect(JSON.parse((await cli("ls", name, "--json", ...place)).stdout)).toMatchObject([{ name, holderCount: 1 }]);
    expect((await cli("show", name, ...place)).stdout).toContain(held.owner);
    expect(await cli("run", name, ...place, "--", "true")).toMatchObject({ code: 75 });
    expect(await cli("free", name, "--yes", ...place)).toMatchObject({ code: 0 });
    expect(await held.check()).toBe(false);
    expect(await cli("run", name, ...place, "--", "true")).toMatchObject({ code: 0 });
  });

  it("checks what locks need", async () => {
    const { stdout, code } = await cli("doctor", "--json", ...place);
    const { isWell, findings } = JSON.parse(stdout);
    const ok = findings.filter(({ health }: { health: string }) => health === "ok");
    expect(ok.map(({ check }: { check: string }) => check)).toEqual(
      expect.arrayContaining(["database", "locks", "clock", "streams", "round trip"]),
    );
    expect({ isWell, code }).toEqual({ isWell: true, code: 0 });
  });
});

it("hides REDIS_URL from the command of run only if it has the locks' database from there", async () => {
  const print = ["--", process.execPath, "-p", "process.env.REDIS_URL"];
  expect(await cli("run", uniqueName(), "--redis", ...print)).toMatchObject({ code: 0, stdout: "undefined\n" });
  const shown = { code: 0, stdout: `${gateway.redisUrl}\n` };
  expect(await cli("run", uniqueName(), "--redis", "--keep-tokens", ...print)).toMatchObject(shown);
  expect(await cli("run", uniqueName(), "--redis", gateway.redisUrl, ...print)).toMatchObject(shown);
});

it("is preferred to a lock API, and needed by --client", async () => {
  const env = { LEASEHOUND_API_URL: "https://locks.example", REDIS_URL: gateway.redisUrl };
  await using list = startCliWith(env, "ls", "--redis");
  expect(await list.ended).toMatchObject({ code: 0 });
  await using alone = startCliWith(env, "ls", "--client", "ioredis");
  expect(await alone.ended).toMatchObject({ code: 64, stderr: expect.stringContaining("--client needs --redis") });
});

const REST = { UPSTASH_REDIS_REST_URL: "https://x.invalid", UPSTASH_REDIS_REST_TOKEN: "canary-5ecret" };
const REST_URL_OF_TCP = { ...REST, UPSTASH_REDIS_REST_URL: "redis://:canary-5ecret@localhost" };

it.each([
  [
    ["ls"],
    { REDIS_URL: "redis://:canary-5ecret@localhost" },
    "over TCP: pass --redis, which reads REDIS_URL. For HTTP, set",
  ],
  [
    ["ls"],
    { KV_URL: "redis://:canary-5ecret@localhost" },
    "over TCP: pass --redis, which reads REDIS_URL. For HTTP, set",
  ],
  [["ls"], REST_URL_OF_TCP, '"UPSTASH_REDIS_REST_URL" is of a TCP client: pass --redis, which reads REDIS_URL'],
  [["ls"], { ...REST, UPSTASH_REDIS_REST_URL: '"https://x"' }, '"UPSTASH_REDIS_REST_URL" is in quotes: remove them'],
  [["ls"], { ...REST, UPSTASH_REDIS_REST_TOKEN: '"canary-5ecret"' }, '"UPSTASH_REDIS_REST_TOKEN" is in quotes'],
  [["ls"], { ...REST, UPSTASH_REDIS_REST_URL: "http://x" }, '"UPSTASH_REDIS_REST_URL" must begin with https://'],
  [["ls"], { ...REST, UPSTASH_REDIS_REST_URL: "http://x" }, "to send the token in clear text pass --allow-http"],
  [["ls"], { LEASEHOUND_API_URL: "'https://x'" }, '"LEASEHOUND_API_URL" is in quotes: remove them'],
  [
    ["ls", "--redis"],
    { REDIS_URL: '"redis://:canary-5ecret@localhost"' },
    '"REDIS_URL" must be a redis:// or rediss:// URL, without quotes',
  ],
  [["ls", "--redis"], {}, '"REDIS_URL" is not set'],
  [["ls", "--redis", "deploy*"], { REDIS_URL: "redis://localhost" }, "put --redis behind other words"],
  [["doctor", "--redis"], { REDIS_URL: "redis://:canary-5ecret@127.0.0.1:1" }, ""],
  [["ls", "--redis"], { ...REST, REDIS_URL: "redis://:canary-5ecret@127.0.0.1:1" }, "(REDIS_URL names 127.0.0.1:1)"],
  [["ls", "--redis", "redis://127.0.0.1:1"], REST, "(--redis names 127.0.0.1:1)"],
])("says what is wrong: %j", async (words, env, sentence) => {
  await using started = startCliWith(env, ...words);
  const { code, stdout, stderr } = await started.ended;
  expect(code).not.toBe(0);
  expect(stderr).toContain(sentence);
  expect(stdout + stderr).not.toContain("canary-5ecret");
});
