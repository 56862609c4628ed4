// A Worker as a user would write it, with the watchdog and a Durable Object that holds locks beside an alarm of its
// own. Plus the controls of its tests.
import { createLocks, type Entrusted, isLockError } from "leasehound";
import type { Env } from "./env.ts";
import { storyOf } from "./faults.ts";

export { Deaf, Room } from "./room.ts";
export { Watchdog } from "./watchdog.ts";

export default {
  async fetch(request: Request, env: Env, ctx: ExecutionContext): Promise<Response> {
    const { pathname } = new URL(request.url);
    const [, what = "", object = "", method = ""] = pathname.split("/");
    const body: unknown = request.method === "POST" ? await request.json() : undefined;
    if (what === "job") return Response.json(await job(env, ctx, Object(body)));
    if (what === "crowd") return Response.json(await crowd(env, object, Object(body)));
    const namespace = namespaceOf(env, what);
    if (method === "story") {
      const story = storyOf(namespace.idFromName(object));
      if (request.method === "POST") story.set(Object(body));
      return Response.json(story);
    }
    return Response.json(await call(namespace.getByName(object), method, body));
  },
};

function namespaceOf(env: Env, what: string): DurableObjectNamespace<undefined> {
  const namespace: unknown = { watchdog: env.WATCHDOG, room: env.ROOM, deaf: env.DEAF }[what];
  if (namespace === undefined) throw new Error(`no objects called ${what}`);
  return Object(namespace);
}

async function call(stub: object, method: string, args: unknown): Promise<unknown> {
  try {
    const run: unknown = Reflect.get(stub, method);
    if (typeof run !== "function") throw new Error(`no method ${method}`);
    return (await run(...(Array.isArray(args) ? args : []))) ?? null;
  } catch (error) {
    const facts = isLockError(error) ? { code: error.code, lockName: Object(error).lockName } : {};
    return { failed: String(error), ...facts };
  }
}

interface Job {
  readonly name: string;
  /** The object that keeps it, whatever the key. */
  readonly watchdog?: string;
  readonly label?: string;
  readonly handOff?: { readonly maxHoldMs: number; readonly leaseMs?: number };
  /** Work after the response, kept alive. */
  readonly workMs?: number;
  readonly release?: boolean;
  /** Abandons the invocation, so that leaving the scope releases nothing. */
  readonly abandon?: boolean;
}

async function job(env: Env, ctx: ExecutionContext, given: Job): Promise<unknown> {
  const { name, watchdog, label, handOff, workMs, release, abandon } = given;
  const locks = createLocks({
    prefix: "",
    redis: { url: env.UPSTASH_REDIS_REST_URL, token: env.UPSTASH_REDIS_REST_TOKEN },
    watchdog: watchdog === undefined ? env.WATCHDOG : { getByName: () => env.WATCHDOG.getByName(watchdog) },
    watchdogShards: 1,
    leaseMs: Number(env.LEASE_MS),
  });
  const held = await locks.lock(name).acquire({ label });
  const handOffAt = Date.now();
  try {
    if (workMs !== undefined) held.keepAlive(ctx, { until: scheduler.wait(workMs) });
    const validUntil = handOff === undefined ? null : await held.handOff(handOff);
    const hold = held.serialize();
    if (release === true) await held.release();
    return { hold, owner: held.owner, validUntil, handOffAt };
  } catch (error) {
    if (!isLockError(error)) return { failed: String(error), owner: held.owner };
    return { code: error.code, owner: held.owner, hold: held.serialize() };
  } finally {
    if (abandon !== true) await held[Symbol.asyncDispose]();
  }
}

/** Entrusts many holds to one object, as so many invocations would. */
async function crowd(env: Env, object: string, { holds }: { holds: readonly Entrusted[] }): Promise<unknown> {
  const watchdog = env.WATCHDOG.getByName(object);
  const replies: Record<string, number> = {};
  const waiting = holds.values();
  const worker = async (): Promise<void> => {
    for (const hold of waiting) {
      const { kind } = await watchdog.entrust(hold);
      replies[kind] = (replies[kind] ?? 0) + 1;
    }
  };
  await Promise.all(Array.from({ length: 50 }, worker));
  return replies;
}
