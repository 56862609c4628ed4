// The tables of docs/service/lock-api.md have every operation of the contract, with the members of its request and answer, and
// every code of a problem.
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { DESCRIBED } from "../../../scripts/openapi/descriptions.ts";
import { PROBLEM_CODES } from "../../../src/service/api/contract/vocabulary.ts";

const page = readFileSync("docs/service/lock-api.md", "utf8");
const rows = new Map(
  [...page.matchAll(/^\| `(GET|POST) ?([^`]*)`([^|]*)\| ([^|]*)\| ([^|]*)\|$/gm)].map(
    ([, method = "", path = "", query = "", body = "", answer = ""]) => [`${method} /${path}`, { query, body, answer }],
  ),
);

/** Returns members as the table shows them: `{ hold, leaseMs? }`. */
function shown({ entries }: { readonly entries: object }): string {
  const names = Object.entries(entries).map(([name, { type }]) => (type === "optional" ? `${name}?` : name));
  // The page says once that any answer may have a nonce.
  return `{ ${names.filter((name) => name !== "nonce?").join(", ")} }`;
}

// Exactly one of two members is given.
const ALTERNATIVES: Readonly<Record<string, readonly string[]>> = {
  forceRelease: ["{ kind?, owners }", "{ kind?, holderCount }"],
  revoke: ["{ token }", "{ tokenId }"],
};

it.each(DESCRIBED)(
  "$key is in the table of docs/service/lock-api.md with its members",
  ({ id, key, method, operation }) => {
    const { query = "", body = "", answer = "" } = rows.get(key) ?? {};
    const names = Object.keys(operation.request.entries);
    if (method === "GET")
      expect(query).toBe(names.length === 0 ? " " : `, \`?${names.map((name) => `${name}=…`).join("&")}\` `);
    else for (const form of ALTERNATIVES[id] ?? [shown(operation.request)]) expect(body).toContain(`\`${form}\``);
    expect(answer).toContain(`200 \`${shown(operation.answer)}\``);
  },
);

it("the table of docs/service/lock-api.md has no other operation", () => {
  expect([...rows.keys()].sort()).toEqual(DESCRIBED.map(({ key }) => key).sort());
});

it("the table of errors has the codes of the contract", () => {
  const [, table = ""] = page.split("## Errors");
  const documented: Record<string, string[]> = {};
  for (const [, statuses = "", codes = ""] of table.matchAll(/^\| ([\d, ]+) \| (`[^|]*) \|/gm)) {
    for (const code of codes.match(/[A-Z][A-Z_\d]+/g) ?? []) {
      const status = /\d+/.exec(code)?.[0] ?? statuses;
      documented[status] = [...(documented[status] ?? []), code];
    }
  }
  expect(documented).toEqual(PROBLEM_CODES);
});
