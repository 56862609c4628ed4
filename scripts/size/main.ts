// `npm run bench -- size` prints the table of docs/kinds/overview.md: the sizes of programs. With `--write` it also
// writes it into the page: before a release.
import { readFileSync, writeFileSync } from "node:fs";
import { bundle } from "./bundle.ts";
import { PROGRAMS } from "./programs.ts";

const PAGE = "docs/kinds/overview.md";
const [BEGIN, END] = ["<!-- measured by `npm run bench -- size --write` -->", "<!-- end -->"];

const rows: string[] = [];
for (const [title, imports] of Object.entries(PROGRAMS)) {
  const { bytes } = await bundle(imports);
  rows.push(`| ${title} | ${(bytes / 1_000).toFixed(1)} |`);
}
const table = ["", "| program | kB |", "| --- | --- |", ...rows, ""].join("\n");
console.log(table);
if (process.argv.includes("--write")) {
  const page = readFileSync(PAGE, "utf8");
  const [before, after] = [page.split(BEGIN)[0] ?? "", page.split(END)[1] ?? ""];
  writeFileSync(PAGE, `${before}${BEGIN}\n${table}\n${END}${after}`);
}
