// The folders of `npm run docs`, as absolute paths. Git ignores those in .cache.
import { join } from "node:path";

export const root: string = join(import.meta.dirname, "../..");
export const site: string = import.meta.dirname;
/** The pages in Markdown, as VitePress reads them. */
export const pages: string = join(root, ".cache/site/pages");
/** The pages of TypeDoc, a folder of `pages`. */
export const reference: string = join(pages, "reference");
export const html: string = join(root, ".cache/site/html");
/** The cache of VitePress between two builds. */
export const cache: string = join(root, ".cache/site/vitepress");
