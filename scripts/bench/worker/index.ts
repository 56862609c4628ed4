// The measured programs, in workerd: handlers that acquire a lock, the watchdog to which they hand it off, and an
// object that holds one.
import { DurableObject } from "cloudflare:workers";
import { createLocks, type Locks } from "leasehound";
import { DurableLocks, LeaseWatchdog } from "leasehound/durable-object";
import { billed, resetBilled } from "./billed.ts";
import { Meter } from "./meter.ts";

interface Env {
  readonly UPSTASH_REDIS_REST_URL: string;
  readonly UPSTASH_REDIS_REST_TOKEN: string;
  readonly WATCHDOG: DurableObjectNamespace<Watchdog>;
  readonly ROOM: DurableObjectNamespace<Room>;
  /** The lease of keepAlive and of the room, in ms, as digits. */
  readonly LEASE_MS: string;
}

/** The body of a request of the benchmark. Its path determines which members are required. */
interface Order {
  readonly names: readonly string[];
  /** The owners of the locks with these names. */
  readonly owners: readonly string[];
  readonly leaseMs: number;
  readonly holdMs: number;
  readonly hold: string;
  readonly owner?: string;
}

export class Watchdog extends LeaseWatchdog<Env> {
  readonly #meter: Meter;

  constructor(ctx: DurableObjectState, env: Env) {
    const meter = new Meter(ctx);
    super(ctx, env);
    this.#meter = meter;
  }

  override entrust(...args: Parameters<LeaseWatchdog["entrust"]>): ReturnType<LeaseWatchdog["entrust"]> {
    return this.#meter.call(() => super.entrust(...args));
  }

  override alarm(info?: AlarmInvocationInfo): Promise<void> {
    return this.#meter.alarm(() => super.alarm(info));
  }

  /** Not counted: a query of the benchmark itself. */
  alarmAt(): Promise<number | null> {
    return this.ctx.storage.getAlarm();
  }
}

export class Room extends DurableObject<Env> {
  readonly #meter: Meter;
  readonly #locks: DurableLocks;

  constructor(ctx: DurableObjectState, env: Env) {
    const meter = new Meter(ctx);
    super(ctx, env);
    this.#meter = meter;
    this.#locks = new DurableLocks(ctx, { redis: redisOf(env), leaseMs: Number(env.LEASE_MS) });
  }

  acquire(name: string): Promise<string> {
    return this.#meter.call(async () => (await this.#locks.acquire(name)).owner);
  }

  release(name: string): Promise<string> {
    return this.#meter.call(async () => (await this.#locks.release(name)).outcome);
  }

  override alarm(info?: AlarmInvocationInfo): Promise<void> {
    return this.#meter.alarm(() => this.#locks.onAlarm(info));
  }

  alarmAt(): Promise<number | null> {
    return this.ctx.storage.getAlarm();
  }
}

const clock = Date.now;
const MAX_HOLD_MS = 3_600_000;

type Route = (env: Env, order: Order, ctx: ExecutionContext) => Promise<unknown>;

const ROUTES: Readonly<Record<string, Route>> = {
  "/billed": async () => billed,
  "/reset": async () => {
    resetBilled();
    return billed;
  },
  "/plain": async (env, { names: [name = ""], owner }) => {
    const held = await locksOf(env).lock(name).acquire({ owner });
    return (await held.release()).outcome;
  },
  "/keep-alive": async (env, { names: [name = ""], holdMs, owner }, ctx) => {
    const held = await locksOf(env).lock(name).acquire({ owner });
    const kept = held.keepAlive(ctx);
    await scheduler.wait(holdMs);
    await held.release();
    return (await kept.ended).renewals;
  },
  "/hand-off": async (env, { names: [name = ""], leaseMs }) => {
    await using held = await locksOf(env).lock(name).acquire();
    await held.handOff({ maxHoldMs: MAX_HOLD_MS, leaseMs });
    return held.serialize();
  },
  // All joins meanwhile share an alarm.
  "/clock/stop": async () => {
    const now = Date.now();
    Date.now = () => now;
    return now;
  },
  "/clock/go-on": async () => {
    Date.now = clock;
    return Date.now();
  },
  "/acquire": (env, { names, leaseMs }) => {
    const locks = locksOf(env);
    return severalAtOnce(names, async (name) => (await locks.lock(name).acquire({ leaseMs })).owner);
  },
  // The request of handOff. The hold of a new owner has the owner's id, and no epoch.
  "/entrust": (env, { names, owners, leaseMs }) => {
    return severalAtOnce(names, async (key, at) => {
      const owner = owners[at] ?? "";
      const id = { key, owner, holdId: owner, epoch: "", ownerIsNew: true };
      const limits = { leaseMs, maxHoldMs: MAX_HOLD_MS, requestId: crypto.randomUUID() };
      return (await env.WATCHDOG.getByName("leases-1-of-1").entrust({ ...id, ...limits })).kind;
    });
  },
  "/release": async (env, { names: [name = ""], hold }) => {
    return (await locksOf(env).lock(name).release(hold)).outcome;
  },
  "/watchdog/alarm": async (env) => env.WATCHDOG.getByName("leases-1-of-1").alarmAt(),
  "/room/acquire": async (env, { names: [name = ""] }) => env.ROOM.getByName("room").acquire(name),
  "/room/release": async (env, { names: [name = ""] }) => env.ROOM.getByName("room").release(name),
  "/room/alarm": async (env) => env.ROOM.getByName("room").alarmAt(),
};

export default {
  async fetch(request: Request, env: Env, ctx: ExecutionContext): Promise<Response> {
    const order: Order = await request.json();
    const route = ROUTES[new URL(request.url).pathname];
    if (route === undefined) return new Response("no such route", { status: 404 });
    return Response.json(await route(env, order, ctx));
  },
};

async function severalAtOnce(
  names: readonly string[],
  run: (name: string, at: number) => Promise<string>,
): Promise<string[]> {
  const answers: string[] = [];
  const waiting = names.entries();
  const worker = async (): Promise<void> => {
    for (const [at, name] of waiting) answers[at] = await run(name, at);
  };
  await Promise.all(Array.from({ length: 20 }, worker));
  return answers;
}

function redisOf(env: Env): { url: string; token: string } {
  return { url: env.UPSTASH_REDIS_REST_URL, token: env.UPSTASH_REDIS_REST_TOKEN };
}

function locksOf(env: Env): Locks {
  return createLocks({
    redis: redisOf(env),
    leaseMs: Number(env.LEASE_MS),
    watchdog: env.WATCHDOG,
    watchdogShards: 1,
  });
}
