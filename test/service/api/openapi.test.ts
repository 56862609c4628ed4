// The OpenAPI document: an independent validator accepts it, each example is answered as the document says, and each
// answer has the documented form.
import { Validator } from "@seriousme/openapi-schema-validator";
import { Hono } from "hono";
import { safeParse } from "valibot";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { DESCRIBED, DESCRIPTIONS, type Described, HOLD, TOKEN_TEXT } from "../../../scripts/openapi/descriptions.ts";
import { openApiDocument } from "../../../scripts/openapi/document.ts";
import { createLocks } from "../../../src/index.ts";
import { PROBLEM } from "../../../src/service/api/contract/answers.ts";
import type { OperationId } from "../../../src/service/api/contract/contract.ts";
import { createLockApi } from "../../../src/service/api/index.ts";
import { type Gateway, startGateway } from "../../../src/tools/gateway/gateway.ts";
import { agreeableWatchdog, TOKEN } from "../../support/lock-api.ts";
import { uniqueName } from "../../support/unique-name.ts";

let gateway: Gateway;
let app: Hono;
beforeAll(async () => {
  gateway = await startGateway();
  const locks = createLocks({ redis: gateway, watchdog: agreeableWatchdog() });
  app = new Hono().route("/v1/locks", createLockApi({ locks, token: TOKEN, forceRelease: true }));
});
afterAll(() => gateway?.close());

async function send({ method, path }: Described, name: string, example: object): Promise<Response> {
  const url = new URL(`https://api.example/v1/locks${path.replace("{name}", encodeURIComponent(name))}`);
  if (method === "GET") for (const [key, value] of Object.entries(example)) url.searchParams.set(key, String(value));
  return app.request(url.href, {
    method,
    headers: { authorization: `Bearer ${TOKEN}`, "content-type": "application/json" },
    ...(method === "POST" && { body: JSON.stringify(example) }),
  });
}

/** Sends the example of an operation, with what earlier requests must have answered. */
async function sendExample(id: OperationId, name: string): Promise<Response> {
  const body: Record<string, unknown> = { ...DESCRIPTIONS[id].example };
  if (body["hold"] === HOLD) body["hold"] = await answered("acquire", name, "hold");
  if (body["token"] === TOKEN_TEXT) body["token"] = await answered("mint", name, "token");
  return send(describedAs(id), name, body);
}

async function answered(id: OperationId, name: string, member: string): Promise<unknown> {
  const response = await sendExample(id, name);
  return Object(await response.json())[member];
}

function describedAs(id: OperationId): Described {
  const found = DESCRIBED.find((described) => described.id === id);
  if (found === undefined) throw new Error(`no operation ${id}`);
  return found;
}

it("an independent validator accepts the document", async () => {
  const result = await new Validator().validate(openApiDocument("1.0.0", "/v1/locks"));
  expect(result).toEqual({ valid: true });
});

interface Schema {
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
}

interface Operation {
  readonly operationId: string;
  readonly parameters: readonly (Schema & { readonly name: string })[];
  readonly requestBody?: { readonly content: { readonly "application/json": { readonly schema: Schema } } };
}

interface OpenApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

/** Returns the members without a description, of an object and of the objects in it. */
function undescribed({ properties = {}, items = {} }: Schema, path: string): string[] {
  const own = Object.entries(properties).flatMap(([name, member]) => [
    ...((member.description ?? "") === "" ? [`${path}.${name}`] : []),
    ...undescribed(member, `${path}.${name}`),
  ]);
  return items.properties === undefined ? own : [...own, ...undescribed(items, `${path}[]`)];
}

it("each parameter and each member has a description, of scripts/openapi/members.ts", () => {
  const { paths, components }: OpenApi = JSON.parse(JSON.stringify(openApiDocument("1.0.0", "/v1/locks")));
  const operations = Object.values(paths).flatMap((methods) => Object.values(methods));
  const ofOperations = operations.flatMap(({ operationId, parameters, requestBody }) => [
    ...parameters.filter(({ description = "" }) => description === "").map(({ name }) => `${operationId}: ${name}`),
    ...undescribed(requestBody?.content["application/json"].schema ?? {}, operationId),
  ]);
  const ofSchemas = Object.entries(components.schemas).flatMap(([name, schema]) => undescribed(schema, name));
  expect(operations.length).toBe(DESCRIBED.length);
  expect([...ofOperations, ...ofSchemas]).toEqual([]);
});

describe.each(DESCRIBED.map((described) => [described.id, described] as const))("%s", (id, described) => {
  it("answers its example as documented", async () => {
    const response = await sendExample(id, uniqueName());
    expect(response.status).toBe(200);
    const { issues } = safeParse(described.operation.answer, await response.json());
    expect(issues).toBeUndefined();
  });

  it("refuses an unknown field by its path, before Redis is asked", async () => {
    await gateway.resetCounters();
    const isRead = described.method === "GET";
    const path = isRead ? `${described.path}?surplus=1` : described.path;
    const response = await send({ ...described, path }, uniqueName(), isRead ? {} : { surplus: 1 });
    expect(response.status).toBe(400);
    const body: unknown = await response.json();
    expect(body).toMatchObject({ code: "INVALID_OPTION", option: "surplus" });
    expect(safeParse(PROBLEM, body).success).toBe(true);
    expect(await gateway.counters()).toMatchObject({ commands: 0 });
  });
});

it("each example has the form that the document asks for", () => {
  for (const { id, operation } of DESCRIBED) {
    expect(safeParse(operation.request, DESCRIPTIONS[id].example).issues).toBeUndefined();
  }
});

it("every route of the API is in the document, and only routes are", () => {
  const served = createLockApi({ locks: createLocks({ redis: gateway }), token: TOKEN })
    .routes.filter(({ method }) => method === "GET" || method === "POST")
    .map(({ method, path }) => `${method.toLowerCase()} ${path.replace(/:\w+/, "{name}").replace(/^\/$/, "")}`)
    // Services state holds there, for which they have the secret.
    .filter((route) => !route.includes("/-/watchdog/"));
  expect(DESCRIBED.map(({ method, path }) => `${method.toLowerCase()} ${path}`).sort()).toEqual(served.sort());
});
