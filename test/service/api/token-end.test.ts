// A wait and a stream end with the token of their caller: when it expires, and when it is revoked.
import type { Hono } from "hono";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { createLocks, type Locks } from "../../../src/index.ts";
import { capabilityTokens } from "../../../src/service/access/tokens.ts";
import { type Gateway, startGateway } from "../../../src/tools/gateway/gateway.ts";
import { eventually } from "../../support/eventually.ts";
import { type Answer, application, call, TOKEN } from "../../support/lock-api.ts";
import { eventsIn, type StreamEvent } from "../../support/stream-events.ts";
import { uniqueName } from "../../support/unique-name.ts";

// How long after its end a token is accepted.
const TOLERANCE_MS = 5_000;
const LEFT_MS = 2_000;

let gateway: Gateway;
let locks: Locks;
let app: Hono;
let name: string;
beforeAll(async () => {
  gateway = await startGateway();
  locks = createLocks({ redis: gateway, leaseMs: 60_000, pollMs: 100 });
  app = application({ locks });
});
afterAll(() => gateway?.close());
beforeEach(() => {
  name = uniqueName();
});

/** A token that is accepted for another 1 to 2 s: its end is a whole second. */
function ending(tokenId = uniqueName()): Promise<string> {
  return capabilityTokens.sign(TOKEN, "leasehound", {
    ...{ principal: "ci", names: [name], verbs: ["acquire", "inspect"], ancestors: [], tokenId },
    expiresAt: Date.now() + LEFT_MS - TOLERANCE_MS,
  });
}

function headersOf(token: string): Record<string, string> {
  return { authorization: `Bearer ${token}`, "content-type": "application/json" };
}

function acquire(token: string, body: object): Promise<Answer> {
  return call(app, name, "acquire", body, { headers: headersOf(token) });
}

async function stream(token: string, verb: string, body?: object): Promise<AsyncGenerator<StreamEvent, void>> {
  const response = await app.request(`/internal/locks/${name}/${verb}`, {
    headers: { ...headersOf(token), accept: "text/event-stream" },
    ...(body !== undefined && { method: "POST", body: JSON.stringify(body) }),
  });
  expect(response.status).toBe(200);
  return eventsIn(response);
}

async function lastOf(events: AsyncGenerator<StreamEvent, void>): Promise<StreamEvent | undefined> {
  let last: StreamEvent | undefined;
  for await (const event of events) last = event;
  return last;
}

/** Expects that nobody holds the lock, and that nobody waits for it. */
async function isFree(): Promise<void> {
  await eventually(async () => {
    const { kind, queueLength } = await locks.lock(name).inspect();
    return kind === "free" && queueLength === 0;
  });
}

const EXPIRED = { status: 401, title: "the token has expired", code: "HTTP_401" };

it("a stream of a lock ends when the token of its reader expires", async () => {
  const startedAt = performance.now();
  const events = await stream(await ending(), "inspect");
  expect((await events.next()).value).toMatchObject({ event: "lock" });
  expect(await lastOf(events)).toMatchObject({ event: "problem", data: EXPIRED });
  expect(performance.now() - startedAt).toBeLessThan(LEFT_MS + 3_000);
});

it("a wait ends with 401 when the token of its caller expires, and leaves no place in the queue", async () => {
  const holder = await locks.fairLock(name).acquire();
  const answer = await acquire(await ending(), { kind: "fairLock", waitMs: 30_000 });
  expect(answer).toMatchObject({ status: 401, body: EXPIRED });
  expect(answer.headers.get("www-authenticate")).toBe("Bearer");
  await holder.release();
  await isFree();
});

it("a wait as events ends with the same problem", async () => {
  const holder = await locks.lock(name).acquire();
  const events = await stream(await ending(), "acquire", { waitMs: 30_000 });
  expect((await events.next()).value).toMatchObject({ event: "waiting" });
  expect(await lastOf(events)).toMatchObject({ event: "problem", data: EXPIRED });
  await holder.release();
  await isFree();
});

it("a lock that is free is still granted to a token near its end", async () => {
  expect(await acquire(await ending(), { waitMs: 30_000 })).toMatchObject({ status: 200, body: { name } });
});

it("a wait whose token is revoked ends within 30 s, and tells nothing more of the lock", async () => {
  await using _ = await locks.fairLock(name).acquire({ label: "secret" });
  const asked = { principal: "ci", names: [name], verbs: ["acquire"] };
  const { token, tokenId } = (await call(app, "-", "tokens", asked)).body;
  const events = await stream(String(token), "acquire", { kind: "fairLock", waitMs: 60_000 });
  expect((await events.next()).value).toMatchObject({ event: "waiting" });
  expect((await call(app, "-", "tokens/revoke", { tokenId })).status).toBe(200);
  const startedAt = performance.now();
  const last = await lastOf(events);
  expect(performance.now() - startedAt).toBeLessThan(30_000);
  expect(last).toMatchObject({ event: "problem", data: { status: 401, title: "the token was revoked" } });
  expect(last?.data).not.toHaveProperty("holder");
  await eventually(async () => (await locks.fairLock(name).inspect()).queueLength === 0);
}, 90_000);

it("a wait whose token is revoked meanwhile gets 401, and no lock", async () => {
  const holder = await locks.lock(name).acquire();
  const asked = { principal: "ci", names: [name], verbs: ["acquire"] };
  const { token, tokenId } = (await call(app, "-", "tokens", asked)).body;
  const waiting = acquire(String(token), { waitMs: 30_000 });
  await eventually(async () => Number((await locks.lock(name).inspect()).waiters) > 0);
  expect((await call(app, "-", "tokens/revoke", { tokenId })).status).toBe(200);
  await holder.release();
  expect(await waiting).toMatchObject({ status: 401, body: { title: "the token was revoked" } });
  await isFree();
});
