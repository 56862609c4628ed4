// The reference of the lock API: it shows all of the document, loads nothing from elsewhere, and its examples run.
import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { promisify } from "node:util";
import { getRequestListener } from "@hono/node-server";
import { Hono } from "hono";
import { describe, expect, it } from "vitest";
import { openApiDocument } from "../../../scripts/openapi/document.ts";
import type { OpenApi, Schema } from "../../../scripts/reference/open-api.ts";
import { referencePage } from "../../../scripts/reference/page.ts";
import { createLocks } from "../../../src/index.ts";
import { PROBLEM_CODES } from "../../../src/service/api/contract/vocabulary.ts";
import { createLockApi } from "../../../src/service/api/index.ts";
import { startGateway } from "../../../src/tools/gateway/gateway.ts";
import { TOKEN } from "../../support/lock-api.ts";
import { needsProgram } from "../../support/needs-program.ts";

const FILES = { style: "reference-0.css", icon: "icon-0.svg" };
const document: OpenApi = JSON.parse(JSON.stringify(openApiDocument("1.2.3", "/v1/locks")));
const page = referencePage(document, FILES);
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => [operation.operationId, method, path, operation] as const),
);
const schemas = Object.entries(document.components.schemas);

function section(id: string): string {
  return page.split(`<section id="${id}"`)[1]?.split("</section>")[0] ?? "";
}

/** Returns the members of an object, and of the objects in it, with their schemas. */
function membersOf({ properties = {} }: Schema, path = ""): [string, Schema][] {
  return Object.entries(properties).flatMap(([name, member]) => [
    [path + name, member],
    ...membersOf(member, `${path + name}.`),
    ...(member.items === undefined ? [] : membersOf(member.items, `${path + name}[].`)),
  ]);
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}

function expectMembers(text: string, schema: Schema): void {
  for (const [name, { description = "", minimum, maximum, default: byDefault }] of membersOf(schema)) {
    const row = text.split("<tr>").find((one) => one.startsWith(`<th scope="row"><code>${name}</code>`)) ?? "";
    expect(row, name).not.toBe("");
    expect(description, `${name} needs a text in scripts/openapi/members.ts`).not.toBe("");
    expect(row.replaceAll(/<\/?code>/g, "`")).toContain(description);
    for (const bound of [minimum, maximum]) if (bound !== undefined) expect(row).toContain(bound.toLocaleString("en"));
    if (byDefault !== undefined) expect(row).toContain(`<code>${escaped(JSON.stringify(byDefault))}</code>`);
  }
}

describe.each(operations)("%s", (id, method, path, operation) => {
  it("is shown with its parameters, its body, and each answer with the codes of its problems", () => {
    const text = section(id);
    expect(text).toContain(`<b>${method.toUpperCase()}</b> <code>${path}</code>`);
    for (const { name, description = "" } of operation.parameters ?? []) {
      expect(text).toContain(`<code>${name}</code>`);
      expect(description, name).not.toBe("");
      expect(text.replaceAll(/<\/?code>/g, "`")).toContain(description);
    }
    expectMembers(text, operation.requestBody?.content["application/json"]?.schema ?? {});
    for (const [status, { description }] of Object.entries(operation.responses)) {
      const row = text.split("<tr>").find((one) => one.startsWith(`<th scope="row">${status}</th>`)) ?? "";
      expect(row.replaceAll(/<\/?code>/g, "`")).toContain(description);
      for (const code of Reflect.get(PROBLEM_CODES, status) ?? []) expect(row).toContain(`<code>${code}</code>`);
    }
  });
});

it.each(schemas)("the schema %s is shown with its members", (name, schema) => {
  expectMembers(section(`schema-${name}`), schema);
});

it("each anchor is there once, and each link leads to one, or to the same origin", () => {
  const ids = [...page.matchAll(/\sid="([^"]*)"/g)].map(([, id]) => id);
  expect(new Set(ids).size).toBe(ids.length);
  const links = [...page.matchAll(/\s(?:href|src|action)="([^"]*)"/g)].map(([, link = ""]) => link);
  expect(links.filter((link) => !link.startsWith("#")).sort()).toEqual([
    ...[`assets/${FILES.icon}`, `assets/${FILES.style}`, "openapi.json"],
  ]);
  expect(ids).toEqual(
    expect.arrayContaining(links.filter((link) => link.startsWith("#")).map((link) => link.slice(1))),
  );
});

it("no two landmarks have one name", () => {
  const titles = new Map(
    [...page.matchAll(/<h\d id="([^"]+)">(.*?)<\/h\d>/g)].map(([, id, title = ""]) => [id, title]),
  );
  const landmarks = [...page.matchAll(/<(?:section|nav|pre)\b[^>]*?aria-(label|labelledby)="([^"]+)"/g)];
  const names = landmarks.map(([, by, text = ""]) =>
    (by === "label" ? text : (titles.get(text) ?? "")).replaceAll(/<[^>]*>/g, "").toLowerCase(),
  );
  expect(names.length).toBeGreaterThan(40);
  expect(names).not.toContain("");
  expect(new Set(names).size).toBe(names.length);
});

it("there is no script, no inline style, and no address of another origin", () => {
  expect(page).not.toMatch(/<script|<style|\sstyle=|\son\w+=|https?:|\/\//);
});

it("every text of the document is escaped", () => {
  const hostile = JSON.stringify(document).replaceAll(/"(description|summary|title)":"/g, '"$1":"<img src=x>&');
  const text = referencePage(JSON.parse(hostile), FILES);
  expect(text).toContain("&lt;img src=x&gt;&amp;");
  expect(text).not.toContain("<img");
});

it("the codes of problems are those of docs/lock-api.md", () => {
  const [, table = ""] = readFileSync("docs/lock-api.md", "utf8").split("## Errors");
  const documented: Record<string, string[]> = {};
  for (const [, statuses = "", codes = ""] of table.matchAll(/^\| ([\d, ]+) \| (`[^|]*) \|/gm)) {
    for (const code of codes.match(/[A-Z][A-Z_\d]+/g) ?? []) {
      const status = /\d+/.exec(code)?.[0] ?? statuses;
      documented[status] = [...(documented[status] ?? []), code];
    }
  }
  expect(documented).toEqual(PROBLEM_CODES);
});

it("the examples run in a shell: acquire, and list what is held", needsProgram("curl"), async () => {
  const gateway = await startGateway();
  const app = new Hono().route("/v1/locks", createLockApi({ locks: createLocks({ redis: gateway }), token: TOKEN }));
  const server = createServer(getRequestListener(app.fetch));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const env = {
    ...process.env,
    LEASEHOUND_API_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    LEASEHOUND_API_TOKEN: TOKEN,
  };
  const run = async (id: string): Promise<unknown> => {
    const [, command = ""] = /<pre[^>]*><code>(.*?)<\/code>/s.exec(section(id)) ?? [];
    const shell = command.replaceAll("&quot;", '"').replaceAll("&#39;", "'").replaceAll("&amp;", "&");
    return JSON.parse((await promisify(execFile)("sh", ["-c", `${shell} --silent`], { env })).stdout);
  };
  expect(await run("acquire")).toMatchObject({ name: "orders:42", holdCount: 1 });
  expect(await run("list")).toMatchObject({ locks: [{ name: "orders:42", holder: { label: "nightly" } }] });
  server.close();
  await gateway.close();
});
