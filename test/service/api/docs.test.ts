// The commands and programs of the pages about the lock API, run unchanged except for the address and what stands for
// an answer. Its deployment by wrangler is tested by together/e2e/deploy.test.ts.
import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { delimiter, join, resolve } from "node:path";
import { promisify } from "node:util";
import { getRequestListener } from "@hono/node-server";
import { Hono } from "hono";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createLocks, type Locks } from "../../../src/index.ts";
import { createLockApi } from "../../../src/service/api/index.ts";
import { type Gateway, startGateway } from "../../../src/tools/gateway/gateway.ts";
import { codeBlocks, compileStrictly, writeCodeBlocks } from "../../support/code-blocks.ts";
import { needsProgram } from "../../support/needs-program.ts";
import { processWatchdog } from "../../support/process-watchdog.ts";

const EXAMPLE = "https://leasehound.example.workers.dev";
// As `openssl rand -hex 32` makes one.
const token = randomBytes(32).toString("hex");
const run = promisify(execFile);

let gateway: Gateway;
let locks: Locks;
let server: Server;
let url: string;
let folder: string;
let ciToken: string;
beforeAll(async () => {
  gateway = await startGateway();
  locks = createLocks({ redis: gateway, watchdog: processWatchdog(gateway) });
  const app = new Hono();
  app.route("/v1/locks", createLockApi({ locks, token, forceRelease: true }));
  server = createServer(getRequestListener(app.fetch));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  folder = mkdtempSync(join(tmpdir(), "leasehound-docs-"));
  mkdirSync(join(folder, "bin"));
  writeFileSync(
    join(folder, "bin/leasehound"),
    `#!/bin/sh\nexec "${process.execPath}" "${resolve("dist/cli/main.js")}" "$@"\n`,
  );
  chmodSync(join(folder, "bin/leasehound"), 0o755);
  ciToken = await sh(block("run-lock-api", "--principal ci"));
});
afterAll(async () => {
  server?.close();
  await gateway?.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Returns the blocks of a page in this language, with this server in place of the example's. */
function blocks(page: string, language: string): string[] {
  const found = readFileSync(`docs/service/${page}.md`, "utf8").matchAll(/^```(\w+)\n(.*?)^```$/gms);
  return [...found].flatMap(([, marker, code = ""]) => (marker === language ? [code.replaceAll(EXAMPLE, url)] : []));
}

function block(page: string, contains: string): string {
  const found = blocks(page, "sh").find((code) => code.includes(contains));
  if (found === undefined) throw new Error(`${page} has no block with ${contains}`);
  return found;
}

function environment(): NodeJS.ProcessEnv {
  return {
    ...process.env,
    PATH: [join(folder, "bin"), process.env["PATH"]].join(delimiter),
    ...{ LOCK_API_TOKEN: token, LEASEHOUND_API_URL: url, LEASEHOUND_API_TOKEN: token, CI_TOKEN: ciToken },
    ...{ LOCKS: `${url}/v1/locks`, LOCK_TOKEN: ciToken },
  };
}

async function sh(code: string): Promise<string> {
  return (await run("sh", ["-c", code], { cwd: folder, env: environment() })).stdout.trim();
}

/** Returns the JSON values that a block prints, one in each line. */
async function printed(code: string): Promise<Record<string, unknown>[]> {
  const text = await sh(code.replaceAll(/curl (?!-s)/g, "curl -s ").replaceAll(/^(?!.*\\$)curl.*$/gm, "$&; echo"));
  return text
    .replaceAll("}{", "}\n{")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line));
}

describe("run-lock-api.md", () => {
  it("takes a lock after the deployment", needsProgram("curl"), async () => {
    const deploy = block("run-lock-api", "wrangler deploy").split("\n");
    const [taken] = await printed(deploy.find((line) => line.startsWith("curl")) ?? "");
    expect(taken).toMatchObject({ name: "orders:42", holdCount: 1 });
    expect(await locks.lock("orders:42").isLocked()).toBe(true);
    await locks.lock("orders:42").forceRelease();
  });

  it("checks the API by doctor", async () => {
    expect(await sh(block("run-lock-api", "leasehound doctor"))).toMatch(/^watchdog +ok/m);
  });

  it("makes a token for a team", () => {
    expect(ciToken).toMatch(/^eyJ/);
  });
});

describe("use-lock-api.md", () => {
  it("takes, waits for, renews and releases locks by curl", needsProgram("curl"), async () => {
    const all = blocks("use-lock-api", "sh");
    expect(all).toHaveLength(4);
    const [begin, take, wait, end] = all;
    const [taken] = await printed(`${begin}${take}`);
    expect(taken).toMatchObject({ name: "ci/deploy", leaseMs: 60_000, fencingToken: expect.any(String) });
    const [documented = ""] = blocks("use-lock-api", "json");
    expect(Object.keys(JSON.parse(documented))).toEqual(Object.keys(Object(taken)));
    await sh(`${begin}${wait}`);
    expect(JSON.parse(readFileSync(join(folder, "report.json"), "utf8"))).toMatchObject({ name: "ci/report" });
    await locks.lock("ci/report").forceRelease();
    expect(await printed(`${begin}${end}`)).toMatchObject([{ leaseMs: 60_000 }, { outcome: "released" }]);
  });

  it("stops waiting when the token is refused", needsProgram("curl"), async () => {
    const [begin, , wait] = blocks("use-lock-api", "sh");
    const [refused] = await printed(`${begin}LOCK_TOKEN=wrong\n${wait}`);
    expect(refused).toMatchObject({ status: 401 });
  });

  it("runs in Python", needsProgram("python3"), async () => {
    writeFileSync(join(folder, "job.py"), blocks("use-lock-api", "python")[0] ?? "");
    expect(await sh("python3 job.py")).toBe("working\nreleased");
  });

  it("runs in Go", needsProgram("go"), async () => {
    writeFileSync(join(folder, "job.go"), blocks("use-lock-api", "go")[0] ?? "");
    expect(await sh("go run job.go")).toBe("working\nreleased");
  });
});

describe("the typed client of use-lock-api.md", () => {
  it("works alone under a lock", async () => {
    const cache = ".cache/remote-page";
    const examples = codeBlocks(["remote"], cache);
    writeCodeBlocks(cache, examples);
    compileStrictly(cache, "remote", "node", examples);
    const [{ path } = { path: "" }] = examples;
    const { stdout } = await run(process.execPath, [path], { env: environment() });
    expect(stdout).toMatch(/^working alone \S+\n$/);
  });
});

describe("lock-api.md", () => {
  it("looks at one lock, and lists locks", needsProgram("curl"), async () => {
    await using held = await locks.lock("orders:42").acquire();
    const [inspected, list] = await printed(block("lock-api", "match=orders:*"));
    expect(inspected).toMatchObject({ holders: [{ owner: held.owner }] });
    expect(list).toMatchObject({ locks: [{ name: "orders:42" }] });
  });

  it("frees a lock from the holder that was seen", needsProgram("curl"), async () => {
    const held = await locks.lock("orders:42").acquire();
    const answers = await printed(block("lock-api", "force-release").replaceAll("4f0c…:1", held.owner));
    expect(answers).toMatchObject([{ kind: "lock" }, { wasLocked: true }]);
    expect(await held.check()).toBe(false);
  });

  it("takes a permit, and repeats an acquire", needsProgram("curl"), async () => {
    expect(await printed(block("lock-api", "permitExpirableSemaphore"))).toMatchObject([{ name: "deployments" }]);
    const repeated = block("lock-api", "idempotency-key");
    const [[first], [second]] = [await printed(repeated), await printed(repeated)];
    expect(second).toMatchObject({ owner: Object(first).owner });
  });

  it("has no other commands", () => {
    expect(blocks("lock-api", "sh")).toHaveLength(4);
    // Two of them narrow or revoke a token: tools/cli/api.test.ts.
    expect(blocks("run-lock-api", "sh")).toHaveLength(6);
  });
});
