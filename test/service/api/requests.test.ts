// The valid requests to the lock API. Any other is refused with a status and a name, and costs no command.
import type { Hono } from "hono";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createLocks, type Locks } from "../../../src/index.ts";
import { PROBLEM_CODES } from "../../../src/service/api/contract/vocabulary.ts";
import { type Gateway, startGateway } from "../../../src/tools/gateway/gateway.ts";
import { costsNothing } from "../../support/costs-nothing.ts";
import { type Answer, application, call, TOKEN } from "../../support/lock-api.ts";
import { ownerNamed } from "../../support/owners.ts";
import { command } from "../../support/rest.ts";
import { uniqueName } from "../../support/unique-name.ts";

let gateway: Gateway;
let locks: Locks;
let app: Hono;
let name: string;
beforeAll(async () => {
  gateway = await startGateway();
  locks = createLocks({ redis: gateway });
  app = application({ locks });
});
afterAll(() => gateway?.close());
beforeEach(() => {
  name = uniqueName();
});

const json = { authorization: `Bearer ${TOKEN}`, "content-type": "application/json" };

/** Asks for the lock with this exact body. */
function acquire(body: BodyInit, headers: Record<string, string> = json): Promise<Answer> {
  return call(app, name, "acquire", undefined, { body, headers, duplex: "half" } as RequestInit);
}

describe("a body", () => {
  it.each<[string, number, BodyInit]>([
    ["is no JSON", 400, "leaseMs=5000"],
    ["is no object", 400, "[]"],
    ["begins with a byte order mark", 400, '\ufeff{"leaseMs":5000}'],
    ["is not UTF-8", 400, new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d])],
    ["has a member twice", 400, '{"leaseMs":5000,"leaseMs":6000}'],
    ["has a member twice, escaped", 400, '{"leaseMs":5000,"lease\\u004ds":6000}'],
    ["is nested too deep", 400, `{"owner":${"[".repeat(8)}${"]".repeat(8)}}`],
    ["is larger than 4 KB", 413, JSON.stringify({ owner: "x".repeat(4_096) })],
  ])("that %s is answered with %i", async (_, status, body) => {
    expect(await costsNothing(() => acquire(body))).toMatchObject({ status, body: { code: `HTTP_${status}` } });
  });

  it.each([
    ["__proto__", '{"__proto__":{"leaseMs":5000}}'],
    ["constructor", '{"constructor":1}'],
    ["lease", '{"lease":5000}'],
  ])("with the unknown member %s is refused with its name", async (option, body) => {
    expect(await costsNothing(() => acquire(body))).toMatchObject({ status: 400, body: { option } });
  });

  it.each([
    ["reason", { reason: "an operator" }],
    ["steal", { steal: true, kind: "readLock" }],
    ["steal", { steal: true, kind: "fairReadLock" }],
    ["label", { label: "x".repeat(129) }],
    ["label", { label: "ü".repeat(33) }],
    ["kind", { kind: "toString" }],
    ["owner", { owner: "" }],
  ])("whose %s breaks a rule is refused with that path: %j", async (option, body) => {
    expect(await costsNothing(() => acquire(JSON.stringify(body)))).toMatchObject({ status: 400, body: { option } });
  });

  it("that never ends is read up to 4 KB", async () => {
    let sent = 0;
    const endless = new ReadableStream({
      pull(controller) {
        sent += 1_024;
        controller.enqueue(new Uint8Array(1_024).fill(0x20));
      },
    });
    expect((await costsNothing(() => acquire(endless))).status).toBe(413);
    expect(sent).toBeLessThan(10_000);
  });

  it.each([
    ["application/json", 200],
    ["Application/JSON; charset=UTF-8", 200],
    ['application/json;charset="utf-8"', 200],
    ["", 415],
    ["text/plain", 415],
    ["application/x-www-form-urlencoded", 415],
    ["application/json; charset=utf-16", 415],
    ["application/jsonp", 415],
    ["text/plain, application/json", 415],
  ])("of type %j is answered with %i", async (type, status) => {
    const headers: Record<string, string> = { authorization: json.authorization, "content-type": type };
    if (type === "") delete headers["content-type"];
    // As bytes, so that the platform adds no type.
    const body = new TextEncoder().encode('{"leaseMs":1000}');
    expect((await acquire(body, headers)).status).toBe(status);
  });

  it("may be left out, and then needs no type", async () => {
    const headers = { authorization: json.authorization };
    expect((await acquire(new Uint8Array(0), headers)).status).toBe(200);
  });
});

describe("a name", () => {
  it.each(["a/b", "a:b~c@d._-", "n".repeat(200), "__proto__", "constructor", "hand-off", "-"])(
    "%j is accepted",
    async (odd) => {
      const taken = await call(app, odd, "acquire");
      expect(taken).toMatchObject({ status: 200, body: { name: odd } });
      expect(await call(app, odd, "", undefined, { method: "GET", headers: json })).toMatchObject({
        body: { locked: true },
      });
      expect((await call(app, odd, "release", { hold: taken.body["hold"] })).body).toMatchObject({
        outcome: "released",
      });
    },
  );

  it.each(["n".repeat(201), "{a}:b", "a b", "é", "🐕", "a%2Fb", "x?y", "x#y", "a\nb", "a\0b", "a*", "a|b", "‮"])(
    "%j is refused on every route",
    async (odd) => {
      const refused = { status: 400, body: { code: "INVALID_OPTION", option: "name" } };
      const { hold } = (await call(app, name, "acquire")).body;
      await costsNothing(async () => {
        for (const [verb, body] of Object.entries({ acquire: {}, renew: { hold }, release: { hold } })) {
          expect(await call(app, odd, verb, body)).toMatchObject(refused);
        }
        expect(await call(app, odd, "hand-off", { hold, maxHoldMs: 5_000 })).toMatchObject(refused);
        expect(await call(app, odd, "", undefined, { method: "GET", headers: json })).toMatchObject(refused);
      });
    },
  );
});

describe("a method", () => {
  it.each([
    ["GET", "acquire", "POST"],
    ["PUT", "renew", "POST"],
    ["DELETE", "release", "POST"],
    ["OPTIONS", "acquire", "POST"],
    ["GET", "force-release", "POST"],
    ["PATCH", "hand-off", "POST"],
    ["GET", "hand-off/status", "POST"],
    ["DELETE", "", "GET, HEAD"],
    ["POST", "", "GET, HEAD"],
  ])("%s of {name}/%s is answered with 405, and the allowed ones", async (method, verb, allow) => {
    const answer = await costsNothing(() => call(app, name, verb, undefined, { method, headers: json }));
    expect(answer).toMatchObject({ status: 405, body: { code: "HTTP_405" } });
    expect(answer.headers.get("allow")).toBe(allow);
  });

  it("HEAD is answered as GET is, without a body", async () => {
    const answer = await call(app, name, "", undefined, { method: "HEAD", headers: json });
    expect([answer.status, answer.body]).toEqual([200, {}]);
  });
});

describe("a query", () => {
  it.each([
    ["kind", "?kind=lock&kind=fairLock"],
    ["kind", "?kind=semaphore"],
    ["token", "?token=x"],
  ])("that is wrong is refused with the name of %s", async (option, query) => {
    const ask = (): Response | Promise<Response> => app.request(`/internal/locks/${name}${query}`, { headers: json });
    const answer = await costsNothing(async () => (await ask()).json());
    expect(answer).toMatchObject({ status: 400, option });
  });
});

describe("a token", () => {
  const other = `${TOKEN.slice(0, -1)}!`;

  it.each([
    ["no header", {}],
    ["an empty header", { authorization: "" }],
    ["no token", { authorization: "Bearer " }],
    ["another scheme", { authorization: `Basic ${btoa(`x:${TOKEN}`)}` }],
    ["no scheme", { authorization: TOKEN }],
    ["another token", { authorization: `Bearer ${TOKEN}x` }],
    ["its beginning", { authorization: `Bearer ${TOKEN.slice(0, -1)}` }],
    ["other characters", { authorization: `Bearer ${other}` }],
    ["two tokens", { authorization: `Bearer ${TOKEN}, Bearer ${TOKEN}` }],
    ["a cookie", { cookie: `authorization=Bearer ${TOKEN}` }],
    ["another header", { "x-authorization": `Bearer ${TOKEN}` }],
  ])("that is wrong with %s causes a 401 that says how to send one", async (_, headers) => {
    const answer = await costsNothing(() => call(app, name, "acquire", {}, { headers }));
    expect(answer).toMatchObject({ status: 401, body: { code: "HTTP_401" } });
    expect(answer.headers.get("www-authenticate")).toBe("Bearer");
  });

  it("may be one of two during a rotation", async () => {
    const next = "canary-api-token-that-comes-after-it";
    const both = application({ locks, token: () => [next, TOKEN] });
    for (const token of [next, TOKEN]) {
      const headers = { ...json, authorization: `bearer  ${token}` };
      expect((await call(both, uniqueName(), "acquire", {}, { headers })).status).toBe(200);
    }
    const after = application({ locks, token: [next] });
    expect((await call(after, name, "acquire")).status).toBe(401);
  });
});

describe("a reply", () => {
  it("of a busy lock tells the holder's label and time, and not its owner", async () => {
    const taken = await call(app, name, "acquire", { label: "nightly" });
    const busy = await call(app, name, "acquire");
    expect(busy.body).toMatchObject({ code: "LOCK_BUSY", holder: { label: "nightly", since: expect.any(Number) } });
    expect(JSON.stringify(busy.body)).not.toContain(taken.body["owner"]);
    const wrong = await call(app, name, "acquire", { label: "x".repeat(257) });
    expect(wrong.body).toMatchObject({ status: 400, code: "INVALID_OPTION", option: "label" });
  });

  it("is private to its caller, whatever it contains", async () => {
    const taken = await call(app, name, "acquire");
    const answers = [
      taken,
      await call(app, name, "acquire"),
      await call(app, name, "", undefined, { method: "GET", headers: json }),
      await call(app, name, "steal"),
      await call(app, name, "renew", { hold: "x" }),
      await call(app, name, "acquire", {}, { headers: {} }),
      await call(app, name, "acquire", undefined, { method: "GET", headers: json }),
      await call(app, name, "force-release"),
      await call(application({ locks, token: () => "" }), name, "acquire"),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 423, 200, 404, 400, 401, 405, 403, 503]);
    for (const { headers } of answers) {
      expect(Object.fromEntries(headers)).toMatchObject({
        "cache-control": "no-store",
        "strict-transport-security": "max-age=31536000",
        "x-content-type-options": "nosniff",
      });
    }
  });

  it("to INVALID_OPTION of the library is 400", async () => {
    const answer = await call(app, name, "acquire", { kind: "writeLock", owner: "mode" });
    expect(answer).toMatchObject({ status: 400, body: { code: "INVALID_OPTION", option: "owner" } });
    expect(answer.headers.get("retry-after")).toBeNull();
  });

  it("to TOO_MANY_HOLDS of the library is 429", async () => {
    const owner = ownerNamed("busy:1");
    await command(gateway, "HSET", `lock:${name}`, owner, 1_000);
    await command(gateway, "PEXPIRE", `lock:${name}`, 30_000);
    const answer = await call(app, name, "acquire", { owner });
    expect(answer).toMatchObject({ status: 429, body: { code: "TOO_MANY_HOLDS" } });
    expect(answer.headers.get("retry-after")).toBe("5");
  });

  it("to NOT_A_LOCK of the library is 409", async () => {
    await command(gateway, "SET", `lock:${name}`, "canary");
    const answer = await call(app, name, "", undefined, { method: "GET", headers: json });
    expect(answer).toMatchObject({ status: 409, body: { code: "NOT_A_LOCK" } });
    expect(JSON.stringify(answer.body)).not.toContain("canary");
  });
});

describe("steal", () => {
  it("is switched off by default, with force-release", async () => {
    const { hold } = (await call(app, name, "acquire")).body;
    const off = await costsNothing(() => call(app, name, "acquire", { steal: true }));
    expect(off).toMatchObject({ status: 403, body: { code: "HTTP_403" } });
    expect((await call(app, name, "renew", { hold })).status).toBe(200);
  });

  it("takes the lock, and tells the holder who did it", async () => {
    const open = application({ locks, forceRelease: true });
    const { hold } = (await call(app, name, "acquire")).body;
    const stolen = (await call(open, name, "acquire", { steal: true, reason: "rollback", label: "on call" })).body;
    expect(stolen).toMatchObject({ name, holdCount: 1 });
    const robbed = await call(app, name, "renew", { hold });
    expect(robbed).toMatchObject({ status: 409, body: { code: "LOCK_STOLEN" } });
    expect(PROBLEM_CODES[409], "codes of openapi.json").toContain("LOCK_STOLEN");
    expect(robbed.body.end).toBe(`stolen:${encodeURIComponent(String(stolen.owner))}/on%20call/rollback`);
    expect((await call(app, name, "release", { hold })).body).toMatchObject({ outcome: "stolen" });
    expect((await call(app, name, "release", { hold: stolen.hold })).body).toMatchObject({ outcome: "released" });
  });

  it("is refused for a read lock, and a reason without it", async () => {
    const open = application({ locks, forceRelease: true });
    const wrong = [{ kind: "readLock", steal: true }, { reason: "alone" }, { steal: "yes" }];
    for (const fields of wrong) {
      const answer = await call(open, name, "acquire", fields);
      expect(answer).toMatchObject({ status: 400, body: { code: "INVALID_OPTION" } });
    }
  });
});

describe("force-release", () => {
  it("is switched off by default", async () => {
    const { hold, owner } = (await call(app, name, "acquire")).body;
    const off = await costsNothing(() => call(app, name, "force-release"));
    expect(off).toMatchObject({ status: 403, body: { code: "HTTP_403" } });
    const decided = application({ locks, forceRelease: (c) => c.req.header("x-admin") === "yes" });
    expect((await call(decided, name, "force-release")).status).toBe(403);
    const promised = application({ locks, forceRelease: Object(async () => true) });
    expect((await call(promised, name, "force-release")).status).toBe(403);
    expect((await call(app, name, "renew", { hold })).status).toBe(200);
    const admin = { headers: { ...json, "x-admin": "yes" } };
    expect((await call(decided, name, "force-release", { owners: [owner] }, admin)).body).toEqual({
      name,
      wasLocked: true,
    });
    expect(await locks.lock(name).isLocked()).toBe(false);
  });
});
