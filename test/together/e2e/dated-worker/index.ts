// A Worker of any compatibility date that hands a lock off, and answers with the outcome.
import { LeaseWatchdog } from "../../../../src/edge/durable-object/lease-watchdog.ts";
import { createLocks, type Held, isLockError, type Locks, type WatchdogNamespace } from "../../../../src/index.ts";
import type { Story, Told } from "./story.ts";

export { LeaseWatchdog };

interface Env {
  readonly UPSTASH_REDIS_REST_URL: string;
  readonly UPSTASH_REDIS_REST_TOKEN: string;
  readonly NAME: string;
  readonly LEASE_WATCHDOG: WatchdogNamespace;
}

async function told<Value>(ask: () => Promise<Value>): Promise<Value | Told> {
  try {
    return await ask();
  } catch (error) {
    if (!isLockError(error)) throw error;
    return { code: error.code, message: error.message };
  }
}

async function storyOf(locks: Locks, held: Held): Promise<Story> {
  const text = held.serialize();
  return {
    handOff: await told(async () => {
      await held.handOff({ maxHoldMs: 60_000 });
      return "kept" as const;
    }),
    status: await told(async () => (await locks.lock(held.name).handOffStatus(text)).state),
    held: await told(() => held.check()),
  };
}

export default {
  async fetch(_request, env): Promise<Response> {
    const redis = { url: env.UPSTASH_REDIS_REST_URL, token: env.UPSTASH_REDIS_REST_TOKEN };
    const locks = createLocks({ redis, watchdog: env.LEASE_WATCHDOG });
    const held = await locks.lock(env.NAME).acquire();
    try {
      return Response.json(await storyOf(locks, held));
    } finally {
      await held.release();
    }
  },
} satisfies ExportedHandler<Env>;
