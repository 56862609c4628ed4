// The configuration of VitePress, whose packages only `npm run docs` installs: nothing else may import this file.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { defineConfig } from "vitepress";
import { slug } from "../links.ts";
import { linksOfTheRepository } from "../links-plugin.ts";
import { cache, html, pages, root } from "../places.ts";
import { SIDEBAR } from "../sidebar.ts";

const { name, description, repository } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
const repositoryUrl = repository.url.replaceAll(/^git\+|\.git$/g, "");

// A padlock, within the page: no file to ask for.
const icon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><path d="M5 7V5a3 3 0 0 1 6 0v2" fill="none"
  stroke="#2f81e8" stroke-width="2"/><rect x="2" y="7" width="12" height="8" rx="2" fill="#2f81e8"/></svg>`;

export default defineConfig({
  title: name,
  description,
  lang: "en",
  head: [["link", { rel: "icon", href: `data:image/svg+xml,${encodeURIComponent(icon)}` }]],
  srcDir: pages,
  outDir: html,
  cacheDir: cache,
  // check-links.ts checks the built pages, anchors included, and names all that is wrong.
  ignoreDeadLinks: true,
  // The search index is one file, which a browser loads at the first search.
  vite: { build: { chunkSizeWarningLimit: 1_500 } },
  markdown: {
    anchor: { slugify: slug },
    config: (markdown) => linksOfTheRepository(markdown, repositoryUrl),
  },
  themeConfig: {
    search: {
      provider: "local",
      options: {
        miniSearch: {
          searchOptions: {
            // The reference has more pages than everything else: a guide that has the word comes first.
            boostDocument: (page) => (page.includes("/reference/") ? 0.4 : 1),
            // By default a similar word in a heading ("state") comes before the word itself ("stale") in a text.
            weights: { fuzzy: 0.05, prefix: 0.3 },
          },
        },
      },
    },
    sidebar: SIDEBAR,
    nav: [
      { text: "Getting started", link: "/start/getting-started" },
      { text: "API", link: "/reference/", activeMatch: "^/reference/" },
    ],
    outline: [2, 3],
    socialLinks: [{ icon: "github", link: repositoryUrl }],
    docFooter: { prev: false, next: false },
  },
});
