// The answers of the lock API about locks: one, or a page of all. Wrong requests cost no command.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createClient, createLocks, type Locks } from "../../../src/index.ts";
import { ownerStateKey } from "../../../src/lock/keys.ts";
import { type Gateway, startGateway } from "../../../src/tools/gateway/gateway.ts";
import { costsNothing } from "../../support/costs-nothing.ts";
import { type Answer, application, call, TOKEN } from "../../support/lock-api.ts";
import { command } from "../../support/rest.ts";
import { uniqueName } from "../../support/unique-name.ts";

const LEASE_MS = 60_000;
const MOST = 1_000;
const headers = { authorization: `Bearer ${TOKEN}` };

let gateway: Gateway;
let locks: Locks;
let app: ReturnType<typeof application>;
beforeAll(async () => {
  gateway = await startGateway();
  locks = createLocks({ redis: gateway, leaseMs: LEASE_MS });
  app = application({ locks });
});
afterAll(() => gateway?.close());

async function list(query = "", init: RequestInit = { headers }): Promise<Answer> {
  const response = await app.request(`/internal/locks${query}`, init);
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: text === "" ? {} : JSON.parse(text) };
}

const get = (name: string, verb: string): Promise<Answer> =>
  call(app, name, verb, undefined, { method: "GET", headers });

/** Lists all pages. */
async function listed(query: string): Promise<Record<string, unknown>[]> {
  const all: Record<string, unknown>[] = [];
  let cursor = "";
  do {
    const { status, body } = await list(`?${query}${cursor}`);
    expect(status).toBe(200);
    all.push(...(Array.isArray(body["locks"]) ? body["locks"] : []));
    cursor = body["cursor"] === undefined ? "" : `&cursor=${body["cursor"]}`;
  } while (cursor !== "");
  return all;
}

describe("GET {name}/inspect", () => {
  it("tells who holds the lock", async () => {
    const name = uniqueName();
    const held = await locks.lock(name).acquire();
    const key = ownerStateKey(`lock:${name}`, held.owner);
    await command(gateway, "SET", key, "|+\n1700000000123 <b>checkout</b>", "PX", LEASE_MS);
    const { status, body, headers: told } = await get(name, "inspect");
    expect(status).toBe(200);
    expect(told.get("content-type")).toBe("application/json");
    expect(body).toMatchObject({
      ...{ name, kind: "lock", mode: "exclusive", holderCount: 1, queue: [], waiters: 0 },
      holders: [{ owner: held.owner, label: "<b>checkout</b>", since: 1_700_000_000_123, origin: "leasehound" }],
    });
  });

  it("tells that a lock is free, and of readers and writers", async () => {
    const name = uniqueName();
    expect((await get(name, "inspect")).body).toMatchObject({ kind: "free", remainingMs: -2, holders: [] });
    await locks.readWriteLock(name).readLock().acquire();
    expect((await get(name, "inspect")).body).toMatchObject({ kind: "read-write", mode: "read", holderCount: 1 });
  });

  it("is answered 409 for a key that is no lock, and 400 for a query", async () => {
    const name = uniqueName();
    await locks.semaphore(name).trySetPermits(1);
    expect(await get(name, "inspect")).toMatchObject({ status: 409, body: { code: "NOT_A_LOCK" } });
    expect(await costsNothing(() => get(name, "inspect?kind=lock"))).toMatchObject({
      ...{ status: 400, body: { option: "kind" } },
    });
  });

  it("works with a client that has no inspection of its own", async () => {
    const bare = application({ locks: createClient({ redis: gateway }) });
    expect(await call(bare, "x", "inspect", undefined, { method: "GET", headers })).toMatchObject({ status: 200 });
  });
});

describe("GET /", () => {
  it("lists the locks whose names match, page by page", async () => {
    const prefix = `${uniqueName()}/`;
    const names = Array.from({ length: 120 }, (_, nth) => prefix + nth).sort();
    await Promise.all(names.map((name) => locks.lock(name).acquire()));
    for (const limit of ["", "&limit=7", "&limit=50"]) {
      const found = await listed(`match=${encodeURIComponent(`${prefix}*`)}${limit}`);
      expect([...new Set(found.map(({ name }) => name))].sort(), limit).toEqual(names);
    }
    const [one] = await listed(`match=${encodeURIComponent(`${prefix}11?`)}&limit=1`);
    expect(one).toMatchObject({ kind: "lock", mode: "exclusive", holderCount: 1, holder: { label: "" } });
  });

  it("leaves out names that cannot be in its URLs", async () => {
    const name = uniqueName();
    await locks.lock(name).acquire();
    await locks.lock(`${name} é`).acquire();
    expect((await listed(`match=${name}*`)).map((each) => each["name"])).toEqual([name]);
  });

  it.each([
    ["limit", "limit=0"],
    ["limit", "limit=51"],
    ["limit", "limit=1e1"],
    ["limit", "limit="],
    ["match", "match="],
    ["match", "match=*a*b*c*d"],
    ["cursor", "cursor=x"],
    ["match", "match=a&match=b"],
    ["kind", "kind=lock"],
  ])("refuses a wrong %s: ?%s", async (option, query) => {
    expect(await costsNothing(() => list(`?${query}`))).toMatchObject({
      ...{ status: 400, body: { code: "INVALID_OPTION", option } },
    });
  });

  it("needs the token, and the right method", async () => {
    expect(await costsNothing(() => list("", {}))).toMatchObject({ status: 401 });
    const post = await costsNothing(() => list("", { method: "POST", headers }));
    expect([post.status, post.headers.get("allow")]).toEqual([405, "GET, HEAD"]);
  });

  it("costs 1,000 commands at most, whatever the locks are", async () => {
    await using own = await startGateway();
    const crowded = createLocks({ redis: own, leaseMs: LEASE_MS });
    // The most expensive locks: each reader that Redisson would not have costs a command.
    const readers = ["a", "b", "c", "d", "e", "f"];
    for (let nth = 0; nth < 120; nth += 1) {
      const lock = crowded.readWriteLock(`n${nth}`).readLock();
      await Promise.all(readers.map((owner) => lock.acquire({ owner: `${owner}:${owner}` })));
      await command(own, "RPUSH", `redisson_lock_queue:{lock:n${nth}}`, "waiter");
    }
    const api = application({ locks: crowded });
    const page = (): Promise<Response> => Promise.resolve(api.request("/internal/locks", { headers }));
    await page();
    await own.resetCounters();
    expect((await page()).status).toBe(200);
    expect((await own.counters()).billed).toBeLessThanOrEqual(MOST);
    await own.resetCounters();
    await call(api, "n0", "inspect", undefined, { method: "GET", headers });
    expect((await own.counters()).billed).toBeLessThanOrEqual(MOST);
  });
});
