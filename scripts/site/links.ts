// Where a link of README.md or docs/ leads on the site. The site has README.md as its home page, and the pages of docs/
// without that folder.
import { posix } from "node:path";

const DOCS = "docs/";
const HOME = "README.md";
/** The site has the pages and the pictures of docs/, and no other files. */
const ON_SITE = [".md", ".svg", ".png"];

/** Returns the file of the repository that a page of the site is made of: `index.md` is README.md. */
export function sourceOf(page: string): string {
  return page === "index.md" ? HOME : `${DOCS}${page}`;
}

/**
 * Returns the link of the site for a link in a file of the repository, or to the address of one. A file that is not on
 * the site is linked in the repository.
 */
export function siteLink(link: string, file: string, repository: string): string {
  // A page and its text, or a picture.
  const here = [`${repository}/blob/main/`, `${repository}/raw/main/`].find((each) => link.startsWith(each + DOCS));
  if (here === undefined && /^([a-z][a-z\d+.-]*:|#|\/)/i.test(link)) return link;
  const [, path = "", rest = ""] = /^([^?#]*)(.*)$/.exec(link) ?? [];
  const target = here === undefined ? posix.join(posix.dirname(file), path) : path.slice(here.length);
  if (target === HOME) return `/index.md${rest}`;
  if (target.startsWith(DOCS) && ON_SITE.includes(posix.extname(target))) return `/${target.slice(DOCS.length)}${rest}`;
  return `${repository}/blob/main/${target}${rest}`;
}

/** Returns the anchor that GitHub gives a heading, so that one link works there and on the site. */
export function slug(heading: string): string {
  return heading
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}\p{Pc} -]/gu, "")
    .replaceAll(" ", "-");
}
