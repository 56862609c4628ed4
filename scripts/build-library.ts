// Writes src/engine/simulate/library-text.ts: the locks of this package as one text, which each isolate of a simulation
// runs with globals of its own.
import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const root = fileURLToPath(new URL("..", import.meta.url));
const folder = "src/engine/simulate";

const { outputFiles } = await build({
  absWorkingDir: root,
  entryPoints: [`${folder}/library.ts`],
  bundle: true,
  write: false,
  minify: true,
  format: "cjs",
  platform: "neutral",
  target: "es2022",
  legalComments: "none",
});
const text = outputFiles[0]?.text ?? "";
const head = `// Generated from ${folder}/library.ts by \`npm run build\`. Do not edit.\n\n`;
writeFileSync(
  `${root}${folder}/library-text.ts`,
  `${head}export const LIBRARY_TEXT: string = ${JSON.stringify(text)};\n`,
);
