// The callers of the backend: their rights, and refusals before Redis and R2 are asked.
import type { Hono } from "hono";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { createLocks, type Locks } from "../../../src/index.ts";
import { capabilityTokens } from "../../../src/service/access/tokens.ts";
import type { AuditLine, StateBucket, Verb } from "../../../src/service/api/index.ts";
import { type Gateway, startGateway } from "../../../src/tools/gateway/gateway.ts";
import { TOKEN } from "../../support/lock-api.ts";
import { newState, TestBucket, TofuClient, tofuBackend } from "../../support/tofu-backend.ts";

const STATE = '{"version":4}';

let gateway: Gateway;
let locks: Locks;
let r2: TestBucket;
let app: Hono;
let state: string;
const lines: AuditLine[] = [];
beforeAll(async () => {
  [gateway, r2] = await Promise.all([startGateway(), TestBucket.start()]);
  locks = createLocks({ redis: gateway });
  const audit = (line: AuditLine): void => void lines.push(line);
  app = tofuBackend({ locks, bucket: r2.bucket, audit, forceRelease: true });
});
afterAll(async () => {
  await r2?.[Symbol.asyncDispose]();
  await gateway?.close();
});
beforeEach(() => {
  state = newState();
  lines.length = 0;
});

interface Limits {
  readonly names?: string[];
  readonly verbs?: Verb[];
  readonly maxLeaseMs?: number;
}

async function principal(id: string, limits: Limits = {}, lock?: string): Promise<TofuClient> {
  const { names = ["tofu/*"], verbs = ["acquire", "release"] as const, maxLeaseMs } = limits;
  const grant = { principal: id, names, verbs, maxLeaseMs, ancestors: [], tokenId: crypto.randomUUID() };
  const token = await capabilityTokens.sign(TOKEN, "leasehound", { ...grant, expiresAt: Date.now() + 60_000 });
  return new TofuClient(app, state, { token, ...(lock !== undefined && { id: lock }) });
}

/** A bucket that nothing may ask. */
const untouchable: StateBucket = {
  get: () => Promise.reject(new Error("R2 was asked")),
  put: () => Promise.reject(new Error("R2 was asked")),
  delete: () => Promise.reject(new Error("R2 was asked")),
};

/** Runs requests, and checks that neither Redis nor R2 is asked. */
async function unasked<Result>(run: (at: Hono) => Promise<Result>): Promise<Result> {
  await gateway.resetCounters();
  const result = await run(tofuBackend({ locks, bucket: untouchable }));
  expect(await gateway.counters()).toMatchObject({ requests: 0 });
  return result;
}

it.each([
  "",
  `Bearer ${TOKEN}`,
  "Basic",
  "Basic !!!!",
  `Basic ${btoa(TOKEN)}`,
  `Basic ${btoa(`ci:${TOKEN}x`)}`,
  `Basic ${btoa(`ci:x:${TOKEN}`)}`,
  `Basic ${btoa(`${TOKEN}:`)}`,
])("answers 401 and asks for Basic authentication with %j", async (authorization) => {
  for (const method of ["GET", "LOCK", "UNLOCK", "POST", "PUT", "DELETE"]) {
    const body = method === "GET" ? undefined : "{}";
    const answer = await unasked((at) => new TofuClient(at, state).send(method, "", body, { authorization }));
    expect([answer.status, answer.headers.get("www-authenticate")]).toEqual([401, 'Basic realm="leasehound"']);
    expect(answer.headers.get("cache-control")).toBe("no-store");
    expect(answer.text).not.toContain("canary");
  }
});

it("another principal has another lock for the same id: it neither enters nor writes", async () => {
  const first = await principal("first");
  const second = await principal("second", {}, first.id);
  expect(await first.lock()).toMatchObject({ status: 200 });
  expect(await second.lock()).toMatchObject({ status: 423 });
  expect(await second.write(STATE)).toMatchObject({ status: 409 });
  expect(await second.unlock()).toMatchObject({ status: 403 });
  expect(await first.write(STATE)).toMatchObject({ status: 200 });
  expect(await first.unlock()).toMatchObject({ status: 200 });
  expect(await (await principal("second")).lock()).toMatchObject({ status: 200 });
});

it("force-release unlocks the lock of another principal with its id, where the API allows it", async () => {
  const holder = await principal("first");
  await holder.lock();
  const freeing: Limits = { verbs: ["force-release"] };
  expect(await (await principal("second", freeing)).unlock()).toMatchObject({ status: 409 });
  const closed = tofuBackend({ locks, bucket: r2.bucket });
  expect(await new TofuClient(closed, state, { id: holder.id }).unlock()).toMatchObject({ status: 403 });
  expect(await locks.lock(`tofu/${state}`).isLocked()).toBe(true);
  expect(await (await principal("second", freeing, holder.id)).unlock()).toMatchObject({ status: 200 });
  expect(await locks.lock(`tofu/${state}`).isLocked()).toBe(false);
  expect(await holder.write(STATE)).toMatchObject({ status: 409 });
});

it("an UNLOCK without a body is a force-unlock, as Terraform sends it", async () => {
  const freeing = await principal("freeing", { verbs: ["force-release"] });
  const unlock = (by: TofuClient, method = "UNLOCK"): ReturnType<TofuClient["send"]> => by.send(method, "", "");
  expect(await unlock(freeing)).toMatchObject({ status: 409, text: "the state is not locked\n" });
  const holder = await principal("first");
  for (const method of ["UNLOCK", "DELETE"]) {
    await (await principal("first")).lock();
    expect(await unlock(freeing, method)).toMatchObject({ status: 200 });
    expect(await locks.lock(`tofu/${state}`).isLocked()).toBe(false);
  }
  await holder.lock();
  lines.length = 0;
  // Not even the holder: without an id, the lock may be of a later run.
  expect(await unlock(holder)).toMatchObject({ status: 403 });
  expect(await unlock(await principal("reader", { verbs: ["inspect"] }))).toMatchObject({ status: 403 });
  const closed = tofuBackend({ locks, bucket: r2.bucket });
  expect(await unlock(new TofuClient(closed, state))).toMatchObject({ status: 403 });
  expect(lines).toMatchObject([403, 403].map((status) => ({ verb: "force-release", status })));
  expect(await holder.write(STATE)).toMatchObject({ status: 200 });
});

it("inspect alone reads a state, as terraform_remote_state needs", async () => {
  const [holder, reader] = [await principal("first"), await principal("reader", { verbs: ["inspect"] })];
  await holder.lock();
  await holder.write(STATE);
  expect(await reader.read()).toMatchObject({ status: 200, text: STATE });
  expect(await (await principal("writer", { verbs: ["acquire"] })).read()).toMatchObject({ status: 200, text: STATE });
  for (const answer of [reader.lock(), reader.write(STATE), reader.unlock()]) {
    expect(await answer).toMatchObject({ status: 403 });
  }
});

it("a caller needs the verb, and the name tofu/<state>", async () => {
  const lister = await principal("lister", { verbs: ["release", "list"] });
  const elsewhere = await principal("elsewhere", { names: ["tofu/other", state] });
  expect(await lister.unlock()).toMatchObject({ status: 409 });
  for (const answer of [lister.lock(), lister.read(), lister.write(STATE)]) {
    expect(await answer).toMatchObject({ status: 403 });
  }
  for (const answer of [elsewhere.lock(), elsewhere.unlock(), elsewhere.read(), elsewhere.write(STATE)]) {
    expect(await answer).toMatchObject({ status: 403 });
  }
  const named = await principal("named", { names: [`tofu/${state}`] });
  expect(await named.lock()).toMatchObject({ status: 200 });
});

it("a caller with a limit gets it as the default lease, and no longer one", async () => {
  const limited = await principal("limited", { maxLeaseMs: 60_000 });
  expect(await limited.send("LOCK", "lease=2m", JSON.stringify(limited.info))).toMatchObject({ status: 403 });
  expect(await limited.lock()).toMatchObject({ status: 200 });
  expect(await locks.lock(`tofu/${state}`).remainingMs()).toBeLessThanOrEqual(60_000);
});

it("the audit has a line for each request that changes something, and no secrets", async () => {
  const client = new TofuClient(app, state);
  for (const step of [() => client.lock(), () => client.write(STATE), () => client.unlock()]) await step();
  await client.read();
  const name = `tofu/${state}`;
  expect(lines.map(({ verb, status, name: of }) => [verb, status, of])).toEqual([
    ["acquire", 200, name],
    ["acquire", 200, name],
    ["release", 200, name],
  ]);
  expect(JSON.stringify(lines)).not.toContain("canary");
});

it.each([
  ["no id", {}],
  ["an id that is no text", { ID: 7 }],
  ["an id with other characters", { ID: "a:b" }],
  ["a long id", { ID: "a".repeat(65) }],
  ["an unknown member", { ID: "a", Extra: "" }],
  ["a member that is no text", { ID: "a", Who: {} }],
  ["a control character", { ID: "a", Who: "\u001b[2J" }],
  ["a lone surrogate", { ID: "a", Info: "\ud800" }],
  ["a time that Go refuses", { ID: "a", Created: "yesterday" }],
])("a lock info with %s is 400", async (_, info) => {
  for (const method of ["LOCK", "UNLOCK", "PUT", "DELETE"]) {
    expect(await unasked((at) => new TofuClient(at, state).lock(method, info))).toMatchObject({ status: 400 });
  }
});

it("other bodies are refused: too long, of another type, no JSON, none", async () => {
  const send = (body: string, more = {}): Promise<number> =>
    unasked(async (at) => (await new TofuClient(at, state).send("LOCK", "", body, more)).status);
  expect(await send(JSON.stringify({ ID: "a", Info: "x".repeat(4_096) }))).toBe(413);
  expect(await send('{"ID":"a"}', { "content-type": "text/plain" })).toBe(415);
  expect(await send('{"ID":"a","ID":"b"}')).toBe(400);
  expect(await send("ID=a")).toBe(400);
  expect(await send("")).toBe(400);
});

it.each(["lease=0s", "lease=500ms", "lease=25h", "lease=1h30m", "lease=", "lease=1h&lease=2h", "Lease=1h", "ID=x"])(
  "LOCK with ?%s is 400",
  async (query) => {
    const body = '{"ID":"a"}';
    expect(await unasked((at) => new TofuClient(at, state).send("LOCK", query, body))).toMatchObject({ status: 400 });
  },
);

it.each(["ID=", "ID=a:b", "ID=a&ID=b", "force=true"])("a write with ?%s is 400", async (query) => {
  expect(await unasked((at) => new TofuClient(at, state).send("POST", query, STATE))).toMatchObject({ status: 400 });
});

it.each(["a%2F..%2Fb", "a%2F.", "..%2Fb", "a%2f%2e%2e", "a%2F.%2Fb"])(
  "the dot segments of %s are 400",
  async (name) => {
    for (const [method, body] of [["GET"], ["LOCK", '{"ID":"a"}'], ["UNLOCK", ""], ["POST", STATE]] as const) {
      const { status, text } = await unasked((at) => new TofuClient(at, name).send(method, "", body));
      expect([status, text]).toEqual([400, expect.stringContaining("segments")]);
    }
  },
);

it("names with other dots are states", async () => {
  expect(await new TofuClient(app, `${state}/.a/..b/c..`).lock()).toMatchObject({ status: 200 });
});

it.each(["a%20b", "%7Bx%7D", "x".repeat(196), "caf%C3%A9", "a%00", "a*"])("the state %s is 400", async (name) => {
  for (const method of ["GET", "LOCK"]) {
    const body = method === "GET" ? undefined : '{"ID":"a"}';
    expect(await unasked((at) => new TofuClient(at, name).send(method, "", body))).toMatchObject({ status: 400 });
  }
});

it("names of states do not meet: not each other's lock info, and not a lock of the application", async () => {
  const [outer, inner] = ["", "/state"].map((end) => new TofuClient(app, state + end));
  expect(await outer?.lock()).toMatchObject({ status: 200 });
  expect(await inner?.lock()).toMatchObject({ status: 200 });
  await inner?.write(STATE);
  expect(await outer?.read()).toMatchObject({ status: 204 });
  expect(await locks.lock(state).isLocked()).toBe(false);
});

it("a form of a foreign page writes no state, also if the browser remembers the password", async () => {
  const form = { "content-type": "text/plain", origin: "https://evil.example", "sec-fetch-site": "cross-site" };
  await unasked(async (at) => {
    for (const method of ["POST", "LOCK", "PUT", "DELETE", "UNLOCK"]) {
      const client = new TofuClient(at, state);
      expect(await client.send(method, "", STATE, form)).toMatchObject({ status: 403 });
      expect(await client.send(method, "", STATE, { origin: "null" })).toMatchObject({ status: 403 });
    }
  });
});

it("other methods are 405, and other paths 404", async () => {
  for (const method of ["PATCH", "OPTIONS", "lock", "TRACEROUTE", "toString"]) {
    const { status, headers } = await new TofuClient(app, state).send(method);
    expect([status, headers.get("allow")]).toEqual([405, "GET, HEAD, POST, LOCK, UNLOCK, PUT, DELETE"]);
  }
  for (const path of ["", "a%0Ab"]) {
    expect(await new TofuClient(app, path).send("GET")).toMatchObject({ status: 404 });
  }
});

it("a caller beyond its rate is 429", async () => {
  const limited = tofuBackend({ locks, bucket: untouchable, rateLimit: () => ({ success: false }) });
  const { status, headers } = await new TofuClient(limited, state).lock();
  expect([status, headers.get("retry-after")]).toEqual([429, "60"]);
});

it("everything is 404 without a bucket", async () => {
  const without = tofuBackend({ locks, bucket: () => undefined });
  expect(await new TofuClient(without, state).lock()).toMatchObject({ status: 404 });
  expect(await new TofuClient(without, state).read()).toMatchObject({ status: 404 });
});

it.each([
  ["nothing", undefined],
  ["text", "TOFU_STATE"],
  ["null", null],
])("a bucket that is %s is refused", (_, bucket) => {
  expect(() => tofuBackend(Object({ locks, bucket }))).toThrow('"bucket" must be an R2 bucket');
});
