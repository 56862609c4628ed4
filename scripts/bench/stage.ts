// The set-up for measuring costs: a gateway with a Redis of its own, the worker of worker/ in workerd, and the counters
// of both.
import { setTimeout as sleep } from "node:timers/promises";
import { createTestHarness, type TestHarness } from "wrangler";
import { type Gateway, startGateway } from "../../src/tools/gateway/gateway.ts";
import type { Usage } from "./prices.ts";
import type { Billed } from "./worker/billed.ts";

/** The cost of something, from counters. */
export interface Sample extends Usage {
  /** HTTP requests to Redis. */
  readonly requests: number;
  /** Those of `objectRequests` that were alarms. */
  readonly alarms: number;
}

/** Returns a sample whose members are derived from this one's. */
export function each(sample: Sample, change: (member: number, name: keyof Sample) => number): Sample {
  return {
    requests: change(sample.requests, "requests"),
    commands: change(sample.commands, "commands"),
    objectRequests: change(sample.objectRequests, "objectRequests"),
    alarms: change(sample.alarms, "alarms"),
    rowsWritten: change(sample.rowsWritten, "rowsWritten"),
    rowsRead: change(sample.rowsRead, "rowsRead"),
    objectMs: change(sample.objectMs, "objectMs"),
  };
}

export type ObjectName = "watchdog" | "room";

// The names of wrangler.toml and of worker/index.ts.
const OBJECTS = {
  watchdog: { binding: "WATCHDOG", name: "leases-1-of-1" },
  room: { binding: "ROOM", name: "room" },
} as const;

// The interval of checks whether an alarm has run: much less than a third of any lease.
const LOOK_MS = 10;

export class Stage {
  readonly #gateway: Gateway;
  readonly #server: TestHarness;

  private constructor(gateway: Gateway, server: TestHarness) {
    this.#gateway = gateway;
    this.#server = server;
  }

  static async open(leaseMs: number): Promise<Stage> {
    const gateway = await startGateway();
    const vars = {
      UPSTASH_REDIS_REST_URL: gateway.url,
      UPSTASH_REDIS_REST_TOKEN: gateway.token,
      LEASE_MS: String(leaseMs),
    };
    const server = createTestHarness({ workers: [{ configPath: "./scripts/bench/worker/wrangler.toml", vars }] });
    const stage = new Stage(gateway, server);
    try {
      await server.listen();
      return stage;
    } catch (error) {
      await stage[Symbol.asyncDispose]();
      throw error;
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#server.close();
    await this.#gateway.close();
  }

  /** Delays each request by half of it before its execution, and by half before its reply. */
  simulateRoundTrip(ms: number): void {
    const rule = { fault: "delay", delayMs: ms / 2, replyDelayMs: ms / 2 } as const;
    this.#gateway.faults.set({ seed: 1, rules: ms > 0 ? [rule] : [] });
  }

  async post<Reply>(path: string, order: object = {}): Promise<Reply> {
    const response = await this.#server.fetch(path, { method: "POST", body: JSON.stringify(order) });
    const text = await response.text();
    if (!response.ok) throw new Error(`${path}: ${response.status} ${text}`);
    const reply: Reply = JSON.parse(text);
    return reply;
  }

  async measure(run: () => Promise<unknown>): Promise<Sample> {
    await this.post("/reset");
    await this.#gateway.resetCounters();
    await run();
    const { requests, billed } = await this.#gateway.counters();
    const object = await this.#billed();
    return {
      requests,
      commands: billed ?? Number.NaN,
      objectRequests: object.requests,
      alarms: object.alarms,
      rowsWritten: object.rowsWritten,
      rowsRead: object.rowsRead,
      objectMs: object.activeMs,
    };
  }

  /** Ends the object's instance in memory, if there is one, as hibernation does. */
  async hibernate(object: ObjectName): Promise<void> {
    const { binding, name } = OBJECTS[object];
    try {
      await this.#server.getWorker().evictDurableObject(binding, { name });
    } catch (error) {
      if (!String(error).includes("not currently running")) throw error;
    }
  }

  /**
   * Lets time pass. The object hibernates after each alarm, as on the platform when the next alarm is more than ten
   * seconds away.
   */
  async pass(ms: number, object: ObjectName): Promise<void> {
    const end = performance.now() + ms;
    let seen = (await this.#billed()).alarms;
    while (performance.now() < end) {
      await sleep(LOOK_MS);
      const { alarms } = await this.#billed();
      if (alarms === seen) continue;
      seen = alarms;
      await this.hibernate(object);
    }
  }

  #billed(): Promise<Billed> {
    return this.post("/billed");
  }
}
