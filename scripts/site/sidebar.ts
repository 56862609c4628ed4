// The sidebars of the site: one of the pages of docs/, and one of the API reference.
import { MODULES } from "./modules.ts";
import { SITE_MAP } from "./site-map.ts";

interface Section {
  readonly text: string;
  readonly items: readonly { readonly text: string; readonly link: string }[];
}

export const SIDEBAR: Readonly<Record<string, Section[]>> = {
  "/reference/": [
    { text: "Documentation", items: [{ text: "Overview", link: "/" }] },
    {
      text: "API reference",
      // The members of a module are listed on the module's page alone: each page carries its sidebar.
      items: [
        { text: "All modules", link: "/reference/" },
        ...Object.keys(MODULES).map((name) => ({ text: name, link: `/reference/${name}/` })),
      ],
    },
  ],
  "/": Object.entries(SITE_MAP).map(([title, pages]) => ({
    text: title,
    items: Object.entries(pages).map(([text, page]) => ({ text, link: page === "index" ? "/" : `/${page}` })),
  })),
};
