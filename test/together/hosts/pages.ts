// The code of docs/hosts/packages.md, as printed: written to a folder of each section, and compiled against the real
// packages.
import { execFileSync } from "node:child_process";
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type CodeBlock, codeBlocks } from "../../support/code-blocks.ts";

const HERE = import.meta.dirname;
const PRINTED = join(HERE, ".cache");

export const HOSTS = ["node-cron", "chat", "tanstack-ai", "atproto", "verrou", "tus", "umzug"] as const;
export type Host = (typeof HOSTS)[number];

/** The heading of each host's section. */
const SECTIONS: Readonly<Record<Host, string>> = {
  "node-cron": "node-cron",
  chat: "Chat SDK",
  "tanstack-ai": "TanStack AI",
  atproto: "atproto",
  verrou: "Verrou and AdonisJS",
  tus: "tus",
  umzug: "umzug",
};

// Chat asks for a lock of four methods, which stand beside 15 others.
const MOST_LINES: Readonly<Record<Host, number>> = {
  "node-cron": 40,
  chat: 30,
  "tanstack-ai": 40,
  atproto: 40,
  verrou: 40,
  tus: 40,
  umzug: 40,
};

/** Returns the program at the start of a section, which fails. */
export function failing(host: Host): string {
  return join(PRINTED, host, "fails.ts");
}

/** Writes the blocks of each section beside each other, and compiles them together with the programs that use them. */
export function writePages(): void {
  rmSync(PRINTED, { recursive: true, force: true });
  const blocks = codeBlocks(["host", "host-fails", "host-use"], PRINTED);
  for (const host of HOSTS) {
    const ofHost = blocks.filter(
      ({ page, section }) => page === "docs/hosts/packages.md" && section === SECTIONS[host],
    );
    mkdirSync(join(PRINTED, host), { recursive: true });
    writeFileSync(failing(host), theOnly(host, "host-fails", ofHost));
    const recipe = theOnly(host, "host", ofHost);
    writeFileSync(join(PRINTED, host, "locks.ts"), recipe);
    const uses = ofHost.filter(({ marker }) => marker === "host-use");
    for (const [at, { code }] of uses.entries()) writeFileSync(join(PRINTED, host, `use-${at}.ts`), code);
    const lines = recipe.trim().split("\n").length;
    if (lines > MOST_LINES[host]) throw new Error(`the recipe of ${host} has ${lines} lines`);
    console.log(`${host}: a recipe of ${lines} lines`);
  }
  // The client metadata and the stores that the section of atproto leaves to its reader.
  writeFileSync(join(PRINTED, "atproto/app.ts"), 'export { did, options } from "../../programs/atproto-app.ts";\n');
  linkPackage();
  execFileSync(process.execPath, ["node_modules/typescript/bin/tsc", "-p", HERE], { stdio: "inherit" });
}

/** Lets the printed code import this package by its name, beside the hosts' packages. */
function linkPackage(): void {
  const link = join(HERE, "node_modules/leasehound");
  rmSync(link, { force: true });
  symlinkSync(join(HERE, "../../.."), link);
}

function theOnly(host: Host, marker: string, blocks: readonly CodeBlock[]): string {
  const [block, ...more] = blocks.filter((one) => one.marker === marker);
  if (block === undefined || more.length > 0) throw new Error(`the section of ${host} needs one block of ${marker}`);
  return block.code;
}
