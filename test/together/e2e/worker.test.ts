// The deployable Worker, as wrangler builds it, on real workerd: the lock API, and the end of an invocation.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createTestHarness, type TestHarness } from "wrangler";
import { createLocks, type Locks } from "../../../src/index.ts";
import { startCliWith } from "../../support/cli.ts";
import { eventually } from "../../support/eventually.ts";
import { type ServedGateway, startServedGateway } from "../../support/server.ts";
import { uniqueName } from "../../support/unique-name.ts";

const API_TOKEN = "canary-api-token-of-enough-characters";
const LEASE_MS = 1_500;
let gateway: ServedGateway;
let server: TestHarness;
let origin: string;
let locks: Locks;
let name: string;

beforeAll(async () => {
  gateway = await startServedGateway({ token: "canary-redis-token" });
  locks = createLocks({ redis: gateway, leaseMs: LEASE_MS });
  server = createTestHarness({
    workers: [
      {
        configPath: "./test/together/e2e/demo-worker/wrangler.toml",
        vars: { LEASE_MS: String(LEASE_MS) },
        secrets: {
          UPSTASH_REDIS_REST_URL: gateway.url,
          UPSTASH_REDIS_REST_TOKEN: gateway.token,
          LOCK_API_TOKEN: API_TOKEN,
        },
      },
    ],
  });
  ({ origin } = (await server.listen()).url);
});
afterAll(async () => {
  await server?.close();
  await gateway?.close();
});
beforeEach(() => {
  name = uniqueName();
});

interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Record<string, unknown>;
}

async function call(
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const response = await server.fetch(path, {
    method,
    headers: {
      authorization: `Bearer ${API_TOKEN}`,
      ...(body === undefined ? {} : { "content-type": "application/json" }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  expect(text).not.toContain("canary");
  expect(response.headers.get("cache-control")).toBe("no-store");
  expect(response.headers.get("x-content-type-options")).toBe("nosniff");
  expect(response.headers.get("strict-transport-security")).toMatch(/^max-age=\d+$/);
  return {
    status: response.status,
    headers: new Headers([...response.headers]),
    body: text.startsWith("{") ? JSON.parse(text) : { text },
  };
}

const path = (verb = ""): string => `/v1/locks/${encodeURIComponent(name)}${verb === "" ? "" : `/${verb}`}`;

describe("the lock API", () => {
  it("acquires, reports, renews and releases", async () => {
    const taken = await call("POST", path("acquire"), { leaseMs: 5_000 });
    expect(taken).toMatchObject({ status: 200, body: { name, holdCount: 1, leaseMs: 5_000 } });
    const { hold, owner } = taken.body;
    expect(await locks.lock(name).isHeldBy(String(owner))).toBe(true);
    expect((await call("GET", path())).body).toMatchObject({ name, locked: true });

    const renewed = await call("POST", path("renew"), { hold });
    expect(renewed.status).toBe(200);
    expect(Number(renewed.body.validUntil)).toBeGreaterThanOrEqual(Number(taken.body.validUntil));

    const released = { status: 200, body: { name, outcome: "released", holdCount: 0 } };
    expect(await call("POST", path("release"), { hold })).toMatchObject(released);
    expect(await call("POST", path("release"), { hold })).toMatchObject(released);
    expect((await call("GET", path())).body).toEqual({ name, locked: false, remainingMs: -2 });
    expect(await call("POST", path("renew"), { hold })).toMatchObject({ status: 409, body: { code: "LOCK_LOST" } });
  });

  it("answers 423 with Retry-After while another owner holds the lock, at once or after waitMs", async () => {
    await using _ = await locks.lock(name).acquire({ leaseMs: 20_000 });
    const busy = await call("POST", path("acquire"));
    expect(busy).toMatchObject({ status: 423, body: { code: "LOCK_BUSY", status: 423 } });
    expect(busy.headers.get("retry-after")).toBe("5");
    expect(busy.headers.get("content-type")).toBe("application/problem+json");
    const waited = await call("POST", path("acquire"), { waitMs: 300 });
    expect(Number(waited.body.waitedMs)).toBeGreaterThanOrEqual(299);
  });

  it("lists the held locks, and tells who holds one and until when it is handed off", async () => {
    const { owner, hold } = (await call("POST", path("acquire"), { label: "nightly" })).body;
    expect((await call("POST", path("hand-off"), { hold, maxHoldMs: 60_000 })).status).toBe(200);
    const listed = await call("GET", `/v1/locks?match=${encodeURIComponent(name)}`);
    expect(listed.body).toMatchObject({ locks: [{ name, kind: "lock", holder: { owner, label: "nightly" } }] });
    expect((await call("GET", path("inspect"))).body).toMatchObject({
      ...{ name, kind: "lock", mode: "exclusive", holderCount: 1, queueLength: 0 },
      holders: [{ owner, label: "nightly", origin: "leasehound", handedOffUntil: expect.any(Number) }],
    });
    await call("POST", path("release"), { hold });
    expect((await call("GET", path("inspect"))).body).toMatchObject({ kind: "free", holders: [] });
    expect((await call("GET", `/v1/locks?match=${encodeURIComponent(name)}`)).body).toEqual({ locks: [] });
  });

  it("re-enters by owner", async () => {
    const owner = `api:${crypto.randomUUID()}`;
    const first = await call("POST", path("acquire"), { owner });
    expect(await call("POST", path("acquire"), { owner })).toMatchObject({
      status: 200,
      body: { owner, holdCount: 2 },
    });
    const partial = await call("POST", path("release"), { hold: first.body.hold });
    expect(partial.body).toMatchObject({ outcome: "still-held", holdCount: 1 });
    await locks.lock(name).forceRelease();
  });

  it("accepts names of letters, digits and . _ ~ : / @ -, and no others", async () => {
    const unique = name;
    for (const odd of ["a/b", "..", "@home~1", "__proto__"]) {
      name = unique + odd;
      const taken = await call("POST", path("acquire"));
      expect(taken).toMatchObject({ status: 200, body: { name } });
      expect(await call("POST", path("release"), { hold: taken.body.hold })).toMatchObject({ status: 200 });
    }
    for (const odd of ["{a}:b", "a b", "é🐕", "%2F", "x?y#z"]) {
      name = unique + odd;
      expect(await call("POST", path("acquire"))).toMatchObject({ status: 400, body: { option: "name" } });
    }
  });

  it("refuses without the right token, and reveals nothing else", async () => {
    for (const authorization of ["", "Bearer wrong", "Basic eDp5", `bearer${API_TOKEN}`, "Bearer "]) {
      const refused = await call("POST", path("acquire"), {}, { authorization });
      expect(refused).toMatchObject({ status: 401, body: { code: "HTTP_401" } });
    }
    expect(await locks.lock(name).isLocked()).toBe(false);
  });

  it.each([
    [400, "leaseMs", { leaseMs: 5 }],
    [400, "leaseMs", { leaseMs: 3_600_000 }],
    [400, "waitMs", { waitMs: "1" }],
    [400, "waitMs", { waitMs: 60_001 }],
    [400, "owner", { owner: "a b" }],
    [400, "owner", { owner: 7 }],
    [400, "lease", { lease: 5_000 }],
    [400, undefined, "not json"],
    [400, undefined, "[]"],
    [400, undefined, '{"leaseMs":5000,"leaseMs":6000}'],
    [413, undefined, `{"owner":"${"x".repeat(5_000)}"}`],
  ])("answers %i and names %s", async (status, option, body) => {
    const refused = await call("POST", path("acquire"), body);
    expect(refused.status).toBe(status);
    expect(refused.body.option).toBe(option);
  });

  it("refuses other content types, unknown paths, and holds that are invalid or of another lock", async () => {
    const form = await call("POST", path("acquire"), "waitMs=1", {
      "content-type": "application/x-www-form-urlencoded",
    });
    expect(form.status).toBe(415);
    expect((await call("GET", "/v2")).status).toBe(404);
    const other = (await call("POST", path("acquire"))).body.hold;
    name = uniqueName();
    for (const hold of [undefined, 5, "", "lh1.abc", "lha1.abc.def.ghi", other]) {
      const status = hold === other ? 409 : 400;
      for (const verb of ["renew", "release"]) expect((await call("POST", path(verb), { hold })).status).toBe(status);
    }
  });

  it("accepts no text that was changed, or that the library wrote", async () => {
    const { hold, owner } = (await call("POST", path("acquire"), { leaseMs: 600_000 })).body;
    const [version, key, payload = "", mac] = String(hold).split(".");
    const fields: unknown[] = JSON.parse(atob(payload.replaceAll("-", "+").replaceAll("_", "/")));
    const longer = JSON.stringify(fields.with(fields.indexOf(600_000), 50_000_000));
    const forged = [version, key, btoa(longer).replaceAll("=", ""), mac].join(".");
    const library = (await locks.lock(name).acquire({ owner: String(owner) })).serialize();
    for (const [text, status] of [
      [forged, 403],
      [library, 400],
    ]) {
      const refused = { status, body: { option: "hold" } };
      expect(await call("POST", path("renew"), { hold: text })).toMatchObject(refused);
      expect(await call("POST", path("release"), { hold: text })).toMatchObject(refused);
    }
    expect(await locks.lock(name).holdCount(String(owner))).toBe(2);
    expect(await locks.lock(name).remainingMs()).toBeLessThanOrEqual(600_000);
  });

  it("names the allowed method of a path", async () => {
    const wrong = await call("PUT", path("acquire"));
    expect([wrong.status, wrong.headers.get("allow")]).toEqual([405, "POST"]);
  });

  it("frees by force only where that is enabled", async () => {
    await call("POST", path("acquire"));
    expect(await call("POST", path("force-release"))).toMatchObject({ status: 403, body: { code: "HTTP_403" } });
    expect(await locks.lock(name).isLocked()).toBe(true);
  });

  it("refuses everything while no token is configured, or one that is too short", async () => {
    for (const LOCK_API_TOKEN of [undefined, "undefined", "x".repeat(31)]) {
      const secrets = LOCK_API_TOKEN === undefined ? {} : { LOCK_API_TOKEN };
      const open = createTestHarness({ workers: [{ configPath: "./wrangler.toml", secrets }] });
      await open.listen();
      const response = await open.fetch("/v1/locks/x", { headers: { authorization: `Bearer ${LOCK_API_TOKEN}` } });
      expect(response.status).toBe(503);
      await open.close();
    }
  });

  it("continues with earlier holds after its token and secret were changed, and frees by force where enabled", async () => {
    const before = (await call("POST", path("acquire"), { leaseMs: 60_000 })).body.hold;
    const secrets = {
      UPSTASH_REDIS_REST_URL: gateway.url,
      UPSTASH_REDIS_REST_TOKEN: gateway.token,
      LOCK_API_TOKEN: "canary-api-token-that-comes-after-it",
      LOCK_API_TOKEN_OLD: API_TOKEN,
      LOCK_API_SECRET: "canary-secret-that-only-the-api-has",
      LOCK_API_SECRET_OLD: API_TOKEN,
    };
    const vars = { ALLOW_FORCE_RELEASE: "on" };
    const next = createTestHarness({ workers: [{ configPath: "./wrangler.toml", vars, secrets }] });
    await next.listen();
    const ask = async (token: string, verb: string, body: object): Promise<Record<string, unknown>> => {
      const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
      const response = await next.fetch(path(verb), { method: "POST", headers, body: JSON.stringify(body) });
      return Object(await response.json());
    };
    expect(await ask(API_TOKEN, "release", { hold: before })).toMatchObject({ outcome: "released" });
    const { hold, owner } = await ask(secrets.LOCK_API_TOKEN, "acquire", { leaseMs: 60_000 });
    expect(await call("POST", path("release"), { hold })).toMatchObject({ status: 403, body: { option: "hold" } });
    expect(await ask(API_TOKEN, "force-release", { owners: [owner] })).toEqual({ name, wasLocked: true });
    await next.close();
  });

  it("reports that it is not configured, and blames no caller", async () => {
    const secrets = { LOCK_API_TOKEN: API_TOKEN, UPSTASH_REDIS_REST_URL: "http://example.com" };
    const wrong = createTestHarness({ workers: [{ configPath: "./wrangler.toml", secrets }] });
    await wrong.listen();
    const response = await wrong.fetch("/v1/locks/x", { headers: { authorization: `Bearer ${API_TOKEN}` } });
    expect(response.status).toBe(500);
    expect(await response.text()).not.toContain("redis.url");
    await wrong.close();
  });
});

describe("the page of the Worker", () => {
  const form = async (path: string, fields: Record<string, string>, cookie = "") => {
    return server.fetch(path, {
      method: "POST",
      redirect: "manual",
      headers: { origin, cookie, "content-type": "application/x-www-form-urlencoded" },
      body: new URLSearchParams(fields).toString(),
    });
  };

  it("asks for the token of the lock API, and then shows the locks of the database", async () => {
    const signIn = await server.fetch("/");
    expect([signIn.status, await signIn.text()]).toEqual([200, expect.stringContaining("The token of the lock API")]);
    const answer = await form("/session", { token: API_TOKEN });
    expect(answer.status).toBe(303);
    const cookie = answer.headers.get("set-cookie")?.split(";")[0] ?? "";
    const held = await locks.lock(name).acquire({ leaseMs: 20_000, label: "seen in the page" });
    const page = await (await server.fetch(`/?lock=${name}`, { headers: { cookie } })).text();
    expect(page).toContain("seen in the page");
    expect(page).toContain("Nobody can free locks here");
    expect((await form("/free", { name, typed: name, owners: "" }, cookie)).status).toBe(403);
    expect(await held.check()).toBe(true);
    await held.release();
  });

  it("shows until when the watchdog keeps a hold", async () => {
    const cookie = (await form("/session", { token: API_TOKEN })).headers.get("set-cookie")?.split(";")[0] ?? "";
    await call("POST", `/demo/hand-offs/${name}`);
    const page = await (await server.fetch(`/?lock=${name}`, { headers: { cookie } })).text();
    expect(page).toMatch(/The watchdog renews it until .*, for another (1 min|59 s|58 s)/);
    await locks.lock(name).forceRelease();
  });

  it("leaves the lock API as it is", async () => {
    const answer = await call("GET", "/v1/nothing");
    expect(answer).toMatchObject({ status: 404, body: { code: "HTTP_404" } });
    expect(answer.headers.get("content-security-policy")).toBeNull();
  });
});

describe("an invocation", () => {
  it("keeps a lock longer than its lease and hands it to the next waiter", async () => {
    const job = (): Promise<Answer> => call("POST", `/demo/jobs/${name}`, { workMs: 2 * LEASE_MS });
    const [first, second] = await Promise.all([job(), job()]);
    expect([first.status, second.status]).toEqual([200, 200]);
    expect(first.body.owner).not.toBe(second.body.owner);
    for (const { body } of [first, second]) {
      expect(body.reason).toBe("released");
      expect(body.renewals).toBeGreaterThanOrEqual(4);
    }
    expect(await locks.lock(name).isLocked()).toBe(false);
  });

  it("that throws while holding frees its lock within one lease", async () => {
    const crashed = await call("POST", `/demo/crashes/${name}`);
    expect(crashed).toMatchObject({ status: 500, body: { code: "INTERNAL" } });
    expect(await locks.lock(name).isLocked()).toBe(true);
    await using next = await locks.lock(name).acquire({ waitMs: 30_000 });
    expect(await next.check()).toBe(true);
  });

  it("whose handler has returned without a release stops renewing", async () => {
    const dropped = await call("POST", `/demo/drops/${name}`);
    expect(dropped.status).toBe(204);
    await eventually(async () => !(await locks.lock(name).isLocked()), 3 * LEASE_MS);
    const held = gateway.witness().filter(({ command }) => command.includes(`lock:${name}`));
    // acquire, at most one renewal that was pending, and the queries of this test.
    const renewals = held.filter(({ reply }) => Array.isArray(reply) && reply[0] === "renewed");
    expect(renewals.length).toBeLessThanOrEqual(1);
  });

  it("answers 503 while Redis is away, and works when it is back", async () => {
    await gateway.redis.kill("SIGKILL");
    const away = await call("POST", path("acquire"));
    expect(away).toMatchObject({ status: 503, body: { code: "REDIS_UNREACHABLE" } });
    expect(away.headers.get("retry-after")).toBe("1");
    await gateway.redis.restart();
    await eventually(async () => (await call("POST", path("acquire"))).status === 200);
  });
});

it("doctor finds nothing wrong in the deployed Worker", async () => {
  await using started = startCliWith(
    { LEASEHOUND_API_URL: origin, LEASEHOUND_API_TOKEN: API_TOKEN },
    "doctor",
    "--json",
  );
  const { code, stdout } = await started.ended;
  const { findings }: { findings: { check: string; health: string }[] } = JSON.parse(stdout);
  expect(code).toBe(0);
  expect(Object.fromEntries(findings.map(({ check, health }) => [check, health]))).toEqual({
    ...{ "lock API": "ok", token: "ok", locks: "ok", watchdog: "ok", "force-release": "ok", description: "ok" },
    ...{ "rate limit": "unknown", clock: expect.any(String), "round trip": expect.any(String) },
    ...{ eviction: "unknown", streams: "unknown" },
  });
});
