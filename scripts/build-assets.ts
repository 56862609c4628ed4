// Writes asset-files.ts and assets.ts of src/service/dashboard: the names of the page's script, style and icon, and
// their texts. They are two modules, because the Worker serves the files as static assets, and bundles only the names.
import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const root = fileURLToPath(new URL("..", import.meta.url));
const folder = "src/service/dashboard/browser";
const HEAD = `// Generated from ${folder} by \`npm run build\`. Do not edit.\n\n`;

/** A file that a page loads. Its name has a digest of its content. */
export interface Asset {
  readonly file: string;
  readonly type: string;
  readonly body: string;
}

/** The modules by their path. */
export type Modules = Readonly<Record<string, string>>;

/** Returns the bundled text of an entry, whose path is from the root. */
async function bundled(entry: string): Promise<string> {
  const { outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: [entry],
    bundle: true,
    write: false,
    minify: true,
    format: "esm",
    target: ["chrome111", "firefox114", "safari16.4"],
    legalComments: "none",
  });
  return outputFiles[0]?.text ?? "";
}

/** Puts a digest of the content into the name of a file. */
function digested(name: string, body: string): string {
  const digest = createHash("sha256").update(body).digest("hex").slice(0, 12);
  return name.replace(".", `-${digest}.`);
}

/** Returns the files of the page by their purpose. */
export async function pageAssets(): Promise<Record<"script" | "style" | "icon", Asset>> {
  const asset = (name: string, type: string, body: string): Asset => ({ file: digested(name, body), type, body });
  return {
    script: asset("page.js", "text/javascript; charset=utf-8", await bundled(`${folder}/main.ts`)),
    style: asset("page.css", "text/css; charset=utf-8", await bundled(`${folder}/style.css`)),
    icon: asset("icon.svg", "image/svg+xml", readFileSync(`${root}${folder}/icon.svg`, "utf8")),
  };
}

/** Returns the modules with the names and with the texts. */
export async function generateAssets(): Promise<Modules> {
  const assets = await pageAssets();
  const names = Object.entries(assets).map(([key, { file }]) => `  ${key}: ${JSON.stringify(file)},\n`);
  const texts = Object.entries(assets).map(
    ([key, { type, body }]) =>
      `  {\n    file: ASSET_FILES.${key},\n    type: ${JSON.stringify(type)},\n    body: ${JSON.stringify(body)},\n  },\n`,
  );
  return {
    "src/service/dashboard/asset-files.ts": `${HEAD}/** The files that the page loads. Each name has a digest of the content. */
export const ASSET_FILES: Record<"script" | "style" | "icon", string> = {
${names.join("")}};
`,
    "src/service/dashboard/assets.ts": `${HEAD}import { ASSET_FILES } from "./asset-files.ts";

/** A file that the page loads. */
export interface Asset {
  readonly file: string;
  readonly type: string;
  readonly body: string;
}

export const ASSETS: readonly Asset[] = [
${texts.join("")}];
`,
  };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const [path, text] of Object.entries(await generateAssets())) writeFileSync(root + path, text);
}
