// The sidebars of the site: one of the pages of docs/, and one of the API reference.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { MODULES } from "./modules.ts";
import { SITE_MAP } from "./site-map.ts";

interface Item {
  readonly text: string;
  readonly link?: string;
  readonly items?: readonly Item[];
}

const API: Item = { text: "API reference", link: "/reference/" };

/** Leaves out a page that does not exist: a test names it, and the site can be built meanwhile. */
export function sidebar(pages: string): Record<string, Item[]> {
  const sections = SITE_MAP.map(({ title, pages: entries }) => ({
    text: title,
    items: entries
      .filter(([, page]) => existsSync(join(pages, `${page}.md`)))
      .map(([text, page]): Item => ({ text, link: page === "index" ? "/" : `/${page}` }))
      .concat(title === "Reference" ? [API] : []),
  }));
  // Each page carries its sidebar: the members of a module are listed on the module's page alone.
  const modules = MODULES.map(({ name }) => ({ text: name, link: `/reference/${name}/` }));
  return {
    "/reference/": [
      { text: "Documentation", items: [{ text: "Overview", link: "/" }] },
      { text: "API reference", items: [{ ...API, text: "All modules" }, ...modules] },
    ],
    "/": sections,
  };
}
