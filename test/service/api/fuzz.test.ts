// Random requests, from valid to hostile: none is answered with 5xx, and each answer is one of openapi.json.
import fc from "fast-check";
import { Hono } from "hono";
import { safeParse } from "valibot";
import { afterAll, beforeAll, expect, it } from "vitest";
import { DESCRIBED, DESCRIPTIONS } from "../../../scripts/openapi/descriptions.ts";
import { openApiDocument } from "../../../scripts/openapi/document.ts";
import { createLocks } from "../../../src/index.ts";
import { PROBLEM } from "../../../src/service/api/contract/answers.ts";
import { PROBLEM_CODES } from "../../../src/service/api/contract/vocabulary.ts";
import { createLockApi } from "../../../src/service/api/index.ts";
import { type Gateway, startGateway } from "../../../src/tools/gateway/gateway.ts";
import { shortOrFull } from "../../support/exhaustive.ts";
import { agreeableWatchdog, TOKEN } from "../../support/lock-api.ts";

const TIMES = shortOrFull(1_000, 10_000);
const MOUNT = "/v1/locks";

let gateway: Gateway;
let app: Hono;
beforeAll(async () => {
  gateway = await startGateway();
  const locks = createLocks({ redis: gateway, watchdog: agreeableWatchdog() });
  app = new Hono().route(MOUNT, createLockApi({ locks, token: TOKEN, forceRelease: true }));
});
afterAll(() => gateway?.close());

const wild = fc.oneof(
  fc.jsonValue({ maxDepth: 2 }),
  fc.string({ unit: "binary", maxLength: 40 }),
  fc.integer(),
  fc.constantFrom(
    "__proto__",
    "\u0000",
    "\ud800",
    "redis.call('FLUSHALL')",
    "*",
    "{a}",
    1e308,
    -0,
    "lha1.AAAAAAAA.e.A",
  ),
);
const operations = fc.constantFrom(...DESCRIBED);

/** A body or query of an operation: valid members, of which some are replaced. */
const requests = operations.chain((described) => {
  const members = Object.keys(described.operation.request.entries);
  const changed = fc.dictionary(fc.constantFrom(...members, "surplus"), wild, { maxKeys: 2 });
  return fc.record({
    described: fc.constant(described),
    name: fc.oneof(fc.constantFrom("a", "b", "ci/x"), fc.string({ unit: "grapheme", minLength: 1, maxLength: 20 })),
    fields: changed.map((change) => ({
      ...DESCRIPTIONS[described.id].example,
      ...change,
      ...("waitMs" in change ? { waitMs: 1 } : {}),
    })),
    raw: fc.option(fc.string({ maxLength: 60 }), { freq: 20 }),
    token: fc.oneof({ weight: 9, arbitrary: fc.constant(TOKEN) }, { weight: 1, arbitrary: fc.base64String() }),
  });
});

it(`${TIMES} random requests are answered as documented, and none with 5xx`, async () => {
  const { paths } = openApiDocument("1.0.0", MOUNT);
  const statuses = new Set<number>();
  await fc.assert(
    fc.asyncProperty(requests, async ({ described, name, fields, raw, token }) => {
      const { method, path, operation } = described;
      const url = new URL(`https://api.example${MOUNT}${path.replace("{name}", () => encodeURIComponent(name))}`);
      if (method === "GET") for (const [key, value] of Object.entries(fields)) url.searchParams.set(key, String(value));
      const { waitMs } = Object(fields);
      const body =
        raw ?? JSON.stringify({ ...fields, ...(typeof waitMs === "number" && { waitMs: Math.min(waitMs, 1) }) });
      const response = await app.request(url.href, {
        method,
        headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
        ...(method === "POST" && { body }),
      });
      const { status } = response;
      statuses.add(status);
      const text = await response.text();
      expect(status, text).toBeLessThan(500);
      const documented = Object.keys(Object(Object(Object(paths)[MOUNT + path])[method.toLowerCase()]).responses);
      expect([...documented, "404"], text).toContain(String(status));
      if (status !== 200) expect(Reflect.get(PROBLEM_CODES, status), text).toContain(JSON.parse(text).code);
      expect(safeParse(status === 200 ? operation.answer : PROBLEM, JSON.parse(text)).issues).toBeUndefined();
    }),
    { numRuns: TIMES, seed: 22 },
  );
  expect([...statuses]).toEqual(expect.arrayContaining([200, 400, 401, 403, 423]));
}, 240_000);
