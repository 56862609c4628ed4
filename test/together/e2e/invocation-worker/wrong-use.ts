// Valid watchdogs and contexts according to the platform's types: wrong use does not compile. Checked with the root's
// test/tsconfig.workers.json; nothing here is run.
import { DurableObject } from "cloudflare:workers";
import { createLocks, type Held, type Permit, type Watchdog, type WatchdogNamespace } from "leasehound";
import { LeaseWatchdog } from "leasehound/durable-object";

const redis = { url: "https://example.com", token: "t" };

class Named extends LeaseWatchdog<{ MY_URL: string }> {
  protected override redis(): { url: string; token: string } {
    return { url: this.env.MY_URL, token: "t" };
  }
}

class Counter extends DurableObject {
  async count(): Promise<number> {
    return 1;
  }
}

interface Bindings {
  readonly leases: DurableObjectNamespace<LeaseWatchdog>;
  readonly named: DurableObjectNamespace<Named>;
  readonly counters: DurableObjectNamespace<Counter>;
  readonly untyped: DurableObjectNamespace;
  readonly kv: KVNamespace;
  readonly service: Fetcher;
  readonly id: DurableObjectId;
}

export function mayBeWatchdogs({ leases, named, counters, untyped, kv, service, id }: Bindings): WatchdogNamespace {
  createLocks({ redis, watchdog: leases, watchdogShards: 8, watchdogLocation: "weur" });
  createLocks({ redis, watchdog: named });
  const one: Watchdog = leases.getByName("one");
  createLocks({ redis, watchdog: one });
  // @ts-expect-error: a namespace of another class
  createLocks({ redis, watchdog: counters });
  // @ts-expect-error: a namespace of who knows what: name its class, as `wrangler types` does
  createLocks({ redis, watchdog: untyped });
  // @ts-expect-error: a namespace of values
  createLocks({ redis, watchdog: kv });
  // @ts-expect-error: a service
  createLocks({ redis, watchdog: service });
  // @ts-expect-error: the name of an object
  createLocks({ redis, watchdog: id });
  // @ts-expect-error: the class, not its binding
  createLocks({ redis, watchdog: LeaseWatchdog });
  return leases;
}

/** With the types of Workers alone, keepAlive requires the context of its invocation. */
export function needsContext(held: Held, permit: Permit, ctx: ExecutionContext, state: DurableObjectState): void {
  held.keepAlive(ctx);
  held.keepAlive(state, { until: Promise.resolve() });
  permit.keepAlive(ctx);
  // @ts-expect-error: which invocation
  held.keepAlive();
  // @ts-expect-error: which invocation
  held.keepAlive(undefined, { until: Promise.resolve() });
  // @ts-expect-error: which invocation
  permit.keepAlive();
}
