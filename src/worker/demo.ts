// Routes for `npm start`, added only where DEMO is "on": a job that outlasts its lease, and a holder that dies.
import { Hono } from "hono";
import { bearer } from "../hono/lock-api/bearer.ts";
import { problem, refused } from "../hono/lock-api/problem.ts";
import { atMost, readFields, text } from "../hono/lock-api/request.ts";
import type { ExclusiveLock } from "../locks/exclusive-lock.ts";
import { type Env, locksFor } from "./env.ts";

const MAX_WORK_MS = 60_000;

export const demo: Hono<{ Bindings: Env }> = new Hono();

demo.onError(problem);
demo.use(bearer((c) => c.env.LOCK_API_TOKEN));
demo.use(async (c, next) => {
  if (c.env.DEMO !== "on") throw refused(404, "the demonstration is off");
  await next();
});

/** Holds the lock for `workMs`, however short the lease, and hands it to the next waiter. */
demo.post("/jobs/:name", async (c) => {
  const workMs = atMost("workMs", (await readFields(c, ["workMs"])).workMs, MAX_WORK_MS);
  const lock = locksFor(c.env).lock(c.req.param("name"));
  await using held = await lock.acquire({ waitMs: MAX_WORK_MS });
  const keptAlive = held.keepAlive(c.executionCtx);
  await work(workMs, held.signal);
  await held.release();
  return c.json({ owner: held.owner, ...(await keptAlive.ended) });
});

/** Takes the lock and dies with it: nobody releases, nobody renews. */
demo.post("/crashes/:name", async (c) => {
  await dieHolding(locksFor(c.env).lock(c.req.param("name")));
  return c.body(null, 204);
});

/** Takes the lock, keeps it alive, and returns without releasing: the renewals end with the invocation. */
demo.post("/drops/:name", async (c) => {
  const held = await locksFor(c.env).lock(c.req.param("name")).acquire({ waitMs: MAX_WORK_MS });
  held.keepAlive(c.executionCtx);
  return c.body(null, 204);
});

/** Hands its hold to the watchdog and ends: the lock stays held, until somebody releases it or at the deadline. */
demo.post("/hand-offs/:name", async (c) => {
  await using held = await locksFor(c.env).lock(c.req.param("name")).acquire({ waitMs: MAX_WORK_MS });
  await held.handOff({ maxHoldMs: MAX_WORK_MS, leaseMs: held.leaseMs });
  return c.json({ hold: held.serialize() });
});

/** What became of a hold that was handed off. */
demo.post("/hand-offs/:name/status", async (c) => {
  const hold = text("hold", (await readFields(c, ["hold"])).hold);
  return c.json(await locksFor(c.env).lock(c.req.param("name")).handOffStatus(hold));
});

async function dieHolding(lock: ExclusiveLock): Promise<never> {
  const held = await lock.acquire({ waitMs: MAX_WORK_MS });
  throw new Error(`the holder ${held.owner} died`);
}

// The critical section: it ends early when the lock is lost.
function work(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const lost = (): void => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener("abort", lost);
      resolve();
    }, ms);
    signal.addEventListener("abort", lost);
  });
}
