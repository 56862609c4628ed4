// Pages of other origins: only those that the operator names, in answers and refusals alike.
import type { Hono } from "hono";
import { afterEach, describe, expect, it, vi } from "vitest";
import { createLocks } from "../../../src/index.ts";
import type { LockApiOptions } from "../../../src/service/api/index.ts";
import { corsOriginsOf } from "../../../src/service/worker/env.ts";
import { sharedGateway } from "../../support/gateways.ts";
import { application, TOKEN } from "../../support/lock-api.ts";
import { uniqueName } from "../../support/unique-name.ts";

const ORIGIN = "https://a.example";
const OTHER = "http://localhost:3000";
// Origins of other pages that look like one of the list.
const HOSTILE = [
  "null",
  "",
  "*",
  "https://a.example.evil.example",
  "https://evil.example/https://a.example",
  "https://evila.example",
  "https://sub.a.example",
  "http://a.example",
  "https://a.example:444",
  "https://a.example:443",
  "https://a.example/",
  "https://A.example",
  "HTTPS://a.example",
  "https://a.example, https://evil.example",
  "https://a.example http://localhost:3000",
  "https://user@a.example",
  "file://",
];
const redis = await sharedGateway();
const locks = createLocks({ redis });
const allowing = (corsOrigins: unknown, more: Partial<LockApiOptions> = {}): Hono =>
  Reflect.apply(application, undefined, [{ locks, corsOrigins, ...more }]);
const app = allowing([ORIGIN, OTHER]);

interface Asked {
  readonly origin?: string;
  readonly token?: string;
  readonly accept?: string;
}

function acquire(of: Hono, { origin = ORIGIN, token = TOKEN, accept = "*/*" }: Asked = {}): Promise<Response> {
  const headers = { origin, accept, authorization: `Bearer ${token}`, "content-type": "application/json" };
  return Promise.resolve(of.request(`/internal/locks/${uniqueName()}/acquire`, { method: "POST", headers }));
}

function preflight(of: Hono, origin: string, path = "/internal/locks/x/acquire"): Promise<Response> {
  const headers = {
    origin,
    "access-control-request-method": "POST",
    "access-control-request-headers": "authorization,content-type,x-other",
  };
  return Promise.resolve(of.request(path, { method: "OPTIONS", headers }));
}

/** Returns the headers of CORS in an answer, by their names. */
function corsIn({ headers }: Response): Record<string, string> {
  return Object.fromEntries([...headers].filter(([name]) => name.startsWith("access-control-")));
}

afterEach(() => vi.restoreAllMocks());

describe("a preflight request", () => {
  it("of an allowed origin needs no token, and allows what the client of the API sends", async () => {
    for (const [origin, path] of [
      [ORIGIN, "/internal/locks/x/acquire"],
      [OTHER, "/internal/locks/x"],
      [ORIGIN, "/internal/locks?match=x"],
      [ORIGIN, "/internal/locks/-/tokens"],
    ] as const) {
      const answer = await preflight(app, origin, path);
      expect(answer.status).toBe(204);
      expect(corsIn(answer)).toMatchObject({
        "access-control-allow-origin": origin,
        "access-control-allow-methods": "GET,POST",
        "access-control-allow-headers": "Authorization,Content-Type,Idempotency-Key,Request-Nonce,Accept",
        "access-control-max-age": "600",
      });
      expect(answer.headers.get("vary")).toContain("Origin");
      expect(answer.headers.get("cache-control")).toBe("no-store");
    }
  });

  it("is refused like any request without a token while no origin is allowed", async () => {
    for (const closed of [application({ locks }), allowing([]), allowing(() => [])]) {
      const answer = await preflight(closed, ORIGIN);
      expect(answer.status).toBe(401);
      expect(corsIn(answer)).toEqual({});
    }
  });
});

describe("an answer to a page", () => {
  it("of another origin has no header that allows it, for a request or a preflight", async () => {
    for (const origin of HOSTILE) {
      for (const answer of [await acquire(app, { origin }), await preflight(app, origin)]) {
        expect.soft(answer.headers.get("access-control-allow-origin"), origin).toBeNull();
        expect.soft(answer.headers.get("access-control-allow-credentials"), origin).toBeNull();
      }
    }
  });

  it("of an allowed origin shows the headers that the client reads, refusals and events too", async () => {
    const broken = () => {
      throw new Error("no environment");
    };
    vi.spyOn(console, "error").mockImplementation(() => {});
    const answers = [
      await acquire(app),
      await acquire(app, { accept: "text/event-stream" }),
      await acquire(app, { token: "wrong" }),
      await acquire(allowing([ORIGIN], { rateLimit: () => ({ success: false, limit: 5 }) })),
      await acquire(allowing([ORIGIN], { locks: broken })),
      await acquire(allowing([ORIGIN], { locks: createLocks({ redis: { url: "http://127.0.0.1:1", token: "x" } }) })),
      await app.request("/internal/locks/x/steal", { method: "POST", headers: { origin: ORIGIN } }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 401, 429, 500, 503, 401]);
    for (const answer of answers) {
      expect(corsIn(answer)).toEqual({
        "access-control-allow-origin": ORIGIN,
        "access-control-expose-headers": "Retry-After,RateLimit,RateLimit-Policy,WWW-Authenticate,Allow",
      });
      expect(answer.headers.get("vary")).toContain("Origin");
      expect(answer.headers.get("cache-control")).toBe("no-store");
    }
  });

  it("of any origin allows it if the operator wrote *, and never with cookies", async () => {
    for (const of of [allowing(["*"]), allowing(() => ["*", ORIGIN])]) {
      for (const answer of [await acquire(of, { origin: "https://b.example" }), await preflight(of, "null")]) {
        expect(corsIn(answer)).toMatchObject({ "access-control-allow-origin": "*" });
        expect(answer.headers.get("access-control-allow-credentials")).toBeNull();
      }
    }
  });
});

describe("corsOrigins", () => {
  it.each([
    "https://a.example",
    [""],
    ["null"],
    ["a.example"],
    ["https://a.example/"],
    ["https://a.example/page"],
    ["https://A.example"],
    ["https://*.a.example"],
    ["https://a.example:443"],
    ["ws://a.example"],
    [ORIGIN, 7],
    { origins: [ORIGIN] },
    null,
  ])("refuses %j", async (given) => {
    expect(() => allowing(given)).toThrow(expect.objectContaining({ code: "INVALID_OPTION", option: "corsOrigins" }));
    const log = vi.spyOn(console, "error").mockImplementation(() => {});
    const answer = await acquire(allowing(() => given));
    expect(answer.status).toBe(500);
    expect(corsIn(answer)).toEqual({});
    expect(await answer.text()).not.toContain("corsOrigins");
    expect(log).toHaveBeenCalledWith("corsOrigins of the lock API:", expect.stringContaining("list of origins"));
  });

  it("concerns no request without an origin, even if it is wrong", async () => {
    const headers = { authorization: `Bearer ${TOKEN}` };
    const answer = await allowing(() => ["wrong"]).request("/internal/locks/x", { headers });
    expect(answer.status).toBe(200);
    expect(corsIn(answer)).toEqual({});
  });

  it("is a variable of the Worker, a list with commas", () => {
    expect(corsOriginsOf({})).toEqual([]);
    expect(corsOriginsOf({ CORS_ORIGINS: `${ORIGIN}, ${OTHER}` })).toEqual([ORIGIN, OTHER]);
    expect(corsOriginsOf({ CORS_ORIGINS: "*" })).toEqual(["*"]);
  });
});
