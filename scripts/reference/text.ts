// Texts of the document as HTML.
import { type Child, Fragment, type Html, h } from "../../src/service/dashboard/views/html.ts";

export function code(text: string): Html {
  return h("code", null, text);
}

/** A text in which backticks enclose code. */
export function prose(text: string): Html {
  return h(
    Fragment,
    null,
    text.split("`").map((part, at) => (at % 2 === 1 ? code(part) : part)),
  );
}

/** Puts a separator between parts. */
export function joined(parts: readonly Child[], separator: string): Child {
  return parts.map((part, at) => (at === 0 ? part : [separator, part]));
}
