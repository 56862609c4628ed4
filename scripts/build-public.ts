// Writes src/service/worker/public: the static assets of the Worker, which wrangler.toml names.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { publicFiles } from "./public/files.ts";

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

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildPublic();
