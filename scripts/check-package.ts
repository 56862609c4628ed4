// Checks the package as a user gets it: packed, tested by publint, its contents and its outside imports listed.
import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { publint } from "publint";
import { formatMessage } from "publint/utils";
import { bundle } from "./size/bundle.ts";

const out = "node_modules/.cache/package";
// The outside imports of each entry: none may need another platform or framework.
const OUTSIDE: Record<string, readonly string[]> = {
  "./api": ["hono/adapter", "hono/cors", "hono/http-exception", "hono/tiny", "jose"],
  "./dashboard": ["hono/body-limit", "hono/http-exception", "hono/tiny"],
  "./durable-object": ["cloudflare:workers"],
  "./hono": ["hono", "hono/adapter", "hono/http-exception"],
  "./otel": ["@opentelemetry/api"],
};
// The packages whose code is bundled into the command.
const BUNDLED = ["@bomb.sh/tab", "@redis/client", "commander"];
const ALLOWED_FILES =
  /^package\/(dist\/[\w/-]+\.(js|d\.ts)|dist\/LICENSES\.txt|docs\/(start|kinds|platforms|jobs|hosts|run|service)\/[\w-]+\.md|docs\/service\/wrangler\.jsonc|docs\/pictures\/[\w-]+\.svg|package\.json|(README|CHANGELOG|SECURITY)\.md|LICENSE)$/;

interface Manifest {
  readonly name: string;
  readonly exports: Readonly<Record<string, string | { readonly types: string }>>;
  readonly main?: string;
  readonly types?: string;
  readonly typesVersions?: unknown;
}

const manifest: Manifest = JSON.parse(readFileSync("package.json", "utf8"));
const entries = Object.entries(manifest.exports).flatMap(([entry, target]) =>
  typeof target === "string" ? [] : [{ entry, types: target.types }],
);

function pack(): string {
  rmSync(out, { recursive: true, force: true });
  mkdirSync(out, { recursive: true });
  execFileSync("npm", ["pack", "--ignore-scripts", "--silent", "--pack-destination", out]);
  return join(out, readdirSync(out).find((name) => name.endsWith(".tgz")) ?? "");
}

function checkContents(tarball: string): void {
  const files = execFileSync("tar", ["-tzf", tarball], { encoding: "utf8" }).trim().split("\n");
  const strays = files.filter((file) => !ALLOWED_FILES.test(file));
  if (strays.length > 0) throw new Error(`the package would publish ${strays.join(", ")}`);
  for (const file of ["LICENSE", "README.md", "CHANGELOG.md", "SECURITY.md", "dist/index.js", "dist/LICENSES.txt"]) {
    if (!files.includes(`package/${file}`)) throw new Error(`the package lacks ${file}`);
  }
  const unpacked = picturesOf(files).filter((picture) => !files.includes(picture));
  if (unpacked.length > 0) throw new Error(`packed pages show pictures that are not packed: ${unpacked.join(", ")}`);
  checkLicenses();
}

/** Returns the pictures that the packed pages show, without those of other sites. */
function picturesOf(files: readonly string[]): string[] {
  return files
    .filter((file) => file.endsWith(".md"))
    .flatMap((page) => {
      const text = readFileSync(page.replace(/^package\//, ""), "utf8");
      const shown = [...text.matchAll(/!\[[^\]]*\]\(([^)\s]+)|<(?:img|source)\b[^>]*?\bsrc(?:set)?="([^"\s]+)/g)];
      return shown.map(([, markdown = "", html = ""]) => join(dirname(page), markdown || html));
    })
    .filter((picture) => !picture.includes(":"));
}

/** Checks that each bundled package has its notice, with its terms. */
function checkLicenses(): void {
  const notices = readFileSync("dist/LICENSES.txt", "utf8");
  for (const name of BUNDLED) {
    const start = notices.search(new RegExp(`^${name} \\d`, "m"));
    const notice = start === -1 ? "" : notices.slice(start, start + 1_500);
    if (!/permission/i.test(notice)) throw new Error(`dist/LICENSES.txt lacks the notice of ${name}`);
  }
}

/**
 * A compiler with moduleResolution "node10", such as that of Next.js 15, reads `types` and `typesVersions` instead of
 * `exports`.
 */
function checkOldResolution(): void {
  const { ".": types, ...subPaths } = Object.fromEntries(entries.map((one) => [one.entry, one.types]));
  const paths = Object.entries(subPaths).map(([entry, file]) => [entry.replace("./", ""), [file]] as const);
  const typesVersions = { "*": Object.fromEntries(paths) };
  // Parcel 2 looks for `main` unless its user switches `exports` on.
  if (manifest.main !== "./dist/index.js") throw new Error('package.json needs "main": "./dist/index.js"');
  if (manifest.types !== types || !isDeepStrictEqual(manifest.typesVersions, typesVersions)) {
    throw new Error(`"exports" needs in package.json: ${JSON.stringify({ types, typesVersions }, null, 2)}`);
  }
}

async function checkWithPublint(tarball: string): Promise<void> {
  const bytes = readFileSync(tarball);
  const content = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength);
  const { messages, pkg } = await publint({ pack: { tarball: content }, strict: true });
  for (const message of messages) console.error(formatMessage(message, pkg));
  if (messages.length > 0) throw new Error("publint found something");
}

async function checkImports(entry: string): Promise<void> {
  const { imports } = await bundle(`export * from "${join(manifest.name, entry)}"`);
  const foreign = imports.filter((path) => OUTSIDE[entry]?.includes(path) !== true);
  if (foreign.length > 0) throw new Error(`${entry} imports ${foreign.join(", ")}`);
}

checkOldResolution();
const tarball = pack();
checkContents(tarball);
await checkWithPublint(tarball);
for (const { entry } of entries) await checkImports(entry);
