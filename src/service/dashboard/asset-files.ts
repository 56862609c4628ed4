// Generated from src/service/dashboard/browser by `npm run build`. Do not edit.

/** The files that the page loads. Each name has a digest of the content. */
export const ASSET_FILES: Record<"script" | "style" | "icon", string> = {
  script: "page-7408c221bf37.js",
  style: "page-d7306238b252.css",
  icon: "icon-33d922a52bee.svg",
};
