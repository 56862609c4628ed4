// The typed client of the lock API: what is its own, beside the contracts of locks.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createLocks, isLockError } from "../../../src/index.ts";
import { createRemoteLocks, type RemoteLocks, type RemoteLocksOptions } from "../../../src/service/remote/index.ts";
import { eventually } from "../../support/eventually.ts";
import { sharedGateway } from "../../support/gateways.ts";
import { agreeableWatchdog, TOKEN } from "../../support/lock-api.ts";
import { named } from "../../support/mixed-answers.ts";
import { capabilityTokenOf, RemoteStage } from "../../support/remote-locks.ts";
import { uniqueName } from "../../support/unique-name.ts";

const LEASE_MS = 1_500;
const redis = await sharedGateway();
const direct = createLocks({ redis, leaseMs: LEASE_MS, waitMs: 20_000 });
const asked: unknown[] = [];
const watched = createLocks({ redis, watchdog: agreeableWatchdog(asked) });

let stage: RemoteStage;
let url = "";
beforeAll(async () => {
  stage = await RemoteStage.start();
  url = stage.serve(direct);
});
afterAll(() => stage?.stop());

const remote = (options: Partial<RemoteLocksOptions> = {}): RemoteLocks =>
  createRemoteLocks({ url, token: TOKEN, ...options });

/** A fetch whose requests and answers a test can change. `bodies`: of the requests so far. */
function fetchWith(change: (verb: string, send: () => Promise<Response>, count: number) => Promise<Response>) {
  const bodies: Record<string, unknown>[] = [];
  const send = (to: string, init: RequestInit): Promise<Response> => {
    const verb = to.slice(to.lastIndexOf("/") + 1);
    bodies.push({ verb, ...named(init), ...JSON.parse(String(init.body ?? "{}")) });
    return change(verb, () => fetch(to, init), bodies.filter((body) => body["verb"] === verb).length);
  };
  return { fetch: send, bodies };
}

const never = (): Promise<Response> => new Promise(() => {});

async function errorOf(asked: Promise<unknown>) {
  const error = await asked.catch((caught: unknown) => caught);
  if (isLockError(error)) return error;
  throw error;
}

describe("an acquire whose answer is lost", () => {
  it("is no grant, and what it may hold ends with its lease", async () => {
    const name = uniqueName();
    const { fetch: losing } = fetchWith(async (verb, send) => {
      await send();
      if (verb === "acquire") throw new TypeError("the connection was cut");
      return send();
    });
    const leaseMs = 5_000;
    const locks = remote({ fetch: losing, url: stage.serve(createLocks({ redis, leaseMs })) });
    const error = await errorOf(locks.lock(name).tryAcquire());
    expect(error).toMatchObject({ code: "OUTCOME_UNKNOWN", lockName: name });
    expect(await direct.lock(name).isLocked()).toBe(true);
    await using held = await direct.lock(name).acquire({ waitMs: 2 * leaseMs });
    expect(held.holdCount).toBe(1);
  });

  it("gives its hold when it is asked for again, once, and valid from the first copy on", async () => {
    const name = uniqueName();
    const owners: unknown[] = [];
    const { fetch: losing } = fetchWith(async (verb, send, count) => {
      const response = await send();
      if (verb === "acquire" && response.status === 200) owners.push((await response.clone().json()).owner);
      if (verb === "acquire" && count === 1) throw new TypeError("the connection was cut");
      return response;
    });
    const leaseMs = 20_000;
    const start = Date.now();
    const locks = remote({ fetch: losing, url: stage.serve(createLocks({ redis, leaseMs })) });
    const held = await locks.lock(name).acquire({ waitMs: 0 });
    expect(owners).toEqual([held.owner, held.owner]);
    expect(held.holdCount).toBe(1);
    expect(held.validUntil).toBeLessThanOrEqual(start + leaseMs + 100);
    expect(await held.release()).toEqual({ outcome: "released", holdCount: 0 });
    expect(await direct.lock(name).isLocked()).toBe(false);
  });

  it("is cancelled, and leaves nothing behind, when the caller aborts meanwhile", async () => {
    const name = uniqueName();
    const stop = new AbortController();
    const { fetch: losing, bodies } = fetchWith(async (verb, send, count) => {
      const response = await send();
      if (verb !== "acquire" || count > 1) return response;
      stop.abort("enough");
      return never();
    });
    const locks = remote({ fetch: losing, url: stage.serve(createLocks({ redis, leaseMs: 60_000 })) });
    const error = await errorOf(locks.lock(name).acquire({ signal: stop.signal }));
    expect(error).toMatchObject({ code: "ABORTED", cause: "enough" });
    await eventually(async () => !(await direct.lock(name).isLocked()));
    expect(bodies.map(({ verb }) => verb)).toEqual(["acquire", "acquire", "release"]);
  });

  it("is given back when the caller aborts while a late grant is renewed", async () => {
    const name = uniqueName();
    const stop = new AbortController();
    const leaseMs = 3_000;
    const { fetch: late, bodies } = fetchWith(async (verb, send) => {
      const response = await send();
      // Less than two thirds of the lease are left then.
      if (verb === "acquire") await new Promise((resolve) => setTimeout(resolve, leaseMs / 2));
      if (verb === "renew") stop.abort("enough");
      return response;
    });
    const locks = remote({ fetch: late, url: stage.serve(createLocks({ redis, leaseMs })) });
    const error = await errorOf(locks.lock(name).acquire({ signal: stop.signal }));
    expect(error).toMatchObject({ code: "ABORTED", cause: "enough" });
    await eventually(() => bodies.some(({ verb }) => verb === "release"));
    await eventually(async () => !(await direct.lock(name).isLocked()), leaseMs / 3);
  });
});

describe("a hold", () => {
  it("is renewed while answers get lost, and aborts when its lease ends here", async () => {
    const lock = remote({
      fetch: fetchWith((verb, send) => (verb === "renew" ? never() : send())).fetch,
    }).lock(uniqueName());
    const start = performance.now();
    const held = await lock.acquire();
    const { signal } = held;
    const kept = held.keepAlive();
    expect(await kept.ended).toMatchObject({ reason: "lost", renewals: 0 });
    expect(performance.now() - start).toBeLessThan(LEASE_MS + 1_000);
    expect(signal.reason).toMatchObject({ code: "LOCK_LOST", lockName: lock.name });
  });

  it("survives one renewal in two without an answer", async () => {
    const { fetch: lossy, bodies } = fetchWith(async (verb, send, count) => {
      const response = await send();
      if (verb === "renew" && count % 2 === 1) throw new TypeError("the connection was cut");
      return response;
    });
    const lock = remote({ fetch: lossy }).lock(uniqueName());
    const held = await lock.acquire();
    held.keepAlive();
    await eventually(() => bodies.filter(({ verb }) => verb === "renew").length >= 8);
    expect(held.signal.aborted).toBe(false);
    expect(await held.release()).toMatchObject({ outcome: "released" });
  });

  it("has its validity from before the request, although the API waited for longer than the lease", async () => {
    const name = uniqueName();
    const holder = await direct.lock(name).acquire({ leaseMs: 20_000 });
    const { fetch: counting, bodies } = fetchWith((_, send) => send());
    const waiting = remote({ fetch: counting }).lock(name).acquire({ waitMs: 15_000 });
    await eventually(() => bodies.length >= 1);
    await new Promise((resolve) => setTimeout(resolve, 1.5 * LEASE_MS));
    await holder.release();
    const held = await waiting;
    expect(bodies.map(({ verb }) => verb)).toEqual(["acquire", "renew"]);
    expect(held.validUntil).toBeLessThanOrEqual(Date.now() + LEASE_MS);
    expect(await held.check()).toBe(true);
    await held.release();
  });

  it("steals by a later attempt, although the first ones got no answer for longer than an answer may take", async () => {
    const name = uniqueName();
    const { fetch: losing, bodies } = fetchWith((verb, send, count) => {
      if (verb !== "acquire" || count > 2) return new Promise((resolve) => setTimeout(() => resolve(send()), 50));
      return never();
    });
    const victim = await direct.lock(name).acquire({ leaseMs: 60_000 });
    const locks = remote({ fetch: losing });
    await using thief = await locks.lock(name).acquire({ steal: true, waitMs: 60_000, onUnreachable: "wait" });
    expect(thief.owner).not.toBe(victim.owner);
    expect(bodies.filter(({ verb }) => verb === "acquire")).toHaveLength(3);
  });

  it("learns who stole its lock, and why", async () => {
    const name = uniqueName();
    const held = await remote().lock(name).acquire();
    const thief = await remote().lock(name).acquire({ steal: true, label: "hotfix", reason: "rollback" });
    const error = await errorOf(held.renew());
    expect(error).toMatchObject({ code: "LOCK_STOLEN", thief: { label: "hotfix", reason: "rollback" } });
    expect(await held.release()).toMatchObject({ outcome: "stolen" });
    await thief.release();
  });

  it("moves as text to another client", async () => {
    const locks = remote();
    const held = await locks.fencedLock(uniqueName()).acquire({ label: "job 7" });
    const text = held.serialize({ move: true });
    const resumed = await remote().resume(text);
    const { owner, label, fencingToken, leaseMs } = held;
    expect(resumed).toMatchObject({ owner, label, fencingToken, leaseMs, name: held.name });
    expect(await resumed.release()).toEqual({ outcome: "released", holdCount: 0 });
    await expect(remote().resume(text)).rejects.toMatchObject({ code: "LOCK_LOST" });
    for (const bad of ["", "lhr1.", "lhr1.WzFd", `${text}!`, text.slice(0, -4), "lh1.WzEsMl0"]) {
      await expect(remote().resume(bad)).rejects.toMatchObject({ code: "INVALID_OPTION", option: "serialized" });
    }
  });

  it("is handed off to the API's watchdog", async () => {
    const lock = remote({ url: stage.serve(watched) }).lock(uniqueName());
    const held = await lock.acquire();
    expect(await held.handOff({ maxHoldMs: 600_000 })).toBeGreaterThan(Date.now() + 60_000);
    expect(asked.at(-1)).toMatchObject({ key: `lock:${lock.name}`, leaseMs: 120_000, maxHoldMs: 600_000 });
    expect(await lock.handOffStatus(held.serialize())).toEqual({ state: "unknown" });
    await expect(held.handOff({ maxHoldMs: 999_999_999 })).rejects.toMatchObject({ code: "INVALID_OPTION" });
    await held.release();
  });

  it("is not handed off without a watchdog", async () => {
    const held = await remote().lock(uniqueName()).acquire();
    await expect(held.handOff({ maxHoldMs: 60_000 })).rejects.toMatchObject({ code: "NO_WATCHDOG" });
    await held.release();
  });
});

describe("a wait", () => {
  it("of more than 60 s asks for 60 s at a time", async () => {
    const name = uniqueName();
    await using holder = await direct.lock(name).acquire({ leaseMs: 20_000 });
    const stop = new AbortController();
    const { fetch: counting, bodies } = fetchWith((_, send) => send());
    const waiting = remote({ fetch: counting }).lock(name).acquire({ waitMs: 100_000, signal: stop.signal });
    await eventually(() => bodies.length >= 1);
    stop.abort("enough");
    await expect(waiting).rejects.toMatchObject({ code: "ABORTED", cause: "enough" });
    // The last one is the cancel.
    expect(bodies.map(({ waitMs }) => waitMs)).toEqual([60_000, 0]);
    expect(await holder.check()).toBe(true);
  });

  it("asks again when the API's own wait has ended", async () => {
    const name = uniqueName();
    const holder = await direct.lock(name).acquire({ leaseMs: 20_000 });
    const { fetch: short, bodies } = fetchWith(async (_, send, count) => {
      if (count === 1) await holder.release();
      return count === 1
        ? Response.json({ ...bodies.at(-1), code: "LOCK_BUSY", title: "busy", remainingMs: 9 }, { status: 423 })
        : send();
    });
    await using held = await remote({ fetch: short }).lock(name).acquire({ waitMs: 20_000 });
    expect(held.holdCount).toBe(1);
    expect(bodies).toHaveLength(2);
  });

  it("goes on by itself when the API lets the caller have no further wait", async () => {
    const name = uniqueName();
    const holder = await direct.lock(name).acquire({ leaseMs: 20_000 });
    const full = { code: "HTTP_429", title: "this caller has 16 waits already" };
    const { fetch: crowded, bodies } = fetchWith(async (_, send) => {
      const isWait = Number(bodies.at(-1)?.["waitMs"]) > 0;
      return isWait
        ? Response.json({ ...bodies.at(-1), ...full }, { status: 429, headers: { "retry-after": "5" } })
        : send();
    });
    const waiting = remote({ fetch: crowded }).lock(name).acquire({ waitMs: 20_000 });
    await eventually(() => bodies.length >= 5);
    await holder.release();
    await (await waiting).release();
  });

  it("ends in LOCK_BUSY with the facts of the API", async () => {
    const name = uniqueName();
    await using holder = await direct.fairLock(name).acquire({ leaseMs: 20_000, label: "job 7" });
    const error = await errorOf(remote().fairLock(name).acquire({ waitMs: 1_500 }));
    expect(error).toMatchObject({
      ...{ code: "LOCK_BUSY", lockName: name, heldByThisClient: false },
      ...{ remainingMs: expect.any(Number), waitedMs: expect.any(Number), position: 1 },
      holder: { owner: "", label: "job 7", since: expect.any(Number) },
    });
    expect(await holder.check()).toBe(true);
  });
});

describe("an answer that is no grant", () => {
  const answers = (status: number, body: object | string, headers: HeadersInit = {}) =>
    remote({
      fetch: async (_, init) =>
        new Response(typeof body === "string" ? body : JSON.stringify({ ...named(init), ...body }), {
          ...{ status, headers },
        }),
    });

  it("is the error of its code", async () => {
    const cases: readonly (readonly [number, object, object])[] = [
      [401, { code: "HTTP_401", title: "the token has expired" }, { code: "REDIS_REFUSED", httpStatus: 401 }],
      [403, { code: "HTTP_403", title: "this caller may not acquire" }, { code: "REDIS_REFUSED", httpStatus: 403 }],
      [429, { code: "HTTP_429", title: "too many requests" }, { code: "REDIS_REFUSED", httpStatus: 429 }],
      [502, { code: "REDIS_REFUSED", title: "Redis refused" }, { code: "REDIS_REFUSED", httpStatus: 502 }],
      [503, { code: "REDIS_UNREACHABLE", title: "nothing is held" }, { code: "REDIS_UNREACHABLE" }],
      [503, { code: "OUTCOME_UNKNOWN", title: "no answer" }, { code: "OUTCOME_UNKNOWN" }],
      [500, { code: "INTERNAL", title: "something went wrong" }, { code: "OUTCOME_UNKNOWN" }],
      [409, { code: "NOT_A_LOCK", title: "no lock" }, { code: "NOT_A_LOCK" }],
      [409, { code: "UPGRADE_REFUSED", title: "reads" }, { code: "UPGRADE_REFUSED" }],
      [
        429,
        { code: "TOO_MANY_HOLDS", title: "64" },
        { code: "TOO_MANY_HOLDS", message: expect.stringContaining("64 holds") },
      ],
      [
        400,
        { code: "INVALID_OPTION", title: '"leaseMs" is long', option: "leaseMs" },
        { message: '"leaseMs" is long' },
      ],
      [200, { owner: 7 }, { code: "UNEXPECTED_REPLY" }],
    ];
    for (const [status, body, error] of cases) {
      expect
        .soft(await errorOf(answers(status, body).lock("x").tryAcquire()), JSON.stringify(body))
        .toMatchObject(error);
    }
  });

  it("is refused or unknown if no lock API gives it", async () => {
    const elsewhere = answers(302, "", { location: "https://elsewhere.example.com/" });
    const redirected = await errorOf(elsewhere.lock("x").tryAcquire());
    expect(redirected).toMatchObject({ code: "REDIS_REFUSED", httpStatus: 302 });
    expect(redirected.message).toContain("redirect");
    expect(await errorOf(answers(404, "<html>").lock("x").tryAcquire())).toMatchObject({ code: "REDIS_REFUSED" });
    for (const [status, page] of [
      [200, "<html>"],
      [502, "bad gateway"],
      [429, "slow down"],
    ] as const) {
      expect(await errorOf(answers(status, page).lock("x").tryAcquire())).toMatchObject({ code: "OUTCOME_UNKNOWN" });
    }
    const nobody = remote({ url: "http://127.0.0.1:1" }).lock("x").tryAcquire();
    expect(await errorOf(nobody)).toMatchObject({ code: "REDIS_UNREACHABLE" });
  });

  it("frees a lock by force once at most, when the answer is lost", async () => {
    const { fetch: losing, bodies } = fetchWith(async (verb, send) => {
      const answer = await send();
      if (verb === "force-release") throw new TypeError("the connection was cut");
      return answer;
    });
    const name = uniqueName();
    await remote().lock(name).acquire({ leaseMs: 20_000 });
    await expect(remote({ fetch: losing }).lock(name).forceRelease()).rejects.toMatchObject({
      code: "OUTCOME_UNKNOWN",
    });
    expect(bodies.filter(({ verb }) => verb === "force-release")).toHaveLength(1);
  });

  it("frees no lock by force that changed hands meanwhile", async () => {
    const name = uniqueName();
    const first = await remote().lock(name).acquire({ leaseMs: 20_000 });
    const { fetch: slow } = fetchWith(async (verb, send) => {
      const answer = await send();
      if (verb === "inspect") {
        await first.release();
        await remote().lock(name).acquire({ leaseMs: 20_000 });
      }
      return answer;
    });
    const refused = remote({ fetch: slow }).lock(name).forceRelease();
    await expect(refused).rejects.toMatchObject({ code: "REDIS_REFUSED", httpStatus: 409 });
    expect(await remote().lock(name).isLocked()).toBe(true);
    expect(await remote().lock(name).forceRelease()).toBe(true);
    expect(await remote().lock(name).forceRelease()).toBe(false);
  });
});

describe("a capability token", () => {
  it("holds its locks, re-enters them by their owners, and is refused others", async () => {
    const name = uniqueName();
    const verbs = ["acquire", "renew", "release", "inspect"];
    const token = await capabilityTokenOf(url, { principal: "ci", names: [`${name}*`], verbs });
    const lock = remote({ token }).lock(name);
    const outer = await lock.acquire({ owner: "worker-7" });
    const inner = await lock.acquire({ owner: outer.owner, waitMs: 0 });
    expect([inner.owner, inner.holdCount]).toEqual([outer.owner, 2]);
    expect(await lock.holdCount(outer.owner)).toBe(2);
    expect(await lock.isHeldBy("worker-7")).toBe(false);
    expect(await inner.release()).toEqual({ outcome: "still-held", holdCount: 1 });
    expect(await outer.check()).toBe(true);
    const error = await errorOf(remote({ token }).lock(uniqueName()).acquire());
    expect(error).toMatchObject({ code: "REDIS_REFUSED", httpStatus: 403 });
    await expect(lock.forceRelease()).rejects.toMatchObject({ code: "REDIS_REFUSED", httpStatus: 403 });
    const text = outer.serialize();
    await expect(remote().resume(text)).rejects.toMatchObject({ code: "REDIS_REFUSED", httpStatus: 403 });
    await outer.release();
  });
});

describe("a token without the verb inspect", () => {
  const made = async (names: string): Promise<RemoteLocks> => {
    const verbs = ["acquire", "renew", "release"];
    return remote({ token: await capabilityTokenOf(url, { principal: "ci", names: [names], verbs }) });
  };

  it("learns who waits for its own hold, and nothing of others", async () => {
    const name = uniqueName();
    const locks = await made(name);
    const held = await locks.lock(name).acquire();
    expect(held.wanted.aborted).toBe(false);
    await held.renew();
    expect(held.wanted.aborted).toBe(false);
    const waiting = direct.lock(name).acquire({ label: "deploy 17" });
    await eventually(async () => {
      await held.renew();
      return held.wanted.aborted;
    });
    expect(held.wanted.reason).toMatchObject({ code: "LOCK_WANTED", waiters: 1, waiterLabel: "deploy 17" });
    await expect(locks.lock(name).inspect()).rejects.toMatchObject({ code: "REDIS_REFUSED", httpStatus: 403 });
    await held.release();
    await (await waiting).release();
  });

  it("learns that somebody waits for its permit", async () => {
    const name = uniqueName();
    await direct.permitExpirableSemaphore(name).trySetPermits(1);
    const permit = await (await made(name)).permitExpirableSemaphore(name).acquire();
    const { wanted } = permit;
    permit.keepAlive();
    const waiting = direct.permitExpirableSemaphore(name).acquire();
    await eventually(() => wanted.aborted, 10 * LEASE_MS);
    await permit.release();
    await (await waiting).release();
  });
});

describe("wrong use", () => {
  it("is refused before anything is sent, naming the option", () => {
    const made = (options: object) => () => Reflect.apply(createRemoteLocks, undefined, [options]);
    const fixed = { url: "https://locks.example.com", token: TOKEN };
    const cases: readonly (readonly [object, string])[] = [
      [{ ...fixed, url: undefined }, "url"],
      [{ ...fixed, url: "http://locks.example.com" }, "url"],
      [{ ...fixed, token: "" }, "token"],
      [{ ...fixed, token: "canary\n" }, "token"],
      [{ ...fixed, fetch: {} }, "fetch"],
      [{ ...fixed, allowHttp: 1 }, "allowHttp"],
      [{ ...fixed, leaseMs: 5 }, "leaseMs"],
    ];
    for (const [options, option] of cases) {
      expect(made(options)).toThrow(expect.objectContaining({ code: "INVALID_OPTION", option }));
      expect(made(options)).not.toThrow(/canary/);
    }
    for (const name of ["", ".", "..", "a b", "é", "n".repeat(201), 7]) {
      const make = () => Reflect.apply(remote().lock, remote(), [name]);
      expect(make).toThrow(expect.objectContaining({ code: "INVALID_OPTION", option: "name" }));
    }
  });

  it("refuses to listen: a lock API has no messages for holders", async () => {
    const listening = remote().withLock(uniqueName(), () => {}, { listen: true });
    await expect(listening).rejects.toMatchObject({ code: "INVALID_OPTION", option: "listen" });
  });
});

it("a request about an owner of a read lock ends no object of its write lock, and the other way round", async () => {
  const owner = "job-7";
  const both = remote().readWriteLock(uniqueName());
  const [write, read] = [await both.writeLock().acquire({ owner }), await both.readLock().acquire({ owner })];
  expect(await both.readLock().releaseOwner(owner)).toBe(true);
  expect([read.signal.aborted, write.signal.aborted]).toEqual([true, false]);
  const again = await both.readLock().acquire({ owner });
  expect(await both.writeLock().releaseOwner(owner)).toBe(true);
  expect([again.signal.aborted, write.signal.aborted]).toEqual([false, true]);
  expect(await again.release()).toMatchObject({ outcome: "released" });
});
