// The package as a user gets it: what is in the tarball, what publint says about it, and what its entries import.
import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { publint } from "publint";
import { formatMessage } from "publint/utils";
import { afterAll, beforeAll, expect, it } from "vitest";
import { bundle } from "../../../scripts/size/bundle.ts";

// The outside imports of each entry: none may need another platform or framework.
const OUTSIDE: Record<string, readonly string[]> = {
  "./api": ["hono/adapter", "hono/cors", "hono/http-exception", "hono/tiny", "jose"],
  "./dashboard": ["hono/body-limit", "hono/http-exception", "hono/tiny"],
  "./durable-object": ["cloudflare:workers"],
  "./hono": ["hono", "hono/adapter", "hono/http-exception"],
  "./otel": ["@opentelemetry/api"],
};
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

const folder = mkdtempSync(join(tmpdir(), "leasehound-packed-"));
let tarball = "";
let files: readonly string[] = [];
beforeAll(() => {
  execFileSync("npm", ["pack", "--ignore-scripts", "--silent", "--pack-destination", folder]);
  tarball = join(folder, readdirSync(folder)[0] ?? "");
  files = execFileSync("tar", ["-tzf", tarball], { encoding: "utf8" }).trim().split("\n");
});
afterAll(() => rmSync(folder, { recursive: true }));

it("the tarball has no other files than the listed ones", () => {
  expect(files.filter((file) => !ALLOWED_FILES.test(file))).toEqual([]);
  const needed = ["LICENSE", "README.md", "CHANGELOG.md", "SECURITY.md", "dist/index.js", "dist/LICENSES.txt"];
  expect(files).toEqual(expect.arrayContaining(needed.map((file) => `package/${file}`)));
});

it("packed pages show only packed pictures, and those of an address", () => {
  const shown = files
    .filter((file) => file.endsWith(".md"))
    .flatMap((page) => {
      const text = readFileSync(page.replace(/^package\//, ""), "utf8");
      const pictures = [...text.matchAll(/!\[[^\]]*\]\(([^)\s]+)|<(?:img|source)\b[^>]*?\bsrc(?:set)?="([^"\s]+)/g)];
      return pictures.map(([, markdown = "", html = ""]) => join(dirname(page), markdown || html));
    });
  expect(shown.filter((picture) => !picture.includes(":") && !files.includes(picture))).toEqual([]);
});

it.each(["@bomb.sh/tab", "@redis/client", "commander"])("the notices have the terms of %s", (name) => {
  const notices = readFileSync("dist/LICENSES.txt", "utf8");
  const start = notices.search(new RegExp(`^${name} \\d`, "m"));
  expect(start).not.toBe(-1);
  expect(notices.slice(start, start + 1_500)).toMatch(/permission/i);
});

// A compiler with moduleResolution "node10", such as that of Next.js 15, reads `types` and `typesVersions` instead of
// `exports`. Parcel 2 looks for `main` unless its user switches `exports` on.
it("old compilers and bundlers find the same entries as new ones", () => {
  const { ".": types, ...subPaths } = Object.fromEntries(entries.map((one) => [one.entry, one.types]));
  const paths = Object.entries(subPaths).map(([entry, file]) => [entry.replace("./", ""), [file]] as const);
  const typesVersions = { "*": Object.fromEntries(paths) };
  expect(manifest).toMatchObject({ main: "./dist/index.js", types });
  expect(manifest.typesVersions).toEqual(typesVersions);
});

it("publint finds nothing", async () => {
  const { buffer, byteOffset, byteLength } = readFileSync(tarball);
  const content = buffer.slice(byteOffset, byteOffset + byteLength);
  const { messages, pkg } = await publint({ pack: { tarball: content }, strict: true });
  expect(messages.map((message) => formatMessage(message, pkg))).toEqual([]);
});

it.each(entries)("$entry imports only its own platform", async ({ entry }) => {
  const { imports } = await bundle(`export * from "${join(manifest.name, entry)}"`);
  expect(imports.filter((path) => OUTSIDE[entry]?.includes(path) !== true)).toEqual([]);
});
