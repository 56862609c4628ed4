// The packed package for a compiler that does not read "exports": TypeScript 5.9 with moduleResolution "node10", which
// Next.js 15 sets.
import { execFile, execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { beforeAll, expect, it } from "vitest";

// Below the repository's node_modules, where the peers are found.
const folder = "node_modules/.cache/old-resolution";
const installed = join(folder, "node_modules/leasehound");

const manifest: { exports: Record<string, string | object> } = JSON.parse(readFileSync("package.json", "utf8"));
const entries = Object.entries(manifest.exports).flatMap(([entry, target]) =>
  typeof target === "string" ? [] : [entry.replace(/^\./, "leasehound")],
);

beforeAll(() => {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(installed, { recursive: true });
  execFileSync("npm", ["pack", "--ignore-scripts", "--silent", "--pack-destination", folder]);
  const { version } = JSON.parse(readFileSync("package.json", "utf8"));
  execFileSync("tar", ["-xzf", join(folder, `leasehound-${version}.tgz`), "-C", installed, "--strip-components=1"]);
});

/**
 * Returns the errors of TypeScript 5.9 in a program that imports these, with a file for each; empty when it compiles.
 */
async function compile(program: string, imported: readonly string[], platform: object): Promise<string> {
  const compilerOptions = {
    target: "es2022",
    module: "esnext",
    moduleResolution: "node10",
    strict: true,
    noEmit: true,
    ...platform,
  };
  const files = imported.map((entry) => {
    const file = `${program}-${entry.replaceAll("/", "-")}.ts`;
    // An unresolved import would be `any`.
    const source = `import * as entry from "${entry}";
      export const typed: 0 extends 1 & typeof entry ? never : typeof entry = entry;`;
    writeFileSync(join(folder, file), source);
    return file;
  });
  const config = join(folder, `${program}.tsconfig.json`);
  writeFileSync(config, JSON.stringify({ compilerOptions, files }));
  try {
    await promisify(execFile)(process.execPath, ["test/others/node_modules/typescript-5/bin/tsc", "-p", config]);
    return "";
  } catch (error) {
    return String(Object(error).stdout);
  }
}

it("every sub-path compiles for a Worker", async () => {
  const platform = { lib: ["es2022", "esnext.disposable"], types: ["@cloudflare/workers-types"], skipLibCheck: true };
  expect(entries).toContain("leasehound/durable-object");
  expect(await compile("worker", entries, platform)).toBe("");
});

it("every sub-path but Cloudflare's compiles for Next.js, with its declarations checked", async () => {
  const platform = { lib: ["es2022", "esnext.disposable", "dom"], types: [], skipLibCheck: false };
  const others = entries.filter((entry) => entry !== "leasehound/durable-object");
  const said = await compile("next", [...others, "leasehound/missing"], platform);
  // A missing one shows that the compiler resolves imports.
  expect(said.trim().split("\n")).toEqual([expect.stringContaining("Cannot find module 'leasehound/missing'")]);
});
