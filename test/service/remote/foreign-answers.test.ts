// The typed client of the lock API behind a proxy that mixes up answers: an answer to another request does not count.
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { createLocks } from "../../../src/index.ts";
import { createRemoteLocks, type Fetch, type RemoteLocks, remoteWatchdog } from "../../../src/service/remote/index.ts";
import { sharedGateway } from "../../support/gateways.ts";
import { agreeableWatchdog, TOKEN } from "../../support/lock-api.ts";
import { MixedAnswers, named } from "../../support/mixed-answers.ts";
import { RemoteStage } from "../../support/remote-locks.ts";
import { uniqueName } from "../../support/unique-name.ts";

const LEASE_MS = 3_000;
const LONG_MS = 60_000;
const redis = await sharedGateway();
const keepsNone = async () => ({ holds: [], isWhole: true });
const direct = createLocks({ redis, leaseMs: LEASE_MS, watchdog: { ...agreeableWatchdog(), keptHolds: keepsNone } });

let stage: RemoteStage;
let url = "";
beforeAll(async () => {
  stage = await RemoteStage.start();
  url = stage.serve(direct);
});
afterAll(() => stage?.stop());

let proxy: MixedAnswers;
let name: string;
beforeEach(() => {
  proxy = new MixedAnswers();
  name = uniqueName();
});

const remote = (send: Fetch = proxy.fetch): RemoteLocks => createRemoteLocks({ url, token: TOKEN, fetch: send });
const semaphore = (of: string) => remote().permitExpirableSemaphore(of, { permits: 1 });

interface Operation {
  readonly verb: string;
  /** Prepares the operation for a name. Returns how to run it. */
  readonly prepare: (of: string) => Promise<() => Promise<unknown>>;
  /** The answer of the API. */
  readonly answers: unknown;
}

/** An operation of a hold of the plain lock, or of a permit. */
async function held(of: string, act: (hold: Awaited<ReturnType<typeof acquire>>) => Promise<unknown>) {
  const hold = await acquire(of);
  return () => act(hold);
}
const acquire = (of: string) => remote().lock(of).acquire({ waitMs: 0 });

const OPERATIONS: readonly Operation[] = [
  { verb: "acquire", prepare: async (of) => async () => (await acquire(of)).name === of, answers: true },
  {
    verb: "acquire",
    prepare: async (of) => async () => (await remote().fencedLock(of).acquire({ waitMs: 9_000 })).name === of,
    answers: true,
  },
  { verb: "renew", prepare: (of) => held(of, async (hold) => (await hold.renew()) > Date.now()), answers: true },
  { verb: "check", prepare: (of) => held(of, (hold) => hold.check()), answers: true },
  {
    verb: "release",
    prepare: (of) => held(of, (hold) => hold.release()),
    answers: { outcome: "released", holdCount: 0 },
  },
  {
    verb: "hand-off",
    prepare: (of) => held(of, async (hold) => (await hold.handOff({ maxHoldMs: 60_000 })) > 0),
    answers: true,
  },
  {
    verb: "inspect",
    prepare: (of) => held(of, async () => (await remote().lock(of).inspect()).name === of),
    answers: true,
  },
  { verb: "acquire", prepare: async (of) => async () => (await semaphore(of).acquire()).leaseMs, answers: LEASE_MS },
  { verb: "set-permits", prepare: async (of) => () => semaphore(of).trySetPermits(3), answers: true },
  {
    verb: "permits",
    prepare: async (of) => {
      await semaphore(of).trySetPermits(3);
      return () => semaphore(of).availablePermits();
    },
    answers: 3,
  },
];

describe.each(OPERATIONS.map((operation, nth) => [`${operation.verb} (${nth + 1})`, operation] as const))(
  "%s",
  (_, { verb, prepare, answers }) => {
    const attempts = (): number => proxy.sent.filter((sent) => sent === verb).length;

    it("takes no answer of the same operation on another lock for its own", async () => {
      const [first, second] = [await prepare(`${name}:a`), await prepare(`${name}:b`)];
      proxy.replay(verb, 2);
      expect(await first()).toEqual(answers);
      const before = attempts();
      expect(await second()).toEqual(answers);
      expect([attempts() - before, proxy.mixed]).toEqual([3, 2]);
    });

    it("takes no answer for its own that was exchanged", async () => {
      const [first, second] = [await prepare(`${name}:a`), await prepare(`${name}:b`)];
      const before = attempts();
      proxy.swap(verb);
      expect(await Promise.all([first(), second()])).toEqual([answers, answers]);
      expect(attempts() - before).toBe(4);
    });
  },
);

describe("an answer to another request", () => {
  it("is no grant of a busy lock", async () => {
    await using _ = await direct.lock(`${name}:busy`).acquire({ leaseMs: LONG_MS });
    proxy.replay("acquire", 2);
    const free = await remote().lock(`${name}:free`).tryAcquire();
    expect(free).not.toBeNull();
    expect(await remote().lock(`${name}:busy`).tryAcquire()).toBeNull();
  });

  it.each(["X", null])("counts no more with a code, unless it is a problem: %s", async (code) => {
    // Names its attempt, and another lock.
    const send: Fetch = async (to, init) => {
      const response = await fetch(to, init);
      return Response.json({ ...(await response.json()), name: "another", code }, response);
    };
    const lock = remote(send).lock(name);
    await expect(lock.acquire({ waitMs: 0 })).rejects.toMatchObject({ code: "UNEXPECTED_REPLY" });
  });

  it("makes no second holder of one hold", async () => {
    proxy.swap("acquire");
    const lock = remote().lock(name);
    const got = await Promise.all([lock.tryAcquire(), remote().lock(name).tryAcquire()]);
    const [holder, ...others] = got.filter((hold) => hold !== null);
    expect(others).toEqual([]);
    expect(await holder?.release()).toEqual({ outcome: "released", holdCount: 0 });
  });

  it("gives no older fencing token", async () => {
    proxy.replay("acquire", 1);
    const lock = remote().fencedLock(name);
    const first = await lock.acquire();
    await first.release();
    const second = await lock.acquire();
    expect(BigInt(second.fencingToken)).toBeGreaterThan(BigInt(first.fencingToken));
  });

  it("renews nothing: the hold ends in time, beside a thief", async () => {
    proxy.replay("renew", Number.POSITIVE_INFINITY);
    const hold = await remote().lock(name).acquire();
    hold.keepAlive();
    const { signal } = hold;
    await hold.renew();
    const renewedAt = performance.now();
    await direct.lock(name).acquire({ steal: true, leaseMs: LONG_MS });
    await new Promise((resolve) => signal.addEventListener("abort", resolve));
    expect(performance.now() - renewedAt).toBeLessThan(LEASE_MS + 200);
  });

  it("confirms no hold that was stolen", async () => {
    proxy.replay("check", Number.POSITIVE_INFINITY);
    const hold = await remote().lock(name).acquire();
    expect(await hold.check()).toBe(true);
    await direct.lock(name).acquire({ steal: true, leaseMs: LONG_MS });
    await expect(hold.check()).rejects.toMatchObject({ code: "UNEXPECTED_REPLY" });
    expect(await remote(fetch).lock(name).tryAcquire()).toBeNull();
  });

  it("ends no hold, although it says that the hold has ended", async () => {
    const lost = await remote().lock(`${name}:lost`).acquire();
    await direct.lock(`${name}:lost`).forceRelease();
    proxy.replay("renew", 1);
    await expect(lost.renew()).rejects.toMatchObject({ code: "LOCK_LOST" });
    const hold = await remote().lock(name).acquire();
    await hold.renew();
    expect([hold.signal.aborted, await hold.check()]).toEqual([false, true]);
  });

  it("frees no lock by force, and is not asked for twice", async () => {
    proxy.replay("force-release", 1);
    for (const of of [`${name}:a`, `${name}:b`]) await direct.lock(of).acquire({ leaseMs: LONG_MS });
    expect(await remote().lock(`${name}:a`).forceRelease()).toBe(true);
    const second = remote().lock(`${name}:b`).forceRelease();
    await expect(second).rejects.toMatchObject({ code: "UNEXPECTED_REPLY" });
    expect(proxy.sent.filter((verb) => verb === "force-release")).toHaveLength(2);
  });

  it("says nothing about a hand-off", async () => {
    proxy.replay("status", 1);
    const lock = remote().lock(name);
    const hold = await lock.acquire();
    expect(await lock.handOffStatus(hold.serialize())).toEqual({ state: "unknown" });
    // The question is asked once.
    await expect(lock.handOffStatus(hold.serialize())).rejects.toMatchObject({ code: "WATCHDOG_UNREACHABLE" });
  });

  it("says nothing to a service that uses the watchdog alone", async () => {
    vi.stubGlobal("fetch", proxy.fetch);
    try {
      const watchdog = remoteWatchdog({ url, token: TOKEN });
      const own = createLocks({ redis, watchdog, prefix: "own:" });
      const [first, second] = [await own.lock(`${name}:a`).acquire(), await own.lock(`${name}:b`).acquire()];
      proxy.replay("entrust", 2);
      for (const hold of [first, second]) await hold.handOff({ maxHoldMs: 60_000 });
      expect(proxy.sent.filter((verb) => verb === "entrust")).toHaveLength(4);
      proxy.replay("status", 1);
      const statusOf = (hold: typeof first) => own.lock(hold.name).handOffStatus(hold.serialize());
      expect(await statusOf(first)).toEqual({ state: "unknown" });
      await expect(statusOf(second)).rejects.toMatchObject({ code: "WATCHDOG_UNREACHABLE" });
      proxy.replay("kept", 1);
      const keptOf = (hold: typeof first) => watchdog.keptHolds?.({ key: `own:${hold.name}` });
      expect(await keptOf(first)).toEqual({ holds: [], isWhole: true });
      await expect(keptOf(second)).rejects.toMatchObject({ code: "UNEXPECTED_REPLY" });
    } finally {
      vi.unstubAllGlobals();
    }
  });

  it("is no event of a stream", async () => {
    const holder = await direct.lock(name).acquire({ leaseMs: LONG_MS });
    const granted = `event: granted\ndata: ${JSON.stringify({
      ...{ nonce: "another", name, owner: "o", hold: "h", holdCount: 1, leaseMs: LEASE_MS },
    })}\n\n`;
    let streams = 0;
    const injecting: Fetch = async (to, init) => {
      const response = await fetch(to, init);
      if (!to.endsWith("/acquire")) return response;
      streams += 1;
      if (streams > 1) return response;
      const into = new TransformStream<Uint8Array, Uint8Array>({
        transform(chunk, controller) {
          controller.enqueue(chunk);
          controller.enqueue(new TextEncoder().encode(granted));
        },
      });
      return new Response(response.body?.pipeThrough(into), response);
    };
    const waiting = remote(injecting)
      .lock(name)
      .acquire({ waitMs: 20_000, onWait: () => void holder.release() });
    const hold = await waiting;
    expect([hold.owner === "o", streams]).toEqual([false, 2]);
    expect(await hold.release()).toEqual({ outcome: "released", holdCount: 0 });
  });
});

describe("an answer that names its request, but is none of the API", () => {
  const hold = { owner: "o", hold: "h", holdCount: 1, leaseMs: LEASE_MS };
  const made = (text: (init: RequestInit) => string, status = 200): RemoteLocks =>
    remote(async (to, init) => (to.endsWith("/acquire") ? new Response(text(init), { status }) : fetch(to, init)));

  it.each<[string, (init: RequestInit) => object | null | string]>([
    ["has other members", (init) => ({ ...named(init), hello: "world" })],
    ["names no attempt", () => ({ name, ...hold })],
    ["names another lock", (init) => ({ ...named(init), name: "other", ...hold })],
    [
      "has a lease without an end",
      (init) =>
        `{"nonce":"${named(init).nonce}","name":"${name}","owner":"o","hold":"h","holdCount":1,"leaseMs":1e999}`,
    ],
    ["has a longer lease than asked", (init) => ({ ...named(init), name, ...hold, leaseMs: LEASE_MS + 1 })],
    ["has a lease of 0 ms", (init) => ({ ...named(init), name, ...hold, leaseMs: 0 })],
    ["has a part of a millisecond", (init) => ({ ...named(init), name, ...hold, leaseMs: 1_500.5 })],
    ["counts two holds of a new owner", (init) => ({ ...named(init), name, ...hold, holdCount: 2 })],
    ["has a fencing token that is no number", (init) => ({ ...named(init), name, ...hold, fencingToken: "1e9" })],
    ["is a list", (init) => [named(init)]],
    ["is null", () => null],
    ["is a text", () => "granted"],
  ])("%s: nothing is granted", async (_, body) => {
    const locks = made((init) => {
      const made = body(init);
      return typeof made === "string" && made.startsWith("{") ? made : JSON.stringify(made);
    });
    const got = locks.lock(name).acquire({ waitMs: 0, leaseMs: LEASE_MS });
    await expect(got).rejects.toMatchObject({ code: expect.stringMatching(/^(UNEXPECTED_REPLY|OUTCOME_UNKNOWN)$/) });
  });

  it.each([
    ["renew", { leaseMs: LONG_MS }],
    ["renew", { leaseMs: LEASE_MS, hold: "other" }],
    ["check", { holdCount: 0, remainingMs: 1_000 }],
    ["check", { holdCount: 1, remainingMs: 1e300 }],
    ["check", { holdCount: 1, remainingMs: "1000" }],
    ["check", { holdCount: 1, remainingMs: 1_000, hold: "other" }],
    ["release", { outcome: "still-held", holdCount: -1 }],
    ["release", { outcome: "freed", holdCount: 0 }],
  ] as const)("to %s, with %j: not believed", async (verb, more) => {
    const locks = remote(async (to, init) => {
      if (!to.endsWith(`/${verb}`)) return fetch(to, init);
      const { hold: stated } = JSON.parse(String(init.body));
      return Response.json({ ...named(init), name, hold: stated, ...more });
    });
    const hold = await locks.lock(name).acquire({ leaseMs: LEASE_MS });
    await expect(hold[verb]()).rejects.toMatchObject({ code: "UNEXPECTED_REPLY" });
  });
});

describe("an answer with members of another version", () => {
  /** The locks of an API whose answers to the requests at this end of a path have these members. */
  const changed = (end: string, members: object): RemoteLocks =>
    remote(async (to, init) => {
      const response = await fetch(to, init);
      const [path = ""] = to.split("?");
      return path.endsWith(end) ? Response.json({ ...(await response.json()), ...members }) : response;
    });
  const holder = { owner: "o", mode: "exclusive", label: "", holds: 1, remainingMs: 1, origin: "leasehound" };
  const listed = { name: "a", kind: "lock", mode: "read", remainingMs: 1, holderCount: 1, queueLength: 0, isolates: 0 };

  it.each<[string, object, (locks: RemoteLocks) => Promise<unknown>]>([
    ["/inspect", { kind: "tree" }, (locks) => locks.lock(name).inspect()],
    ["/inspect", { remainingMs: "5" }, (locks) => locks.lock(name).inspect()],
    ["/inspect", { holders: undefined }, (locks) => locks.lock(name).isHeldBy("o")],
    ["/inspect", { holders: [{ ...holder, holds: "1" }] }, (locks) => locks.lock(name).holdCount("o")],
    ["/inspect", { holders: [{ ...holder, handedOffUntil: "soon" }] }, (locks) => locks.lock(name).inspect()],
    ["/inspect", { queue: [{ ...holder }] }, (locks) => locks.lock(name).inspect()],
    ["/inspect", { waiters: "many" }, (locks) => locks.lock(name).inspect()],
    ["/inspect", { holders: [null] }, (locks) => locks.lock(name).forceRelease()],
    ["/permits", { available: "2" }, (locks) => locks.permitExpirableSemaphore(`${name}:p`).availablePermits()],
    ["/permits", { leases: [{ id: 7 }] }, (locks) => locks.permitExpirableSemaphore(`${name}:p`).inspect()],
    ["/set-permits", { changed: 1 }, (locks) => locks.permitExpirableSemaphore(`${name}:p`).trySetPermits(2)],
    ["/release-owner", { wasHeld: "no" }, (locks) => locks.lock(name).releaseOwner("job-1")],
    ["/release-owner", { owner: 7 }, (locks) => locks.lock(name).releaseOwner("job-1")],
    ["/renew-owner", { isHeld: "no" }, (locks) => locks.lock(name).renewOwner("job-1")],
    ["/force-release", { wasLocked: 1 }, (locks) => locks.lock(name).forceRelease()],
    ["", { locks: {} }, (locks) => locks.list({ match: `${name}*` })],
    ["", { locks: [listed] }, (locks) => locks.list({ match: `${name}*` })],
    ["", { cursor: 7 }, (locks) => locks.list({ match: `${name}*` })],
  ])("to %s, with %j: is an error of its own, and reaches no user", async (end, members, asked) => {
    await direct.lock(name).acquire({ leaseMs: LONG_MS });
    await expect(asked(changed(end, members))).rejects.toMatchObject({ code: "UNEXPECTED_REPLY" });
  });

  it("to an acquire that waits, without a hold: is an error of its own", async () => {
    const locks = remote(async (_, init) => Response.json({ ...named(init), name }));
    const got = locks.lock(name).acquire({ waitMs: LEASE_MS });
    await expect(got).rejects.toMatchObject({ code: "UNEXPECTED_REPLY" });
  });

  it.each([
    { state: "kept", deadline: "soon" },
    { state: "released", endedAt: "now" },
    { state: "paused", endedAt: 5 },
  ])("says nothing about a hand-off: %j", async (members) => {
    const lock = changed("/status", members).lock(name);
    const hold = await lock.acquire();
    await expect(lock.handOffStatus(hold.serialize())).rejects.toMatchObject({ code: "WATCHDOG_UNREACHABLE" });
  });

  it("says nothing of the holds that the watchdog keeps", async () => {
    const { fetch: real } = globalThis;
    vi.stubGlobal("fetch", async (to: string, init: RequestInit) => {
      const response = await real(to, init);
      return to.endsWith("/kept") ? Response.json({ ...(await response.json()), holds: [{ owner: 7 }] }) : response;
    });
    try {
      const watchdog = remoteWatchdog({ url, token: TOKEN });
      await expect(watchdog.keptHolds?.({ key: name })).rejects.toMatchObject({ code: "UNEXPECTED_REPLY" });
    } finally {
      vi.unstubAllGlobals();
    }
  });

  it.each([{ waitersListed: "1" }, { waitersListening: null }, { waiterLabel: 7 }, { waitersListed: undefined }])(
    "is no waiter: %j",
    async (members) => {
      const hold = await changed("/check", { waitersListed: 1, waitersListening: 0, ...members })
        .lock(name)
        .acquire();
      expect(hold.wanted.aborted).toBe(false);
      await hold.renew();
      expect(await hold.check()).toBe(true);
      expect(hold.wanted.aborted).toBe(false);
      await hold.release();
    },
  );
});

describe("a refusal", () => {
  const refusing = (status: number, body: (init: RequestInit) => object): RemoteLocks =>
    remote(async (_, init) => Response.json(body(init), { status, headers: { "retry-after": "0" } }));

  it("of another request is no refusal", async () => {
    const foreign = refusing(409, () => ({ nonce: "other", code: "UPGRADE_REFUSED", title: "reads" }));
    await expect(foreign.lock(name).acquire()).rejects.toMatchObject({ code: "UNEXPECTED_REPLY" });
  });

  it.each([
    [429, { code: "HTTP_429", title: "slow down" }, "OUTCOME_UNKNOWN"],
    [503, { code: "REDIS_UNREACHABLE", title: "nothing is held" }, "OUTCOME_UNKNOWN"],
    [409, { code: "LOCK_LOST", title: "the hold is over", end: "lost" }, "REDIS_REFUSED"],
  ])("of a proxy, with %i and %j, is no answer of the API", async (status, body, code) => {
    await expect(
      refusing(status, () => body)
        .lock(name)
        .acquire(),
    ).rejects.toMatchObject({ code });
  });

  it.each([
    [404, 1],
    [302, 1],
    [429, 4],
    [500, 4],
  ])("of a hand-off by a server that is no lock API: after %i it is asked %i times", async (status, times) => {
    const asked: string[] = [];
    const { fetch: real } = globalThis;
    vi.stubGlobal("fetch", async (to: string, init: RequestInit) => {
      if (!to.startsWith("https://nowhere.invalid")) return real(to, init);
      asked.push(to);
      return new Response("no such route", { status });
    });
    try {
      const watchdog = remoteWatchdog({ url: "https://nowhere.invalid", token: TOKEN });
      await using held = await createLocks({ redis, watchdog }).lock(name).acquire();
      await expect(held.handOff({ maxHoldMs: 60_000 })).rejects.toMatchObject({ code: "WATCHDOG_UNREACHABLE" });
      expect(asked.filter((to) => to.endsWith("/v1/locks/-/watchdog/entrust"))).toHaveLength(times);
    } finally {
      vi.unstubAllGlobals();
    }
  });
});
