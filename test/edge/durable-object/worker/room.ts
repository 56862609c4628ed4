// Durable Objects that hold locks, as a user would write them.
import { DurableObject } from "cloudflare:workers";
import { isLockError } from "leasehound";
import { DurableLocks } from "leasehound/durable-object";
import type { Env } from "./env.ts";
import { storyOf, Watched } from "./faults.ts";
import { databaseFor } from "./given-client.ts";

type Answer<Result> = Result | { readonly code: string };

/** A room that holds a lock while it is open, and closes by its own alarm. */
export class Room extends DurableObject<Env> {
  readonly #watched: Watched;
  readonly #locks: DurableLocks;
  /** The time at which the signal of a hold aborted, epoch ms. */
  readonly #told: Record<string, number> = {};

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env);
    this.#watched = new Watched(ctx);
    this.#locks = locksOf(ctx, env);
  }

  /** The room's own alarm, beside that of its locks. */
  async closeAt(at: number): Promise<void> {
    await this.ctx.storage.put("closeAt", at);
    await this.#arm();
  }

  acquire(
    name: string,
    { watch, ...options }: { waitMs?: number; leaseMs?: number; owner?: string; label?: string; watch?: boolean } = {},
  ): Promise<Answer<{ owner: string; holdCount: number }>> {
    return this.#watched.event("acquire", () =>
      answered(async () => {
        const held = await this.#locks.acquire(name, options);
        if (watch === true) {
          held.signal.addEventListener("abort", () => {
            this.#told[name] = Date.now();
          });
        }
        return { owner: held.owner, holdCount: held.holdCount };
      }),
    );
  }

  get(name: string): Promise<Answer<{ owner: string; label?: string; aborted: boolean } | null>> {
    return this.#watched.event("get", () =>
      answered(async () => {
        const held = await this.#locks.get(name);
        if (held === undefined) return null;
        const { owner, label, signal } = held;
        return { owner, aborted: signal.aborted, ...(label === "" ? {} : { label }) };
      }),
    );
  }

  release(name: string): Promise<Answer<{ outcome: string }>> {
    return this.#watched.event("release", () =>
      answered(async () => ({ outcome: (await this.#locks.release(name)).outcome })),
    );
  }

  /** The hold as text. */
  text(name: string, move: boolean): Promise<Answer<{ text: string | null }>> {
    return this.#watched.event("text", () =>
      answered(async () => ({ text: (await this.#locks.get(name))?.serialize({ move }) ?? null })),
    );
  }

  /** Acquires, and leaves errors to its callers. */
  async acquireOrThrow(name: string): Promise<void> {
    await this.#locks.acquire(name);
  }

  async handOff(name: string): Promise<Answer<unknown>> {
    const held = await this.#locks.acquire(name);
    return answered(() => held.handOff({ maxHoldMs: 60_000 }));
  }

  another(): Promise<Answer<unknown>> {
    return answered(async () => locksOf(this.ctx, this.env));
  }

  async deleteAll(): Promise<void> {
    await this.ctx.storage.deleteAll();
  }

  renew(name: string): Promise<Answer<{ renewed: boolean }>> {
    return this.#watched.event("renew", () =>
      answered(async () => {
        const held = await this.#locks.get(name);
        await held?.renew();
        return { renewed: held !== undefined };
      }),
    );
  }

  check(name: string): Promise<Answer<{ counts: boolean | null }>> {
    return this.#watched.event("check", () =>
      answered(async () => ({ counts: (await (await this.#locks.get(name))?.check()) ?? null })),
    );
  }

  /** Holds it within this event only. */
  use(name: string): Promise<Answer<{ owner: string }>> {
    return this.#watched.event("use", () =>
      answered(async () => {
        await using held = await this.#locks.acquire(name);
        return { owner: held.owner };
      }),
    );
  }

  async facts(): Promise<Record<string, unknown>> {
    const alarmAt = await this.ctx.storage.getAlarm();
    const closedAt = await this.ctx.storage.get("closedAt");
    const { lost, events, thieves } = storyOf(this.ctx.id);
    const list = this.#locks.list();
    return { lost, events, thieves, told: this.#told, list, nextAlarmAt: this.#locks.nextAlarmAt(), alarmAt, closedAt };
  }

  async alarmAt(): Promise<{ at: number | null }> {
    return { at: await this.ctx.storage.getAlarm() };
  }

  abort(): void {
    this.ctx.abort("the test says so");
  }

  /** A room inside this one, which has no alarm. */
  async inside(method: string, ...args: unknown[]): Promise<unknown> {
    const facet: object = this.ctx.facets.get("inside", () => ({ class: Reflect.get(this.ctx.exports, "Room") }));
    return Reflect.get(facet, method)(...args);
  }

  override alarm(info?: AlarmInvocationInfo): Promise<void> {
    return this.#watched.alarm(async () => {
      await this.#locks.onAlarm(info);
      const closeAt = await this.ctx.storage.get<number>("closeAt");
      if (closeAt !== undefined && closeAt <= Date.now()) {
        await this.ctx.storage.delete("closeAt");
        await this.ctx.storage.put("closedAt", Date.now());
      }
      await this.#arm();
    });
  }

  /** One alarm for both: the earlier of the two. */
  async #arm(): Promise<void> {
    const closeAt = await this.ctx.storage.get<number>("closeAt");
    const at = Math.min(closeAt ?? Number.POSITIVE_INFINITY, this.#locks.nextAlarmAt() ?? Number.POSITIVE_INFINITY);
    if (at === Number.POSITIVE_INFINITY) return;
    const set = await this.ctx.storage.getAlarm();
    if (set === null || set > at) await this.ctx.storage.setAlarm(at);
  }
}

/** A class without `alarm()`, which its author forgot. */
export class Deaf extends DurableObject<Env> {
  readonly #locks = locksOf(this.ctx, this.env);

  acquire(name: string): Promise<Answer<{ owner: string }>> {
    return answered(async () => ({ owner: (await this.#locks.acquire(name)).owner }));
  }

  async facts(): Promise<Record<string, unknown>> {
    return { list: this.#locks.list() };
  }
}

function locksOf(ctx: DurableObjectState, env: Env): DurableLocks {
  return new DurableLocks(ctx, {
    prefix: "",
    redis: databaseFor(ctx.id, env),
    leaseMs: Number(env.LEASE_MS),
    onLost: (name) => {
      storyOf(ctx.id).lost.push(name);
    },
    onEvent: (event) => {
      if (event.type === "lost") storyOf(ctx.id).thieves.push(event.thief?.owner ?? "none");
      storyOf(ctx.id).events.push(event.type === "released" ? `released: ${event.outcome}` : event.type);
    },
  });
}

/** Converts a LockError, which cannot leave an object, to its code. */
async function answered<Result>(run: () => Promise<Result>): Promise<Answer<Result>> {
  try {
    return await run();
  } catch (error) {
    if (isLockError(error)) return { code: error.code };
    throw error;
  }
}
