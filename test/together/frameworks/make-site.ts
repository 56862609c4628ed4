// A site as a user has it: its own folder, its framework from the registry by its own lockfile, and leasehound as
// published.
import { execFile } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { environment } from "./environment.ts";
import { writeExamples } from "./site-examples.ts";
import type { Site } from "./sites.ts";

// Kept, because these are hundreds of unchanged megabytes.
const PACKAGES = "node_modules";
const NOT_FOUND = /\b(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|ENOTCACHED|ETARGET|E40[134])\b/;

const run = promisify(execFile);

/** npm could not get the framework. */
export class NoFramework extends Error {}

/** Packs this package; returns the path of the tarball. */
export async function packPackage(folder: string): Promise<string> {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  await run("npm", ["pack", "--ignore-scripts", "--silent", "--pack-destination", folder]);
  return join(folder, readdirSync(folder).find((name) => name.endsWith(".tgz")) ?? "");
}

/** Copies the site and its examples, installs missing packages, and always installs this package again. */
export async function installSite(site: Site, tarball: string): Promise<void> {
  const { name, folder, lib } = site;
  mkdirSync(folder, { recursive: true });
  for (const entry of readdirSync(folder)) if (entry !== PACKAGES) rmSync(join(folder, entry), { recursive: true });
  cpSync(`test/together/frameworks/${name}/site`, folder, { recursive: true });
  cpSync("test/together/frameworks/site-lib", join(folder, lib), { recursive: true });
  writeExamples(site);
  await installPackages(folder);
  const own = join(folder, PACKAGES, "leasehound");
  rmSync(own, { recursive: true, force: true });
  mkdirSync(own);
  await run("tar", ["-xzf", tarball, "--strip-components=1", "-C", own]);
}

async function installPackages(folder: string): Promise<void> {
  const lockfile = readFileSync(join(folder, "package-lock.json"), "utf8");
  const installed = join(folder, PACKAGES, ".installed-by-lockfile");
  if (existsSync(installed) && readFileSync(installed, "utf8") === lockfile) return;
  try {
    const options = ["--ignore-scripts", "--no-audit", "--no-fund", "--prefer-offline", "--fetch-retries=0"];
    await run("npm", ["ci", ...options], { cwd: folder });
  } catch (error) {
    const output = outputOf(error);
    if (NOT_FOUND.test(output)) throw new NoFramework(output);
    throw new Error(`npm could not install the packages of ${folder}:\n${output}`, { cause: error });
  }
  writeFileSync(installed, lockfile);
}

export async function buildSite({ name, folder, build }: Site): Promise<void> {
  for (const step of build) {
    try {
      await run(process.execPath, step, { cwd: folder, env: environment({}) });
    } catch (error) {
      throw new Error(`${name}: ${step.join(" ")} failed:\n${outputOf(error)}`, { cause: error });
    }
  }
}

function outputOf(error: unknown): string {
  return `${Object(error).stdout}${Object(error).stderr}`;
}
