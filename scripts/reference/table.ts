// Tables with a caption. On a phone, each row becomes a card, in which the style repeats the titles of the columns.
import { type Child, type Html, h } from "../../src/service/dashboard/views/html.ts";

/** `rows`: the cells of each row, of which the first is its head. */
export function table(caption: string, columns: readonly string[], rows: readonly (readonly Child[])[]): Html {
  const head = columns.map((title) => h("th", { scope: "col" }, title));
  const body = rows.map(([first, ...cells]) =>
    h(
      "tr",
      null,
      h("th", { scope: "row" }, first),
      cells.map((cell, at) => h("td", { "data-title": columns[at + 1] }, cell)),
    ),
  );
  return h("table", null, h("caption", null, caption), h("thead", null, h("tr", null, head)), h("tbody", null, body));
}
