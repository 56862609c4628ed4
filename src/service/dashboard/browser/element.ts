// Creates elements. Anybody may choose names and labels of locks, so they become text, never markup.

const SVG = "http://www.w3.org/2000/svg";

type Attributes = Readonly<Record<string, string>>;

/** Creates an element of HTML. */
export function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Attributes = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[Tag] {
  return filled(document.createElement(tag), attributes, children);
}

/** Creates a shape of SVG. */
export function shape<Tag extends keyof SVGElementTagNameMap>(
  tag: Tag,
  attributes: Attributes = {},
  ...children: (Node | string)[]
): SVGElementTagNameMap[Tag] {
  return filled(document.createElementNS(SVG, tag), attributes, children);
}

function filled<Made extends Element>(made: Made, attributes: Attributes, children: readonly (Node | string)[]): Made {
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...children);
  return made;
}

/** Creates a `<details>` that `fill` fills when it is opened. `about` names its content to screen readers. */
export function folded(summary: string, about: string, fill: (content: HTMLElement) => void): HTMLDetailsElement {
  const name = `${summary}: ${about}`;
  const content = element("div", { class: "scrolls", tabindex: "0", role: "region", "aria-label": name });
  const made = element("details", {}, element("summary", { "aria-label": name }, summary), content);
  made.addEventListener("toggle", () => {
    if (made.open) fill(content);
  });
  return made;
}

/** Creates a table of texts, with a heading for each column. */
export function table(titles: readonly string[], rows: readonly (readonly string[])[]): HTMLTableElement {
  const head = element("tr", {}, ...titles.map((title) => element("th", { scope: "col" }, title)));
  const body = rows.map((texts) => element("tr", {}, ...texts.map((text, at) => cell(text, titles[at] ?? "", at))));
  return element("table", {}, element("thead", {}, head), element("tbody", {}, ...body));
}

function cell(text: string, title: string, at: number): HTMLTableCellElement {
  const content = element("bdi", {}, text);
  return at === 0 ? element("th", { scope: "row" }, content) : element("td", { "data-title": title }, content);
}
