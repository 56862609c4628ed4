// The production stack on this machine: Redis, the gateway, and the Worker of wrangler.toml in workerd. All its locks
// have a prefix of their own, and no key is left when it ends.
import { Redis } from "@upstash/redis";
import { createLocks, type Locks } from "../../src/index.ts";
import { randomToken } from "../../src/tools/gateway/auth.ts";
import { type Gateway, startGateway } from "../../src/tools/gateway/gateway.ts";
import { Worker } from "./worker.ts";

const ANSWER_MS = 10_000;

export interface Stack extends AsyncDisposable {
  readonly gateway: Gateway;
  readonly worker: Worker;
  /** The bearer token of the Worker's lock API. */
  readonly apiToken: string;
  /** The prefix of all locks, the Worker's too. */
  readonly prefix: string;
  /** Returns locks of this process. They end with the stack. */
  locks(options: { readonly leaseMs?: number; readonly waitMs?: number }): Locks;
}

export interface Place {
  /** Undefined: the server of this machine, or else the engine. */
  readonly redis?: string | undefined;
  /** Whether the engine is the database. Default: false. */
  readonly engine?: boolean;
}

/** `leaseMs`: the lease that the Worker's keepAlive renews. `port` 0: any free port. */
export async function startStack(
  leaseMs: number,
  port: number,
  { redis: redisUrl, engine = false }: Place = {},
): Promise<Stack> {
  await using opening = new AsyncDisposableStack();
  const gateway = opening.use(await startGateway(redisUrl === undefined ? { engine } : { redisUrl }));
  const prefix = `demo-${crypto.randomUUID()}:`;
  opening.defer(() => deleteKeys(gateway, prefix));
  const apiToken = randomToken();
  const { url, token } = gateway;
  const worker = opening.use(await Worker.start({ redis: { url, token }, apiToken, leaseMs, port, prefix }));
  const locks: Stack["locks"] = (options) => {
    const made = createLocks({ redis: { url, token }, prefix, ...options });
    opened.defer(() => made.close());
    return made;
  };
  const opened = opening.move();
  return { gateway, worker, apiToken, prefix, locks, [Symbol.asyncDispose]: () => opened.disposeAsync() };
}

/** Deletes the keys that contain the prefix, until none is left: a command may still be on its way. */
async function deleteKeys({ url, token }: Gateway, prefix: string): Promise<void> {
  const signal = (): AbortSignal => AbortSignal.timeout(ANSWER_MS);
  const redis = new Redis({ url, token, signal, enableTelemetry: false });
  try {
    await deleteMatching(redis, `*${prefix}*`);
  } catch (cause) {
    throw new Error(`Redis does not answer: delete the keys that contain ${prefix} yourself`, { cause });
  }
}

async function deleteMatching(redis: Redis, pattern: string): Promise<void> {
  let cursor = "0";
  let deleted = 0;
  do {
    if (cursor === "0") deleted = 0;
    const [next, keys] = await redis.scan(cursor, { match: pattern, count: 1_000 });
    if (keys.length > 0) deleted += await redis.del(...keys);
    cursor = next;
  } while (cursor !== "0" || deleted > 0);
}
