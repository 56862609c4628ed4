// An isolate of a simulated world that serves the locks of a database to programs without its credentials.
import { type Invocation, Isolate, type IsolateOptions } from "../../../src/engine/simulation/isolate.ts";
import type { Network } from "../../../src/engine/simulation/network.ts";
import type { Service } from "../../../src/engine/simulation/service.ts";
import { HOST, invocations, SERVICE_TOKEN } from "./actor.ts";
import type { Compiled, ServiceLibrary } from "./bundle.ts";
import type { WatchdogObject } from "./watchdog-object.ts";
import { webCrypto } from "./web-crypto.ts";

export interface ServiceOptions {
  /** The lease of holds that state none, ms. */
  readonly leaseMs: number;
  /** Keeps handed-off holds. Default: nothing does. */
  readonly watchdog?: WatchdogObject | undefined;
}

export class ServiceIsolate {
  readonly isolate: Isolate<ServiceLibrary>;
  readonly service: Service;
  /** The requests that it serves. */
  readonly invocations = new Set<Invocation>();
  resumedAt = Number.NEGATIVE_INFINITY;

  constructor(
    network: Network,
    service: Service,
    { loadService }: Compiled,
    options: IsolateOptions,
    { leaseMs, watchdog }: ServiceOptions,
  ) {
    this.isolate = new Isolate(network, invocations, loadService, { ...options, subtle: webCrypto });
    this.service = service;
    const { Hono, createClient, createLockApi, streams, watchdogClient } = this.isolate.library;
    const locks = createClient({
      ...{ redis: { url: `https://${HOST}`, token: "token" }, leaseMs, wait: streams() },
      ...(watchdog === undefined ? {} : { watchdog: watchdogClient(watchdog.stubOf(() => this)) }),
    });
    const app = new Hono();
    app.route("/v1/locks", createLockApi({ locks, token: SERVICE_TOKEN, forceRelease: true }));
    service.add(this.isolate, (request, context) => {
      this.#note();
      return app.fetch(request, {}, context && { ...context, passThroughOnException() {}, props: {} });
    });
  }

  get name(): string {
    return this.isolate.name;
  }

  #note(): void {
    const invocation = invocations.getStore();
    if (invocation === undefined) return;
    this.invocations.add(invocation);
    invocation.onCut(() => this.invocations.delete(invocation));
  }
}
