// Writes src/lock/lua/generated.ts. `npm run lua -- show lock/release` prints a script as one text to read: its contract,
// what it does, and each function that it reaches, with their comments.
import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { generate } from "./generate.ts";
import { LuaLibrary } from "./library.ts";
import { shown } from "./show.ts";

const [command, name = ""] = process.argv.slice(2);
const library = new LuaLibrary();

if (command === undefined) {
  writeFileSync(fileURLToPath(new URL("../../src/lock/lua/generated.ts", import.meta.url)), generate(library));
} else if (command === "show" && library.has(name)) console.log(shown(library, library.script(name)));
else {
  console.error(
    `usage: npm run lua -- show <script>\nscripts: ${library.scripts.map((script) => script.name).join(", ")}`,
  );
  process.exitCode = 64;
}
