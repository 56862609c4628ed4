// A schema as text, and its members as a table.
import { type Child, type Html, h } from "../../src/service/dashboard/views/html.ts";
import type { Schema } from "./open-api.ts";
import { table } from "./table.ts";
import { code, joined, prose } from "./text.ts";

const COLUMNS = ["Member", "Type and bounds", "Default", "Meaning"];

/** The anchor of a schema that has a name. */
export function anchorOf(name: string): string {
  return `schema-${name}`;
}

/** Returns the members of an object with those of the objects in it, as a table. */
export function membersTable(caption: string, schema: Schema): Html {
  return table(caption, COLUMNS, rowsOf(schema, ""));
}

function rowsOf({ properties = {}, required = [] }: Schema, path: string): Child[][] {
  return Object.entries(properties).flatMap(([name, member]) => {
    const place = path + name;
    const inner = member.items ?? member;
    const suffix = member.items === undefined ? "." : "[].";
    return [
      [
        [code(place), required.includes(name) ? h("span", { class: "required" }, " required") : null],
        typeOf(member),
        member.default === undefined ? "" : code(JSON.stringify(member.default)),
        prose(member.description ?? ""),
      ],
      ...rowsOf(inner, place + suffix),
    ];
  });
}

/** Returns the type of a value, with its bounds. */
export function typeOf(schema: Schema): Child {
  const { $ref, items, anyOf } = schema;
  if ($ref !== undefined) return linkTo($ref);
  if (schema.const !== undefined) return code(JSON.stringify(schema.const));
  if (schema.enum !== undefined) {
    return joined(
      schema.enum.map((value) => code(JSON.stringify(value))),
      ", ",
    );
  }
  if (anyOf !== undefined && schema.type === undefined) return joined(anyOf.map(typeOf), " or ");
  if (items !== undefined) return [...listBounds(schema), typeOf(items)];
  return [schema.type ?? "any value", ...bounds(schema)];
}

function bounds({ minimum, maximum, pattern }: Schema): Child[] {
  const range = [minimum, maximum].flatMap((bound) => (bound === undefined ? [] : [bound.toLocaleString("en")]));
  return [range.length > 0 ? `, ${range.join(" to ")}` : null, pattern === undefined ? null : [", ", code(pattern)]];
}

function listBounds({ minItems = 0, maxItems, uniqueItems = false }: Schema): Child[] {
  const count = maxItems === undefined ? `${minItems} or more` : `${minItems} to ${maxItems}`;
  return [
    minItems === 0 && maxItems === undefined ? "list of " : `list of ${count}`,
    uniqueItems ? " different " : " ",
  ];
}

function linkTo($ref: string): Html {
  const name = $ref.slice($ref.lastIndexOf("/") + 1);
  return h("a", { href: `#${anchorOf(name)}` }, name);
}

/** Returns the rules between members, each as JSON Schema, or undefined if there are none. */
export function rulesOf({ anyOf, oneOf }: Schema): Html | undefined {
  const rules = oneOf ?? anyOf;
  if (rules === undefined) return undefined;
  const kinds = rules.map((rule) => h("li", null, code(JSON.stringify(rule))));
  return h(
    "div",
    null,
    h("p", null, oneOf === undefined ? "At least one of these is true:" : "One of these is true:"),
    h("ul", null, kinds),
  );
}
