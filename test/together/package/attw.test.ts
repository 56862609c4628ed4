// The packed package, whose types each compiler and bundler must find.
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";

const manifest: { exports: object } = JSON.parse(readFileSync("package.json", "utf8"));

it("attw finds no problem in any entry", () => {
  const folder = mkdtempSync(join(tmpdir(), "leasehound-attw-"));
  try {
    execFileSync("npm", ["pack", "--ignore-scripts", "--silent", "--pack-destination", folder]);
    const [tarball = ""] = readdirSync(folder);
    const attw = ["test/others/node_modules/.bin/attw", join(folder, tarball), "--profile", "esm-only"];
    const { status, stdout } = spawnSync(process.execPath, [...attw, "--format", "json"], { encoding: "utf8" });
    const { analysis, problems } = JSON.parse(stdout);
    expect(Object.keys(analysis.entrypoints)).toEqual(Object.keys(manifest.exports));
    expect(status, JSON.stringify(problems, null, 2)).toBe(0);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
