// Keys without a TTL: a principal of the lock API creates them for a bounded number of names.
import type { Hono } from "hono";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createLocks, type Locks } from "../../../src/index.ts";
import { contextOf } from "../../../src/lock/client.ts";
import { lastingNamesKey } from "../../../src/lock/keys.ts";
import { permitStatusCall, setPermitsCall } from "../../../src/lock/lua/permit-expirable.ts";
import { send } from "../../../src/lock/protocol.ts";
import { type Gateway, startGateway } from "../../../src/tools/gateway/gateway.ts";
import { type Answer, application, call } from "../../support/lock-api.ts";
import { command } from "../../support/rest.ts";
import { uniqueName } from "../../support/unique-name.ts";

const PERMITS = "permitExpirableSemaphore";

let gateway: Gateway;
let locks: Locks;
let app: Hono;
beforeAll(async () => {
  gateway = await startGateway();
  locks = createLocks({ redis: gateway });
  app = application({ locks });
});
afterAll(() => gateway?.close());

/** Returns how a new principal asks. */
async function principal(): Promise<{ id: string; ask: typeof call }> {
  const id = uniqueName();
  const asked = { principal: id, names: ["*"], verbs: ["acquire", "release", "set-permits"] };
  const token = String((await call(app, "-", "tokens", asked)).body["token"]);
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  const ask = (api: Hono, name: string, verb: string, body: object = {}): Promise<Answer> =>
    call(api, name, verb, undefined, { headers, body: JSON.stringify(body) });
  return { id, ask };
}

const places = async (id: string): Promise<number> =>
  (await send(contextOf(locks).driver, permitStatusCall(lastingNamesKey(id)), { timeoutMs: 5_000 })).available;

/** Leaves a principal so many places. */
const leave = (id: string, number: number): Promise<unknown> =>
  send(contextOf(locks).driver, setPermitsCall(lastingNamesKey(id), "set", number, crypto.randomUUID()), {
    timeoutMs: 5_000,
  });

it("each name takes one of 1,000 places, once, in any isolate", async () => {
  const { id, ask } = await principal();
  const [fenced, semaphore, set] = [uniqueName(), uniqueName(), uniqueName()];
  const use = async (): Promise<void> => {
    const { hold } = (await ask(app, fenced, "acquire", { kind: "fencedLock" })).body;
    expect((await ask(app, fenced, "release", { hold })).status).toBe(200);
    expect((await ask(app, semaphore, "acquire", { kind: PERMITS, permits: 9 })).status).toBe(200);
    expect((await ask(app, set, "set-permits", { permits: 1 })).status).toBe(200);
  };
  await use();
  expect(await places(id)).toBe(997);
  await use();
  app = application({ locks });
  await use();
  expect(await places(id)).toBe(997);
});

it("a principal without a place creates no key without a TTL, and uses its names and other kinds", async () => {
  const { id, ask } = await principal();
  await leave(id, 1);
  const first = uniqueName();
  const { hold } = (await ask(app, first, "acquire", { kind: "fencedLock" })).body;
  const before = await command<string[]>(gateway, "KEYS", "*");
  for (const refused of [
    await ask(app, uniqueName(), "acquire", { kind: "fencedLock" }),
    await ask(app, uniqueName(), "acquire", { kind: PERMITS, permits: 1 }),
    await ask(app, uniqueName(), "set-permits", { permits: 1 }),
  ]) {
    expect(refused).toMatchObject({ status: 429, body: { code: "TOO_MANY_NAMES" } });
  }
  const made = (await command<string[]>(gateway, "KEYS", "*")).filter((key) => !before.includes(key));
  for (const key of made) expect(await command(gateway, "PTTL", key), key).not.toBe(-1);
  expect((await ask(app, first, "release", { hold })).status).toBe(200);
  expect((await ask(app, first, "acquire", { kind: "fencedLock" })).status).toBe(200);
  expect((await ask(app, uniqueName(), "acquire", {})).status).toBe(200);
});

it("root is not limited", async () => {
  await leave("root", 0);
  expect((await call(app, uniqueName(), "acquire", { kind: "fencedLock" })).status).toBe(200);
});
