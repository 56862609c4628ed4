// The notices of packages whose code is bundled into the published package: their licences demand them in each copy.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** Returns the notices of the packages of these files, whose paths start at the root. */
export function noticesOf(root: string, files: readonly string[]): string {
  return packagesIn(files)
    .map((folder) => noticeOf(join(root, folder)))
    .join("\n");
}

/** Returns the folders of the packages of these files. */
function packagesIn(files: readonly string[]): string[] {
  const folders = files.map((file) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file)?.[0]);
  return [...new Set(folders.filter((folder) => folder !== undefined))].sort();
}

/** Returns the notice that copies of a package must contain: its name, its license, and the terms. */
function noticeOf(folder: string): string {
  const about: { name: string; version: string; license: string; homepage?: string; author?: unknown } = JSON.parse(
    readFileSync(join(folder, "package.json"), "utf8"),
  );
  const file = readdirSync(folder).find((name) => /^licen[cs]e/i.test(name));
  const terms = file === undefined ? termsOf(about.license) : readFileSync(join(folder, file), "utf8");
  const { author } = about;
  const by = typeof author === "string" ? author : (Object(author).name ?? about.homepage ?? "");
  return `${about.name} ${about.version}, ${about.license}, ${by}\n\n${terms.trim()}\n`;
}

/** Returns the terms of a package without a file of terms. The terms of the MIT license are in our own file. */
function termsOf(license: string): string {
  if (license !== "MIT") throw new Error(`a bundled package has the license ${license}, but no file with its terms`);
  const own = readFileSync(new URL("../LICENSE", import.meta.url), "utf8");
  return own.slice(own.indexOf("Permission is hereby granted"));
}
