// The functions that JSX is compiled to.
import { expect, it } from "vitest";
import { type Child, Fragment, type Html, h } from "../../../src/service/dashboard/views/html.ts";

const HOSTILE = `<img src=x onerror="a('&')">`;
const ESCAPED = "&lt;img src=x onerror=&quot;a(&#39;&amp;&#39;)&quot;&gt;";

it("texts and attributes are escaped, and HTML is written as it is, once", () => {
  const inner = h("bdi", { title: HOSTILE }, HOSTILE);
  expect(String(inner)).toBe(`<bdi title="${ESCAPED}">${ESCAPED}</bdi>`);
  expect(String(h("p", null, inner, HOSTILE))).toBe(`<p>${inner}${ESCAPED}</p>`);
});

it("true writes an attribute without a value; false and undefined write none", () => {
  const input = h("input", { required: true, hidden: false, value: undefined, max: 5, spellcheck: "false" });
  expect(String(input)).toBe('<input required="" max="5" spellcheck="false">');
});

it("children may be lists, numbers, and nothing", () => {
  const children: Child[] = [[1, ["a", h("b", null)]], null, undefined, true, false, 0, ""];
  expect(String(h("p", null, ...children))).toBe("<p>1a<b></b>0</p>");
  expect(String(h(Fragment, null, "a", "b"))).toBe("ab");
});

it("a view gets its properties and children", () => {
  const view = ({ name, children }: { name: string; children?: Child }): Html => h("p", { id: name }, children);
  expect(String(h(view, { name: "x" }, "a", h("i", null, "b")))).toBe('<p id="x">a<i>b</i></p>');
});
