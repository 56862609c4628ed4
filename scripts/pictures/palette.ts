// The colours and fonts of all pictures. An SVG in an <img> follows the colour scheme of the system, even if the page
// has the other one. Boxes therefore have a fill, and text outside of boxes has a halo: both stay readable on either
// page.

/** The meaning of a colour: neutral, holder A, holder B, or a loss. Words always say the same. */
export type Tone = "plain" | "a" | "b" | "bad";

interface Shades {
  /** The fill of a box. */
  readonly fill: string;
  readonly text: string;
}

interface Scheme {
  /** The colour of the page: the halo of text outside of boxes. */
  readonly page: string;
  /** Captions and the numbers of an axis. */
  readonly muted: string;
  readonly tones: Readonly<Record<Tone, Shades>>;
}

export const LIGHT: Scheme = {
  page: "#ffffff",
  muted: "#57606a",
  tones: {
    plain: { fill: "#f3f5f8", text: "#1f2328" },
    a: { fill: "#ddeeff", text: "#0a4a9e" },
    b: { fill: "#dcf6e3", text: "#0f5c2a" },
    bad: { fill: "#ffe9e7", text: "#a8121f" },
  },
};

export const DARK: Scheme = {
  page: "#0d1117",
  muted: "#a5aeb8",
  tones: {
    plain: { fill: "#1a212b", text: "#f0f6fc" },
    a: { fill: "#12294a", text: "#8cc5ff" },
    b: { fill: "#10301f", text: "#7ee2a0" },
    bad: { fill: "#40181b", text: "#ffaca5" },
  },
};

/** Lines have one colour for both schemes, with a contrast of 3 or more on either page. */
export const LINES: Readonly<Record<Tone, string>> = {
  plain: "#788390",
  a: "#2f81e8",
  b: "#2c9350",
  bad: "#e0434b",
};

const SANS = 'system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,sans-serif';
const MONO = 'ui-monospace,SFMono-Regular,Menlo,Consolas,"Liberation Mono",monospace';

export const tones = Object.keys(LINES) as readonly Tone[];

function colours({ page, muted, tones: shades }: Scheme): string {
  const rules = tones.map((tone) => `.f-${tone}{fill:${shades[tone].fill}}.t-${tone}{fill:${shades[tone].text}}`);
  return `text{stroke:${page}}.muted{fill:${muted}}${rules.join("")}`;
}

/** Returns the style sheet, the same for every picture. */
export function style(): string {
  const lines = tones.map((tone) => `.l-${tone}{stroke:${LINES[tone]}}.h-${tone}{fill:${LINES[tone]}}`);
  return [
    `text{font:16px ${SANS};stroke-width:4px;stroke-linejoin:round;paint-order:stroke}`,
    `.strong{font-weight:600}.big{font-size:18px}.code{font:15px ${MONO}}.in{stroke:none}`,
    ".line{fill:none;stroke-width:2}.box{stroke-width:1.5}.dash{stroke-dasharray:5 4}",
    lines.join(""),
    colours(LIGHT),
    `@media (prefers-color-scheme:dark){${colours(DARK)}}`,
  ].join("\n");
}
