// The production stack on this machine: Redis, the gateway, and the Worker of wrangler.toml in workerd.

import { randomToken } from "../../src/tools/gateway/auth.ts";
import { type Gateway, startGateway } from "../../src/tools/gateway/gateway.ts";
import { Worker } from "./worker.ts";

export interface Stack extends AsyncDisposable {
  readonly gateway: Gateway;
  readonly worker: Worker;
  /** The bearer token of the Worker's lock API. */
  readonly apiToken: string;
}

/** `leaseMs`: the lease that the Worker's keepAlive renews. `port` 0: any free port. */
export async function startStack(leaseMs: number, port: number): Promise<Stack> {
  await using opening = new AsyncDisposableStack();
  const redisUrl = process.env["REDIS_URL"];
  const gateway = opening.use(await startGateway(redisUrl === undefined ? {} : { redisUrl }));
  const apiToken = randomToken();
  const { url, token } = gateway;
  const worker = opening.use(await Worker.start({ redis: { url, token }, apiToken, leaseMs, port }));
  const opened = opening.move();
  return { gateway, worker, apiToken, [Symbol.asyncDispose]: () => opened.disposeAsync() };
}
