// Generated from src/service/dashboard/browser by `npm run build`. Do not edit.

/** The files that the page loads. Each name has a digest of the content. */
export const ASSET_FILES: Record<"script" | "style" | "icon", string> = {
  script: "page-686632d45946.js",
  style: "page-ead7c0672d8b.css",
  icon: "icon-33d922a52bee.svg",
};
