// Capability tokens that are not valid, or no longer; callers that something else authenticates; and the audit.
import type { Hono } from "hono";
import { jwtVerify, SignJWT } from "jose";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { createLocks, type Locks } from "../../../src/index.ts";
import { signingKey, TOKENS } from "../../../src/service/access/signed-hold.ts";
import { capabilityTokens } from "../../../src/service/access/tokens.ts";
import type { AuditLine, LockApiOptions } from "../../../src/service/api/index.ts";
import { type Gateway, startGateway } from "../../../src/tools/gateway/gateway.ts";
import { costsNothing } from "../../support/costs-nothing.ts";
import { type Answer, call as ask, application as mounted, TOKEN } from "../../support/lock-api.ts";
import { clearFaults, setFaults } from "../../support/rest.ts";
import { uniqueName } from "../../support/unique-name.ts";

const SECRET = "canary-secret-of-the-lock-api-0123";
const OLD = "canary-secret-that-signed-before-01";
const GRANT = { principal: "ci", names: ["*"], verbs: ["acquire", "release"], ancestors: [] } as const;

let gateway: Gateway;
let locks: Locks;
let app: Hono;
let name: string;
beforeAll(async () => {
  gateway = await startGateway();
  locks = createLocks({ redis: gateway, leaseMs: 3_000 });
});
afterAll(() => gateway?.close());
beforeEach(() => {
  app = application();
  name = uniqueName();
});
afterEach(() => {
  vi.useRealTimers();
});

function application(options: Partial<LockApiOptions> = {}): Hono {
  return mounted({ locks, secret: SECRET, ...options });
}

function call(verb: string, body: object, token = TOKEN, at = app, of = name): Promise<Answer> {
  return ask(at, of, verb, body, {
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
  });
}

function granted(
  secret = SECRET,
  more: { audience?: string; tokenId?: string; expiresAt?: number } = {},
): Promise<string> {
  const { audience = "leasehound", tokenId = uniqueName(), expiresAt = Date.now() + 60_000 } = more;
  return capabilityTokens.sign(secret, audience, { ...GRANT, tokenId, expiresAt });
}

async function refusal(token: string, at = app): Promise<unknown> {
  const { status, headers, body } = await costsNothing(() => call("acquire", {}, token, at));
  expect(status).toBe(401);
  expect(headers.get("www-authenticate")).toBe("Bearer");
  expect(JSON.stringify(body)).not.toContain(token.slice(0, 30));
  return body["title"];
}

/** Signs with the right key of the API, as nobody else can, whatever the claims and the header are. */
async function made(claims: object, header: object = {}): Promise<string> {
  const { id, key } = await signingKey(SECRET, TOKENS);
  return new SignJWT({ ...CLAIMS, ...claims })
    .setProtectedHeader({ alg: "HS256", typ: "leasehound+jwt", kid: id, ...header })
    .sign(key);
}

const SOON_S = Math.floor(Date.now() / 1_000) + 3_600;
const CLAIMS = {
  ...{ sub: "ci", jti: "j1", aud: "leasehound", iat: SOON_S - 3_600, exp: SOON_S },
  ...{ names: ["*"], verbs: ["acquire"] },
};

function unsigned(header: object, claims: object = CLAIMS): string {
  const parts = [header, claims].map((part) => Buffer.from(JSON.stringify(part)).toString("base64url"));
  return `${parts.join(".")}.${"A".repeat(43)}`;
}

it("a token is a JWT that a library verifies, and the API accepts one that a library made", async () => {
  const { id, key } = await signingKey(SECRET, TOKENS);
  const { payload, protectedHeader } = await jwtVerify(await granted(SECRET, { tokenId: "j1" }), key, {
    ...{ audience: "leasehound", typ: "leasehound+jwt", algorithms: ["HS256"] },
    requiredClaims: ["sub", "jti", "exp", "iat"],
  });
  expect(protectedHeader.kid).toBe(id);
  expect(payload).toMatchObject({ sub: "ci", jti: "j1", names: ["*"], verbs: ["acquire", "release"] });
  expect((await call("acquire", {}, await made({}))).status).toBe(200);
});

describe("a token is refused, and nothing is sent,", () => {
  it("after its end", async () => {
    expect(await refusal(await granted(SECRET, { expiresAt: Date.now() - 10_000 }))).toBe("the token has expired");
  });

  it("for another audience", async () => {
    const token = await granted(SECRET, { audience: "staging" });
    expect(await refusal(token)).toBe("the token is for another audience");
    expect((await call("acquire", {}, token, application({ audience: "staging" }))).status).toBe(200);
  });

  it("with another algorithm", async () => {
    const { id } = await signingKey(SECRET, TOKENS);
    for (const alg of ["none", "HS512", "RS256", "EdDSA"]) {
      const reason = await refusal(unsigned({ alg, typ: "leasehound+jwt", kid: id }));
      expect(reason).toBe("the algorithm of the token is not allowed");
    }
  });

  it("signed with a key that is unknown, or retired", async () => {
    const token = await granted(OLD);
    expect(await refusal(token)).toBe("the key of the token is unknown, or retired");
    const rotating = application({ secret: [SECRET, OLD] });
    expect((await call("acquire", {}, token, rotating)).status).toBe(200);
    expect(await refusal(await made({}, { kid: undefined }))).toBe("the key of the token is unknown, or retired");
  });

  it("whose claims were changed", async () => {
    const [header = "", claims = "", mac = ""] = (await granted()).split(".");
    const wider = JSON.parse(Buffer.from(claims, "base64url").toString());
    const forged = Buffer.from(JSON.stringify({ ...wider, verbs: ["acquire", "mint"] })).toString("base64url");
    expect(await refusal([header, forged, mac].join("."))).toBe("the signature of the token is wrong");
    expect(await refusal([header, claims, `${mac.slice(0, -2)}AA`].join("."))).toBe(
      "the signature of the token is wrong",
    );
  });

  it.each<[string, object, object?]>([
    ["no end", { exp: undefined }],
    ["an end that is text", { exp: "2100-01-01" }],
    ["a beginning", { nbf: SOON_S }],
    ["no id", { jti: undefined }],
    ["no bearer", { sub: undefined }],
    ["no names", { names: undefined }],
    ["odd names", { names: ["a*b"] }],
    ["an unknown verb", { verbs: ["fly"] }],
    ["odd ancestors", { from: "j0" }],
    ["another type", {}, { typ: "JWT" }],
    ["the root's id", { sub: "root" }],
  ])("with %s, although the key is right", async (_, claims, header) => {
    expect(await refusal(await made(claims, header))).toBe("the token is malformed");
  });

  it("with an extension that it calls critical", async () => {
    const { id } = await signingKey(SECRET, TOKENS);
    const header = { alg: "HS256", typ: "leasehound+jwt", kid: id, crit: ["scope"], scope: "x" };
    expect(await refusal(unsigned(header))).toBe("the token is malformed");
  });

  it.each(["a.b.c", "eyJhbGciOiJIUzI1NiJ9..", "x".repeat(8_193), `${"a".repeat(9_000)}.b.c`])(
    "of the text %#",
    async (text) => {
      expect(await refusal(text)).toMatch(/malformed|wrong/);
    },
  );

  it("when the secret is too short to sign", async () => {
    const short = mounted({ locks, secret: () => "short" });
    const { status } = await call("acquire", {}, await granted(), short);
    expect(status).toBe(503);
  });
});

describe("a revoked token", () => {
  it.each(["by its id", "by itself"])("ends everywhere within 30 s: %s", async (how) => {
    // From the start: the clock of fake timers begins at 0, and that of a slow test run has gone on.
    vi.useFakeTimers({ toFake: ["performance"] });
    const tokenId = uniqueName().replaceAll(":", "-");
    const token = await granted(SECRET, { tokenId });
    const elsewhere = application();
    expect((await call("acquire", {}, token, elsewhere)).status).toBe(200);
    const [body, by] = how === "by its id" ? [{ tokenId }, TOKEN] : [{ token }, token];
    expect(await call("tokens/revoke", body, by, app, "-")).toMatchObject({ status: 200, body: { tokenId } });
    const revoked = { status: 401, body: { title: "the token was revoked" } };
    expect(await call("acquire", {}, token)).toMatchObject(revoked);
    vi.advanceTimersByTime(30_000);
    expect(await call("acquire", {}, token, elsewhere)).toMatchObject(revoked);
    expect(await call("tokens", {}, token, elsewhere, "-")).toMatchObject(revoked);
    expect(await call("tokens/revoke", { token }, token, elsewhere, "-")).toMatchObject(revoked);
  });

  it("ends those that were narrowed from it", async () => {
    const token = await granted();
    const narrow = String((await call("tokens", { verbs: ["acquire"] }, token, app, "-")).body["token"]);
    const narrower = String((await call("tokens", {}, narrow, app, "-")).body["token"]);
    expect((await call("tokens/revoke", { token: narrow }, token, app, "-")).status).toBe(200);
    const [first, second, third] = [token, narrow, narrower].map((one) =>
      call("acquire", { waitMs: 0 }, one, application()),
    );
    expect((await second)?.status).toBe(401);
    expect((await third)?.status).toBe(401);
    expect((await first)?.status).toBe(200);
  });

  it("is asked for once in 20 s, with one command", async () => {
    const token = await granted();
    const { hold } = (await call("acquire", {}, token)).body;
    await call("release", { hold }, token);
    await gateway.resetCounters();
    await call("release", { hold }, token);
    const { requests } = await gateway.counters();
    expect(requests).toBe(1);
  });

  it("is not taken for valid while Redis cannot tell", async () => {
    await setFaults(gateway, 1, [{ fault: "answer", status: 500, body: "{}" }]);
    expect((await call("acquire", {}, await granted())).status).toBe(503);
    await clearFaults(gateway);
  });

  it("is revoked by its bearer or by root, and by nobody else", async () => {
    const tokenId = uniqueName().replaceAll(":", "-");
    const mint = await capabilityTokens.sign(SECRET, "leasehound", {
      ...{
        principal: "boss",
        names: ["*"],
        verbs: ["mint"],
        ancestors: [],
        tokenId: "boss",
        expiresAt: Date.now() + 60_000,
      },
    });
    expect((await call("tokens/revoke", { tokenId }, mint, app, "-")).status).toBe(403);
    expect((await call("tokens/revoke", { token: `${await granted()}x` }, mint, app, "-")).status).toBe(401);
    expect((await call("tokens/revoke", { token: "x" }, mint, app, "-")).body).toMatchObject({ option: "token" });
    expect((await call("tokens/revoke", { tokenId: "a b" }, TOKEN, app, "-")).body).toMatchObject({
      option: "tokenId",
    });
  });
});

describe("authorize", () => {
  it("names the principal of a request; one that it does not know needs a token", async () => {
    const principal = { id: "people/ada", names: ["desk/*"], verbs: ["acquire"] } as const;
    const at = application({ authorize: (c) => (c.req.header("cf-user") === "ada" ? principal : undefined) });
    const acquire = (of: string, headers: Record<string, string>) => ask(at, of, "acquire", {}, { headers });
    const json = { "content-type": "application/json" };
    expect((await acquire(`desk/${name}`, { ...json, "cf-user": "ada" })).status).toBe(200);
    expect((await acquire(name, { ...json, "cf-user": "ada" })).status).toBe(403);
    expect((await acquire(name, json)).status).toBe(401);
    expect((await acquire(name, { ...json, authorization: `Bearer ${TOKEN}` })).status).toBe(200);
  });

  it.each<[string, object]>([
    ["the root's id", { id: "root", names: ["a"], verbs: ["acquire"] }],
    ["no names", { id: "ada", verbs: ["acquire"] }],
    ["an unknown member", { id: "ada", names: ["a"], verbs: ["acquire"], admin: true }],
  ])("allows nothing by a principal with %s", async (_, principal) => {
    const error = vi.spyOn(console, "error").mockImplementation(() => {});
    const at = application({ authorize: () => Object(principal) });
    expect(await call("acquire", {}, TOKEN, at)).toMatchObject({ status: 500, body: { code: "HTTP_500" } });
    expect(error).toHaveBeenCalledOnce();
    error.mockRestore();
  });

  it("makes no token that outlives it, unless the principal may mint", async () => {
    const principal = { id: "people/ada", names: ["desk/*"], verbs: ["acquire"] };
    const at = application({ authorize: () => Object(principal) });
    const stated = { principal: "people/ada", names: ["desk/*"], verbs: ["acquire"] };
    await gateway.resetCounters();
    const refusal = { status: 403, body: { title: "this caller may not mint" } };
    expect(await call("tokens", stated, TOKEN, at, "-")).toMatchObject(refusal);
    expect(await gateway.counters()).toMatchObject({ requests: 0 });
    principal.verbs.push("mint");
    expect(await call("tokens", stated, TOKEN, at, "-")).toMatchObject({ status: 200 });
  });

  it("does not lend its callers' cookies to pages of other origins, which can send requests without JSON", async () => {
    const principal = { id: "people/ada", names: ["*"], verbs: ["acquire", "inspect"] } as const;
    const at = application({ authorize: () => principal });
    const acquire = (headers: Record<string, string>, body?: string) =>
      at.request(`http://localhost/internal/locks/${name}/acquire`, { method: "POST", headers, body: body ?? null });
    const foreign = { origin: "https://evil.example", "sec-fetch-site": "cross-site" };
    await gateway.resetCounters();
    for (const headers of [foreign, { origin: "null" }, { ...foreign, "content-type": "text/plain" }]) {
      expect((await acquire(headers)).status).toBe(403);
    }
    expect(await gateway.counters()).toMatchObject({ requests: 0 });
    // A browser asks by a preflight before it sends JSON.
    expect((await acquire({ ...foreign, "content-type": "application/json" }, "{}")).status).toBe(200);
    // Its own page, also behind a proxy that ends TLS; and no page at all.
    const own = [{ origin: "http://localhost" }, { origin: "https://localhost", "sec-fetch-site": "same-origin" }, {}];
    for (const headers of own) expect((await acquire(Object(headers))).status).toBe(423);
  });

  it("may be the only way in", async () => {
    const at = mounted({ locks, token: undefined, secret: SECRET, authorize: async () => undefined });
    expect((await call("acquire", {}, TOKEN, at)).status).toBe(401);
    expect((await call("acquire", {}, await granted(), at)).status).toBe(200);
  });

  it.each<[string, object]>([
    ["token", { token: undefined }],
    ["secret", { token: undefined, secret: undefined, authorize: () => undefined }],
    ["authorize", { authorize: {} }],
    ["audit", { audit: "log" }],
    ["audience", { audience: "" }],
  ])("needs a valid %s", (option, options) => {
    expect(() => application(options)).toThrow(expect.objectContaining({ code: "INVALID_OPTION", option }));
  });
});

describe("the audit", () => {
  it("has a line for each call that may change something, without secrets", async () => {
    const lines: AuditLine[] = [];
    const at = application({ audit: (line) => lines.push(line) });
    const token = await granted();
    const { hold } = (await call("acquire", {}, token, at)).body;
    await call("acquire", {}, token, at);
    await call("release", { hold }, token, at);
    await call("force-release", {}, token, at);
    await call("acquire", { steal: true }, token, at);
    await call("tokens", { principal: "x", names: ["a"], verbs: ["acquire"] }, TOKEN, at, "-");
    await ask(at, name, "inspect", undefined, { method: "GET", headers: { authorization: `Bearer ${TOKEN}` } });
    await call("acquire", {}, "wrong", at);
    const ci = { at: expect.any(Number), principal: "ci", tokenId: expect.any(String), name };
    expect(lines).toEqual([
      { ...ci, verb: "acquire", status: 200 },
      { ...ci, verb: "acquire", status: 423, code: "LOCK_BUSY" },
      { ...ci, verb: "release", status: 200 },
      { ...ci, verb: "force-release", status: 403, code: "HTTP_403" },
      { ...ci, verb: "steal", status: 403, code: "HTTP_403" },
      { at: expect.any(Number), principal: "root", verb: "mint", status: 200 },
    ]);
    expect(JSON.stringify(lines)).not.toMatch(/eyJ|lha1|canary/);
  });

  it("changes nothing when it fails", async () => {
    const error = vi.spyOn(console, "error").mockImplementation(() => {});
    const at = application({
      audit() {
        throw new Error("disk full");
      },
    });
    expect((await call("acquire", {}, TOKEN, at)).status).toBe(200);
    expect(error).toHaveBeenCalledOnce();
    error.mockRestore();
  });
});
