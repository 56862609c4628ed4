// A route that runs alone, whichever entry of the package makes it: leasehound/hono, leasehound/vercel, leasehound/web.
import { describe, expect, it } from "vitest";
import type { LockRouteOptions } from "../../../../src/edge/route/locked-route.ts";
import {
  createLocks,
  type Held,
  InvalidOptionError,
  isLockError,
  type LockBusyError,
  type Locks,
  type LocksOptions,
  type WaitUntil,
} from "../../../../src/index.ts";
import { eventually } from "../../../support/eventually.ts";
import { gate } from "../../../support/gate.ts";
import { leaseTime } from "../../../support/place.ts";
import type { Endpoint } from "../../../support/rest.ts";
import { uniqueName } from "../../../support/unique-name.ts";
import { BackgroundWork } from "../../../support/wait-until.ts";

const LEASE_MS = leaseTime(1_500);

/** Runs `run` with these environment variables, and passes it what the platform passes as bindings. */
export type InEnvironment = <T>(
  variables: Record<string, string>,
  run: (bindings: Record<string, string>) => Promise<T>,
) => Promise<T>;

/** Options of every lockRoute. Functions among them get the requested path. */
export interface AloneOptions {
  readonly locks: { lock(name: string): ReturnType<Locks["lock"]> };
  readonly name: string | ((path: string) => string);
  readonly waitMs?: number;
  readonly leaseMs?: number;
  readonly keepAlive?: boolean;
  readonly maxResponseMs?: number;
  readonly onBusy?: (path: string, error: LockBusyError) => Response;
}

export interface Arrival {
  readonly path: string;
  readonly method: string;
  readonly signal?: AbortSignal;
  /** Keeps the invocation alive, on platforms that provide it. */
  readonly platform: WaitUntil | undefined;
}

export type Handler = (held: Held) => Response | Promise<Response>;

export interface Entry {
  /** The entry's lockRoute. */
  readonly lockRoute: (...args: never[]) => unknown;
  /**
   * Makes a route with the entry; returns how to ask the route. An error of the route becomes a 500 with the code, or
   * the message, as its text.
   */
  alone(options: AloneOptions, handler: Handler): (arrival: Arrival) => Promise<Response>;
}

/** Builds the request of a route that takes a Request. */
export function requestFor({ path, method, signal }: Arrival): Request {
  return new Request(`http://localhost${path}`, { method, ...(signal && { signal }) });
}

/** Builds the options of such a route. */
export function ofRequest({ name, onBusy, ...options }: AloneOptions): LockRouteOptions<[request: Request]> {
  const pathOf = (request: Request): string => new URL(request.url).pathname;
  return {
    ...options,
    name: typeof name === "string" ? name : (request) => name(pathOf(request)),
    ...(onBusy && { onBusy: (request, error) => onBusy(pathOf(request), error) }),
  };
}

/** Answers as a platform does when its route throws. */
export function thrown(error: unknown): Response {
  return new Response(isLockError(error) ? error.code : Object(error).message, { status: 500 });
}

export function routeContract(redis: Endpoint, entry: Entry): void {
  const make = (options: Partial<LocksOptions> = {}): Locks => createLocks({ redis, ...options });
  const isLocked = (name: string): Promise<boolean> => make().lock(name).isLocked();
  const isFree = (name: string): Promise<unknown> => eventually(async () => !(await isLocked(name)));

  type Call = (arrival?: Partial<Arrival>) => Promise<Response>;
  function route(options: Partial<AloneOptions> & Pick<AloneOptions, "name">, handler: Handler): Call {
    const ask = entry.alone({ locks: make(), ...options }, handler);
    return (arrival) => ask({ path: "/", method: "POST", platform: undefined, ...arrival });
  }
  const text = (said: string): Uint8Array => new TextEncoder().encode(said);

  describe("lockRoute", () => {
    it("holds the lock while the handler runs, and releases it with the response", async () => {
      const name = uniqueName();
      const call = route({ name }, async (held) => {
        expect(await isLocked(name)).toBe(true);
        return Response.json({ owner: held.owner });
      });
      expect(await (await call()).json()).toEqual({ owner: expect.any(String) });
      await isFree(name);
    });

    it("takes the name from the request", async () => {
      const id = uniqueName();
      const call = route({ name: (path) => `orders:${path.slice(1)}` }, (held) => new Response(held.name));
      expect(await (await call({ path: `/${id}` })).text()).toBe(`orders:${id}`);
    });

    it("answers a busy lock with 423, a Retry-After header, and problem details", async () => {
      const name = uniqueName();
      await using _holder = await make({ leaseMs: 20_000 }).lock(name).acquire({ label: "for Bob" });
      const response = await route({ name, waitMs: 0 }, () => new Response("never"))();
      expect(response.status).toBe(423);
      expect(response.headers.get("content-type")).toBe("application/problem+json");
      expect(response.headers.get("retry-after")).toBe("5");
      const body = await response.json();
      expect(body).toMatchObject({ status: 423, code: "LOCK_BUSY", remainingMs: expect.any(Number) });
      // The caller may be anybody.
      expect(body).not.toHaveProperty("holder");
    });

    it("answers a busy lock as the application says", async () => {
      const name = uniqueName();
      await using _holder = await make().lock(name).acquire();
      const onBusy: AloneOptions["onBusy"] = (path, { lockName }) => new Response(path + lockName, { status: 409 });
      const response = await route({ name, waitMs: 0, onBusy }, () => new Response("never"))({ path: "/7" });
      expect([response.status, await response.text()]).toEqual([409, `/7${name}`]);
    });

    it("answers 400 when the request leads to a name that is refused, and 500 when the route's own name is", async () => {
      const onBusy: AloneOptions["onBusy"] = () => expect.unreachable();
      const options = { name: (path: string) => `orders:${decodeURIComponent(path.slice(1))}`, onBusy };
      const refused = await route(options, () => new Response("never"))({ path: "/%7B%7D:timeout" });
      expect(refused.status).toBe(400);
      expect(refused.headers.get("content-type")).toBe("application/problem+json");
      expect(await refused.json()).toMatchObject({ status: 400, code: "INVALID_OPTION" });
      const thrownOut = await route({ name: "orders:{}:timeout" }, () => new Response("never"))();
      expect([thrownOut.status, await thrownOut.text()]).toEqual([500, "INVALID_OPTION"]);
    });

    it("answers 400 when the request leads to no name, also to locks that accept anything", async () => {
      const locks = make();
      for (const result of [null, undefined, "", 7]) {
        const name = (): string => Reflect.get(Object({ result }), "result");
        for (const source of [locks, { lock: (wanted: string) => locks.fairLock(`orders:${wanted}`) }]) {
          if (result === "" && source !== locks) continue; // there the name is not empty
          const refused = await route({ name, locks: source }, () => new Response("never"))();
          expect([refused.status, await refused.json()]).toMatchObject([400, { code: "INVALID_OPTION" }]);
        }
      }
    });

    it("gives an error of the function that makes the name to the framework", async () => {
      const name = (): string => {
        throw new InvalidOptionError("name", "is the application's own");
      };
      const failed = await route({ name }, () => new Response("never"))();
      expect([failed.status, await failed.text()]).toEqual([500, "INVALID_OPTION"]);
    });

    it("refuses a function that returns no locks, when it is asked", async () => {
      const locks = (): unknown => Reflect.get({}, "none");
      const failed = await route({ name: "x", locks: Object(locks) }, () => new Response("never"))();
      expect([failed.status, await failed.text()]).toEqual([500, "INVALID_OPTION"]);
    });

    it("answers 503 when Redis does not", async () => {
      const locks = createLocks({ redis: { url: "http://127.0.0.1:9", token: "t" } });
      const response = await route({ name: "unreachable", locks }, () => new Response("never"))();
      expect(response.status).toBe(503);
      expect(response.headers.get("retry-after")).toBe("1");
      expect(await response.json()).toMatchObject({ code: expect.stringMatching(/REDIS_UNREACHABLE|OUTCOME_UNKNOWN/) });
    });

    it("stops waiting when the client leaves", async () => {
      const name = uniqueName();
      await using _holder = await make().lock(name).acquire();
      const client = new AbortController();
      const call = route({ name }, () => new Response("never"));
      // Over a socket the reply reaches no client.
      const status = call({ signal: client.signal }).then(
        (response) => response.status,
        () => 499,
      );
      setTimeout(() => client.abort(), 50);
      expect(await status).toBe(499);
    });

    it("releases at once when the body is not bytes, and cancels the body", async () => {
      const name = uniqueName();
      const cancelled = gate();
      const call = route({ name }, () => {
        const start = (controller: ReadableStreamDefaultController): void => controller.enqueue("text");
        return new Response(new ReadableStream({ start, cancel: cancelled.open }));
      });
      // Servers differ in what they answer.
      await (await call()).text().catch(() => {});
      await cancelled.opened;
      await isFree(name);
    });

    it.each(["the client leaves", "the stream breaks"])("releases when %s in the middle of the body", async (end) => {
      const name = uniqueName();
      const breaks = gate();
      const call = route({ name }, () => {
        const body = new ReadableStream({
          start: (controller) => controller.enqueue(new Uint8Array(10)),
          async pull(controller) {
            await breaks.opened;
            controller.error(new Error("broken"));
          },
        });
        return new Response(body);
      });
      const response = await call();
      expect(await isLocked(name)).toBe(true);
      if (end === "the client leaves") {
        await response.body?.cancel();
      } else {
        breaks.open();
        await expect(response.text()).rejects.toThrow();
      }
      await isFree(name);
    });

    it("releases when the handler throws, and passes its error on", async () => {
      const name = uniqueName();
      const response = await route({ name }, () => {
        throw new Error("the handler's own");
      })();
      expect([response.status, await response.text()]).toEqual([500, "the handler's own"]);
      await isFree(name);
    });

    it("passes the release to waitUntil, where there is one, also for a response without a body", async () => {
      for (const answer of [() => new Response("body"), () => new Response(null, { status: 204 })]) {
        const name = uniqueName();
        const platform = new BackgroundWork();
        await (await route({ name }, answer)({ platform })).text();
        expect(platform.promises).not.toHaveLength(0);
        await platform.settled();
        expect(await isLocked(name)).toBe(false);
      }
    });

    it("releases at once for a HEAD, whose body is not read", async () => {
      const name = uniqueName();
      const head = await route({ name }, () => new Response("x".repeat(5_000)))({ method: "HEAD" });
      expect([head.status, head.body]).toEqual([200, null]);
      await isFree(name);
    });

    it("leaves a response alone whose body was read before, and does not hang on a handler that returns nothing", async () => {
      const name = uniqueName();
      const used = route({ name }, async () => {
        const response = new Response("read before");
        await response.text();
        return response;
      });
      // Untouched; a server behind the route cannot send it, and answers 500.
      const { status, bodyUsed } = await used();
      expect(status).toBe(bodyUsed ? 200 : 500);
      await isFree(name);
      const nothing: Handler = () => Reflect.get({}, "nothing");
      expect(await (await route({ name }, nothing)()).text()).toContain("no Response");
      await isFree(name);
    });

    it("uses Vercel's context where there is one", async () => {
      const name = uniqueName();
      const background = new BackgroundWork();
      const symbol = Symbol.for("@vercel/request-context");
      Reflect.set(globalThis, symbol, { get: () => background });
      try {
        await (await route({ name }, () => new Response("alone"))()).text();
        expect(background.promises.length).toBeGreaterThan(0);
        await background.settled();
        expect(await isLocked(name)).toBe(false);
      } finally {
        Reflect.deleteProperty(globalThis, symbol);
      }
    });

    it("leaves a hold alone that background work keeps", async () => {
      const name = uniqueName();
      const platform = new BackgroundWork();
      const work = gate();
      const call = route({ name }, (held) => {
        held.keepAlive(platform, { until: work.opened });
        return new Response(null, { status: 202 });
      });
      expect((await call({ platform })).status).toBe(202);
      expect(await isLocked(name)).toBe(true);
      work.open();
      await platform.settled();
      expect(await isLocked(name)).toBe(false);
    });

    it("accepts any kind of lock", async () => {
      const name = uniqueName();
      const locks = make();
      const fair = { lock: (wanted: string) => locks.fairLock(wanted) };
      const serialized = await (await route({ name, locks: fair }, (held) => new Response(held.serialize()))()).text();
      await isFree(name);
      expect(await locks.fairLock(name).release(serialized)).toMatchObject({ outcome: "released" });
    });

    it.each<[string, object | undefined]>([
      ["options", undefined],
      ["locks", { name: "n" }],
      ["name", { locks: { lock: () => undefined } }],
      ["onBusy", { locks: { lock: () => undefined }, name: "n", onBusy: 423 }],
      ["waitMs", { locks: { lock: () => undefined }, name: "n", waitMs: -5 }],
      ["leaseMs", { locks: { lock: () => undefined }, name: "n", leaseMs: 5 }],
      ["keepAlive", { locks: { lock: () => undefined }, name: "n", keepAlive: "no" }],
      ["maxResponseMs", { locks: { lock: () => undefined }, name: "n", maxResponseMs: 999 }],
      ["maxResponseMs", { locks: { lock: () => undefined }, name: "n", maxResponseMs: 2_147_483_648 }],
      ["wait", { locks: { lock: () => undefined }, name: "n", wait: 5 }],
    ])("refuses a wrong %s when the route is made", (option, options) => {
      const handler = (): Response => new Response("never");
      expect(() => Reflect.apply(entry.lockRoute, undefined, [options, handler])).toThrow(
        expect.objectContaining({ code: "INVALID_OPTION", option }),
      );
    });
  });

  // Concurrent, because these tests mostly wait.
  describe("a lease", { concurrent: true }, () => {
    it.each([
      ["of the client", () => ({ locks: make({ leaseMs: LEASE_MS }) })],
      ["of the route", () => ({ leaseMs: LEASE_MS, keepAlive: true })],
    ])("%s is renewed while the handler runs longer than that", async (_whose, options) => {
      const name = uniqueName();
      const call = route({ name, ...options() }, async (held) => {
        await new Promise((resolve) => setTimeout(resolve, 2.2 * LEASE_MS));
        return Response.json({ held: await held.check(), lost: held.signal.aborted });
      });
      expect(await (await call()).json()).toEqual({ held: true, lost: false });
      await isFree(name);
    });

    it("is not renewed where leaseMs is fixed, or keepAlive is off", async () => {
      const both = [{ leaseMs: LEASE_MS }, { locks: make({ leaseMs: LEASE_MS }), keepAlive: false }];
      const calls = both.map((options) =>
        route({ name: uniqueName(), ...options }, async (held) => {
          await new Promise<void>((resolve) => held.signal.addEventListener("abort", () => resolve()));
          return new Response("lost");
        }),
      );
      const answers = await Promise.all(calls.map(async (call) => (await call()).text()));
      expect(answers).toEqual(["lost", "lost"]);
    });

    it("lasts until a streamed body has been written", async () => {
      const name = uniqueName();
      const finish = gate();
      const call = route({ name, locks: make({ leaseMs: LEASE_MS }) }, () => {
        const body = new ReadableStream({
          async start(controller) {
            controller.enqueue(text("first "));
            await finish.opened;
            controller.enqueue(text("last"));
            controller.close();
          },
        });
        return new Response(body, { status: 201, headers: { "x-kind": "stream" } });
      });
      const response = await call();
      expect([response.status, response.headers.get("x-kind")]).toEqual([201, "stream"]);
      await new Promise((resolve) => setTimeout(resolve, 1.5 * LEASE_MS));
      expect(await isLocked(name)).toBe(true);
      finish.open();
      expect(await response.text()).toBe("first last");
      await isFree(name);
    });
  });

  describe("maxResponseMs", { concurrent: true }, () => {
    const MAX_MS = leaseTime(1_000);

    interface Streamed {
      readonly name: string;
      readonly response: Response;
      /** The reason for which the handler's stream was cancelled. */
      readonly cancelled: Promise<unknown>;
      /** The reason for which `held.signal` aborted, once it has. */
      readonly aborted: () => unknown;
    }

    /** Asks a route whose body never ends: `bytes` each `everyMs`, as fast as the client reads. */
    async function endless(bytes: number, everyMs: number): Promise<Streamed> {
      const name = uniqueName();
      let signal: AbortSignal | undefined;
      let cancel = (_reason: unknown): void => {};
      const cancelled = new Promise((resolve) => {
        cancel = resolve;
      });
      const call = route({ name, maxResponseMs: MAX_MS, locks: make({ leaseMs: 20_000 }) }, (held) => {
        signal = held.signal;
        const body = new ReadableStream({
          async pull(controller) {
            await new Promise((resolve) => setTimeout(resolve, everyMs));
            if (!held.signal.aborted) controller.enqueue(new Uint8Array(bytes));
          },
          cancel,
        });
        return new Response(body);
      });
      return { name, response: await call(), cancelled, aborted: () => signal?.reason };
    }

    async function readOn({ response, aborted }: Streamed, pauseMs: number): Promise<void> {
      const reader = response.body?.getReader();
      while ((await reader?.read())?.done === false) {
        if (aborted() === undefined) await new Promise((resolve) => setTimeout(resolve, pauseMs));
      }
    }

    async function readLate({ response, cancelled }: Streamed): Promise<void> {
      await cancelled;
      await response.text();
    }

    it.each<[string, number, (streamed: Streamed) => Promise<void>]>([
      ["a client that never reads", 65_536, readLate],
      ["a client that reads slowly", 65_536, (streamed) => readOn(streamed, 150)],
      ["a handler that streams for ever", 10, (streamed) => readOn(streamed, 0)],
    ])("bounds how long %s keeps the lock", async (_, bytes, read) => {
      const start = performance.now();
      const streamed = await endless(bytes, 5);
      const reading = read(streamed).then(
        () => "complete",
        () => "cut",
      );
      expect(await isLocked(streamed.name)).toBe(true);
      const reason = await streamed.cancelled;
      // The timer may fire a fraction early.
      expect(performance.now() - start).toBeGreaterThan(MAX_MS - 10);
      expect(reason).toMatchObject({ code: "RESPONSE_TIMEOUT", lockName: streamed.name, maxResponseMs: MAX_MS });
      expect(streamed.aborted()).toBe(reason);
      await isFree(streamed.name);
      expect(await reading).toBe("cut");
    });

    it("does not cut a body that is read in time", async () => {
      const name = uniqueName();
      let signal: AbortSignal | undefined;
      const call = route({ name, maxResponseMs: MAX_MS }, (held) => {
        signal = held.signal;
        return new Response("x".repeat(100_000));
      });
      expect(await (await call()).text()).toHaveLength(100_000);
      await isFree(name);
      await new Promise((resolve) => setTimeout(resolve, 1.2 * MAX_MS));
      expect(signal?.aborted).toBe(false);
    });

    it.each(["was released by the handler", "is kept for work in the background"])(
      "does not cut a body whose lock %s",
      async (which) => {
        const name = uniqueName();
        const platform = new BackgroundWork();
        const work = gate();
        const isKept = which.startsWith("is kept");
        const call = route({ name, maxResponseMs: MAX_MS }, async (held) => {
          if (isKept) held.keepAlive(platform, { until: work.opened });
          else await held.release();
          const body = new ReadableStream({
            async start(controller) {
              await new Promise((resolve) => setTimeout(resolve, 1.5 * MAX_MS));
              controller.enqueue(text(held.signal.aborted ? "lost" : "complete"));
              controller.close();
            },
          });
          return new Response(body);
        });
        expect(await (await call({ platform })).text()).toBe("complete");
        expect(await isLocked(name)).toBe(isKept);
        work.open();
        await platform.settled();
        await isFree(name);
      },
    );
  });
}
