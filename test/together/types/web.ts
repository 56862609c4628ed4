// leasehound/web: what frameworks call it with is inferred, and wrong use does not compile. Checked by `npm run check -- types`;
// nothing is run.
import { createLocks, type Held } from "leasehound";
import { lockRoute, locksFromEnv } from "leasehound/web";

const locks = createLocks({ redis: { url: "https://example.com", token: "t" } });
const options = { locks: locksFromEnv(), name: "x" };

/** A request is what comes, where nothing else is said. */
export const plain: (request: Request) => Promise<Response> = lockRoute(options, async (request, held) => {
  const { month }: { month: string } = await request.json();
  return new Response(month + held.name);
});

interface WorkerEnv {
  readonly REGION: string;
}
interface WorkerContext {
  waitUntil(promise: Promise<unknown>): void;
}
interface Worker {
  fetch(request: Request, env: WorkerEnv, ctx: WorkerContext): Response | Promise<Response>;
}

export const worker: Worker = {
  fetch: lockRoute({ locks, name: (request, env) => request.url + env.REGION }, (request, held, env, ctx) => {
    held.keepAlive(ctx, { until: Promise.resolve() });
    return new Response(request.url + env.REGION);
  }),
};

interface Event {
  readonly request: Request;
  readonly params: { readonly id: string };
}
export const endpoint: (event: Event) => Response | Promise<Response> = lockRoute(
  { locks, name: ({ params }) => params.id, onBusy: ({ params }) => new Response(params.id) },
  ({ request, params }, held: Held) => new Response(request.method + params.id + held.name),
);
export const said = lockRoute<Event>(options, ({ params }) => new Response(params.id));

interface H3Event {
  readonly req: Request;
  readonly context: { readonly params?: Record<string, string> };
}
declare function defineHandler(handler: (event: H3Event) => unknown): (event: H3Event) => unknown;
export const handler = defineHandler(
  lockRoute({ locks, name: (event) => event.context.params?.["id"] ?? "" }, (event) => new Response(event.req.url)),
);

declare function serve(
  handler: (request: Request, info: { readonly port: number }) => Response | Promise<Response>,
): void;
serve(lockRoute(options, (request, _held, info) => new Response(request.url + info.port)));

// @ts-expect-error: an event has its request
lockRoute<{ readonly params: object }>(options, () => new Response());
// @ts-expect-error: the handler answers
lockRoute(options, () => "text");
// @ts-expect-error: a number in words
lockRoute({ ...options, maxResponseMs: "1 minute" }, () => new Response());
// @ts-expect-error: no such option
lockRoute({ locks, name: "x", maxMs: 5_000 }, () => new Response());
// @ts-expect-error: they come from the environment
locksFromEnv({ redis: { url: "https://example.com", token: "t" } });
