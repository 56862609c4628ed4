// The packed package, whose types each compiler and bundler must find.
import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";

it("attw finds no problem", () => {
  const folder = mkdtempSync(join(tmpdir(), "leasehound-attw-"));
  try {
    execFileSync("npm", ["pack", "--ignore-scripts", "--silent", "--pack-destination", folder]);
    const [tarball = ""] = readdirSync(folder);
    const attw = ["test/others/node_modules/.bin/attw", join(folder, tarball), "--profile", "esm-only"];
    expect(execFileSync(process.execPath, attw, { encoding: "utf8" })).toContain("No problems found");
  } finally {
    rmSync(folder, { recursive: true });
  }
});
