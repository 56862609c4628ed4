// The URI of each problem is the address of a section in the docs.
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { CODES } from "../../../src/base/error-base.ts";
import { DOCS } from "../../../src/edge/route/problem.ts";
import { apiProblemType } from "../../../src/service/api/responses.ts";

const OF_API = readFileSync("docs/service/lock-api.md", "utf8")
  .split("## Errors")[1]
  ?.matchAll(/`([A-Z][A-Z_0-9]+)`/g);
const codes = [...new Set([...(OF_API ?? [])].map(([, code = ""]) => code))];

it("is known for all codes of the lock API", () => {
  expect(codes).toEqual(expect.arrayContaining(["LOCK_BUSY", "HTTP_403", "INVALID_OPTION", "INTERNAL"]));
});

it.each([...new Set([...codes, ...CODES])])("%s has a section", (code) => {
  const [, page = "", anchor = ""] = /^(.*)#(.*)$/.exec(apiProblemType(code).slice(DOCS.length)) ?? [];
  const titles = [...readFileSync(`docs/${page}`, "utf8").matchAll(/^## (.*)$/gm)].map(([, title = ""]) => title);
  expect(titles.map((title) => title.toLowerCase())).toContain(anchor);
});
