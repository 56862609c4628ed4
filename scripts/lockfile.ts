// A lockfile as a promise: the same bytes for everybody, whichever registry or mirror they come from.

interface LockedPackage {
  readonly version?: string;
  readonly resolved?: string;
  readonly integrity?: string;
  /** A folder of this repository. */
  readonly link?: boolean;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

export interface Lockfile {
  readonly packages: Readonly<Record<string, LockedPackage>>;
}

// The address that npm replaces by the registry it is configured for; any other is one machine's own.
const REGISTRY = "https://registry.npmjs.org/";

/**
 * Lists what keeps a lockfile from being one, a line for each fault: without `integrity` a tampered tarball installs
 * silently, and without an entry for a platform's package `npm ci` refuses the lockfile. Folders of the repository are
 * no downloads.
 */
export function lockfileProblems({ packages }: Lockfile): string[] {
  const paths = Object.keys(packages);
  const isListed = (name: string): boolean => paths.some((path) => path.endsWith(`node_modules/${name}`));
  return Object.entries(packages).flatMap(([path, { version, resolved, integrity, link, optionalDependencies }]) => {
    const problems = Object.keys(optionalDependencies ?? {})
      .filter((name) => !isListed(name))
      .map((name) => `${path} has no entry for its optional ${name}`);
    if (link === true || !path.includes("node_modules/")) return problems;
    if (integrity?.startsWith("sha512-") !== true) problems.push(`${path} ${version} has no sha512 integrity`);
    if (resolved?.startsWith(REGISTRY) !== true) problems.push(`${path} ${version} is not resolved to ${REGISTRY}`);
    return problems;
  });
}
