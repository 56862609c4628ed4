// Generated from src/service/dashboard/browser by `npm run build`. Do not edit.

/** The files that the page loads. Each name has a digest of the content. */
export const ASSET_FILES: Record<"script" | "style" | "icon", string> = {
  script: "page-335db2b8ccd5.js",
  style: "page-f569a5cbb2a2.css",
  icon: "icon-33d922a52bee.svg",
};
