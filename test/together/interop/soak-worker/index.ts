// One section of work under a lock, in workerd, reported to the witness of the soak.
import { createLocks, isLockError } from "leasehound";

interface Env {
  readonly REDIS_URL: string;
  readonly REDIS_TOKEN: string;
  readonly WITNESS: string;
}

interface Section {
  readonly name: string;
  readonly who: string;
  readonly fair: boolean;
  readonly leaseMs: number;
  readonly waitMs: number;
  readonly holdMs: number;
}

export default {
  async fetch(request: Request, { REDIS_URL, REDIS_TOKEN, WITNESS }: Env, ctx: ExecutionContext): Promise<Response> {
    const { name, who, fair, leaseMs, waitMs, holdMs }: Section = await request.json();
    const told = (what: string): Promise<Response> =>
      fetch(`${WITNESS}/${what}`, { method: "POST", body: JSON.stringify({ name, who }) });
    const locks = createLocks({ prefix: "", redis: { url: REDIS_URL, token: REDIS_TOKEN }, leaseMs });
    try {
      const lock = fair ? locks.fairLock(name) : locks.lock(name);
      const held = await lock.acquire({ waitMs });
      try {
        held.keepAlive(ctx);
        await told("enter");
        await scheduler.wait(holdMs);
        await told("exit");
      } finally {
        await held.release();
      }
      return Response.json({ code: null });
    } catch (error) {
      if (!isLockError(error)) throw error;
      return Response.json({ code: error.code });
    }
  },
};
