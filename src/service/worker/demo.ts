// Routes for `npm start`, which no deployed Worker has: a job that outlasts its lease, and a holder that dies.
import { Hono } from "hono/tiny";
import { strictObject } from "valibot";
import { contextOf } from "../../lock/client.ts";
import type { Lock } from "../../lock/kinds/lock.ts";
import { lock } from "../../lock/kinds/reentrant-lock.ts";
import { serializeHold } from "../../lock/parts/hold-text.ts";
import { accessOf } from "../access/access.ts";
import { type ApiEnv, authenticated, callerOf } from "../access/callers.ts";
import { refused } from "../access/refusal.ts";
import { milliseconds, ofHold } from "../api/contract/requests.ts";
import { valid } from "../api/contract/valid.ts";
import { ROOT } from "../api/contract/vocabulary.ts";
import { HoldTexts } from "../api/hold-texts.ts";
import { readObject } from "../api/request.ts";
import { problem } from "../api/responses.ts";
import { type Env, locksFor, secretsOf, tokensOf } from "./env.ts";

const MAX_WORK_MS = 60_000;
const WORK = strictObject({ workMs: milliseconds(0, MAX_WORK_MS) });

interface DemoEnv extends ApiEnv {
  Bindings: Env;
}

export const demo: Hono<DemoEnv> = new Hono();

// The same callers and texts of holds as in the lock API.
const access = accessOf({
  locks: (c) => locksFor(c.env),
  token: (c) => tokensOf(c.env),
  secret: (c) => secretsOf(c.env),
});
const texts = new HoldTexts(access.secretsOf);

demo.onError(problem);
demo.use(authenticated(access));
demo.use(async (c, next) => {
  if (callerOf(c).id !== ROOT) throw refused(403, "the demonstration is for a root token");
  await next();
});

/** Holds the lock for `workMs`, even with a shorter lease, and then releases it to the next waiter. */
demo.post("/jobs/:name", async (c) => {
  const { workMs } = valid(WORK, (await readObject(c)) ?? {});
  const job = lock(locksFor(c.env), c.req.param("name"));
  await using held = await job.acquire({ waitMs: MAX_WORK_MS });
  const keptAlive = held.keepAlive(c.executionCtx);
  await work(workMs, held.signal);
  await held.release();
  return c.json({ owner: held.owner, ...(await keptAlive.ended) });
});

/** Acquires the lock and dies with it: nothing releases or renews it. */
demo.post("/crashes/:name", async (c) => {
  await dieHolding(lock(locksFor(c.env), c.req.param("name")));
  return c.body(null, 204);
});

/** Acquires the lock, keeps it alive, and returns without releasing it: the renewals end with the invocation. */
demo.post("/drops/:name", async (c) => {
  const held = await lock(locksFor(c.env), c.req.param("name")).acquire({ waitMs: MAX_WORK_MS });
  held.keepAlive(c.executionCtx);
  return c.body(null, 204);
});

/** Hands its hold to the watchdog and ends: the lock stays held until its release or the deadline. */
demo.post("/hand-offs/:name", async (c) => {
  const signed = await texts.signer(c, callerOf(c).id);
  await using held = await lock(locksFor(c.env), c.req.param("name")).acquire({ waitMs: MAX_WORK_MS });
  await held.handOff({ maxHoldMs: MAX_WORK_MS, leaseMs: held.leaseMs });
  return c.json({ hold: await signed(held.serialize()) });
});

/** Answers with the state of a hold that was handed off. */
demo.post("/hand-offs/:name/status", async (c) => {
  const { hold } = valid(ofHold, (await readObject(c)) ?? {});
  const told = await texts.read(c, contextOf(locksFor(c.env)), callerOf(c).id, "hold", hold);
  return c.json(await lock(locksFor(c.env), c.req.param("name")).handOffStatus(serializeHold(told)));
});

async function dieHolding(victim: Lock): Promise<never> {
  const held = await victim.acquire({ waitMs: MAX_WORK_MS });
  throw new Error(`the holder ${held.owner} died`);
}

// The critical section. It ends early if the lock is lost.
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
