// Each answer of the API names its request: by the nonce of the attempt, the lock's name, and the text of the hold.
import type { Hono } from "hono";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createLocks, type Locks } from "../../../src/index.ts";
import { type Gateway, startGateway } from "../../../src/tools/gateway/gateway.ts";
import { agreeableWatchdog, application, call, TOKEN } from "../../support/lock-api.ts";
import { eventsIn } from "../../support/stream-events.ts";
import { uniqueName } from "../../support/unique-name.ts";

const NONCE = "attempt-1";
const headers = {
  ...{ authorization: `Bearer ${TOKEN}`, "content-type": "application/json" },
  "request-nonce": NONCE,
};

let gateway: Gateway;
let locks: Locks;
let app: Hono;
let name: string;
beforeAll(async () => {
  gateway = await startGateway();
  locks = createLocks({ redis: gateway, watchdog: agreeableWatchdog() });
  app = application({ locks, forceRelease: true, rateLimit: (c) => ({ success: c.req.query("limit") !== "7" }) });
});
afterAll(() => gateway?.close());
beforeEach(() => {
  name = uniqueName();
});

const ask = (verb: string, body: object) => call(app, name, verb, body, { headers });
const look = (verb: string) => call(app, name, verb, undefined, { method: "GET", headers });

function events(path: string, body?: object) {
  const init = { headers: { ...headers, accept: "text/event-stream" } };
  const sent = body === undefined ? init : { ...init, method: "POST", body: JSON.stringify(body) };
  return Promise.resolve(app.request(`/internal/locks/${name}/${path}`, sent)).then(eventsIn);
}

describe("an answer", () => {
  it("names its attempt, the lock and the hold", async () => {
    const { hold } = (await ask("acquire", {})).body;
    const ofHold = [
      ["renew", { hold }],
      ["check", { hold }],
      ["hand-off", { hold, maxHoldMs: 60_000 }],
      ["hand-off/status", { hold }],
      ["hand-off/withdraw", { hold, requestId: "r" }],
      ["release", { hold }],
    ] as const;
    for (const [verb, body] of ofHold) {
      expect.soft((await ask(verb, body)).body, verb).toMatchObject({ nonce: NONCE, name, hold });
    }
    const ofName = [await ask("acquire", {}), await look(""), await look("inspect")];
    for (const { body } of ofName) expect.soft(body).toMatchObject({ nonce: NONCE, name });
    name = uniqueName();
    for (const { body } of [await ask("set-permits", { permits: 2 }), await look("permits")]) {
      expect.soft(body).toMatchObject({ nonce: NONCE, name });
    }
    const list = await app.request("/internal/locks", { headers });
    expect(await list.json()).toMatchObject({ nonce: NONCE, locks: expect.any(Array) });
  });

  it("names its attempt also when it is a problem", async () => {
    const problems = [
      [423, () => ask("acquire", {})],
      [400, () => ask("acquire", { waitMs: -1 })],
      [404, () => ask("no-such-verb", {})],
      [405, () => look("acquire")],
      [409, () => look("permits")],
      [429, () => look("?limit=7")],
      [401, () => call(app, name, "acquire", {}, { headers: { ...headers, authorization: "Bearer nobody" } })],
    ] as const;
    await using _ = await locks.lock(name).acquire();
    for (const [status, send] of problems) {
      expect.soft(await send(), String(status)).toMatchObject({ status, body: { nonce: NONCE, status } });
    }
  });

  it("has no nonce without the header, and a malformed one is refused", async () => {
    expect((await call(app, name, "acquire", {})).body).not.toHaveProperty("nonce");
    const bad = { ...headers, "request-nonce": "n".repeat(201) };
    const { status, body } = await call(app, name, "acquire", {}, { headers: bad });
    expect([status, body["code"], body["option"]]).toEqual([400, "INVALID_OPTION", "Request-Nonce"]);
  });

  it("to a HEAD has no body", async () => {
    const response = await app.request(`/internal/locks/${name}`, { method: "HEAD", headers });
    expect([response.status, await response.text()]).toEqual([200, ""]);
  });
});

describe("each event", () => {
  it("of a wait names its attempt and the lock", async () => {
    const holder = await locks.lock(name).acquire();
    const seen: unknown[] = [];
    for await (const { event, data } of await events("acquire", { waitMs: 10_000 })) {
      seen.push(event);
      expect(data).toMatchObject({ nonce: NONCE, name });
      if (event === "waiting") await holder.release();
    }
    expect(new Set(seen)).toEqual(new Set(["waiting", "granted"]));
  });

  it("of a wait in vain, or of a lock, names its attempt", async () => {
    await using _ = await locks.lock(name).acquire();
    for await (const { data } of await events("acquire", { waitMs: 200 })) expect(data).toMatchObject({ nonce: NONCE });
    const states = await events("inspect");
    expect((await states.next()).value).toMatchObject({ event: "lock", data: { nonce: NONCE, name } });
    await states.return();
  });
});
