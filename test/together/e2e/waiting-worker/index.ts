// Handlers that queue for one lock, each in its own invocation, as in a user's Worker.
import { createLocks, isLockError, type Lock } from "leasehound";

interface Env {
  readonly SELF: Fetcher;
  readonly UPSTASH_REDIS_REST_URL: string;
  readonly UPSTASH_REDIS_REST_TOKEN: string;
}

interface Asked {
  readonly name: string;
  /** Default: none. */
  readonly prefix?: string;
  readonly kind?: "lock" | "fairLock";
  readonly holdMs: number;
  readonly waitMs: number;
  readonly pollMs: number;
  /** Holds on until the test has told this word, and then for `holdMs`. */
  readonly holdUntil?: string;
  /** When its client disconnects: after a time, or once the test has told a word. See leaving(). */
  readonly leaveMs?: number;
  readonly leaveOn?: string;
  /** The word that the test tells with this request. */
  readonly word?: string;
  /** Further locks that it waits for while it holds the first, kept alive. */
  readonly others?: readonly string[];
  readonly leaseMs?: number;
  /** For how long it takes the lock again and again. */
  readonly loopMs?: number;
}

const words = new Set<string>();

export default {
  async fetch(request: Request, env: Env, ctx: ExecutionContext): Promise<Response> {
    const asked: Asked = await request.json();
    if (asked.word !== undefined) return Response.json({ told: words.add(asked.word).size });
    if (asked.leaveMs !== undefined || asked.leaveOn !== undefined) return leaving(env, asked);
    const { name, prefix = "", kind = "lock", holdMs, holdUntil, waitMs, pollMs, others = [], leaseMs, loopMs } = asked;
    const redis = { url: env.UPSTASH_REDIS_REST_URL, token: env.UPSTASH_REDIS_REST_TOKEN };
    const start = performance.now();
    try {
      const locks = createLocks({ redis, prefix, waitMs, pollMs, leaseMs });
      if (loopMs !== undefined) return Response.json({ cycles: await looped(locks.lock(name), holdMs, loopMs) });
      await using held = await locks[kind](name).acquire();
      const waitedMs = performance.now() - start;
      if (others.length > 0) held.keepAlive(ctx);
      const refused = await Promise.all(
        others.map(async (other) => (await locks.lock(other).tryAcquire({ waitMs })) === null),
      );
      await told(holdUntil);
      await scheduler.wait(holdMs);
      return Response.json({ owner: held.owner, waitedMs, refused, aborted: held.signal.aborted });
    } catch (error) {
      if (!isLockError(error)) throw error;
      return Response.json({ code: error.code, waitedMs: performance.now() - start });
    }
  },
};

/** Waits until the test has told the word: all its requests meet one isolate. */
async function told(word: string | undefined): Promise<void> {
  while (word !== undefined && !words.has(word)) await scheduler.wait(10);
}

/** Takes the lock until `loopMs` have passed. Returns how often. */
async function looped(lock: Lock, holdMs: number, loopMs: number): Promise<number> {
  const end = performance.now() + loopMs;
  let cycles = 0;
  while (performance.now() < end) {
    await using _held = await lock.acquire();
    cycles += 1;
    await scheduler.wait(holdMs);
  }
  return cycles;
}

/**
 * A Worker as the client, because the proxies in front of a local runtime do not pass on that their client has
 * disconnected.
 */
async function leaving({ SELF }: Env, { leaveMs, leaveOn, ...asked }: Asked): Promise<Response> {
  const client = new AbortController();
  const answer = SELF.fetch("http://waiting/", { method: "POST", body: JSON.stringify(asked), signal: client.signal });
  answer.catch(() => {});
  await scheduler.wait(leaveMs ?? 0);
  await told(leaveOn);
  client.abort();
  return Response.json({ left: true });
}
