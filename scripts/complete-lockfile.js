// `npm run lockfile`: adds to package-lock.json the optional platform binaries that npm left out because the registry it
// asked did not have them (a partial mirror). Without an entry for each of them `npm ci` refuses the lockfile, on every
// platform. Such an entry has no integrity until npm writes the lockfile against a registry that has the package.
import { readFileSync, writeFileSync } from "node:fs";

const file = new URL("../package-lock.json", import.meta.url);
const lockfile = JSON.parse(readFileSync(file, "utf8"));
const packages = lockfile.packages;
const registry = new URL(Object.values(packages).find(({ resolved }) => resolved?.startsWith("https:")).resolved)
  .origin;

for (const [path, { optionalDependencies = {} }] of Object.entries({ ...packages })) {
  for (const [name, version] of Object.entries(optionalDependencies)) {
    if (packages[`node_modules/${name}`] || packages[`${path}/node_modules/${name}`]) continue;
    const os = /darwin|android|win|linux/.exec(name)?.[0];
    if (os === undefined) throw new Error(`${name} does not name its platform: add its entry by hand`);
    packages[`node_modules/${name}`] = {
      version,
      resolved: `${registry}/${name}/-/${name.split("/").pop()}-${version}.tgz`,
      cpu: [name.includes("arm64") ? "arm64" : "x64"],
      dev: true,
      ...(name.includes("musl") ? { libc: ["musl"] } : {}),
      optional: true,
      os: [os === "win" ? "win32" : os],
    };
  }
}

lockfile.packages = Object.fromEntries(Object.entries(packages).sort(([a], [b]) => (a < b ? -1 : 1)));
writeFileSync(file, `${JSON.stringify(lockfile, null, 2)}\n`);
