// Writes src/service/worker/public: the static assets of the Worker, which wrangler.toml names.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { ASSET_CACHING, PAGE_HEADERS } from "../src/service/dashboard/page-headers.ts";
import { pageAssets } from "./build-assets.ts";
import { openApiDocument } from "./openapi/document.ts";

const folder = fileURLToPath(new URL("../src/service/worker/public", import.meta.url));

/** Brings the folder of the static assets up to date. A file that is right stays: a running Worker may serve it. */
export async function buildPublic(): Promise<void> {
  const files = await publicFiles();
  mkdirSync(folder, { recursive: true });
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isFile() && !Object.keys(files).some((file) => join(folder, file) === path)) rmSync(path);
  }
  for (const [file, text] of Object.entries(files)) {
    const path = join(folder, file);
    if (existsSync(path) && readFileSync(path, "utf8") === text) continue;
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }
}

/** Returns the texts by their path. Cloudflare reads the headers of all others from `_headers`. */
export async function publicFiles(): Promise<Record<string, string>> {
  const { version }: { version: string } = JSON.parse(
    readFileSync(new URL("../package.json", import.meta.url), "utf8"),
  );
  return {
    ...Object.fromEntries(Object.values(await pageAssets()).map(({ file, body }) => [`assets/${file}`, body])),
    "openapi.json": JSON.stringify(openApiDocument(version, "/v1/locks")),
    _headers: headersOf({ "/*": PAGE_HEADERS, "/assets/*": { "cache-control": ASSET_CACHING } }),
  };
}

/** Returns a file of headers by the pattern of a path. */
function headersOf(rules: Readonly<Record<string, Readonly<Record<string, string>>>>): string {
  return Object.entries(rules)
    .map(([path, headers]) =>
      [path, ...Object.entries(headers).map(([name, value]) => `  ${name}: ${value}`), ""].join("\n"),
    )
    .join("");
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildPublic();
