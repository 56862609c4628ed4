// The set-up for measuring waits: one Redis, over HTTP through the gateway and over TCP through a proxy, with the same
// delays.
import { Redis } from "ioredis";
import { type Gateway, startGateway } from "../../../src/tools/gateway/gateway.ts";
import { startDelayProxy } from "./delay-proxy.ts";

/** The requests to Redis. */
export interface Traffic {
  /** HTTP requests. */
  readonly requests: number;
  /** As Redis counts, and Upstash bills: a script, and each command that it runs. */
  readonly commands: number;
}

export class WaitingStage implements AsyncDisposable {
  readonly gateway: Gateway;
  /** Over TCP. */
  readonly redis: Redis;
  readonly #roundTripMs: number;
  readonly #opened: AsyncDisposableStack;
  #names = 0;

  private constructor(gateway: Gateway, redis: Redis, roundTripMs: number, opened: AsyncDisposableStack) {
    this.gateway = gateway;
    this.redis = redis;
    this.#roundTripMs = roundTripMs;
    this.#opened = opened;
    this.freezeStreams(false);
  }

  static async open(roundTripMs: number): Promise<WaitingStage> {
    await using opening = new AsyncDisposableStack();
    const gateway = opening.use(await startGateway());
    const proxy = opening.use(await startDelayProxy(gateway.redisUrl, roundTripMs / 2));
    const redis = opening.adopt(new Redis(proxy.url), async (client) => client.disconnect());
    await redis.ping();
    return new WaitingStage(gateway, redis, roundTripMs, opening.move());
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#opened.disposeAsync();
  }

  /** Returns the name of a new lock. */
  newName(): string {
    this.#names += 1;
    return `waiting-${this.#names}`;
  }

  /** Later streams are confirmed and then stay silent. */
  freezeStreams(frozen: boolean): void {
    const ms = this.#roundTripMs / 2;
    const delay = { fault: "delay", delayMs: ms, replyDelayMs: ms } as const;
    this.gateway.faults.set({ seed: 1, rules: frozen ? [delay, { fault: "freeze-stream" }] : [delay] });
  }

  async measure(run: () => Promise<unknown>): Promise<Traffic> {
    await this.gateway.resetCounters();
    await run();
    const { requests, billed } = await this.gateway.counters();
    return { requests, commands: billed ?? Number.NaN };
  }
}
