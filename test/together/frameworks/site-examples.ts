// Writes the examples of the docs into the sites, each block to the file that its first line names.
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { type CodeBlock, codeBlocks } from "../../support/code-blocks.ts";
import type { Site } from "./sites.ts";

// The only change: with a short lease, renewals and losses come soon.
const MAKE = "locksFromEnv()";
const MAKE_HASTILY = "locksFromEnv({ leaseMs: Number(process.env.LEASE_MS ?? 30_000) })";

/** Throws when a file exists already: neither the example nor a fixture may replace the other. */
export function writeExamples({ name, folder }: Site): void {
  const blocks = codeBlocks([name], folder);
  if (!blocks.some(({ code }) => code.includes(MAKE))) throw new Error(`no page shows ${MAKE} for ${name}`);
  for (const block of blocks) {
    const path = join(folder, pathInSite(block));
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, block.code.replace(MAKE, MAKE_HASTILY), { flag: "wx" });
  }
}

function pathInSite({ page, code }: CodeBlock): string {
  const path = /^\/\/ ([\w./[\]+-]+\.tsx?)\n/.exec(code)?.[1];
  if (path === undefined) throw new Error(`a block of ${page} does not say where it goes:\n${code}`);
  return path;
}
