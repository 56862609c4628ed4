// Writes src/worker/openapi.ts: the document that the Worker serves at /openapi.json.
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { openApiDocument } from "./openapi/document.ts";

const root = fileURLToPath(new URL("..", import.meta.url));

/** Returns the module with the document. */
export function generateOpenApi(): string {
  const { version }: { version: string } = JSON.parse(readFileSync(`${root}package.json`, "utf8"));
  const text = JSON.stringify(openApiDocument(version, "/v1/locks"));
  return `// Generated from scripts/openapi by \`npm run build\`. Do not edit.\nexport const OPENAPI: string = ${JSON.stringify(text)};\n`;
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  writeFileSync(`${root}src/worker/openapi.ts`, generateOpenApi());
