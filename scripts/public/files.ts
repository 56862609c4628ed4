// The static assets of the Worker: what the page loads, and the description of the API.
import { readFileSync } from "node:fs";
import { ASSET_CACHING, PAGE_HEADERS } from "../../src/service/dashboard/page-headers.ts";
import { pageAssets } from "../build-assets.ts";
import { openApiDocument } from "../openapi/document.ts";

/** Returns the texts by their path. Cloudflare reads the headers of all others from `_headers`. */
export async function publicFiles(): Promise<Record<string, string>> {
  const { version }: { version: string } = JSON.parse(
    readFileSync(new URL("../../package.json", import.meta.url), "utf8"),
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
