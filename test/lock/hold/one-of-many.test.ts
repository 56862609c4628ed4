// Holds that are renewed together, beside one whose renewals are never answered, or always refused: only that hold is
// lost.
import { createServer } from "node:http";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import {
  type ClientOptions,
  createClient,
  createLocks,
  keyLocking,
  type LockEvent,
  lock,
  readWriteLock,
  sharedRenewals,
} from "../../../src/index.ts";
import { lockRenew, lockRenewMany } from "../../../src/lock/lua/generated.ts";
import { type Gateway, startGateway } from "../../../src/tools/gateway/gateway.ts";
import { eventually } from "../../support/eventually.ts";
import { listening } from "../../support/hostile-rest.ts";
import { processWatchdog } from "../../support/process-watchdog.ts";

const LEASE_MS = 6_000;
const HOLDS = 40;

let gateway: Gateway;
let url = "";
// Whether requests that name the bad lock are spoilt, and how.
let spoils: "not" | "unanswered" | "refused" | "all" = "not";
// Requests that renew holds. Beside them, a busy machine has late cancels and repeated acquires.
let renewals = 0;
const RENEWING = [lockRenew, lockRenewMany].map(({ sha1 }) => sha1);
const proxy = createServer(async (request, response) => {
  const body = (await request.toArray()).join("");
  if (RENEWING.some((sha1) => body.includes(sha1))) renewals += 1;
  if (spoils === "all") return;
  if (spoils === "unanswered" && body.includes("the bad one")) return;
  if (spoils === "refused" && body.includes("the bad one")) {
    response.writeHead(400).end(JSON.stringify({ error: "ERR no such thing" }));
    return;
  }
  const { authorization = "" } = request.headers;
  const answer = await fetch(gateway.url + request.url, { method: "POST", headers: { authorization }, body });
  response.writeHead(answer.status, { "content-type": "application/json" }).end(await answer.text());
});
beforeAll(async () => {
  gateway = await startGateway({ keyLocking: true });
  url = await listening(proxy);
});
afterAll(async () => {
  proxy.closeAllConnections();
  proxy.close();
  await gateway.close();
});

afterEach(() => {
  spoils = "not";
});

const together: Partial<ClientOptions> = { renewals: sharedRenewals() };
const locked: Partial<ClientOptions> = { ...together, keyLocking: keyLocking() };

describe.each([
  ["unanswered", "in one request", {}],
  ["unanswered", "in one script", together],
  ["unanswered", "in one script, with locked keys", locked],
  ["refused", "in one request", {}],
  ["refused", "in one script", together],
  ["refused", "in one script, with locked keys", locked],
] as const)("a renewal that is %s %s", (how, where, parts) => {
  it("costs no other hold its lease", async () => {
    const events: LockEvent[] = [];
    const client = createClient({
      ...parts,
      ...{ redis: { url, token: gateway.token }, leaseMs: LEASE_MS, prefix: `${how} ${where}:` },
      onEvent: (event) => events.push(event),
    });
    const names = Array.from({ length: HOLDS }, (_, nth) => (nth === HOLDS / 2 ? "the bad one" : `good ${nth}`));
    const read = await readWriteLock(client, "read").readLock().acquire();
    const held = await Promise.all(names.map((name) => lock(client, name).acquire()));
    spoils = how;
    for (const hold of [...held, read]) hold.keepAlive();
    await eventually(() => events.some(({ type }) => type === "lost"), 3 * LEASE_MS);
    // Longer than the first leases of the others, which its failures have cost attempts.
    await eventually(() => held.every(({ name, validUntil }) => name === "the bad one" || validUntil > Date.now()));
    expect(events.filter(({ type }) => type === "lost").map(({ lockName }) => lockName)).toEqual(["the bad one"]);
    spoils = "not";
    const others = held.filter(({ name }) => name !== "the bad one");
    for (const end of await Promise.all(others.map((hold) => hold.release()))) expect(end.outcome).toBe("released");
    client.close();
  });
});

it("a Redis that answers nobody is not asked in more and more requests", async () => {
  const leaseMs = 2 * LEASE_MS;
  let failing = 0;
  const client = createClient({
    ...together,
    ...{ redis: { url, token: gateway.token }, leaseMs, prefix: "all:" },
    onEvent: ({ type }) => {
      if (type === "renewal-failing") failing += 1;
    },
  });
  const names = Array.from({ length: 5 * HOLDS }, (_, nth) => `slow ${nth}`);
  const held = await Promise.all(names.map((name) => lock(client, name).acquire()));
  spoils = "all";
  renewals = 0;
  for (const hold of held) hold.keepAlive();
  // Two attempts.
  await eventually(() => failing >= 2 * held.length, leaseMs);
  spoils = "not";
  // Two batches, and then one of them in parts: it might have been the only one.
  expect(renewals).toBeLessThanOrEqual(20);
  await eventually(() => held.every(({ validUntil }) => validUntil - Date.now() > leaseMs / 2));
  for (const end of await Promise.all(held.map((hold) => hold.release()))) expect(end.outcome).toBe("released");
  client.close();
});

describe.each(["unanswered", "refused"] as const)("a renewal of the watchdog that is %s", (how) => {
  it("costs no other kept hold its lease", async () => {
    const watchdog = processWatchdog({ url, token: gateway.token });
    const locks = createLocks({ redis: gateway, leaseMs: LEASE_MS, prefix: `watchdog ${how}:`, watchdog });
    const names = Array.from({ length: HOLDS }, (_, nth) => (nth === HOLDS / 2 ? "the bad one" : `good ${nth}`));
    const held = await Promise.all(names.map((name) => locks.lock(name).acquire()));
    const others = held.filter(({ name }) => name !== "the bad one");
    await Promise.all(held.map((hold) => hold.handOff({ maxHoldMs: 60_000, leaseMs: LEASE_MS })));
    spoils = how;
    await eventually(async () => !(await locks.lock("the bad one").isLocked()), 3 * LEASE_MS);
    // The leases of the others began with its own.
    const left = await Promise.all(others.map(({ name }) => locks.lock(name).remainingMs()));
    expect(Math.min(...left)).toBeGreaterThan(LEASE_MS / 4);
    spoils = "not";
    for (const hold of others) expect(await hold.release()).toMatchObject({ outcome: "released" });
    locks.close();
  });
});
