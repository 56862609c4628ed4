// A wait for a lock, and the changes of a lock, as server-sent events.
import type { Hono } from "hono";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { createLocks, type Locks } from "../../../src/index.ts";
import type { AuditLine } from "../../../src/service/api/index.ts";
import { type Gateway, startGateway } from "../../../src/tools/gateway/gateway.ts";
import { eventually } from "../../support/eventually.ts";
import { application, call, TOKEN } from "../../support/lock-api.ts";
import { eventsIn, type StreamEvent } from "../../support/stream-events.ts";
import { uniqueName } from "../../support/unique-name.ts";

const LEASE_MS = 20_000;

let gateway: Gateway;
let locks: Locks;
let app: Hono;
let lines: AuditLine[];
let name: string;
beforeAll(async () => {
  gateway = await startGateway();
  locks = createLocks({ redis: gateway, leaseMs: LEASE_MS, pollMs: 100 });
  app = application({ locks, audit: (line) => lines.push(line) });
});
afterAll(() => gateway?.close());
beforeEach(() => {
  name = uniqueName();
  lines = [];
});

function ask(body: object, path = `/internal/locks/${name}/acquire`): Promise<Response> {
  const headers = {
    ...{ authorization: `Bearer ${TOKEN}`, "content-type": "application/json" },
    accept: "text/event-stream",
  };
  return Promise.resolve(app.request(path, { method: "POST", headers, body: JSON.stringify(body) }));
}

function look(token = TOKEN): Promise<Response> {
  const headers = { authorization: `Bearer ${token}`, accept: "text/event-stream" };
  return Promise.resolve(app.request(`/internal/locks/${name}/inspect`, { headers }));
}

it("a waiter learns that it waits, and then gets the lock", async () => {
  const holder = await locks.lock(name).acquire();
  const response = await ask({ waitMs: 15_000 });
  expect(response.status).toBe(200);
  expect(response.headers.get("content-type")).toBe("text/event-stream");
  expect(response.headers.get("cache-control")).toBe("no-store");
  const events = eventsIn(response);
  const first = (await events.next()).value;
  expect(first).toMatchObject({ event: "waiting", data: { attempts: 1, remainingMs: expect.any(Number) } });
  await holder.release();
  let last: StreamEvent | undefined;
  for await (const event of events) last = event;
  expect(last).toMatchObject({ event: "granted", data: { name, holdCount: 1, leaseMs: LEASE_MS } });
  expect((await call(app, name, "release", { hold: last?.data["hold"] })).body).toMatchObject({ outcome: "released" });
  expect(lines.filter(({ verb }) => verb === "acquire")).toMatchObject([{ name, status: 200 }]);
});

it("a waiter for a fair lock learns its place in the queue", async () => {
  await using _ = await locks.fairLock(name).acquire();
  const ahead = new AbortController();
  const other = locks.fairLock(name).acquire({ waitMs: 15_000, signal: ahead.signal });
  other.catch(() => {});
  await eventually(async () => (await locks.fairLock(name).inspect()).queueLength === 1);
  const events = eventsIn(await ask({ kind: "fairLock", waitMs: 15_000 }));
  expect((await events.next()).value).toMatchObject({ event: "waiting", data: { position: 2 } });
  ahead.abort();
  for await (const { event, data } of events) {
    expect(event).toBe("waiting");
    if (data["position"] === 1) break;
  }
  // The reader has left: nothing of its wait is left.
  await eventually(async () => (await locks.fairLock(name).inspect()).queueLength === 0);
});

it("a wait in vain ends with a problem, which the audit has", async () => {
  await using _ = await locks.lock(name).acquire();
  const events: StreamEvent[] = [];
  for await (const event of eventsIn(await ask({ waitMs: 300 }))) events.push(event);
  expect(events.at(0)?.event).toBe("waiting");
  expect(events.at(-1)).toMatchObject({ event: "problem", data: { status: 423, code: "LOCK_BUSY" } });
  expect(lines).toMatchObject([{ verb: "acquire", name, status: 423, code: "LOCK_BUSY" }]);
});

it("a free lock is granted in the first event", async () => {
  const events: StreamEvent[] = [];
  for await (const event of eventsIn(await ask({}))) events.push(event);
  expect(events).toMatchObject([{ event: "granted", data: { name } }]);
});

it.each<[number, object, string | undefined]>([
  [400, { waitMs: -1 }, undefined],
  [400, {}, "/internal/locks/a%20b/acquire"],
  [403, { steal: true }, undefined],
])("a refused request is answered with %i, and no events", async (status, body, path) => {
  const response = await ask(body, path);
  expect(response.status).toBe(status);
  expect(response.headers.get("content-type")).toBe("application/problem+json");
});

it("a reader that leaves never gets the lock", async () => {
  const holder = await locks.lock(name).acquire();
  const events = eventsIn(await ask({ waitMs: 15_000 }));
  expect((await events.next()).value).toMatchObject({ event: "waiting" });
  await events.return();
  await eventually(() => lines.length === 1);
  expect(lines).toMatchObject([{ verb: "acquire", status: 499 }]);
  await holder.release();
  expect(await locks.lock(name).isLocked()).toBe(false);
});

it("the changes of a lock are events, and a reader that leaves ends them", async () => {
  const events = eventsIn(await look());
  expect((await events.next()).value).toMatchObject({ event: "lock", data: { name, kind: "free", holders: [] } });
  const held = await locks.lock(name).acquire({ label: "checkout" });
  expect((await events.next()).value).toMatchObject({ event: "lock", data: { holders: [{ label: "checkout" }] } });
  await held.renew();
  await held.release();
  expect((await events.next()).value).toMatchObject({ event: "lock", data: { kind: "free" } });
  await events.return();
  // Its place among the waits of the caller is free again.
  const others = await Promise.all(Array.from({ length: 16 }, () => look()));
  expect(others.map(({ status }) => status)).toEqual(others.map(() => 200));
  expect((await look()).status).toBe(429);
  await Promise.all(others.map(({ body }) => body?.cancel()));
});

it.each([
  ["a wait", () => ask({ waitMs: 15_000 })],
  ["the changes of a lock", () => look()],
])("%s sends a comment at least each second, so that a dead reader is noticed", async (_, open) => {
  await using _held = await locks.lock(name).acquire();
  const reader = (await open()).body?.pipeThrough(new TextDecoderStream()).getReader();
  const at: number[] = [];
  while (at.length < 4) {
    const { value = "" } = (await reader?.read()) ?? {};
    expect(value).toMatch(/^(?:event: \w+\ndata: .*|:)\n\n$/);
    if (value === ":\n\n") at.push(performance.now());
  }
  await reader?.cancel();
  // Less than a second by the clock of an idle machine.
  for (const [nth, time] of at.entries()) expect(time - (at[nth - 1] ?? time)).toBeLessThan(2_000);
});

it("nothing is looked up and nothing is sent while the reader does not read", async () => {
  const response = await look();
  const requests = async (): Promise<number> => (await gateway.counters()).requests;
  await gateway.resetCounters();
  await new Promise((resolve) => setTimeout(resolve, 3_000));
  expect(await requests()).toBe(0);
  await using _held = await locks.lock(name).acquire();
  const events = eventsIn(response);
  expect((await events.next()).value).toMatchObject({ data: { kind: "free" } });
  expect((await events.next()).value).toMatchObject({ data: { kind: "lock" } });
  await events.return();
});

it("a waiter that does not read gets the newest place alone, and then the lock", async () => {
  const holder = await locks.fairLock(name).acquire();
  const response = await ask({ waitMs: 15_000, kind: "fairLock" });
  // With attempts each 100 ms, to keep its place in the queue.
  await new Promise((resolve) => setTimeout(resolve, 2_000));
  const events = eventsIn(response);
  expect((await events.next()).value).toMatchObject({ event: "waiting", data: { attempts: 1 } });
  const newest = (await events.next()).value;
  expect(Number(newest?.data["attempts"])).toBeGreaterThan(3);
  await holder.release();
  let last: StreamEvent | undefined;
  for await (const event of events) last = event;
  expect(last?.event).toBe("granted");
});

it("a key that is no lock is an ordinary problem", async () => {
  await locks.semaphore(name).trySetPermits(1);
  expect((await look()).status).toBe(409);
});

it("a HEAD of a stream looks once: nobody would read the events", async () => {
  await gateway.resetCounters();
  const headers = { authorization: `Bearer ${TOKEN}`, accept: "text/event-stream" };
  const response = await app.request(`/internal/locks/${name}/inspect`, { method: "HEAD", headers });
  expect(response.status).toBe(200);
  expect(response.headers.get("content-type")).toBe("application/json");
  expect(await response.text()).toBe("");
});

it("a stream ends when the token of its reader is revoked", async () => {
  const asked = { principal: "reader", names: [name], verbs: ["inspect"] };
  const { token, tokenId } = (await call(app, "-", "tokens", asked)).body;
  const events = eventsIn(await look(String(token)));
  expect((await events.next()).value).toMatchObject({ event: "lock" });
  expect((await call(app, "-", "tokens/revoke", { tokenId })).status).toBe(200);
  expect((await events.next()).value).toMatchObject({ event: "problem", data: { status: 401 } });
  expect((await events.next()).done).toBe(true);
});
