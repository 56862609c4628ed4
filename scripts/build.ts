// Compiles the published part of src/ to dist/, which is deleted first, so that no file of an earlier build is
// published.
import { execFileSync } from "node:child_process";
import { rmSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { buildCli } from "./build-cli.ts";
import { noticesOf } from "./licenses.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
rmSync(`${root}dist`, { recursive: true, force: true });
// The part for Durable Objects has types of its own platform.
for (const project of ["", "src/edge/durable-object"]) {
  execFileSync(process.execPath, [`${root}node_modules/typescript/bin/tsc`, "-p", root + project], {
    stdio: "inherit",
  });
}
writeFileSync(`${root}dist/LICENSES.txt`, noticesOf(root, await buildCli(root)));
