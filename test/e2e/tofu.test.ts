// The backend of OpenTofu in the deployable Worker, on real workerd, with its R2 bucket.
import { afterAll, beforeAll, expect, it } from "vitest";
import { Worker } from "../../scripts/start/worker.ts";
import { type Gateway, startGateway } from "../../src/tools/gateway/gateway.ts";
import { newState } from "../support/tofu-backend.ts";

const TOKEN = "canary-api-token-of-enough-characters";
const STATE = '{"version":4,"serial":1}';

let gateway: Gateway;
let worker: Worker;
beforeAll(async () => {
  gateway = await startGateway();
  worker = await Worker.start({ redis: gateway, apiToken: TOKEN, leaseMs: 3_000, port: 0 });
});
afterAll(async () => {
  await worker?.[Symbol.asyncDispose]();
  await gateway?.close();
});

async function tofu(
  method: string,
  path: string,
  body?: string,
  token = TOKEN,
): Promise<[status: number, text: string]> {
  const headers = { authorization: `Basic ${btoa(`ci:${token}`)}`, "content-type": "application/json" };
  const init = { method, headers, ...(body !== undefined && { body }) };
  const response = await fetch(`${worker.url}/v1/tofu/${path}`, init);
  return [response.status, await response.text()];
}

/** Returns a capability token for one state. */
async function tokenFor(principal: string, state: string): Promise<string> {
  const response = await fetch(`${worker.url}/v1/locks/-/tokens`, {
    method: "POST",
    headers: { authorization: `Bearer ${TOKEN}`, "content-type": "application/json" },
    body: JSON.stringify({ principal, names: [`tofu/${state}`], verbs: ["acquire", "release"] }),
  });
  return String(Object(await response.json()).token);
}

it("locks, writes, reads and unlocks a state for one of two principals", async () => {
  const state = newState();
  const [one, two] = await Promise.all([tokenFor("one", state), tokenFor("two", state)]);
  const info = JSON.stringify({ ID: "a-1", Operation: "OperationTypePlan", Who: "ci@runner" });
  expect(await tofu("LOCK", `${state}?lease=30m`, info, one)).toEqual([200, ""]);
  const [status, refused] = await tofu("LOCK", state, JSON.stringify({ ID: "a-2" }), two);
  expect([status, JSON.parse(refused)]).toMatchObject([
    423,
    { ID: "a-1", Info: expect.stringContaining("ends by itself") },
  ]);
  expect(await tofu("POST", `${state}?ID=a-2`, STATE, two)).toEqual([409, expect.any(String)]);
  expect(await tofu("POST", `${state}?lease=30m&ID=a-1`, STATE, one)).toEqual([200, ""]);
  expect(await tofu("UNLOCK", state, info, two)).toEqual([403, expect.any(String)]);
  expect(await tofu("UNLOCK", state, info, one)).toEqual([200, ""]);
  expect(await tofu("GET", state, undefined, two)).toEqual([200, STATE]);
  expect(await tofu("GET", newState(), undefined, two)).toEqual([403, expect.any(String)]);
});

it("a restarted Worker knows the lock and the state: no isolate has any", async () => {
  const state = newState();
  const info = JSON.stringify({ ID: "b-1" });
  expect(await tofu("LOCK", state, info)).toEqual([200, ""]);
  await worker.restart();
  expect(await tofu("LOCK", state, info)).toEqual([200, ""]);
  expect(await tofu("POST", `${state}?ID=b-1`, STATE)).toEqual([200, ""]);
  await worker.restart();
  expect(await tofu("GET", state)).toEqual([200, STATE]);
  expect(await tofu("UNLOCK", state, info)).toEqual([200, ""]);
});
