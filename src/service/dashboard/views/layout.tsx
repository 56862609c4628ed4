// The frame of every page: its head, and what belongs on each.
import { ASSET_FILES } from "../asset-files.ts";
import { type Child, type Html, h } from "./html.ts";

interface LayoutProps {
  /** The path of the page, with "/" at its end. */
  readonly base: string;
  readonly title: string;
  readonly hasScript?: boolean;
  readonly children?: Child;
}

export function Layout({ base, title, hasScript = false, children }: LayoutProps): Html {
  return (
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>{title}</title>
        <link rel="icon" href={`${base}assets/${ASSET_FILES.icon}`} />
        <link rel="stylesheet" href={`${base}assets/${ASSET_FILES.style}`} />
        {hasScript ? <script type="module" src={`${base}assets/${ASSET_FILES.script}`}></script> : null}
      </head>
      <body data-base={base}>{children}</body>
    </html>
  );
}
