// Writes src/dashboard/assets.ts: the script, the style and the icon of the page as texts, so that they are served from
// memory in every runtime.
import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const root = fileURLToPath(new URL("..", import.meta.url));
const folder = "src/dashboard/browser";
const written = `${root}src/dashboard/assets.ts`;

/** Returns the bundled text of an entry. */
async function bundled(entry: string): Promise<string> {
  const { outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: [`${folder}/${entry}`],
    bundle: true,
    write: false,
    minify: true,
    format: "esm",
    target: ["chrome111", "firefox114", "safari16.4"],
    legalComments: "none",
  });
  return outputFiles[0]?.text ?? "";
}

/** Returns the module with the assets. */
export async function generateAssets(): Promise<string> {
  const uplot: { version: string } = JSON.parse(readFileSync(`${root}node_modules/uplot/package.json`, "utf8"));
  const notice = `/*! uPlot ${uplot.version}, MIT, Copyright (c) 2022 Leon Sorokin, https://github.com/leeoniya/uPlot */\n`;
  const assets = {
    script: { name: "page.js", type: "text/javascript; charset=utf-8", body: notice + (await bundled("main.ts")) },
    style: { name: "page.css", type: "text/css; charset=utf-8", body: notice + (await bundled("style.css")) },
    icon: { name: "icon.svg", type: "image/svg+xml", body: readFileSync(`${root}${folder}/icon.svg`, "utf8") },
  };
  const lines = Object.entries(assets).map(([key, { name, type, body }]) => {
    const digest = createHash("sha256").update(body).digest("hex").slice(0, 12);
    const file = name.replace(".", `-${digest}.`);
    return `  ${key}: {\n    file: ${JSON.stringify(file)},\n    type: ${JSON.stringify(type)},\n    body: ${JSON.stringify(body)},\n  },\n`;
  });
  return [
    `// Generated from ${folder} by \`npm run build\`. Do not edit.`,
    "",
    "/** A file that the page loads. Its name has a digest of its content. */",
    "export interface Asset {",
    "  readonly file: string;",
    "  readonly type: string;",
    "  readonly body: string;",
    "}",
    "",
    'export const ASSETS: Record<"script" | "style" | "icon", Asset> = {',
    `${lines.join("")}};`,
    "",
  ].join("\n");
}

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(written, await generateAssets());
