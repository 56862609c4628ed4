// The set-up of `npm run bench -- peers`: one redis-server behind the gateway, near (no delay), and far and slow (behind
// delays).
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { Redis } from "ioredis";
import type { Endpoint } from "./locker.ts";
import { type DelayProxy, startDelayProxy } from "./peers/delay-proxy.ts";
import { ROUND_TRIP_MS } from "./peers/figures.ts";

export interface Traffic {
  /** HTTP requests. */
  readonly requests: number;
  /** As Redis counts, and Upstash bills: a script, and each command that it runs. */
  readonly commands: number;
  readonly seconds: number;
}

interface Delayed {
  readonly endpoint: Endpoint;
  readonly roundTripMs: number;
  /** Over HTTP, and over TCP. */
  readonly proxies: readonly DelayProxy[];
}

// The gateway answers to a loopback address with its own port: the delays are on other addresses.
const [FAR_HOST, SLOW_HOST] = ["127.0.0.2", "127.0.0.3"];
const SLOW_ROUND_TRIP_MS = 100;
const WINDOW_STEP_MS = 500;

export class Stage implements AsyncDisposable {
  /** Without a simulated round trip. */
  readonly near: Endpoint;
  readonly far: Delayed;
  readonly slow: Delayed;
  readonly #redis: Redis;
  readonly #opened: AsyncDisposableStack;
  #names = 0;

  private constructor(near: Endpoint, far: Delayed, slow: Delayed, opened: AsyncDisposableStack) {
    this.near = near;
    this.far = far;
    this.slow = slow;
    this.#redis = opened.adopt(new Redis(near.redisUrl), async (client) => client.disconnect());
    this.#opened = opened;
  }

  static async open(): Promise<Stage> {
    await using opening = new AsyncDisposableStack();
    const near = await openGateway(opening);
    const far = await delayed(opening, near, FAR_HOST, ROUND_TRIP_MS);
    const slow = await delayed(opening, near, SLOW_HOST, SLOW_ROUND_TRIP_MS);
    return new Stage(near, far, slow, opening.move());
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#opened.disposeAsync();
  }

  /** The number of open connections to `far`, over HTTP and TCP. */
  connections(): number {
    return this.far.proxies.reduce((sum, { connections }) => sum + connections, 0);
  }

  /** Returns the name of a new lock. */
  newName(): string {
    this.#names += 1;
    return `peers-${this.#names}`;
  }

  async measure(run: () => Promise<unknown>): Promise<Traffic> {
    const before = await this.#counts();
    const start = performance.now();
    await run();
    const seconds = (performance.now() - start) / 1_000;
    const after = await this.#counts();
    return { requests: after.requests - before.requests, commands: after.commands - before.commands, seconds };
  }

  /** Measures for `ms`, or for a quarter of it if there are many commands by then. */
  measureFor(ms: number, enough = 40): Promise<Traffic> {
    return this.measure(async () => {
      const { commands } = await this.#counts();
      const start = performance.now();
      while (performance.now() - start < ms) {
        await sleep(WINDOW_STEP_MS);
        const isEarly = performance.now() - start >= ms / 4;
        if (isEarly && (await this.#counts()).commands - commands > enough) return;
      }
    });
  }

  async redisVersion(): Promise<string> {
    return /^redis_version:(\S+)/m.exec(await this.#redis.info("server"))?.[1] ?? "";
  }

  async #counts(): Promise<{ requests: number; commands: number }> {
    const headers = { authorization: `Bearer ${this.near.token}` };
    const response = await fetch(`${this.near.url}/__counters`, { headers });
    const { requests } = Object(await response.json());
    return { requests, commands: commandsIn(await this.#redis.info("commandstats")) };
  }
}

// Commands of connections, and of the bench itself.
const UNCOUNTED = new Set(["info", "auth", "hello", "client", "select", "command", "config"]);

/** Returns the number of commands in an answer to INFO. */
function commandsIn(info: string): number {
  return [...info.matchAll(/^cmdstat_([^:|]+)[^:]*:calls=(\d+)/gm)]
    .filter(([, name = ""]) => !UNCOUNTED.has(name.toLowerCase()))
    .reduce((sum, [, , calls]) => sum + Number(calls), 0);
}

/** Puts delays before the gateway and before Redis. */
async function delayed(
  opening: AsyncDisposableStack,
  near: Endpoint,
  host: string,
  roundTripMs: number,
): Promise<Delayed> {
  const { port } = new URL(near.url);
  const http = startDelayProxy(near.url, roundTripMs / 2, { host, port: Number(port) }).catch((cause) => {
    throw new Error(`the bench needs the loopback address ${host}, which Linux has`, { cause });
  });
  const proxies = [
    opening.use(await http),
    opening.use(await startDelayProxy(near.redisUrl, roundTripMs / 2)),
  ] as const;
  const [{ url }, { url: redisUrl }] = proxies;
  return { endpoint: { ...near, url, redisUrl }, roundTripMs, proxies };
}

/** Starts the gateway, with a redis-server of its own, in a process of its own, so that its work is not a client's. */
async function openGateway(opening: AsyncDisposableStack): Promise<Endpoint> {
  const gateway = spawn(process.execPath, ["scripts/gateway.ts", "--json"], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = once(gateway, "exit");
  opening.defer(async () => {
    gateway.kill("SIGTERM");
    await ended;
  });
  const line = await Promise.race([once(createInterface(gateway.stdout), "line"), ended.then(() => undefined)]);
  if (line === undefined) throw new Error("the gateway could not start");
  const { url, token, redis } = Object(JSON.parse(String(line)));
  return { url, token, redisUrl: redis };
}
