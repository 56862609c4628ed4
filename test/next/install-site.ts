// The site as a user has it: its own folder, Next.js from the registry, and leasehound as it would be published.
import { execFile } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readdirSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { writeExamples } from "./site-examples.ts";

export const SITE = resolve("node_modules/.cache/next");

const SOURCES = "test/next/site";
// Hundreds of megabytes that stay the same.
const KEPT = "node_modules";
const NOT_FOUND = /\b(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|ENOTCACHED|ETARGET|E40[134])\b/;

const run = promisify(execFile);

/** npm could not get Next.js. */
export class NoNext extends Error {}

/** Copies the site, with the examples in it, and installs its packages where they are not there yet, and this package as it is now. */
export async function installSite(): Promise<void> {
  mkdirSync(SITE, { recursive: true });
  for (const name of readdirSync(SITE)) if (name !== KEPT) rmSync(join(SITE, name), { recursive: true });
  cpSync(SOURCES, SITE, { recursive: true });
  writeExamples(SITE);
  await run("npm", ["pack", "--ignore-scripts", "--silent", "--pack-destination", SITE]);
  const tarball = readdirSync(SITE).find((name) => name.endsWith(".tgz")) ?? "";
  // The version is the same as that of the last run: npm would leave it as it is.
  rmSync(join(SITE, "node_modules/leasehound"), { recursive: true, force: true });
  try {
    const options = ["--no-package-lock", "--no-audit", "--no-fund", "--prefer-offline", "--fetch-retries=0"];
    await run("npm", ["install", ...options, `./${tarball}`], { cwd: SITE });
  } catch (error) {
    const output = `${Object(error).stdout}${Object(error).stderr}`;
    if (NOT_FOUND.test(output)) throw new NoNext(output);
    throw new Error(`npm could not install the site:\n${output}`, { cause: error });
  }
  if (!existsSync(join(SITE, "node_modules/leasehound/dist/vercel/index.js"))) throw new Error("leasehound is missing");
}
