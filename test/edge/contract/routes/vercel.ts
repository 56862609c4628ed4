// Functions of Vercel and Next.js: leasehound/vercel, with the context that the platform keeps under a symbol.
import { afterEach, describe, expect, it } from "vitest";
import { afterContext, lockRoute, locksFromEnv, vercelContext } from "../../../../src/edge/vercel/index.ts";
import type { Locks, LocksOptions } from "../../../../src/index.ts";
import { createLocks } from "../../../support/bare-locks.ts";
import { eventually } from "../../../support/eventually.ts";
import { atMost, leaseTime } from "../../../support/place.ts";
import type { Endpoint } from "../../../support/rest.ts";
import { uniqueName } from "../../../support/unique-name.ts";
import { BackgroundWork } from "../../../support/wait-until.ts";
import { type InEnvironment, ofRequest, requestFor, routeContract, thrown } from "./routes.ts";

const LEASE_MS = leaseTime(1_500);
const SYMBOLS = ["@vercel/request-context", "@next/request-context"];

export function vercelContract(redis: Endpoint, inEnvironment: InEnvironment): void {
  const make = (options: Partial<LocksOptions> = {}): Locks => createLocks({ redis, ...options });
  const isLocked = (name: string): Promise<boolean> => make().lock(name).isLocked();
  const post = (path = "/"): Request => new Request(`http://localhost${path}`, { method: "POST" });

  /** Sets the context as the platform does during a request. */
  function platform(symbol: string, context: object): void {
    Reflect.set(globalThis, Symbol.for(symbol), { get: () => context });
  }
  afterEach(() => {
    for (const symbol of SYMBOLS) Reflect.deleteProperty(globalThis, Symbol.for(symbol));
  });

  describe("vercelContext", () => {
    it.each(SYMBOLS)("passes work to the platform's waitUntil: %s", async (symbol) => {
      const background = new BackgroundWork();
      platform(symbol, background);
      const name = uniqueName();
      const held = await make().lock(name).acquire();
      held.keepAlive(vercelContext(), { until: Promise.resolve() });
      await held[Symbol.asyncDispose]();
      expect(background.promises.length).toBeGreaterThan(0);
      await background.settled();
      expect(await isLocked(name)).toBe(false);
    });

    it("refuses to work outside a request, and where the platform has no waitUntil", () => {
      expect(() => vercelContext()).toThrow(expect.objectContaining({ code: "NO_WAIT_UNTIL" }));
      platform("@vercel/request-context", {});
      expect(() => vercelContext()).toThrow(expect.objectContaining({ code: "NO_WAIT_UNTIL" }));
    });

    it.each<[string, (inMs: number) => unknown]>([
      ["a Date", (inMs) => new Date(Date.now() + inMs)],
      ["text", (inMs) => new Date(Date.now() + inMs).toISOString()],
    ])("ends renewals before the platform's deadline, given as %s", async (_, deadlineIn) => {
      const background = new BackgroundWork();
      platform("@vercel/request-context", {
        waitUntil: (promise: Promise<unknown>) => background.waitUntil(promise),
        deadline: deadlineIn(leaseTime(2_600)),
      });
      const held = await make({ leaseMs: LEASE_MS }).lock(uniqueName()).acquire();
      const start = performance.now();
      const { reason, renewals } = await held.keepAlive(vercelContext()).ended;
      expect(reason).toBe("platform-limit");
      expect(renewals).toBeGreaterThan(0);
      expect(performance.now() - start).toBeLessThan(atMost(2_600));
    });

    it("has no deadline where none is given, or an invalid date", async () => {
      for (const deadline of [undefined, "never"]) {
        platform("@vercel/request-context", { waitUntil: () => {}, deadline });
        const held = await make({ leaseMs: LEASE_MS }).lock(uniqueName()).acquire();
        const kept = held.keepAlive(vercelContext(), { maxHoldMs: leaseTime(1_000) });
        expect((await kept.ended).reason).toBe("max-hold");
        await held.release();
      }
    });

    it("also reads the waitUntil of Next.js' after", async () => {
      const background = new BackgroundWork();
      const name = uniqueName();
      const held = await make().lock(name).acquire();
      held.keepAlive(
        afterContext((work) => background.waitUntil(work)),
        { until: Promise.resolve() },
      );
      await background.settled();
      expect(await isLocked(name)).toBe(false);
      expect(() => Reflect.apply(afterContext, undefined, [])).toThrow(
        expect.objectContaining({ code: "NO_WAIT_UNTIL" }),
      );
    });
  });

  routeContract(redis, {
    lockRoute,
    alone: (options, handler) => {
      const route = lockRoute(ofRequest(options), (_request, held) => handler(held));
      return async (arrival) => {
        if (arrival.platform !== undefined) platform("@vercel/request-context", arrival.platform);
        return route(requestFor(arrival)).catch(thrown);
      };
    },
  });

  describe("a route handler", () => {
    it("runs alone, gets the hold and its other arguments, and releases with its response", async () => {
      const id = uniqueName();
      const POST = lockRoute(
        {
          locks: make({ leaseMs: LEASE_MS }),
          name: async (_: Request, { params }: { params: Promise<{ id: string }> }) => `orders:${(await params).id}`,
        },
        async (request, held, { params }) => {
          await new Promise((resolve) => setTimeout(resolve, 1.6 * LEASE_MS));
          return Response.json({
            name: held.name,
            path: new URL(request.url).pathname,
            id: (await params).id,
            held: await held.check(),
          });
        },
      );
      const response = await POST(post("/orders"), { params: Promise.resolve({ id }) });
      expect(await response.json()).toEqual({ name: `orders:${id}`, path: "/orders", id, held: true });
      await eventually(async () => !(await isLocked(`orders:${id}`)));
    });

    it("throws its handler's error, and releases", async () => {
      const name = uniqueName();
      const route = lockRoute({ locks: make(), name }, () => {
        throw new Error("the handler's own");
      });
      await expect(route(post())).rejects.toThrow("the handler's own");
      expect(await isLocked(name)).toBe(false);
    });

    it("takes its locks from the environment", async () => {
      const variables = { KV_REST_API_URL: redis.url, KV_REST_API_TOKEN: redis.token };
      const route = lockRoute({ locks: locksFromEnv(), name: uniqueName() }, () => new Response("alone"));
      expect(await inEnvironment(variables, async () => (await route(post())).text())).toBe("alone");
      const without = lockRoute({ locks: locksFromEnv(), name: "n" }, () => new Response("never"));
      await expect(without(post())).rejects.toMatchObject({ option: "UPSTASH_REDIS_REST_URL" });
    });
  });
}
