// The texts of holds that leave through the API. A forged, changed or copied one is refused, and costs no command.
import type { Hono } from "hono";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { createLocks, type Locks, type Watchdog } from "../../../src/index.ts";
import { parseHold, serializeHold } from "../../../src/lock/parts/hold-text.ts";
import { signHold, signingKey } from "../../../src/service/access/signed-hold.ts";
import type { LockApiOptions } from "../../../src/service/api/index.ts";
import { agreeableWatchdog, call as ask, application as mounted, TOKEN } from "../../support/lock-api.ts";
import { type ServedGateway, startServedGateway } from "../../support/server.ts";
import { uniqueName } from "../../support/unique-name.ts";

const SECRET = "canary-secret-of-enough-characters, and more";
const OTHER = "canary-secret-of-enough-characters, but another";
const VERBS = ["renew", "release", "hand-off", "hand-off/status", "hand-off/withdraw"];
const HOUR_MS = 3_600_000;

let gateway: ServedGateway;
let locks: Locks;
let name: string;
beforeAll(async () => {
  // In another process, where the date is the real one.
  gateway = await startServedGateway();
  locks = createLocks({ redis: gateway, watchdog: agreeableWatchdog() });
});
afterAll(() => gateway?.close());
beforeEach(() => {
  name = uniqueName();
});
afterEach(() => {
  vi.useRealTimers();
});

const application = (options: Partial<LockApiOptions> = {}): Hono => mounted({ locks, ...options });
const call = (app: Hono, verb: string, body?: object): ReturnType<typeof ask> => ask(app, name, verb, body);

async function taken(app: Hono, body: object = {}): Promise<string> {
  const answer = await call(app, "acquire", body);
  expect(answer.status).toBe(200);
  return String(answer.body["hold"]);
}

/** Returns the reply of every route to this text; none of it reaches Redis. */
async function refusals(app: Hono, hold: unknown): Promise<{ status: number; option: unknown; title: string }[]> {
  await gateway.resetCounters();
  const refused = [];
  for (const verb of VERBS) {
    const fields = { "hand-off": { maxHoldMs: 60_000 }, "hand-off/withdraw": { requestId: "r" } }[verb];
    const { status, body } = await call(app, verb, { hold, ...fields });
    refused.push({ status, option: body["option"], title: String(body["title"]) });
  }
  expect(await gateway.counters()).toMatchObject({ requests: 0, commands: 0 });
  return refused;
}

const badRequest = VERBS.map(() => ({ status: 400, option: "hold", title: expect.any(String) }));
const forbidden = VERBS.map(() => ({ status: 403, option: "hold", title: "the hold was not signed here" }));
const conflict = VERBS.map(() => ({ status: 409, option: "hold", title: expect.any(String) }));

/** Returns the same text with one of its four parts changed. */
function withPart(hold: string, at: number, change: (part: string) => string): string {
  return hold
    .split(".")
    .map((part, index) => (index === at ? change(part) : part))
    .join(".");
}

describe("the text of a hold", () => {
  it("is signed, and contains no owner from which another text could be forged", async () => {
    const app = application();
    const first = await call(app, "acquire");
    expect(first.body["hold"]).toMatch(/^lha1\.[\w-]{8}\.[\w-]+\.[\w-]{43}$/);
    const [clientId, number = ""] = String(first.body["owner"]).split(":");
    name = uniqueName();
    const second = String((await call(app, "acquire")).body["owner"]).split(":");
    expect(second[0]).toBe(clientId);
    expect(number).toMatch(/^[1-9]\d{0,18}$/);
    expect(BigInt(number)).toBeLessThan(2n ** 63n);
    const distance = BigInt(number) - BigInt(String(second[1]));
    expect(distance > 1_000_000n || distance < -1_000_000n).toBe(true);
  });

  it("is refused when any character of it is changed, left out or added", async () => {
    const app = application();
    const hold = await taken(app);
    const flipped = (part: string, at: number): string =>
      part.slice(0, at) + (part.at(at) === "A" ? "B" : "A") + part.slice(at === -1 ? part.length : at + 1);
    const forged = [
      ...[1, 2, 3].flatMap((at) => [0, 3, -1].map((where) => withPart(hold, at, (part) => flipped(part, where)))),
      ...[1, 2, 3].map((at) => withPart(hold, at, () => "")),
      ...[
        hold.slice(0, -1),
        `${hold}A`,
        `${hold}=`,
        ` ${hold}`,
        `${hold}\n`,
        hold.replace("lha1", "lha2"),
        `${hold}.${hold}`,
      ],
      ...["", "lha1.", "lha1...", "x", hold.split(".").slice(0, 3).join(".")],
    ];
    const form = /^lha1\.[\w-]{8}\.[\w-]+\.[\w-]{43}$/;
    for (const text of forged) {
      expect(await refusals(app, text), text).toEqual(form.test(text) ? forbidden : badRequest);
    }
    expect(forged.filter((text) => form.test(text))).toHaveLength(9);
    for (const value of [undefined, null, 5, {}, [hold]]) expect(await refusals(app, value)).toEqual(badRequest);
    expect((await call(app, "release", { hold })).body).toMatchObject({ outcome: "released" });
  });

  it("is refused with the fields of another hold under its signature", async () => {
    const app = application();
    const [own, neighbours] = [await taken(app, { kind: "readLock" }), await taken(app, { kind: "readLock" })];
    const payload = neighbours.split(".")[2] ?? "";
    expect(
      await refusals(
        app,
        withPart(own, 2, () => payload),
      ),
    ).toEqual(forbidden);
  });

  it("is refused in the library's format, with an error that names the accepted one", async () => {
    const app = application();
    const victim = await locks.lock(name).acquire();
    const answers = await refusals(app, victim.serialize());
    expect(answers).toEqual(badRequest);
    expect(answers[0]?.title).toContain("must be the hold that acquire answered here");
    expect(await victim.check()).toBe(true);
    const forged = serializeHold({ ...parseHold(victim.serialize()), owner: "o:1" });
    expect(await refusals(app, forged)).toEqual(badRequest);
    expect(await victim.release()).toMatchObject({ outcome: "released" });
  });

  it("is refused for another lock, and at an API with another secret or prefix", async () => {
    const app = application();
    const hold = await taken(app);
    const own = name;
    name = uniqueName();
    expect(await refusals(app, hold)).toEqual(conflict);
    name = own;
    expect(await refusals(application({ secret: OTHER }), hold)).toEqual(forbidden);
    const elsewhere = application({ locks: createLocks({ redis: gateway, prefix: "elsewhere:" }) });
    expect(await refusals(elsewhere, hold)).toEqual(conflict);
    expect((await call(app, "release", { hold })).body).toMatchObject({ outcome: "released" });
  });

  it("is refused for another principal or use, although the secret signed it", async () => {
    const app = application({ secret: SECRET });
    const held = await locks.lock(name).acquire();
    const serialized = parseHold(held.serialize());
    const key = await signingKey(SECRET);
    const sign = (principal: string, use: "hold" | "watchdog") =>
      signHold(key, { principal, use, lifeMs: HOUR_MS }, serialized);
    expect(await refusals(app, await sign("root", "watchdog"))).toEqual(conflict);
    for (const answer of await refusals(app, await sign("somebody", "hold")))
      expect(answer).toMatchObject({ status: 403 });
    expect((await call(app, "release", { hold: await sign("root", "hold") })).body).toMatchObject({
      outcome: "released",
    });
  });

  it("expires 25 hours after it was issued, or an hour after a longer lease", async () => {
    const app = application();
    const hold = await taken(app);
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 25 * HOUR_MS - 5_000 });
    expect((await call(app, "renew", { hold })).status).toBe(200);
    vi.setSystemTime(Date.now() + 10_000);
    expect(await refusals(app, hold)).toEqual(conflict);
    const long = application({ locks: createLocks({ redis: gateway, leaseMs: 48 * HOUR_MS }) });
    name = uniqueName();
    const lasting = await taken(long);
    vi.setSystemTime(Date.now() + 48 * HOUR_MS);
    expect((await call(long, "release", { hold: lasting })).body).toMatchObject({ outcome: "released" });
  });

  it("tells no label, and neither does the state of a hold that was handed off", async () => {
    const label = "secret plan";
    const status: Watchdog["status"] = async () => ({ state: "kept", deadline: 5, label });
    const watchdog = { ...agreeableWatchdog(), status };
    const app = application({ locks: createLocks({ redis: gateway, watchdog, label }) });
    const hold = await taken(app, { label });
    expect(atob(String(hold.split(".")[2]).replaceAll("-", "+").replaceAll("_", "/"))).not.toContain(label);
    const told = await call(app, "hand-off/status", { hold });
    expect(told).toMatchObject({ status: 200, body: { state: "kept", deadline: 5 } });
    expect(told.body).not.toHaveProperty("label");
    expect((await call(app, "release", { hold })).body).toMatchObject({ outcome: "released" });
  });

  it("fits into a body, even with its longest possible parts", async () => {
    const app = application({ locks: createLocks({ redis: gateway, prefix: `${"p".repeat(100)}:` }) });
    name = "n".repeat(200);
    const hold = await taken(app, { kind: "writeLock", owner: "o".repeat(128) });
    expect(hold.length).toBeLessThan(1_500);
    expect((await call(app, "renew", { hold })).body).toMatchObject({ owner: "o".repeat(128) });
    expect((await call(app, "release", { hold })).body).toMatchObject({ outcome: "released" });
  });
});

describe("a rotation", () => {
  it("signs with the first secret, and reads both, until the old one is removed", async () => {
    const old = await taken(application({ secret: SECRET }));
    const both = application({ secret: [OTHER, SECRET] });
    expect((await call(both, "renew", { hold: old })).status).toBe(200);
    expect((await call(both, "release", { hold: old })).body).toMatchObject({ outcome: "released" });
    const fresh = await taken(both);
    expect(await refusals(application({ secret: SECRET }), fresh)).toEqual(forbidden);
    const after = application({ secret: () => [OTHER] });
    expect(await refusals(after, old)).toEqual(forbidden);
    expect((await call(after, "release", { hold: fresh })).body).toMatchObject({ outcome: "released" });
  });

  it("accepts two tokens, each of which signs as a secret does", async () => {
    const next = "canary-api-token-that-comes-after-it";
    const before = await taken(application());
    const both = application({ token: [next, TOKEN] });
    expect((await call(both, "renew", { hold: before })).status).toBe(200);
    const headers = { authorization: `Bearer ${next}`, "content-type": "application/json" };
    expect((await ask(both, name, "renew", { hold: before }, { headers })).status).toBe(200);
    // During the change to a separate secret, the token is the old secret.
    const own = application({ secret: [SECRET, TOKEN] });
    expect((await call(own, "release", { hold: before })).body).toMatchObject({ outcome: "released" });
  });

  it("accepts and reads no hold while a secret that it reads is invalid", async () => {
    const hold = await taken(application());
    await gateway.resetCounters();
    for (const secret of [undefined, "", "short", [undefined, SECRET, OTHER, SECRET]]) {
      const app = application({ secret: () => secret });
      expect((await call(app, "release", { hold })).status).toBe(503);
      expect((await call(app, "acquire", { owner: "o:1" })).status).toBe(503);
    }
    expect(await gateway.counters()).toMatchObject({ commands: 0 });
  });
});
