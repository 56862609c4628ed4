// The examples of our pages as files of the sites: each block goes where its first line says.
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { type CodeBlock, codeBlocks } from "../support/code-blocks.ts";
import type { Site } from "./sites.ts";

// All that is changed: with a short lease, renewals and losses show soon.
const MAKE = "locksFromEnv()";
const MAKE_HASTILY = "locksFromEnv({ leaseMs: Number(process.env.LEASE_MS ?? 30_000) })";

/**
 * Throws when a file is there already: what the page shows is not to be hidden by a fixture, nor a fixture by the page.
 */
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
  const path = /^\/\/ ([\w./[\]+-]+\.ts)\n/.exec(code)?.[1];
  if (path === undefined) throw new Error(`a block of ${page} does not say where it goes:\n${code}`);
  return path;
}
