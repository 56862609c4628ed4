// Handlers that use lock managers, each in its own invocation: one of its own, or navigator.locks.
import { AsyncLocalStorage } from "node:async_hooks";
import { createLocks, isLockError, type WaitUntil } from "leasehound";
import { createLockManager, installNavigatorLocks, type LockManager } from "leasehound/web-locks";

interface Env {
  readonly UPSTASH_REDIS_REST_URL: string;
  readonly UPSTASH_REDIS_REST_TOKEN: string;
}

interface Asked {
  readonly name: string;
  readonly holdMs?: number;
  readonly leaseMs?: number;
  /** "own": a manager of this invocation. "navigator": the one in navigator.locks. */
  readonly by: "own" | "navigator";
  /** "await": answers when the lock is released; "background": at once; "leave": when it is granted. */
  readonly how?: "await" | "background" | "leave";
}

const contexts = new AsyncLocalStorage<WaitUntil>();
let isInstalled = false;
let inside = 0;
let most = 0;

function current(): WaitUntil {
  const context = contexts.getStore();
  if (context === undefined) throw new Error("there is no invocation");
  return context;
}

async function use(locks: Pick<LockManager, "request">, { name, holdMs = 0, how }: Asked, ctx: ExecutionContext) {
  const work = async (): Promise<{ most: number }> => {
    inside += 1;
    most = Math.max(most, inside);
    await scheduler.wait(holdMs);
    inside -= 1;
    return { most };
  };
  if (how === "background") {
    ctx.waitUntil(locks.request(name, work));
    return {};
  }
  if (how === "leave") {
    await new Promise<void>((resolve) => {
      locks.request(name, () => new Promise(() => resolve())).catch(() => {});
    });
    return {};
  }
  return locks.request(name, work);
}

export default {
  async fetch(request: Request, env: Env, ctx: ExecutionContext): Promise<Response> {
    const asked: Asked = await request.json();
    const redis = { url: env.UPSTASH_REDIS_REST_URL, token: env.UPSTASH_REDIS_REST_TOKEN };
    const client = () => createLocks({ redis, leaseMs: asked.leaseMs });
    try {
      if (asked.by === "own")
        return Response.json(await use(createLockManager(client(), { context: ctx }), asked, ctx));
      if (!isInstalled) installNavigatorLocks(client(), { context: current });
      isInstalled = true;
      return await contexts.run(ctx, async () => {
        const { locks } = Object(navigator);
        return Response.json(await use(locks, asked, ctx));
      });
    } catch (error) {
      if (!isLockError(error)) throw error;
      return Response.json({ code: error.code });
    }
  },
};
