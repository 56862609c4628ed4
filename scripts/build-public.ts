// Writes src/worker/public: the static assets of the Worker, which wrangler.toml names.
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { publicFiles } from "./public/files.ts";

/** Replaces the folder of the static assets. */
export async function buildPublic(): Promise<void> {
  const folder = fileURLToPath(new URL("../src/worker/public", import.meta.url));
  const files = await publicFiles();
  rmSync(folder, { recursive: true, force: true });
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(`${folder}/${path}`), { recursive: true });
    writeFileSync(`${folder}/${path}`, text);
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildPublic();
