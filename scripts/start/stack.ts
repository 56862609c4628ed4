// The production stack on this machine: Redis, the gateway, and the Worker of wrangler.toml in workerd.

import { randomToken } from "../../src/tools/gateway/auth.ts";
import { type Gateway, type GatewayOptions, startGateway } from "../../src/tools/gateway/gateway.ts";
import { Worker } from "./worker.ts";

export interface Stack extends AsyncDisposable {
  readonly gateway: Gateway;
  readonly worker: Worker;
  /** The bearer token of the Worker's lock API. */
  readonly apiToken: string;
}

export interface Place {
  /** Undefined: that of REDIS_URL. Without either, the server of this machine, or else the engine. */
  readonly redis?: string | undefined;
  /** Whether the engine is the database. Default: false. */
  readonly engine?: boolean;
}

/** `leaseMs`: the lease that the Worker's keepAlive renews. `port` 0: any free port. */
export async function startStack(leaseMs: number, port: number, place: Place = {}): Promise<Stack> {
  await using opening = new AsyncDisposableStack();
  const gateway = opening.use(await startGateway(databaseFor(place)));
  const apiToken = randomToken();
  const { url, token } = gateway;
  const worker = opening.use(await Worker.start({ redis: { url, token }, apiToken, leaseMs, port }));
  const opened = opening.move();
  return { gateway, worker, apiToken, [Symbol.asyncDispose]: () => opened.disposeAsync() };
}

function databaseFor({ redis, engine = false }: Place): GatewayOptions {
  if (engine) return { engine };
  const redisUrl = redis ?? process.env["REDIS_URL"];
  return redisUrl === undefined ? {} : { redisUrl };
}
