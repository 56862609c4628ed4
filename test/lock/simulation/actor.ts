// An isolate of a simulated world, with the clients that its callers share.

import { AsyncLocalStorage } from "node:async_hooks";
import { type Invocation, Isolate, type IsolateOptions } from "../../../src/engine/simulation/isolate.ts";
import type { Network } from "../../../src/engine/simulation/network.ts";
import type { Locks, LocksOptions } from "../../../src/index.ts";
import type { LightLocks } from "../../../src/lock/light/index.ts";
import type { RedisEndpoint } from "../../../src/lock/options.ts";
import type { TcpPort } from "../../../src/lock/tcp/ioredis.ts";
import type { RemoteLocks } from "../../../src/service/remote/index.ts";
import type { Compiled, Library } from "./bundle.ts";
import { SimulatedIoredis } from "./simulated-ioredis.ts";

export const HOST = "redis.test";
export const OTHER_HOSTS = ["redis-2.test", "redis-3.test"];
/** The service of locks. */
export const SERVICE_HOST = "locks.test";
export const SERVICE_TOKEN = "a-token-of-the-service-with-enough-characters";

export const invocations = new AsyncLocalStorage<Invocation>();

/** Options of `createLocks` for all clients of an isolate. */
export interface ActorOptions extends Omit<LocksOptions, "redis"> {
  /** It speaks TCP, by the port of ioredis. Default: HTTP. */
  readonly isOverTcp?: boolean;
}

export class Actor {
  readonly isolate: Isolate<Library>;
  readonly locks: Locks;
  /** The clients of other databases. */
  readonly others: readonly Locks[];
  readonly light: LightLocks;
  /** The same locks, by the service. */
  readonly remote: RemoteLocks;
  readonly isOverTcp: boolean;
  /** The invocations of its callers that have not ended. */
  readonly invocations = new Set<Invocation>();
  resumedAt = Number.NEGATIVE_INFINITY;

  constructor(network: Network, { load }: Compiled, isolate: IsolateOptions, given: ActorOptions) {
    this.isolate = new Isolate(network, invocations, load, isolate);
    const { library } = this.isolate;
    const { isOverTcp = false, ...others } = given;
    this.isOverTcp = isOverTcp;
    const options = others;
    const locksAt = (host: string): Locks =>
      library.createLocks({ ...options, redis: isOverTcp ? this.#port(host) : endpointOf(host) });
    this.locks = locksAt(HOST);
    this.others = OTHER_HOSTS.map(locksAt);
    this.light = library.createLightLocks({ redis: endpointOf(HOST), leaseMs: given.leaseMs });
    this.remote = library.createRemoteLocks({ url: `https://${SERVICE_HOST}`, token: SERVICE_TOKEN });
  }

  get name(): string {
    return this.isolate.name;
  }

  #port(host: string): TcpPort {
    const { isolate } = this;
    return isolate.library.ioredisPort(new SimulatedIoredis(host, (...told) => isolate.connect(host, ...told)));
  }
}

function endpointOf(host: string): RedisEndpoint {
  return { url: `https://${host}`, token: "token" };
}
