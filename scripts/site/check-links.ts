// Checks the links of the built site: every page, file and anchor that a page links to exists.
import { existsSync, globSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";

// The generator writes the HTML: attributes are quoted, and tags stand in no comment or script.
const ID = /\sid="([^"]+)"/g;
const LINK = /<(?:a|img|link|script)\b[^>]*?\s(?:href|src)="([^"]*)"/g;
const OTHER_SITE = /^([a-z][a-z\d+.-]*:|\/\/)/i;

/** Returns a line for each target that does not exist, with the pages that link to it. */
export function brokenLinks(folder: string, base: string): string[] {
  const pages = new Map(
    globSync("**/*.html", { cwd: folder }).map((page) => {
      const html = readFileSync(join(folder, page), "utf8");
      return [page, { links: unescaped(html, LINK), anchors: new Set(unescaped(html, ID)) }] as const;
    }),
  );
  const broken = new Map<string, Set<string>>();
  for (const [page, { links }] of pages) {
    for (const link of links.filter((each) => !OTHER_SITE.test(each))) {
      const [path = "", anchor = ""] = decodeURI(link).split("#");
      const target = fileOf(path, page, base);
      const anchors = target === undefined ? undefined : pages.get(target)?.anchors;
      const exists = target !== undefined && (anchors !== undefined || existsSync(join(folder, target)));
      if (exists && (anchor === "" || anchors?.has(anchor) === true)) continue;
      const name = `${target ?? path}${anchor === "" ? "" : `#${anchor}`}`;
      broken.set(name, (broken.get(name) ?? new Set()).add(page));
    }
  }
  return [...broken].map(([target, from]) => `${target}, linked by ${listed([...from])}`).sort();
}

function unescaped(html: string, attribute: RegExp): string[] {
  return [...html.matchAll(attribute)].map(([, value = ""]) => value.replaceAll("&amp;", "&"));
}

/** Returns the file of a link's path, or undefined for a path outside of the site's base. */
function fileOf(path: string, page: string, base: string): string | undefined {
  if (path === "") return page;
  if (path.startsWith("/") && !path.startsWith(base)) return undefined;
  const file = path.startsWith("/") ? path.slice(base.length) : posix.join(posix.dirname(page), path);
  return file === "" || file.endsWith("/") ? `${file}index.html` : file;
}

function listed(pages: readonly string[]): string {
  const first = pages.slice(0, 3).join(", ");
  return pages.length > 3 ? `${first} and ${pages.length - 3} more` : first;
}
