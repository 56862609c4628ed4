// Writes what the results say into the pages, between their markers.
import { readFileSync, writeFileSync } from "node:fs";
import { compareRegion, readmeRegion } from "./page.ts";
import type { Results } from "./results.ts";

const [BEGIN, END] = ["<!-- measured by `npm run bench -- peers` -->", "<!-- end -->"];

/** The pages, each with the function that makes the text between its markers. */
const PAGES: Readonly<Record<string, (results: Results) => string>> = {
  "README.md": readmeRegion,
  "docs/audit/compare.md": compareRegion,
};

/** Returns the page with another text between its markers. */
function withRegion(page: string, region: string): string {
  const [begin, end] = [page.indexOf(BEGIN), page.indexOf(END)];
  if (begin === -1 || end < begin) throw new Error(`the page lacks ${BEGIN} and ${END}`);
  return `${page.slice(0, begin)}${BEGIN}\n${region}\n${page.slice(end)}`;
}

export function writePages(results: Results): void {
  for (const [file, region] of Object.entries(PAGES)) {
    writeFileSync(file, withRegion(readFileSync(file, "utf8"), region(results)));
  }
}
