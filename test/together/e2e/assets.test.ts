// The static assets of the Worker: what is served without it and without a token, and with which headers.
import { readdirSync, readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestHarness, type TestHarness } from "wrangler";
import { publicFiles } from "../../../scripts/build-public.ts";
import { ASSET_CACHING, PAGE_HEADERS } from "../../../src/service/dashboard/page-headers.ts";

const FOLDER = "src/service/worker/public";
const TYPES: Readonly<Record<string, string>> = {
  js: "text/javascript",
  css: "text/css",
  svg: "image/svg+xml",
  json: "application/json",
};
const files = readdirSync(FOLDER, { recursive: true, encoding: "utf8" }).filter((path) => /\.\w+$/.test(path));

let worker: TestHarness;
beforeAll(async () => {
  const secrets = {
    UPSTASH_REDIS_REST_URL: "http://127.0.0.1:9",
    UPSTASH_REDIS_REST_TOKEN: "token-of-no-database",
    LOCK_API_TOKEN: "token-of-the-lock-api-0123456789ab",
  };
  worker = createTestHarness({ workers: [{ configPath: "./wrangler.toml", secrets }] });
  await worker.listen();
});
afterAll(() => worker?.close());

it("the assets are what the build writes now", async () => {
  for (const [path, text] of Object.entries(await publicFiles()))
    expect(readFileSync(`${FOLDER}/${path}`, "utf8")).toBe(text);
});

it("the assets are the page's files, and the description of the API", () => {
  const names = files.map((file) => file.replace(/-[\da-f]{12}\./, ".")).sort();
  expect(names).toEqual(["assets/icon.svg", "assets/page.css", "assets/page.js", "openapi.json"]);
});

describe.each(files)("%s", (file) => {
  const path = `/${file}`;

  it("is served without a token, with the headers of the page", async () => {
    const answer = await worker.fetch(path);
    expect(answer.status).toBe(200);
    expect(await answer.text()).toBe(readFileSync(`${FOLDER}/${file}`, "utf8"));
    for (const [name, value] of Object.entries(PAGE_HEADERS)) expect(answer.headers.get(name), name).toBe(value);
    expect(answer.headers.get("content-type")).toContain(TYPES[file.split(".").at(-1) ?? ""]);
  });

  it("is stored for good if its name has a digest, and else checked at each use", async () => {
    const { headers } = await worker.fetch(path);
    const isFixed = file.startsWith("assets/");
    expect(headers.get("cache-control")).toBe(isFixed ? ASSET_CACHING : "public, max-age=0, must-revalidate");
    const again = await worker.fetch(path, { headers: { "if-none-match": headers.get("etag") ?? "" } });
    expect(again.status).toBe(304);
  });
});

it("the page refers to assets that exist", async () => {
  const html = await (await worker.fetch("/")).text();
  const asked = [...html.matchAll(/(?:src|href)="\/(assets\/[^"]+)"/g)].map(([, file]) => file);
  expect(asked.length).toBeGreaterThan(0);
  expect(files).toEqual(expect.arrayContaining(asked));
});

it.each([
  ["GET", "/v1/locks", 401],
  ["GET", "/v1/locks/a", 401],
  ["POST", "/v1/locks/a/acquire", 401],
  ["POST", "/v1/locks/-/tokens", 401],
  ["POST", "/demo/jobs/a", 404],
  ["GET", "/live", 401],
  ["GET", "/_headers", 404],
  ["GET", "/assets/page.js", 404],
  ["GET", "/index.html", 404],
])("%s %s needs a token as before, or is nothing: %i", async (method, path, status) => {
  const answer = await worker.fetch(path, { method });
  expect(answer.status).toBe(status);
  expect(answer.headers.get("cache-control")).toBe("no-store");
  await answer.body?.cancel();
});
