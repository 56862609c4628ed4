// leasehound prove over TCP, by the libraries of a project, and on the engine.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { connect } from "../../lock/model/real.ts";
import { startNode } from "../../support/child-process.ts";
import { cli, startCliWith } from "../../support/cli.ts";
import { shortOrFull } from "../../support/exhaustive.ts";
import { type Server, startServer } from "../../support/server.ts";

// A whole proof takes 15 s, and three times as long on a busy machine.
const WHOLE_MS = 150_000;

let server: Server;
let password: string;
beforeAll(async () => {
  server = await startServer();
  ({ password } = new URL(server.url));
});
afterAll(() => server?.stop());

async function keysLeft(): Promise<unknown> {
  const admin = await connect(server.url);
  try {
    return await admin.sendCommand(["KEYS", "*prove-*"]);
  } finally {
    admin.destroy();
  }
}

it.each(shortOrFull(["ioredis"], ["ioredis", "node-redis"]))(
  "every check passes over %s, and no key is left",
  { timeout: WHOLE_MS },
  async (library) => {
    const env = { REDIS_URL: server.url };
    await using started = startCliWith(env, "prove", "--redis", "--client", library, "--json", "--flush-scripts");
    const { code, stdout, stderr } = await started.ended;
    expect(password.length).toBeGreaterThan(8);
    expect(stdout + stderr).not.toContain(password);
    const { findings, over, host } = JSON.parse(stdout);
    const failed = findings.filter(({ health }: { health: string }) => health !== "ok");
    expect({ failed, over, host, code }).toEqual({
      failed: [],
      over: library,
      host: new URL(server.url).host,
      code: 0,
    });
    expect(findings.length).toBeGreaterThan(30);
    expect(await keysLeft()).toEqual([]);
  },
);

it("every check passes on the engine", { timeout: WHOLE_MS }, async () => {
  await using engine = startNode(["dist/cli/main.js", "dev", "--engine", "--json"]);
  const { code, stdout } = await cli(JSON.parse(await engine.line()), "prove", "--json", "--flush-scripts");
  const { findings } = JSON.parse(stdout);
  const failed = findings.filter(({ health }: { health: string }) => health !== "ok");
  expect({ failed, code }).toEqual({ failed: [], code: 0 });
});

it("names the package that a project lacks", async () => {
  const folder = mkdtempSync(join(tmpdir(), "leasehound-"));
  try {
    for (const [library, name] of [
      ["ioredis", "ioredis"],
      ["node-redis", "redis"],
    ]) {
      const words = ["prove", "--redis", server.url, "--client", `${library}`];
      await using started = startNode([resolve("dist/cli/main.js"), ...words], {}, folder);
      const { code, stderr } = await started.ended;
      expect({ code, stderr }).toEqual({ code: 64, stderr: expect.stringContaining(`npm install ${name}`) });
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
});

it.each([
  ["a wrong password", () => server.url.replace(password, "canary-5ecret"), 77],
  ["a server that is not there", () => "redis://:canary-5ecret@127.0.0.1:1", 69],
  ["an address of another protocol", () => "http://:canary-5ecret@127.0.0.1:1", 64],
  ["no address", () => "", 64],
])("says in one line what is wrong, without the password: %s", async (_, urlOf, exitCode) => {
  for (const [words, env] of [
    [["--redis", urlOf()], {}],
    [["--redis"], { REDIS_URL: urlOf() }],
  ] as const) {
    await using started = startCliWith(env, "prove", ...words);
    const { code, stdout, stderr } = await started.ended;
    expect({ code, stdout, stderr }).toEqual({ code: exitCode, stdout: "", stderr: expect.stringMatching(/^.+\n$/) });
    expect(stderr).not.toContain("canary-5ecret");
  }
});

it("refuses a client without an address", async () => {
  await using started = startCliWith({}, "prove", "--client", "ioredis");
  expect(await started.ended).toMatchObject({ code: 64, stderr: expect.stringContaining("--client needs --redis") });
});
