// One operation: its parameters, body, answers and example.
import { type Child, type Html, h } from "../../src/service/dashboard/views/html.ts";
import { curlOf } from "./curl.ts";
import type { Answer, Operation, Parameter } from "./open-api.ts";
import { membersTable, rulesOf, typeOf } from "./schema.ts";
import { table } from "./table.ts";
import { code, joined, prose } from "./text.ts";

export function operationSection(method: string, path: string, operation: Operation): Html {
  const { operationId, summary, description, parameters = [], requestBody, responses } = operation;
  const titleId = `${operationId}-title`;
  const body = requestBody?.content["application/json"]?.schema;
  return h(
    "section",
    { id: operationId, "aria-labelledby": titleId },
    h("h3", { id: titleId }, h("a", { href: `#${operationId}` }, operationId)),
    h("p", { class: "route" }, h("b", null, method.toUpperCase()), " ", code(path)),
    h("p", null, prose(summary), " ", prose(description)),
    parameters.length > 0 && parametersTable(parameters),
    body !== undefined && [
      membersTable(requestBody?.required === true ? "Body, required" : "Body, optional", body),
      rulesOf(body),
    ],
    answersTable(responses),
    h("h4", null, "Example"),
    h(
      "pre",
      { tabindex: 0, role: "region", "aria-label": `Example of ${operationId}` },
      code(curlOf(method, path, operation)),
    ),
  );
}

function parametersTable(parameters: readonly Parameter[]): Html {
  const rows = parameters.map(({ name, in: place, required, schema, description = "" }) => [
    [code(name), required === true ? h("span", { class: "required" }, " required") : null],
    place,
    typeOf(schema),
    schema.default === undefined ? "" : code(String(schema.default)),
    prose(description),
  ]);
  return table("Parameters", ["Parameter", "In", "Type and bounds", "Default", "Meaning"], rows);
}

function answersTable(responses: Readonly<Record<string, Answer>>): Html {
  const rows = Object.entries(responses).map(([status, answer]) => [
    status,
    prose(answer.description),
    Object.entries(answer.content).map(([type, { schema }]) => {
      const codes = schema.allOf?.flatMap(({ properties }) => properties?.["code"]?.enum ?? []) ?? [];
      const content: Child =
        codes.length > 0
          ? joined(
              codes.map((one) => code(String(one))),
              ", ",
            )
          : [typeOf(schema), " ", prose(schema.description ?? "")];
      return h("div", null, h("span", { class: "type" }, type), " ", content);
    }),
  ]);
  return table("Answers", ["Status", "When", "Content, or the codes of the problem"], rows);
}
