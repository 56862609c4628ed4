// The lock API: locks for anyone with HTTP. A hold travels as the text of held.serialize().
import { Hono } from "hono";
import { bearerAuth } from "hono/bearer-auth";
import type { ExclusiveLock } from "../locks/exclusive-lock.ts";
import { parseHold } from "../locks/serialized.ts";
import { demo } from "./demo.ts";
import { type Env, locksFor } from "./env.ts";
import { handOff } from "./hand-off.ts";
import { problem, refused } from "./problem.ts";
import { atMost, readFields, text } from "./request.ts";

// A request that waits holds a connection and somebody's patience; a longer wait is another request.
const MAX_WAIT_MS = 60_000;
const MAX_LEASE_MS = 600_000;

export const app: Hono<{ Bindings: Env }> = new Hono();

app.onError(problem);
app.notFound((c) => problem(refused(404, "there is no such resource"), c));

app.use(async (c, next) => {
  c.header("cache-control", "no-store");
  const token = c.env.LOCK_API_TOKEN;
  // Never open by accident: without a configured token there is no right one.
  if (token === undefined || token === "") throw refused(503, "LOCK_API_TOKEN is not configured");
  return bearerAuth<{ Bindings: Env }>({ token })(c, next);
});

app.use(async (c, next) => {
  try {
    decodeURIComponent(new URL(c.req.url).pathname);
  } catch {
    // The router would take it literally, and two URLs would name one lock.
    throw refused(400, "the path is not percent-encoded UTF-8");
  }
  await next();
});

app.post("/v1/locks/:name/acquire", async (c) => {
  const { waitMs, leaseMs, owner } = await readFields(c, ["waitMs", "leaseMs", "owner"]);
  const lock = locksFor(c.env).lock(c.req.param("name"));
  const held = await lock.acquire({
    waitMs: waitMs === undefined ? 0 : atMost("waitMs", waitMs, MAX_WAIT_MS),
    leaseMs: leaseMs === undefined ? undefined : atMost("leaseMs", leaseMs, MAX_LEASE_MS),
    owner: owner === undefined ? undefined : text("owner", owner),
    signal: c.req.raw.signal,
  });
  const { name, holdCount, validUntil } = held;
  // The caller renews and releases from now on.
  const hold = held.serialize({ move: true });
  return c.json({ name, owner: held.owner, hold, holdCount, leaseMs: held.leaseMs, validUntil });
});

app.post("/v1/locks/:name/renew", async (c) => {
  const hold = text("hold", (await readFields(c, ["hold"])).hold);
  const { leaseMs, owner } = parseHold(hold).hold;
  // The text is the caller's, and says for how long: within the API's bound.
  atMost("hold", leaseMs, MAX_LEASE_MS);
  const lock = lockOf(c.env, c.req.param("name"), hold);
  return c.json({ name: lock.name, owner, hold, leaseMs, validUntil: await lock.renew(hold) });
});

app.post("/v1/locks/:name/release", async (c) => {
  const hold = text("hold", (await readFields(c, ["hold"])).hold);
  const lock = lockOf(c.env, c.req.param("name"), hold);
  const { outcome, holdCount } = await lock.release(hold);
  return c.json({ name: lock.name, outcome, holdCount });
});

/** Of the kind that the hold is of: what was handed off here may be a fair one. */
function lockOf(env: Env, name: string, hold: string): ExclusiveLock {
  const locks = locksFor(env);
  return parseHold(hold).family === "fair" ? locks.fairLock(name) : locks.lock(name);
}

app.get("/v1/locks/:name", async (c) => {
  const lock = locksFor(c.env).lock(c.req.param("name"));
  const remainingMs = await lock.remainingMs();
  return c.json({ name: lock.name, locked: remainingMs !== -2, remainingMs });
});

app.route("/v1/locks", handOff);

app.route("/demo", demo);
