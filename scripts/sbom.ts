// `npm run build -- sbom`: the software bill of materials of a release, as CycloneDX. The package has no dependencies.
// So it lists the peers and the tools of the build and of `npm test`, each with the hash of the lockfile.
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";

interface Component {
  name: string;
  readonly purl: string;
  readonly hashes?: readonly unknown[];
}

const { name, version }: { name: string; version: string } = JSON.parse(readFileSync("package.json", "utf8"));
const options = ["--sbom-format", "cyclonedx", "--sbom-type", "library", "--package-lock-only"];
const output = execFileSync("npm", ["sbom", ...options], { encoding: "utf8", maxBuffer: 2 ** 26 });
const bill: { metadata: { component: Component }; components: Component[] } = JSON.parse(output);

// npm names a component without a download after its folder, whose name is arbitrary.
for (const component of [bill.metadata.component, ...bill.components]) {
  const [, named] = /^pkg:npm\/(.+)@/.exec(component.purl) ?? [];
  if (named !== undefined) component.name = decodeURIComponent(named);
}
const file = `${name}-${version}.cdx.json`;
writeFileSync(file, `${JSON.stringify(bill, null, 2)}\n`);
const hashed = bill.components.filter(({ hashes = [] }) => hashes.length > 0).length;
console.log(`${file}: ${bill.components.length} components, ${hashed} with the hash of their tarball`);
