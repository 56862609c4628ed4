// Callers beyond a limit are refused before Redis is asked, and learn their quotas.
import type { Hono } from "hono";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { createLocks, type Locks } from "../../../src/index.ts";
import type { AuditLine, RateLimit, RateLimitAnswer } from "../../../src/service/api/index.ts";
import { type Gateway, startGateway } from "../../../src/tools/gateway/gateway.ts";
import { costsNothing } from "../../support/costs-nothing.ts";
import { eventually } from "../../support/eventually.ts";
import { type Answer, agreeableWatchdog, application, call, TOKEN } from "../../support/lock-api.ts";
import { uniqueName } from "../../support/unique-name.ts";

let gateway: Gateway;
let locks: Locks;
let name: string;
beforeAll(async () => {
  gateway = await startGateway();
  locks = createLocks({ redis: gateway, watchdog: agreeableWatchdog() });
});
afterAll(() => gateway?.close());
beforeEach(() => {
  name = uniqueName();
});
afterEach(() => {
  gateway.faults.clear();
  vi.restoreAllMocks();
});

function limited(answer: RateLimitAnswer): Hono {
  return application({ locks, rateLimit: () => answer });
}

describe("rateLimit", () => {
  it("is asked once for each request of a known caller, with its id", async () => {
    const rateLimit = vi.fn<RateLimit>(async () => ({ success: true }));
    const app = application({ locks, rateLimit });
    expect((await call(app, name, "acquire")).status).toBe(200);
    expect((await call(app, name, "acquire", {}, { headers: { authorization: "Bearer wrong" } })).status).toBe(401);
    expect(rateLimit.mock.calls.map(([, principal]) => principal)).toEqual(["root"]);
  });

  it.each<[string, RateLimitAnswer, Record<string, string | null>]>([
    ["that tells no more", { success: false }, { "retry-after": "60", "ratelimit-policy": null, ratelimit: null }],
    [
      "that tells its limit",
      { success: false, limit: 100, periodS: 10 },
      { "retry-after": "10", "ratelimit-policy": '"requests";q=100;w=10', ratelimit: null },
    ],
    [
      "that tells what is left",
      { success: false, limit: 100, remaining: 0, reset: Date.now() - 1 },
      { "retry-after": "1", "ratelimit-policy": '"requests";q=100;w=60', ratelimit: '"requests";r=0;t=0' },
    ],
  ])("%s refuses with 429, and Redis is not asked", async (_, answer, headers) => {
    const app = limited(answer);
    for (const verb of ["acquire", "renew", "hand-off", "force-release"]) {
      const refused = await costsNothing(() => call(app, name, verb));
      expect(refused).toMatchObject({ status: 429, body: { code: "HTTP_429" } });
      const told = Object.keys(headers).map((header) => [header, refused.headers.get(header)]);
      expect(Object.fromEntries(told)).toEqual(headers);
      expect(refused.headers.get("cache-control")).toBe("no-store");
    }
  });

  it("tells a served caller what is left", async () => {
    const { status, headers } = await call(limited({ success: true, limit: 9, remaining: 3 }), name, "acquire");
    expect(status).toBe(200);
    expect(headers.get("ratelimit-policy")).toBe('"requests";q=9;w=60');
    expect(headers.get("ratelimit")).toBe('"requests";r=3');
  });

  it("that throws or rejects stops nobody, and is logged", async () => {
    const log = vi.spyOn(console, "error").mockImplementation(() => {});
    const broken: RateLimit[] = [
      () => {
        throw new Error("away");
      },
      () => Promise.reject(new Error("away")),
    ];
    for (const rateLimit of broken) {
      expect((await call(application({ locks, rateLimit }), uniqueName(), "acquire")).status).toBe(200);
    }
    expect(log).toHaveBeenCalledTimes(2);
  });

  it.each([
    undefined,
    null,
    true,
    {},
    { success: 1 },
    { success: true, limit: Number.NaN },
    { success: true, periodS: 0 },
  ])("that returns %j is answered with 500, and Redis is not asked", async (answer) => {
    const log = vi.spyOn(console, "error").mockImplementation(() => {});
    const app = application({
      locks,
      rateLimit: Object(() => answer),
    });
    expect((await costsNothing(() => call(app, name, "acquire"))).status).toBe(500);
    expect(log).toHaveBeenCalledOnce();
  });

  it("must be a function", () => {
    expect(() => application({ locks, rateLimit: Object(5) })).toThrow('"rateLimit" must be a function');
  });

  it("writes no audit line for a refused request", async () => {
    const lines: AuditLine[] = [];
    const app = application({ locks, rateLimit: () => ({ success: false }), audit: (line) => lines.push(line) });
    expect((await call(app, name, "acquire")).status).toBe(429);
    expect(lines).toEqual([]);
  });
});

describe("quotas", () => {
  it("of waits are told with what is left", async () => {
    const app = application({ locks });
    await using _ = await locks.lock(name).acquire();
    const unlimited = await call(app, name, "acquire");
    expect(unlimited.headers.get("ratelimit")).toBe(null);
    const policy = '"waits";q=16;qu="concurrent-requests"';
    const busy = await call(app, name, "acquire", { waitMs: 1 });
    expect(busy.status).toBe(423);
    expect(busy.headers.get("ratelimit-policy")).toBe(policy);
    expect(busy.headers.get("ratelimit")).toBe('"waits";r=15');
    const got = await call(limited({ success: true, limit: 5 }), uniqueName(), "acquire", { waitMs: 1 });
    expect(got.headers.get("ratelimit-policy")).toBe(`"requests";q=5;w=60, ${policy}`);
  });

  it("of waits are told when nothing is left", async () => {
    const app = application({ locks, authorize: () => ({ id: "ci", names: ["*"], verbs: ["acquire"], maxWaits: 1 }) });
    await using _ = await locks.lock(name).acquire();
    const caller = new AbortController();
    const asks = (of: string): number =>
      gateway.witness().filter(({ command }) => command.some((word) => String(word).includes(of))).length;
    const before = asks(name);
    const waiting = call(app, name, "acquire", { waitMs: 30_000 }, { signal: caller.signal });
    await eventually(() => asks(name) > before);
    const other = uniqueName();
    const refused = await call(app, other, "acquire", { waitMs: 1 });
    // The waiter goes on asking meanwhile.
    expect(asks(other)).toBe(0);
    expect(refused.status).toBe(429);
    expect(refused.headers.get("ratelimit-policy")).toBe('"waits";q=1;qu="concurrent-requests"');
    expect(refused.headers.get("ratelimit")).toBe('"waits";r=0');
    caller.abort();
    expect((await waiting).status).toBe(499);
  });
});

describe("an isolate", () => {
  it("serves 1,024 requests at once, at most 512 of one caller", async () => {
    // Each request is in progress until the end of its body.
    const bodies: ReadableStreamDefaultController<Uint8Array>[] = [];
    const app = application({
      locks,
      authorize: (c) => ({ id: c.req.header("x-id") ?? "", names: ["*"], verbs: ["acquire"] }),
    });
    const ask = (id: string, body: BodyInit): Promise<Answer> => {
      const headers = { "x-id": id, "content-type": "application/json" };
      return call(app, name, "acquire", undefined, { body, headers, duplex: "half" } as RequestInit);
    };
    const open = (id: string): Promise<Answer> => {
      const body = new ReadableStream<Uint8Array>({ start: (controller) => void bodies.push(controller) });
      return ask(id, body);
    };
    const first = Array.from({ length: 512 }, () => open("one"));
    const crowd = await costsNothing(() => ask("one", "{}"));
    expect(crowd).toMatchObject({ status: 429, body: { title: "this caller has 512 requests in progress" } });
    expect(crowd.headers.get("ratelimit-policy")).toBe('"at-once";q=512;qu="concurrent-requests"');
    expect(crowd.headers.get("retry-after")).toBe("1");
    const others = Array.from({ length: 512 }, (_, at) => open(`other${at % 2}`));
    const full = await costsNothing(() => ask("two", "{}"));
    expect(full).toMatchObject({ status: 503, body: { title: "this server has 1024 requests in progress" } });
    expect(full.headers.get("retry-after")).toBe("1");
    for (const body of bodies) body.error(new Error("cut"));
    const answers = await Promise.all([...first, ...others]);
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 400));
    expect((await ask("two", "{}")).status).toBe(200);
  });
});

describe("the token", () => {
  it("of the caller is asked first: an unknown caller learns no quota", async () => {
    const app = limited({ success: false, limit: 5 });
    const { status, headers } = await call(
      app,
      name,
      "acquire",
      {},
      { headers: { authorization: `Bearer ${TOKEN}x` } },
    );
    expect(status).toBe(401);
    expect(headers.get("ratelimit-policy")).toBe(null);
  });
});
