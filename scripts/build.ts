// Compiles the published part of src/ to dist/, which is deleted first, so that no file of an earlier build is
// published.
import { execFileSync } from "node:child_process";
import { globSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { transformSync } from "esbuild";
import { buildCli } from "./build-cli.ts";
import { noticesOf } from "./licenses.ts";
import { reachedFrom } from "./reached.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const SCRIPTS = "lock/lua/generated";
rmSync(`${root}dist`, { recursive: true, force: true });
// The part for Durable Objects has types of its own platform.
for (const project of ["", "src/edge/durable-object"]) {
  // The code goes without its comments: an editor shows those of the declarations.
  compile(project, "--removeComments");
  compile(project, "--emitDeclarationOnly");
}
// The compiler would also remove the marks by which a bundler drops the scripts that a program does not use.
const { code } = transformSync(readFileSync(`${root}src/${SCRIPTS}.ts`, "utf8"), { loader: "ts" });
writeFileSync(`${root}dist/${SCRIPTS}.js`, code);
const reached = reachedFrom(root);
for (const file of globSync("dist/**/*", { cwd: root, withFileTypes: true })) {
  const path = join(file.parentPath, file.name);
  if (file.isFile() && !reached.has(path)) rmSync(path);
}
writeFileSync(`${root}dist/LICENSES.txt`, noticesOf(root, await buildCli(root)));

function compile(project: string, option: string): void {
  execFileSync(process.execPath, [`${root}node_modules/typescript/bin/tsc`, "-p", root + project, option], {
    stdio: "inherit",
  });
}
