// npm run test:full -- frameworks [-- [next] [sveltekit] [nitro] [OPTIONS OF VITEST]]
// Real frameworks: each site is installed and built as its users do it; its tests serve it in front of a gateway.
import { runVitest } from "../../support/run-vitest.ts";
import { buildSite, installSite, NoFramework, packPackage } from "./make-site.ts";
import { SITES, type Site } from "./sites.ts";

async function timed(what: string, work: () => Promise<void>): Promise<void> {
  const start = performance.now();
  await work();
  console.log(`${what}: ${((performance.now() - start) / 1_000).toFixed(1)} s`);
}

/** Returns whether the site's tests can run. */
async function isMade(site: Site, tarball: string): Promise<boolean> {
  try {
    await timed(`${site.name}, npm ci`, () => installSite(site, tarball));
  } catch (error) {
    if (!(error instanceof NoFramework)) throw error;
    console.log(`skipped: the tests with a real ${site.name} need its packages, and npm could not get them`);
    return false;
  }
  await timed(`${site.name}, build`, () => buildSite(site));
  return true;
}

const names = SITES.map(({ name }) => name);
const given = process.argv.slice(2);
const wanted = names.filter((name) => given.includes(name));
const options = given.filter((argument) => !names.includes(argument));

const tarball = await packPackage(".cache/frameworks/package");
const made: string[] = [];
for (const site of SITES.filter(({ name }) => wanted.length === 0 || wanted.includes(name))) {
  if (await isMade(site, tarball)) made.push(`test/together/frameworks/${site.name}/`);
}
if (made.length > 0) await runVitest("test/together/frameworks/vitest.config.ts", [...made, ...options]);
