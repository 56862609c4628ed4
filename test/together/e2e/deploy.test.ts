// The Worker as wrangler would deploy it, in a dry run.
import { execFileSync } from "node:child_process";
import { readdirSync, rmSync } from "node:fs";
import { expect, it } from "vitest";

const out = "node_modules/.cache/deploy";

it("wrangler builds and accepts the Worker, with its bindings", () => {
  rmSync(out, { recursive: true, force: true });
  const told = execFileSync("node_modules/.bin/wrangler", ["deploy", "--dry-run", "--outdir", out], {
    env: { ...process.env, WRANGLER_SEND_METRICS: "false", CI: "true" },
    encoding: "utf8",
  });
  expect(told).toContain("LEASE_WATCHDOG");
  expect(told).toContain("files from the assets directory");
  expect(told).toContain("--dry-run");
  expect(readdirSync(out)).toContain("index.js");
});
