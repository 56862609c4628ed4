// The pictures of the documentation: generated, well-formed, small, described for screen readers, and readable in both
// colour schemes.
import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { FOLDER, pictures } from "../../scripts/pictures/main.ts";
import { DARK, LIGHT, LINES, tones } from "../../scripts/pictures/palette.ts";

const TOKEN = /<(\/?)([\w-]+)((?:\s+[\w:-]+="[^"<&]*(?:&(?:amp|lt|gt|quot);[^"<&]*)*")*)\s*(\/?)>|([^<]+)/y;
const TEXT = /^(?:[^&]|&(?:amp|lt|gt|quot);)*$/;

/** Returns the reason why a text is not well-formed XML, for the part of XML that these files use. */
function xmlProblem(xml: string): string | undefined {
  const open: string[] = [];
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < xml.length) {
    const from = TOKEN.lastIndex;
    const [token, closes, name = "", attributes = "", isEmpty, text] = TOKEN.exec(xml) ?? [];
    if (token === undefined) return `no markup: ${xml.slice(from, from + 60)}`;
    const names = [...attributes.matchAll(/([\w:-]+)=/g)].map(([, each]) => each);
    if (new Set(names).size < names.length) return `an attribute comes twice: ${token}`;
    if (text !== undefined && !TEXT.test(text)) return `an & is not escaped: ${text}`;
    if (text !== undefined && open.length === 0 && text.trim() !== "") return `outside of the root: ${text}`;
    if (closes === "/" && open.pop() !== name) return `closes what is not open: ${token}`;
    if (name !== "" && closes === "" && isEmpty === "") open.push(name);
  }
  return open.length === 0 ? undefined : `not closed: ${open.join(", ")}`;
}

interface Words {
  readonly content: string;
  readonly left: number;
  readonly right: number;
  readonly baseline: number;
}

/** Returns each text with its place, in a font as wide as the widest system font. */
function wordsOf(picture: string): Words[] {
  return [...picture.matchAll(/<text ([^>]*)>([^<]*)<\/text>/g)].map(([, attributes = "", escaped = ""]) => {
    const {
      x,
      y,
      "text-anchor": anchor,
      class: looks = "",
    } = Object.fromEntries([...attributes.matchAll(/([\w-]+)="([^"]*)"/g)].map(([, name, value]) => [name, value]));
    const content = escaped.replaceAll(/&\w+;/g, "&");
    const perCharacter = /big/.test(looks) ? 10.6 : /strong/.test(looks) ? 9.6 : /code/.test(looks) ? 9.1 : 8.7;
    const width = content.length * perCharacter;
    const left = Number(x) - (anchor === "middle" ? width / 2 : anchor === "end" ? width : 0);
    return { content, left, right: left + width, baseline: Number(y) };
  });
}

const overlap = (one: Words, other: Words): boolean =>
  one.left < other.right && other.left < one.right && Math.abs(one.baseline - other.baseline) < 18;

/** Returns the contrast ratio of WCAG 2. */
function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [one, other].map(luminance).sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

it("the folder has the pictures that the script makes, and no others", () => {
  // Those of the page are made by a browser: npm run test:browser.
  const drawn = readdirSync(FOLDER).filter((name) => !name.startsWith("page-"));
  expect(drawn.sort()).toEqual(Object.keys(pictures).sort());
});

describe.each(Object.keys(pictures))("%s", (name) => {
  const picture = readFileSync(`${FOLDER}/${name}`, "utf8");

  it("is what `npm run pictures` makes now", () => {
    expect(picture).toBe(pictures[name]);
  });

  it("is well-formed XML of less than 10 kB", () => {
    expect(xmlProblem(picture)).toBeUndefined();
    expect(Buffer.byteLength(picture)).toBeLessThan(10_000);
  });

  it("has a title and a description, by which a screen reader names it", () => {
    expect(picture).toMatch(
      /^<svg [^>]* role="img" aria-labelledby="title desc">\n<title id="title">[^<]{8,}<\/title>/,
    );
    expect(picture).toMatch(/<desc id="desc">[^<]{80,}<\/desc>/);
  });

  it("follows the reader's colour scheme", () => {
    expect(picture).toContain("@media (prefers-color-scheme:dark)");
  });

  it("keeps its texts apart from each other and inside the picture", () => {
    const words = wordsOf(picture);
    const [, width, height] = /viewBox="0 0 (\d+) (\d+)"/.exec(picture) ?? [];
    expect(Number(width)).toBeLessThanOrEqual(800);
    expect(words.filter(({ left, right }) => left < 0 || right > Number(width))).toEqual([]);
    expect(words.filter(({ baseline }) => baseline < 14 || baseline > Number(height) - 5)).toEqual([]);
    const pairs = words.flatMap((one, at) => words.slice(at + 1).map((other) => ({ one, other })));
    expect(words.length).toBeGreaterThan(5);
    expect(pairs.filter(({ one, other }) => overlap(one, other))).toEqual([]);
  });
});

// The page colours of GitHub, its dimmed scheme included, and of VitePress.
describe.each([
  { scheme: "light", shades: LIGHT, pages: ["#ffffff", "#f6f8fa"] },
  { scheme: "dark", shades: DARK, pages: ["#0d1117", "#1b1b1f", "#212830"] },
])("in the $scheme scheme", ({ shades, pages }) => {
  it("every text has a contrast of 4.5 or more on every page and in its box", () => {
    for (const tone of tones) {
      const { text, fill } = shades.tones[tone];
      for (const ground of [...pages, fill])
        expect(contrast(text, ground), `${tone} on ${ground}`).toBeGreaterThan(4.5);
    }
    for (const page of [...pages, shades.tones.plain.fill]) {
      expect(contrast(shades.muted, page), `muted on ${page}`).toBeGreaterThan(4.5);
    }
  });

  it("every line has a contrast of 3 or more on every page", () => {
    for (const tone of tones) {
      for (const page of pages) expect(contrast(LINES[tone], page), `${tone} on ${page}`).toBeGreaterThan(3);
    }
  });
});

it("the check of XML finds what is not well-formed", () => {
  const wrong = [
    "<a>",
    "<a></b>",
    "<a>&</a>",
    '<a b="1" b="2"/>',
    "<a b=1/>",
    "<a/>text",
    '<a b="<"/>',
    "<a>&nbsp;</a>",
  ];
  expect(wrong.filter((xml) => xmlProblem(xml) === undefined)).toEqual([]);
  expect(xmlProblem('<a b="x &lt; y">1 &amp; 2<c/></a>\n')).toBeUndefined();
});
