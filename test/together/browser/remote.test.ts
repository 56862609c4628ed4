// The typed client of the lock API in a page of another origin than the Worker's.
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { build } from "esbuild";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { ROUND, type RoundOptions } from "../../support/remote-round.ts";
import { uniqueName } from "../../support/unique-name.ts";
import { launchChromium } from "./chromium.ts";
import { type Site, startSite, TOKEN } from "./site.ts";

let pages: Server;
let origin = "";
let browser: Browser;
let site: Site;
beforeAll(async () => {
  const script = await bundle();
  pages = createServer((request, response) => {
    const isScript = request.url === "/round.js";
    response.setHeader("content-type", isScript ? "text/javascript" : "text/html");
    response.end(isScript ? script : "<!doctype html><title>another origin</title>");
  });
  await new Promise<void>((resolve) => pages.listen(0, "127.0.0.1", resolve));
  const { port }: AddressInfo = Object(pages.address());
  origin = `http://127.0.0.1:${port}`;
  [browser, site] = await Promise.all([
    launchChromium(),
    startSite({ vars: { LEASE_MS: "3000", CORS_ORIGINS: `https://a.example,${origin}` } }),
  ]);
});
afterAll(async () => {
  pages?.close();
  await browser?.close();
  await site?.[Symbol.asyncDispose]();
});

let name: string;
beforeEach(() => {
  name = uniqueName();
});

/** Returns the client as a module for browsers. */
async function bundle(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: ["test/support/remote-round.ts"],
    bundle: true,
    format: "esm",
    target: "es2022",
    write: false,
  });
  return outputFiles[0]?.text ?? "";
}

/** Plays a round in a page at this address. */
async function playAt(address: string): Promise<unknown> {
  const page: Page = await browser.newPage();
  try {
    await page.goto(address);
    const options: RoundOptions = { url: site.url, token: TOKEN, name };
    return await page.evaluate(
      `import("/round.js").then(({ remoteRound }) => remoteRound(${JSON.stringify(options)})).catch(({ code, message }) => code + ": " + message)`,
    );
  } finally {
    await page.close();
  }
}

it("a page of an allowed origin acquires, renews, is refused, ends a wait, and releases", async () => {
  expect(await playAt(origin)).toEqual(ROUND);
});

it("a page of another origin gets no answer, but a word about corsOrigins, and its acquires take no lock", async () => {
  expect(await playAt(origin.replace("127.0.0.1", "localhost"))).toMatch(
    /^OUTCOME_UNKNOWN: .* corsOrigins must contain/,
  );
  expect(await site.locks.lock(name).isLocked()).toBe(false);
});
