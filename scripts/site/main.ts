// `npm run docs`: builds the documentation as a static site. `-- --serve` then serves it, and `-- --base /leasehound/`
// builds it for a folder of a host. Needs no network, once the packages of this folder are installed.
import { spawnSync } from "node:child_process";
import { cpSync, globSync, mkdirSync, rmSync } from "node:fs";
import { join, relative } from "node:path";
import { parseArgs } from "node:util";
import { brokenLinks } from "./check-links.ts";
import { html, pages, reference, root, site } from "./places.ts";

const { values } = parseArgs({ options: { base: { type: "string", default: "/" }, serve: { type: "boolean" } } });

function run(program: string, ...args: string[]): void {
  const script = join(site, "node_modules", program);
  const { status } = spawnSync(process.execPath, [script, ...args], { cwd: root, stdio: "inherit" });
  if (status !== 0) process.exit(status ?? 1);
}

/** Lays out the pages as the site has them: README.md is the home page, and docs/ is the top folder. */
function copyPages(): void {
  rmSync(pages, { recursive: true, force: true });
  mkdirSync(pages, { recursive: true });
  cpSync(join(root, "README.md"), join(pages, "index.md"));
  for (const file of globSync("**/*.md", { cwd: join(root, "docs") })) {
    cpSync(join(root, "docs", file), join(pages, file));
  }
  cpSync(join(root, "docs/pictures"), join(pages, "public/pictures"), { recursive: true });
}

copyPages();
run("typedoc/bin/typedoc", "--options", join(site, "typedoc.json"), "--out", reference);
run("vitepress/bin/vitepress.js", "build", site, "--base", values.base);

const broken = brokenLinks(html, values.base);
for (const line of broken) console.error(`broken link: ${line}`);
console.log(`the site is in ${relative(root, html)}: ${globSync("**/*.html", { cwd: html }).length} pages`);
if (broken.length > 0) process.exitCode = 1;
// By Vite itself, because the preview of VitePress listens on all interfaces.
if (values.serve)
  run("vite/bin/vite.js", "preview", site, "--host", "127.0.0.1", "--outDir", html, "--base", values.base);
