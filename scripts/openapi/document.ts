// The OpenAPI document of the lock API, made of the schemas that validate its requests.
import { type ConversionConfig, toJsonSchema } from "@valibot/to-json-schema";
import type { GenericSchema } from "valibot";
import { PROBLEM } from "../../src/service/api/contract/answers.ts";
import {
  KEY_FORM,
  KEY_HEADER,
  NONCE_HEADER,
  PROBLEM_CODES,
  type ProblemStatus,
  SERVED_NAME,
} from "../../src/service/api/contract/vocabulary.ts";
import { DESCRIBED, DESCRIPTIONS, type Described, TAGS } from "./descriptions.ts";
import { explained } from "./members.ts";

const CONVERSION: ConversionConfig = {
  target: "draft-2020-12",
  // The JSON Schema behind them says the same.
  ignoreActions: ["raw_check", "check_items"],
  overrideAction({ valibotAction, jsonSchema }) {
    // JSON Schema has the flag u always, and no other.
    const requirement: unknown = Reflect.get(valibotAction, "requirement");
    if (requirement instanceof RegExp && requirement.flags === "u") {
      return { ...jsonSchema, pattern: requirement.source };
    }
    return undefined;
  },
};
// The statuses that any request may get.
const ALWAYS: readonly ProblemStatus[] = [400, 401, 403, 405, 429, 500, 502, 503];
const OF_BODY: readonly ProblemStatus[] = [413, 415];
const ALL: readonly ProblemStatus[] = [...ALWAYS, ...OF_BODY, 409, 422, 423];
const REASONS: Readonly<Record<number, string>> = {
  400: "The request is malformed: `option` is the path of the wrong field.",
  401: "The token is missing, wrong, expired or revoked.",
  403: "The caller does not have this verb, name, hold or limit.",
  405: "The method is wrong.",
  409: "The state of the hold or of the lock does not allow the request: `code` says why.",
  413: "The body has more than 4 KB.",
  415: "The body is not JSON.",
  422: "The `Idempotency-Key` names a hold with another body, or the member in `option` does not fit this hold.",
  423: "Another owner holds the lock.",
  429: "A limit was reached.",
  500: "The API is not configured, or failed.",
  502: "Redis refused the request, or returned an unexpected reply.",
  503: "Redis or the watchdog did not answer, or the API has too many requests or no token.",
};
const RETRIED = [423, 429, 503];

type Json = Record<string, unknown>;

/** Returns the document. `version`: that of the package. `mount`: the path of the API. */
export function openApiDocument(version: string, mount: string): Json {
  const paths: Record<string, Json> = {};
  const answers: Record<string, Json> = {};
  for (const described of DESCRIBED) {
    const path = mount + described.path;
    const { answer } = DESCRIPTIONS[described.id];
    paths[path] = { ...paths[path], [described.method.toLowerCase()]: descriptionOf(described) };
    answers[answer] = schemaOf(described.operation.answer, answer);
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "leasehound lock API",
      version,
      summary: "Distributed locks over HTTP.",
      description: "Each request acts on one lock. docs/service/lock-api.md describes leases, waits and errors.",
      contact: { name: "leasehound", url: "https://github.com/leasehound/leasehound" },
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [{ url: "/" }],
    security: [{ bearer: [] }],
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    paths,
    components: {
      securitySchemes: {
        bearer: { type: "http", scheme: "bearer", description: "The token is a root token or a capability token." },
      },
      schemas: {
        ...answers,
        Problem: schemaOf(PROBLEM, "Problem"),
        ...Object.fromEntries(ALL.map((status) => [`Problem${status}`, problemOf(status)])),
      },
      responses: Object.fromEntries(ALL.map((status) => [`Refusal${status}`, refusal(status)])),
      headers: {
        RetryAfter: { description: "When to try again, in seconds.", schema: { type: "integer", minimum: 0 } },
      },
    },
  };
}

function descriptionOf(described: Described): Json {
  const { id, method, path, operation } = described;
  const { verb, problems = [], hasKey } = operation;
  const { tag, summary, answer, key, events, example } = DESCRIPTIONS[id];
  const isRead = method === "GET";
  const statuses = [...ALWAYS, ...(isRead ? [] : OF_BODY), ...problems].sort((a, b) => a - b);
  const parameters = [
    ...(path.includes("{name}") ? [NAME] : []),
    ...(isRead ? queryOf(requestOf(described), example) : []),
    ...(hasKey === true ? [header(KEY_HEADER, key)] : []),
    header(NONCE_HEADER, NONCE),
  ];
  return {
    operationId: id,
    tags: [tag],
    summary,
    description: verb === undefined ? "Needs no verb." : `Needs the verb \`${verb}\`.`,
    parameters,
    ...(!isRead && { requestBody: bodyOf(requestOf(described), example) }),
    responses: {
      200: {
        // Not as a second type of content: generated clients would answer with one or the other, also where no events
        // were asked for.
        description: events === undefined ? "Done." : `Done. ${events}`,
        content: { "application/json": { schema: { $ref: `#/components/schemas/${answer}` } } },
      },
      ...Object.fromEntries(statuses.map((status) => [status, { $ref: `#/components/responses/Refusal${status}` }])),
    },
  };
}

const NONCE =
  "Names this attempt: one that no other request has. The answer repeats it as `nonce`, as does each event of a " +
  "stream. So an answer to another request is noticed.";

function header(name: string, description: string | undefined): Json {
  return { name, description, in: "header", schema: { type: "string", pattern: KEY_FORM.source } };
}

const NAME = {
  name: "name",
  in: "path",
  required: true,
  description: "The name of the lock.",
  // A URL cannot contain the segments . and ..
  schema: { type: "string", pattern: `^(?!\\.{1,2}$)${SERVED_NAME.source.slice(1)}` },
  example: "orders:42",
};

/** Returns the schema of the problems of a status. */
function problemOf(status: ProblemStatus): Json {
  const code = { properties: { code: { type: "string", enum: PROBLEM_CODES[status] } } };
  return { allOf: [{ $ref: "#/components/schemas/Problem" }, code] };
}

function refusal(status: ProblemStatus): Json {
  const headers = RETRIED.includes(status) ? { "retry-after": { $ref: "#/components/headers/RetryAfter" } } : undefined;
  const content = { "application/problem+json": { schema: { $ref: `#/components/schemas/Problem${status}` } } };
  return { description: REASONS[status], ...(headers && { headers }), content };
}

function bodyOf(schema: Json, example: Json): Json {
  return {
    required: "minProperties" in schema || (Array.isArray(schema["required"]) && schema["required"].length > 0),
    content: { "application/json": { schema, example } },
  };
}

function queryOf({ properties }: Json, example: Json): Json[] {
  return Object.entries(Object(properties)).map(([name, member]) => {
    const { description, ...schema } = Object(member);
    return { name, in: "query", description, schema, example: example[name] };
  });
}

/** Returns the schema of a body or query. */
function requestOf({ id, operation }: Described): Json {
  return schemaOf(operation.request, id);
}

/** `owner`: the operation or answer of the schema. */
function schemaOf(schema: GenericSchema, owner: string): Json {
  const { $schema: _, ...rest } = toJsonSchema(schema, CONVERSION);
  return explained(rest, owner);
}
