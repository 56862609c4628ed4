// The test runners beside Vitest and node:test: those of the folder `runners`, which `npm run test:full -- runtimes` installs.
import { globSync } from "node:fs";
import { join, resolve } from "node:path";
import { findProgram } from "../../support/find-program.ts";

const PACKAGES = join(import.meta.dirname, "runners/node_modules");

/** The package `bun` links its program by a script, which no package may run here. */
export const BUN = findProgram("BUN", ["bun"]) ?? installed("@oven/*/bin/bun");
export const DENO = findProgram("DENO", ["deno"]) ?? installed("@deno/*/deno");
/** A Node to test in. */
export interface NodeRuntime {
  readonly name: string;
  readonly program: string;
}

/** The Node of the tools, and the older and newer ones, in order. On other systems, NODE_20 … name their programs. */
export const NODES: readonly NodeRuntime[] = [20, 22, 24, 26].flatMap((major) => {
  const isOurs = process.version.startsWith(`v${major}.`);
  const program = isOurs ? process.execPath : (process.env[`NODE_${major}`] ?? installed(`node-${major}/bin/node`));
  return program === undefined ? [] : [{ name: `Node ${major}`, program }];
});

/** The folder of Jest's packages. */
export const JEST = installed("jest/bin/jest.js");
export const RUNNER_PACKAGES = PACKAGES;

function installed(pattern: string): string | undefined {
  return globSync(pattern, { cwd: PACKAGES }).map((path) => resolve(PACKAGES, path))[0];
}
