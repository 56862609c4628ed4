// Wrong use of leasehound/hono and leasehound/vercel does not compile. Checked by `npm run check -- types`; nothing here is run.
import { Hono } from "hono";
import { createClient, createLocks, type Held, lock } from "leasehound";
import { createLockApi } from "leasehound/api";
import { lockRoute, locksFromEnv } from "leasehound/hono";
import { locksFromEnv as vercelLocks, lockRoute as vercelRoute } from "leasehound/vercel";

const redis = { url: "https://example.com", token: "t" };
const locks = createLocks({ redis });
const client = createClient({ redis });
const app = new Hono<{ Bindings: { readonly REGION: string } }>();

app.get("/:id", lockRoute({ locks, name: (c) => `orders:${c.req.param("id")}` }), (c) => {
  const held: Held = c.var.lock;
  const region: string = c.env.REGION;
  const id: string = c.req.param("id");
  // @ts-expect-error: it was never set
  c.var.held;
  return c.text(held.owner + region + id);
});
app.get("/", (c) => {
  // @ts-expect-error: no lock without the middleware
  c.var.lock.owner;
  return c.text("");
});
lockRoute({ locks: locksFromEnv({ leaseMs: 10_000 }), name: "x", onBusy: (c, error) => c.text(error.lockName, 409) });
lockRoute({ locks: { lock: (name) => lock(client, name) }, name: async () => "x" });
lockRoute({ locks: { lock: (name) => locks.fairLock(name) }, name: "x", waitMs: 0, keepAlive: false });

app.route("/v1/locks", createLockApi({ locks: locksFromEnv(), token: (c) => c.env.LOCK_API_TOKEN }));
app.route(
  "/v1/locks",
  createLockApi({ locks, token: ["new", "old"], secret: () => ["new", undefined], forceRelease: true }),
);
// @ts-expect-error: it would be open to all
createLockApi({ locks });
createLockApi({ locks: client, token: "secret" });
// @ts-expect-error: a token is text
createLockApi({ locks, token: 5 });

const params = { locks: vercelLocks(), name: async (_: Request, { id }: { readonly id: string }) => id };
vercelRoute(params, (request, held, { id }) => new Response(request.method + held.name + id));
vercelRoute(
  { locks: vercelLocks(), name: async (_: Request, { id }: { readonly id: string }) => id },
  (_, held, { id }) => {
    return new Response(held.name + id);
  },
);
// @ts-expect-error: the handler answers
vercelRoute({ locks, name: "x" }, () => "text");

// @ts-expect-error: no locks
lockRoute({ name: "x" });
// @ts-expect-error: no name
lockRoute({ locks });
// @ts-expect-error: a lock is no source of locks
lockRoute({ locks: locks.lock("x"), name: "x" });
// @ts-expect-error: one is made for each request
lockRoute({ locks, name: "x", owner: "me" });
// @ts-expect-error: the answer is a Response
lockRoute({ locks, name: "x", onBusy: () => 423 });
// @ts-expect-error: they come from the environment
locksFromEnv({ redis });
