// A simulated Durable Object with the watchdog: its storage, its alarms, its instances, and calls from other isolates.
import { type Invocation, Isolate } from "../../../src/engine/simulation/isolate.ts";
import type { Network } from "../../../src/engine/simulation/network.ts";
import type { Watchdog } from "../../../src/index.ts";
import { HOST, invocations } from "./actor.ts";
import type { Compiled, ServiceLibrary } from "./bundle.ts";
import { ObjectStorage, STORED_AFTER_MS } from "./object-storage.ts";

/** The fault of one call of a method. */
export type CallFault = "lost request" | "lost reply" | "no answer";

/** Whoever calls it. */
interface Caller {
  readonly isolate: Pick<Isolate<unknown>, "name" | "after">;
}

interface Instance {
  readonly isolate: Isolate<ServiceLibrary>;
  /** All calls of an object share the timers of one invocation. */
  readonly invocation: Invocation;
  readonly object: InstanceType<ServiceLibrary["LeaseWatchdog"]>;
}

type Method = "entrust" | "withdraw" | "status" | "keptHolds";

const AGAIN_MS = 2_000;
const ENV = { UPSTASH_REDIS_REST_URL: `https://${HOST}`, UPSTASH_REDIS_REST_TOKEN: "token" };

export class WatchdogObject {
  readonly storage: ObjectStorage;
  /** Chooses a fault for each call. Default: none. */
  direct: (method: Method) => CallFault | undefined = () => undefined;
  /** Each alarm comes twice. */
  doublesAlarms = false;
  /** Called at each alarm. `isRetry`: the platform repeats one that did not end. */
  onAlarm: (alarm: { readonly isRetry: boolean }) => void = () => {};
  /** How often its alarm has come. */
  alarms = 0;
  readonly #network: Network;
  readonly #compiled: Compiled;
  #instances = 0;
  #instance: Instance | undefined;

  constructor(network: Network, compiled: Compiled) {
    this.#network = network;
    this.#compiled = compiled;
    this.storage = new ObjectStorage(network.world, (scheduledTime) => this.#alarm(scheduledTime, false));
  }

  /** Ends its instance, and with it all calls. Another one begins with the next call or alarm. */
  evict(): void {
    this.#network.world.fault("the object is evicted");
    this.#instance?.isolate.kill();
    this.#instance = undefined;
    this.storage.crash();
  }

  /** Returns its stub, as `callerOf()` has it. */
  stubOf(callerOf: () => Caller): Watchdog {
    return {
      entrust: (entrusted) => this.#call(callerOf(), "entrust", (object) => object.entrust(entrusted)),
      withdraw: (request) => this.#call(callerOf(), "withdraw", (object) => object.withdraw(request)),
      status: (id) => this.#call(callerOf(), "status", (object) => object.status(id)),
      keptHolds: (lock) => this.#call(callerOf(), "keptHolds", (object) => object.keptHolds(lock)),
    };
  }

  #call<Reply>(
    { isolate: caller }: Caller,
    method: Method,
    ask: (object: Instance["object"]) => Promise<Reply>,
  ): Promise<Reply> {
    const { world } = this.#network;
    const fault = this.direct(method);
    if (fault !== undefined) world.fault(`${fault} of ${method} by ${caller.name}`);
    return new Promise((resolve, reject) => {
      const settle = (settled: () => void): void => caller.after(this.#network.delay(), settled);
      const fail = (): void => settle(() => reject(new Error("Network connection lost.")));
      if (fault === "lost request") fail();
      if (fault === "lost request" || fault === "no answer") return;
      world.after(this.#network.delay(), () => {
        const instance = this.#open();
        world.log(`${caller.name} calls ${method} of ${instance.isolate.name}`);
        const forget = instance.isolate.onDeath(fail);
        const answered = (settled: () => void): void => {
          world.after(STORED_AFTER_MS, () => {
            if (instance.isolate.isDead) return;
            forget();
            if (fault === "lost reply") fail();
            else settle(settled);
          });
        };
        instance.isolate.within(instance.invocation, () => {
          ask(instance.object).then(
            (reply) => answered(() => resolve(reply)),
            (error: unknown) => answered(() => reject(error)),
          );
        });
      });
    });
  }

  #alarm(scheduledTime: number, isRetry: boolean): void {
    const { world } = this.#network;
    for (let count = this.doublesAlarms ? 2 : 1; count > 0; count -= 1) {
      const { isolate, invocation, object } = this.#open();
      this.alarms += 1;
      world.log(`alarm of ${isolate.name}`);
      // The platform repeats an alarm that did not end.
      const forget = isolate.onDeath(() => world.after(AGAIN_MS, () => this.#alarm(scheduledTime, true)));
      isolate.within(invocation, () => {
        void object.alarm({ scheduledTime, retryCount: isRetry ? 1 : 0, isRetry }).then(forget);
      });
      this.onAlarm({ isRetry });
    }
  }

  #open(): Instance {
    if (this.#instance !== undefined) return this.#instance;
    this.#instances += 1;
    const name = `object ${this.#instances}`;
    const isolate = new Isolate(this.#network, invocations, this.#compiled.loadService, { name, isWorker: true });
    let instance: Instance | undefined;
    isolate.invoke((invocation) => {
      const state = { storage: this.storage.shown };
      const object = new isolate.library.LeaseWatchdog(state, ENV);
      instance = { isolate, invocation, object };
    });
    if (instance === undefined) throw new Error("the object has no instance");
    this.#instance = instance;
    return instance;
  }
}
