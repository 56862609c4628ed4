// An isolate of a simulated world, with the clients that its callers share.

import { AsyncLocalStorage } from "node:async_hooks";
import { type Invocation, Isolate, type IsolateOptions } from "../../../src/engine/simulation/isolate.ts";
import type { Network } from "../../../src/engine/simulation/network.ts";
import type { Locks } from "../../../src/index.ts";
import type { LightLocks } from "../../../src/lock/light/index.ts";
import type { Compiled, Library } from "./bundle.ts";
import type { Profile } from "./profile.ts";

export const REDIS = { url: "https://redis.test", token: "token" };

const invocations = new AsyncLocalStorage<Invocation>();

export class Actor {
  readonly isolate: Isolate<Library>;
  readonly locks: Locks;
  readonly light: LightLocks;
  /** The invocations of its callers that have not ended. */
  readonly invocations = new Set<Invocation>();
  resumedAt = Number.NEGATIVE_INFINITY;

  constructor(
    network: Network,
    { load }: Compiled,
    options: IsolateOptions,
    { leaseMs, pipelining, keyLocking }: Pick<Profile, "leaseMs" | "pipelining" | "keyLocking">,
  ) {
    this.isolate = new Isolate(network, invocations, load, options);
    const { library } = this.isolate;
    this.locks = library.createLocks({
      redis: REDIS,
      leaseMs,
      keyLocking,
      ...(pipelining ? { pipelining: library.pipelining() } : {}),
    });
    this.light = library.createLightLocks({ redis: REDIS, leaseMs });
  }

  get name(): string {
    return this.isolate.name;
  }
}
