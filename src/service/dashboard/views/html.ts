// HTML in which every text is escaped, and the functions that JSX is compiled to. `hono/jsx` does the same and more,
// for 4 kB of the Worker.

/** HTML that may be written as it is. */
export class Html {
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  toString(): string {
    return this.#text;
  }
}

/** The content of an element. `null`, `undefined` and booleans write nothing. */
export type Child = Html | string | number | boolean | null | undefined | readonly Child[];

/** `true` writes an attribute without a value; `false` and `undefined` write nothing. */
type Attributes = Readonly<Record<string, string | number | boolean | undefined>>;

const ESCAPES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};
const WITHOUT_END = ["input", "link", "meta"];

/** Makes an element, or calls the view that a JSX tag names. Names of elements and attributes are not escaped. */
export function h(
  tag: string | ((props: never) => Html),
  props: Readonly<Record<string, unknown>> | null,
  ...children: readonly Child[]
): Html {
  if (typeof tag !== "string") return Reflect.apply(tag, undefined, [{ ...props, children }]);
  let text = `<${tag}`;
  for (const [name, value] of Object.entries(props ?? {})) {
    if (value !== undefined && value !== false) text += ` ${name}="${value === true ? "" : escaped(String(value))}"`;
  }
  return new Html(WITHOUT_END.includes(tag) ? `${text}>` : `${text}>${written(children)}</${tag}>`);
}

/** The types of JSX, which the compiler looks for here. */
export declare namespace h {
  namespace JSX {
    type Element = Html;
    interface IntrinsicElements {
      readonly [tag: string]: Attributes | { readonly children?: Child };
    }
    interface ElementChildrenAttribute {
      readonly children: unknown;
    }
  }
}

/** Children without an element around them. */
export function Fragment({ children }: { readonly children?: Child }): Html {
  return new Html(written(children));
}

function written(child: Child): string {
  if (child === null || child === undefined || typeof child === "boolean") return "";
  if (child instanceof Html || typeof child === "number") return String(child);
  return typeof child === "string" ? escaped(child) : child.map(written).join("");
}

function escaped(text: string): string {
  return text.replaceAll(/[&<>"']/g, (one) => ESCAPES[one] ?? one);
}
