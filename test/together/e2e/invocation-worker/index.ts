// A Worker whose invocations end in every possible way, each while it keeps a lock alive. Written as a user would, with
// the package as published.

import { waitUntil } from "cloudflare:workers";
import { createLocks, type HandOffOptions, type Held, type Watchdog } from "leasehound";
import { LeaseWatchdog } from "leasehound/durable-object";

export { LeaseWatchdog };

interface Env {
  readonly UPSTASH_REDIS_REST_URL: string;
  readonly UPSTASH_REDIS_REST_TOKEN: string;
  readonly LEASE_WATCHDOG: DurableObjectNamespace<LeaseWatchdog>;
  readonly SELF: Fetcher;
  readonly LEASE_MS: string;
  /**
   * The watchdog's address in another process: a process that burns its CPU stops its own objects too, unlike
   * Cloudflare.
   */
  readonly WATCHDOG_URL?: string;
}

interface Asked {
  readonly name: string;
  /** The duration of the work, or the life of the context. */
  readonly ms: number;
  /** The time at which the client disconnects. */
  readonly leaveMs?: number;
  /** Whether keepAlive receives the work. */
  readonly until?: boolean;
  readonly handOff?: HandOffOptions;
  readonly prefix?: string;
}

interface Several extends Omit<Asked, "name"> {
  readonly names: readonly string[];
  /** The same in each call. */
  readonly leaseMs: number;
  /** Whether all invocations pass the same context: an object of the program's own. */
  readonly ownContext?: boolean;
}

interface Theft {
  readonly name: string;
  readonly prefix: string;
  readonly sameClient: boolean;
}

interface Turn {
  readonly held: Held;
  readonly ctx: ExecutionContext;
  readonly asked: Asked;
}

// Each gets a hold. It renews and releases the hold only where its code says so.
const endings: Record<string, (turn: Turn) => Promise<Response>> = {
  async returns({ held, ctx, asked }) {
    const work = scheduler.wait(asked.ms);
    held.keepAlive(ctx, asked.until === true ? { until: work } : {});
    await work;
    return new Response(null);
  },

  async throws({ held, ctx, asked }) {
    held.keepAlive(ctx);
    await scheduler.wait(asked.ms);
    throw new Error("the handler fails");
  },

  async streams({ held, ctx, asked }) {
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
    const written = write(writable, asked.ms);
    held.keepAlive(ctx, asked.until === true ? { until: written } : {});
    return new Response(readable);
  },

  async "works-on"({ held, ctx, asked }) {
    const work = scheduler.wait(asked.ms);
    if (asked.until === true) held.keepAlive(ctx, { until: work });
    else {
      held.keepAlive(ctx);
      ctx.waitUntil(work);
    }
    return new Response(null);
  },

  // Its work never ends: its context drops the work `ms` after the request.
  async "is-cut"({ held, ctx, asked }) {
    const cut = cutAfter(ctx, asked.ms);
    const work = askForever(held);
    if (asked.until === true) held.keepAlive(cut, { until: work });
    else {
      held.keepAlive(cut);
      cut.waitUntil(work);
    }
    if (asked.handOff === undefined) return new Response(null);
    await held.handOff(asked.handOff);
    return Response.json({ hold: held.serialize() });
  },

  async burns({ held: hold, ctx, asked }) {
    await using held = hold;
    held.keepAlive(ctx);
    const text = held.serialize();
    if (asked.handOff !== undefined) await held.handOff(asked.handOff);
    const end = Date.now() + asked.ms;
    while (Date.now() < end);
    // Only now can a timer run.
    await scheduler.wait(1);
    const { aborted, reason } = held.signal;
    return Response.json({ hold: text, aborted, code: aborted ? Object(reason).code : null });
  },
};

export default {
  async fetch(request: Request, env: Env, ctx: ExecutionContext): Promise<Response> {
    const how = new URL(request.url).pathname.slice(1);
    if (how.startsWith("watchdog/")) return askHere(env, how, await request.json());
    if (how.startsWith("client/")) return leave(env, how, await request.json());
    if (how === "holds-several") return holdSeveral(env, ctx, await request.json());
    if (how === "listens") return listen(env, ctx, await request.json());
    if (how === "steals") return steal(env, await request.json());
    if (how === "newest") return newest(env, ctx, await request.json());
    const asked: Asked = await request.json();
    const held = await locksOf(env).lock(asked.name).acquire();
    const end = endings[how];
    if (end === undefined) throw new Error(`nothing ends by ${how}`);
    return end({ held, ctx, asked });
  },
};

// Of all invocations.
let shared: ReturnType<typeof createLocks> | undefined;
const ownContext = { waitUntil };
/** Clients by prefix: a test has a prefix of its own, so that no stream of another test gets its messages. */
const listening = new Map<string, ReturnType<typeof createLocks>>();

/** Keeps several locks alive by the client of all invocations, and releases none. */
async function holdSeveral(env: Env, ctx: ExecutionContext, asked: Several): Promise<Response> {
  shared ??= locksOf({ ...env, LEASE_MS: String(asked.leaseMs) });
  const locks = shared;
  const holds = await Promise.all(asked.names.map((name) => locks.lock(name).acquire()));
  for (const held of holds) held.keepAlive(asked.ownContext === true ? ownContext : ctx);
  await scheduler.wait(asked.ms);
  return Response.json(holds.map(({ signal }) => signal.aborted));
}

/** Holds a lock until it is stolen, and returns the error of its signal. No renewal comes in between. */
async function listen(env: Env, ctx: ExecutionContext, { name, ms, prefix = "" }: Asked): Promise<Response> {
  const locks = locksOf({ ...env, LEASE_MS: String(3 * ms) }, prefix);
  listening.set(prefix, locks);
  const held = await locks.lock(name).acquire();
  held.keepAlive(ctx, { listen: true });
  const stolen = new Promise((resolve) => held.signal.addEventListener("abort", resolve));
  await Promise.race([stolen, scheduler.wait(ms)]);
  const { aborted, reason } = held.signal;
  return Response.json(aborted ? { code: Object(reason).code, reason: Object(reason).thief?.reason } : {});
}

/** Steals a lock. `sameClient`: by the client of the holder. */
async function steal(env: Env, { name, prefix, sameClient }: Theft): Promise<Response> {
  const locks = (sameClient ? listening.get(prefix) : undefined) ?? locksOf(env, prefix);
  await using held = await locks.lock(name).acquire({ steal: true, reason: "now" });
  return Response.json(await held.check());
}

/** Holds a lock as the newest call, until a newer one interrupts it. `sameClient`: with the client of such a call. */
async function newest(env: Env, ctx: ExecutionContext, asked: Asked & Theft): Promise<Response> {
  const { name, ms, prefix, sameClient } = asked;
  const locks = (sameClient ? listening.get(prefix) : undefined) ?? locksOf(env, prefix);
  listening.set(prefix, locks);
  const work = async ({ signal }: Held): Promise<boolean> => {
    await Promise.race([new Promise((resolve) => signal.addEventListener("abort", resolve)), scheduler.wait(ms)]);
    return signal.aborted;
  };
  try {
    return Response.json({ result: await locks.withLock(name, work, { mode: "newest", context: ctx }) });
  } catch (error) {
    return Response.json({ code: Object(error).code, result: Object(error).result });
  }
}

function locksOf({ WATCHDOG_URL, LEASE_WATCHDOG, LEASE_MS, ...env }: Env, prefix = ""): ReturnType<typeof createLocks> {
  return createLocks({
    prefix,
    redis: { url: env.UPSTASH_REDIS_REST_URL, token: env.UPSTASH_REDIS_REST_TOKEN },
    leaseMs: Number(LEASE_MS),
    watchdog: WATCHDOG_URL === undefined ? LEASE_WATCHDOG : elsewhere(WATCHDOG_URL),
  });
}

/**
 * A client that disconnects after a while. It is a Worker too, because the proxies in front of a local runtime do not
 * pass on that their client has disconnected. workerd notices a closed connection only when it writes.
 */
async function leave({ SELF }: Env, how: string, { leaveMs, ...asked }: Asked): Promise<Response> {
  const client = new AbortController();
  const { signal } = client;
  const request = { method: "POST", body: JSON.stringify(asked), signal };
  const answer = SELF.fetch(`http://self/${how.slice("client/".length)}`, request).then((response) => response.text());
  await scheduler.wait(leaveMs ?? 0);
  client.abort();
  return new Response(await answer.catch((error: unknown) => `left: ${error}`));
}

/** The watchdog in another process of this Worker. */
function elsewhere(url: string): Watchdog {
  const ask = async <Reply>(method: string, argument: unknown): Promise<Reply> => {
    const response = await fetch(new URL(`watchdog/${method}`, url), {
      method: "POST",
      body: JSON.stringify(argument),
    });
    return response.json();
  };
  return {
    entrust: (entrusted) => ask("entrust", entrusted),
    withdraw: (request) => ask("withdraw", request),
    status: (id) => ask("status", id),
  };
}

async function askHere({ LEASE_WATCHDOG }: Env, how: string, argument: unknown): Promise<Response> {
  const watchdog = LEASE_WATCHDOG.getByName("of-the-other-process");
  const given: Parameters<LeaseWatchdog["entrust"]>[0] = Object(argument);
  if (how.endsWith("entrust")) return Response.json(await watchdog.entrust(given));
  if (how.endsWith("status")) return Response.json(await watchdog.status(given));
  await watchdog.withdraw(given);
  return Response.json(null);
}

async function write(writable: WritableStream<Uint8Array>, ms: number): Promise<void> {
  const writer = writable.getWriter();
  const end = Date.now() + ms;
  while (Date.now() < end) {
    await writer.write(new TextEncoder().encode("on it\n"));
    await scheduler.wait(100);
  }
  await writer.close();
}

/** Work that is visible in Redis while it runs. */
async function askForever(held: Held): Promise<never> {
  while (true) {
    await held.check();
    await scheduler.wait(100);
  }
}

/**
 * Behaves like a context of Cloudflare's 30 s after the response, which silently drops the promises of waitUntil. The
 * local runtime has no such limit, but ends an invocation in the same way, once nothing is left to wait for.
 */
function cutAfter(ctx: ExecutionContext, ms: number): Pick<ExecutionContext, "waitUntil"> {
  const limit = scheduler.wait(ms);
  return { waitUntil: (promise) => ctx.waitUntil(Promise.race([promise, limit])) };
}
