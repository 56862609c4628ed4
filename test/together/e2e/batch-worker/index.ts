// Handlers that share one client of the isolate, whose scripts share requests. Each name begins with its invocation's.
import { createLocks, isLockError, type Locks } from "leasehound";

interface Env {
  readonly UPSTASH_REDIS_REST_URL: string;
  readonly UPSTASH_REDIS_REST_TOKEN: string;
}

interface Asked {
  readonly invocation: string;
  /** Cycles of `width` locks at once. */
  readonly cycles: number;
  readonly width: number;
  /** How it ends: after its cycles; or at once, with an answer or an error, while its requests are pending. */
  readonly end: "cycles" | "answer" | "error";
}

let locks: Locks | undefined;

export default {
  async fetch(request: Request, env: Env): Promise<Response> {
    const { invocation, cycles, width, end }: Asked = await request.json();
    locks ??= createLocks({
      redis: { url: env.UPSTASH_REDIS_REST_URL, token: env.UPSTASH_REDIS_REST_TOKEN },
      prefix: "",
    });
    const all = Array.from({ length: width }, (_, at) => cyclesOf(locks, `${invocation}/${at}`, cycles));
    if (end === "error") throw new Error("the handler's own");
    if (end === "answer") return Response.json([]);
    return Response.json(await Promise.all(all));
  },
};

/** Returns the outcomes of its releases, or the code of the first error. */
async function cyclesOf(locks: Locks | undefined, name: string, cycles: number): Promise<string[]> {
  const outcomes: string[] = [];
  try {
    for (let cycle = 0; cycle < cycles && locks !== undefined; cycle += 1) {
      const held = await locks.lock(name).acquire();
      outcomes.push((await held.release()).outcome);
    }
  } catch (error) {
    outcomes.push(isLockError(error) ? error.code : String(error));
  }
  return outcomes;
}
