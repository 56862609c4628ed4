// The parts of the documentation's site that can be tested without its packages: its map, its links and their check.
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, it } from "vitest";
import { brokenLinks } from "../../../scripts/site/check-links.ts";
import { siteLink, slug, sourceOf } from "../../../scripts/site/links.ts";
import { MODULES } from "../../../scripts/site/modules.ts";
import { SITE_MAP } from "../../../scripts/site/site-map.ts";

const repository = "https://github.com/leasehound/leasehound";

it("the sidebar has README.md and each page of docs/ exactly once", () => {
  const listed = Object.values(SITE_MAP).flatMap((pages) => Object.values(pages).map((page) => sourceOf(`${page}.md`)));
  expect(listed.sort()).toEqual([...globSync("docs/**/*.md"), "README.md"].sort());
});

it.each(Object.entries(MODULES))("the API reference says what %s is", (_, text) => {
  expect(text).toMatch(/^[A-Z].*\.$/);
});

it.each([...globSync("docs/**/*.md"), ...globSync("*.md")])("each file that %s links to exists", (page) => {
  const links = [...readFileSync(page, "utf8").matchAll(/\]\(([^)\s#]+)[^)]*\)/g)].map(([, link = ""]) => link);
  const files = links.filter((link) => !/^[a-z]+:/.test(link));
  expect(files.filter((file) => !existsSync(join(dirname(page), file)))).toEqual([]);
});

it.each([
  ["docs/kinds/fencing.md", "README.md", "/kinds/fencing.md"],
  ["docs/pictures/lease.svg", "README.md", "/pictures/lease.svg"],
  ["../../README.md#install", "docs/start/faq.md", "/index.md#install"],
  ["../kinds/fencing.md#a-row-in-sql", "docs/jobs/token-refresh.md", "/kinds/fencing.md#a-row-in-sql"],
  ["../../CONTRIBUTING.md", "docs/start/faq.md", `${repository}/blob/main/CONTRIBUTING.md`],
  ["../../src/service/worker", "docs/service/lock-api.md", `${repository}/blob/main/src/service/worker`],
  ["#install", "README.md", "#install"],
  ["https://upstash.com/a.md", "README.md", "https://upstash.com/a.md"],
  [`${repository}/blob/main/docs/audit/faults.md#time`, "docs/start/faq.md", "/audit/faults.md#time"],
  [`${repository}/raw/main/docs/pictures/page-light.png`, "docs/run/dashboard.md", "/pictures/page-light.png"],
  [
    `${repository}/blob/main/docs/service/wrangler.jsonc`,
    "docs/service/run-lock-api.md",
    `${repository}/blob/main/docs/service/wrangler.jsonc`,
  ],
])("the link %s in %s leads to %s", (link, file, target) => {
  expect(siteLink(link, file, repository)).toBe(target);
});

it("a heading has the anchor that GitHub gives it", () => {
  expect(slug("A Next.js app")).toBe("a-nextjs-app");
  expect(slug("LOCK_BUSY")).toBe("lock_busy");
  expect(slug("`keepAlive`, `handOff`: what & when?")).toBe("keepalive-handoff-what--when");
});

it("the check of links names each missing page and anchor, with the page that links to it", () => {
  const folder = mkdtempSync(join(tmpdir(), "leasehound-site-"));
  const page = '<h2 id="here">Here</h2><img src="/docs/a.svg"><a href="https://example.com/x">elsewhere</a>';
  writeFileSync(join(folder, "a.svg"), "<svg/>");
  writeFileSync(join(folder, "index.html"), `${page}<a class="x" href="other.html#gone">1</a><a href="#here">2</a>`);
  writeFileSync(join(folder, "other.html"), '<a href="/docs/#here">1</a><a href="/docs/no">2</a><a href="/out">3</a>');
  const broken = brokenLinks(folder, "/docs/");
  rmSync(folder, { recursive: true });
  expect(broken).toEqual([
    "/out, linked by other.html",
    "no, linked by other.html",
    "other.html#gone, linked by index.html",
  ]);
});

it("the packages of the site have exact versions", () => {
  const { dependencies } = JSON.parse(readFileSync("scripts/site/package.json", "utf8"));
  for (const version of Object.values(dependencies)) expect(version).toMatch(/^\d+\.\d+\.\d+$/);
});
