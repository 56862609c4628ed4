// Checks a lockfile: it must give every user the same bytes, from any registry or mirror.

interface LockedPackage {
  readonly version?: string;
  readonly resolved?: string;
  readonly integrity?: string;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

export interface Lockfile {
  readonly packages: Readonly<Record<string, LockedPackage>>;
}

// npm replaces this address by the configured registry; any other is specific to one machine.
const REGISTRY = "https://registry.npmjs.org/";

/**
 * Lists the problems of a lockfile, a line each. Without `integrity` a tampered tarball installs silently, and without
 * an entry for a platform's package `npm ci` refuses the lockfile.
 */
export function lockfileProblems({ packages }: Lockfile): string[] {
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
