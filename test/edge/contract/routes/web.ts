// leasehound/web: a handler of the Fetch API, as platforms and frameworks call it.
import { describe, expect, it } from "vitest";
import { lockRoute, locksFromEnv, type RequestOrEvent } from "../../../../src/edge/web/index.ts";
import { createLocks, type Locks } from "../../../../src/index.ts";
import { eventually } from "../../../support/eventually.ts";
import type { Endpoint } from "../../../support/rest.ts";
import { uniqueName } from "../../../support/unique-name.ts";
import { BackgroundWork } from "../../../support/wait-until.ts";
import { type InEnvironment, ofRequest, requestFor, routeContract, thrown } from "./routes.ts";

type Arguments = [RequestOrEvent, ...unknown[]];

/** The arguments of handlers, with the platform's variables and context where they exist. */
const SHAPES: [string, (request: Request, env: object, context: object) => Arguments][] = [
  ["Workers", (request, env, ctx) => [request, env, ctx]],
  ["SvelteKit on Cloudflare", (request, env, ctx) => [event({ request, params: {}, platform: { env, ctx } })]],
  ["SvelteKit on Cloudflare, as it was", (request, env, context) => [event({ request, platform: { env, context } })]],
  ["Nitro", (req, env, { waitUntil }: { waitUntil?: unknown }) => [event({ req: withEnv(req, env), waitUntil })]],
  ["Astro 5 on Cloudflare", (request, env, ctx) => [event({ request, locals: { runtime: { env, ctx } } })]],
  ["React Router on Cloudflare", (request, env, ctx) => [event({ request, context: { cloudflare: { env, ctx } } })]],
];

const event = <Event>(members: Event): Event => members;

function withEnv(request: Request, env: object): Request {
  return Object.assign(request, { runtime: { cloudflare: { env } } });
}

export function webContract(redis: Endpoint, inEnvironment: InEnvironment): void {
  const make = (): Locks => createLocks({ redis });
  const isLocked = (name: string): Promise<boolean> => make().lock(name).isLocked();
  const post = (): Request => new Request("http://localhost/", { method: "POST" });
  const variables = { UPSTASH_REDIS_REST_URL: redis.url, UPSTASH_REDIS_REST_TOKEN: redis.token };
  const elsewhere = { KV_REST_API_URL: "http://127.0.0.1:9", KV_REST_API_TOKEN: "t" };

  routeContract(redis, {
    lockRoute,
    // As a Worker.
    alone: (options, handler) => {
      const route = lockRoute<Request, [env: object, ctx: unknown]>(ofRequest(options), (_, held) => handler(held));
      return async (arrival) => route(requestFor(arrival), {}, arrival.platform ?? {}).catch(thrown);
    },
  });

  describe("a handler of the Fetch API", () => {
    it.each(SHAPES)("finds request, variables and context in the arguments: %s", async (_, shape) => {
      const name = uniqueName();
      const background = new BackgroundWork();
      const context = { waitUntil: (promise: Promise<unknown>) => background.waitUntil(promise) };
      const called = shape(post(), variables, context);
      const options = { locks: locksFromEnv(), name: (...asked: Arguments) => (asked[0] === called[0] ? name : "") };
      const route = lockRoute<RequestOrEvent, unknown[]>(options, async (asked, held, ...rest) => {
        expect([asked, ...rest]).toEqual(called);
        expect(await isLocked(held.name)).toBe(true);
        return new Response(held.name);
      });
      // The variables of the process are for handlers that get none.
      const response = await inEnvironment(elsewhere, () => route(...called));
      expect(await response.text()).toBe(name);
      expect(background.promises).not.toHaveLength(0);
      await background.settled();
      expect(await isLocked(name)).toBe(false);
    });

    it("refuses locksFromEnv without its parentheses when the route is made", () => {
      const call = (): unknown => Reflect.apply(lockRoute, undefined, [{ locks: locksFromEnv, name: "n" }, () => {}]);
      expect(call).toThrow('"locks" must be called: write locksFromEnv()');
    });

    it("refuses options and no handler when the route is made", () => {
      const call = (): unknown => Reflect.apply(lockRoute, undefined, [{ locks: make(), name: "n" }]);
      expect(call).toThrow(expect.objectContaining({ code: "INVALID_OPTION", option: "handler" }));
    });

    it("refuses options that locksFromEnv does not have", () => {
      const redis = { url: "https://nowhere.invalid", token: "t" };
      for (const [option, options] of Object.entries({ redis: { redis }, shards: { shards: 4 } })) {
        const call = (): unknown => Reflect.apply(locksFromEnv, undefined, [options]);
        expect(call).toThrow(expect.objectContaining({ code: "INVALID_OPTION", option }));
      }
    });

    it("works without a context where it cannot be read", async () => {
      const name = uniqueName();
      const prerendered = {
        request: post(),
        get platform(): unknown {
          throw new Error("cannot be read in a route that is prerendered");
        },
      };
      const route = lockRoute<typeof prerendered>({ locks: make(), name }, () => new Response("alone"));
      expect(await (await route(prerendered)).text()).toBe("alone");
      await eventually(async () => !(await isLocked(name)));
    });

    it("refuses arguments without a request, before anything is sent", async () => {
      const route = lockRoute({ locks: make(), name: () => expect.unreachable() }, () => new Response("never"));
      for (const wrong of [undefined, null, "GET", {}, { request: "GET" }, { req: {} }]) {
        await expect(Reflect.apply(route, undefined, [wrong])).rejects.toMatchObject({
          code: "INVALID_OPTION",
          option: "request",
        });
      }
    });

    it("throws its handler's error", async () => {
      const name = uniqueName();
      const route = lockRoute({ locks: make(), name }, () => {
        throw new Error("the handler's own");
      });
      await expect(route(post())).rejects.toThrow("the handler's own");
      expect(await isLocked(name)).toBe(false);
    });
  });
}
