// The curl lines of docs/lock-api.md, run unchanged except for the address.
import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { getRequestListener } from "@hono/node-server";
import { Hono } from "hono";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Gateway, startGateway } from "../../../scripts/gateway/index.ts";
import { createLockApi } from "../../../src/api/index.ts";
import { createLocks, type Locks } from "../../../src/index.ts";
import { eventually } from "../../support/eventually.ts";
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
beforeAll(async () => {
  gateway = await startGateway();
  locks = createLocks({ redis: gateway, watchdog: processWatchdog(gateway) });
  const app = new Hono();
  app.route("/v1/locks", createLockApi({ locks, token }));
  server = createServer(getRequestListener(app.fetch));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  folder = mkdtempSync(join(tmpdir(), "leasehound-docs-"));
});
afterAll(async () => {
  server?.close();
  await gateway?.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Returns a block of shell code, with this server in place of the example's. */
function shell(has: string): string {
  const blocks = [...readFileSync("docs/lock-api.md", "utf8").matchAll(/```sh\n(.*?)```/gs)].map(
    ([, code = ""]) => code,
  );
  const block = blocks.find((code) => code.includes(has)) ?? "";
  expect(block).toContain(EXAMPLE);
  return block.replaceAll(EXAMPLE, url);
}

async function sh(code: string): Promise<string> {
  const env = { ...process.env, LOCK_API_TOKEN: token };
  return (await run("sh", ["-c", code], { cwd: folder, env })).stdout;
}

describe("the curl lines", () => {
  it("after the deployment take a lock", async () => {
    const line =
      shell("curl -X POST")
        .split("\n")
        .find((one) => one.startsWith("curl")) ?? "";
    expect(JSON.parse(await sh(line.replace("curl", "curl -s")))).toMatchObject({ name: "orders:42", holdCount: 1 });
    expect(await locks.lock("orders:42").isLocked()).toBe(true);
  });

  it("of the job run it alone, as long as it lasts, and release", async () => {
    const command = `"${process.execPath}" "${resolve("dist/cli/main.js")}"`;
    const job = shell("nightly.sh").replace("npx leasehound", command);
    writeFileSync(join(folder, "nightly.sh"), "#!/bin/sh\necho ran\nwhile [ ! -e done ]; do sleep 0.05; done\n", {
      mode: 0o755,
    });
    const first = sh(job);
    await eventually(() => locks.lock("nightly").isLocked());
    // Another run finds the lock busy, and exits with success.
    expect(await sh(job)).toBe("");
    writeFileSync(join(folder, "done"), "");
    expect(await first).toBe("ran\n");
    expect(await locks.lock("nightly").isLocked()).toBe(false);
  });
});
