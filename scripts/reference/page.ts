// The reference of the lock API: one page of static HTML, without a script, made of openapi.json.
import { type Html, h } from "../../src/service/dashboard/views/html.ts";
import type { OpenApi } from "./open-api.ts";
import { operationSection } from "./operation.ts";
import { anchorOf, membersTable } from "./schema.ts";
import { code, prose } from "./text.ts";

/** The files that the page loads. */
interface Files {
  readonly style: string;
  readonly icon: string;
}

/** Returns the page. */
export function referencePage({ info, paths, components }: OpenApi, { style, icon }: Files): string {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );
  const schemas = Object.entries(components.schemas);
  const page = h(
    "html",
    { lang: "en" },
    h(
      "head",
      null,
      h("meta", { charset: "utf-8" }),
      h("meta", { name: "viewport", content: "width=device-width, initial-scale=1" }),
      h("meta", { name: "color-scheme", content: "light dark" }),
      h("title", null, `Reference – ${info.title}`),
      h("link", { rel: "icon", href: `assets/${icon}` }),
      h("link", { rel: "stylesheet", href: `assets/${style}` }),
    ),
    h(
      "body",
      null,
      h("a", { class: "skip", href: "#operations" }, "Skip to the operations"),
      h(
        "header",
        null,
        h("h1", null, info.title),
        h("p", null, `${info.summary} Version ${info.version}. `, h("a", { href: "openapi.json" }, "openapi.json")),
      ),
      contents(
        operations.map(({ operation }) => [operation.operationId, operation.operationId]),
        schemas.map(([name]) => [anchorOf(name), name]),
      ),
      h(
        "main",
        null,
        introduction(components.securitySchemes["bearer"]?.description ?? ""),
        h("h2", { id: "operations" }, "Operations"),
        operations.map(({ path, method, operation }) => operationSection(method, path, operation)),
        h("h2", { id: "schemas" }, "Schemas"),
        schemas.map(([name, schema]) =>
          h(
            "section",
            // Not by its title, which may be that of an operation.
            { id: anchorOf(name), "aria-label": `Schema ${name}` },
            h("h3", null, h("a", { href: `#${anchorOf(name)}` }, name)),
            membersTable(`Members of ${name}`, schema),
          ),
        ),
      ),
    ),
  );
  return `<!doctype html>${page}`;
}

function introduction(bearer: string): Html {
  return h(
    "section",
    { "aria-labelledby": "requests" },
    h("h2", { id: "requests" }, "Requests"),
    h("p", null, "Each request needs the header ", code("Authorization: Bearer …"), `. ${bearer}`),
    h(
      "p",
      null,
      prose("The examples read the address from `LEASEHOUND_API_URL` and the token from `LEASEHOUND_API_TOKEN`."),
    ),
    h("p", null, prose("Replace the values of `hold` and `token` by those of an earlier answer.")),
  );
}

type Links = readonly (readonly [anchor: string, text: string])[];

function contents(operations: Links, schemas: Links): Html {
  const list = (links: Links): Html =>
    h(
      "ul",
      null,
      links.map(([anchor, text]) => h("li", null, h("a", { href: `#${anchor}` }, text))),
    );
  return h(
    "nav",
    { "aria-label": "Contents" },
    h("a", { href: "#operations" }, "Operations"),
    list(operations),
    h("a", { href: "#schemas" }, "Schemas"),
    list(schemas),
  );
}
