// The fixture Worker of worker/ on real workerd, with a Redis of its own, and the calls of its tests.
import { Miniflare, type MiniflareOptions } from "miniflare";
import type { EntrustedId, Locks } from "../../../src/index.ts";
import { parseHold } from "../../../src/lock/parts/hold-text.ts";
import type { GrantedHold } from "../../../src/lock/protocol.ts";
import { type Gateway, startGateway } from "../../../src/tools/gateway/gateway.ts";
import { createLocks } from "../../support/bare-locks.ts";
import { workerOf } from "../../support/start-module.ts";
import { uniqueName } from "../../support/unique-name.ts";
import { type Faults, Story } from "./worker/story.ts";

export type Answer = Record<string, unknown>;
export type ObjectKind = "watchdog" | "room" | "deaf";

const WORKER = "keeping";
const KINDS = { WATCHDOG: "Watchdog", ROOM: "Room", DEAF: "Deaf" } as const;
const MAX_OPEN = 6;
const HALF_AN_HOUR_MS = 1_800_000;

/** Created where tests are declared, so that suites can receive it; running from `start` to `stop`. */
export class Stack {
  gateway!: Gateway;
  /** A client of the same Redis in this process. */
  locks!: Locks;
  #server: Miniflare | undefined;
  #leaseMs = "";
  readonly #open: Promise<void>[] = [];

  /** `leaseMs`: of locks that are not handed off. */
  async start(leaseMs: number): Promise<void> {
    this.#leaseMs = String(leaseMs);
    this.gateway = await startGateway();
    this.locks = createLocks({ redis: this.gateway, pollMs: 50 });
    this.#server = new Miniflare(await this.#worker("1"));
    await this.#server.ready;
  }

  async stop(): Promise<void> {
    await this.#server?.dispose();
    await this.gateway?.close();
  }

  /** Requests go straight to the Worker. In wrangler's harness they would go through two more processes. */
  #worker(version: string): Promise<MiniflareOptions> {
    const { url, token } = this.gateway;
    const texts = {
      UPSTASH_REDIS_REST_URL: url,
      UPSTASH_REDIS_REST_TOKEN: token,
      LEASE_MS: this.#leaseMs,
      VERSION: version,
    };
    const env = [
      ...Object.entries(texts).map(([name, value]) => [name, { type: "text" as const, value }] as const),
      ...Object.entries(KINDS).map(
        ([name, exportName]) => [name, { type: "durable-object" as const, worker: WORKER, exportName }] as const,
      ),
    ];
    const storage = { type: "durable-object" as const, storage: "sqlite" as const };
    return workerOf("test/edge/durable-object/worker/index.ts", WORKER, {
      // On from 2026-11-17 without being named: a Worker notices that its client has left.
      compatibilityFlags: ["enable_request_signal"],
      env: Object.fromEntries<(typeof env)[number][1]>(env),
      exports: Object.fromEntries(Object.values(KINDS).map((name) => [name, storage])),
    });
  }

  get #miniflare(): Miniflare {
    if (this.#server === undefined) throw new Error("not started");
    return this.#server;
  }

  /** Deploys a new version of the Worker, whose objects continue from their storage. */
  async deploy(): Promise<void> {
    await this.#miniflare.setOptions(await this.#worker("2"));
  }

  /** Evicts a room from memory. */
  async evict(name: string): Promise<void> {
    await this.#miniflare.unsafeEvictDurableObject(WORKER, KINDS.ROOM, { name });
  }

  async post(path: string, body: unknown = []): Promise<Answer> {
    return Object(await this.#fetch(path, { method: "POST", body: JSON.stringify(body) }));
  }

  /** Sends a few at a time, so that a busy machine delays the next request instead of the sent ones. */
  async #fetch(path: string, init?: { method: string; body: string }): Promise<unknown> {
    const ahead = this.#open[this.#open.length - MAX_OPEN];
    const answer = (async () => {
      await ahead;
      const response = await this.#miniflare.dispatchFetch(`http://worker${path}`, init);
      return JSON.parse(await response.text());
    })();
    const over = answer.then(ignore, ignore);
    this.#open.push(over);
    await over;
    this.#open.splice(this.#open.indexOf(over), 1);
    return answer;
  }

  /** Calls a method of an object. */
  call(kind: ObjectKind, object: string, method: string, ...args: unknown[]): Promise<Answer> {
    return this.post(`/${kind}/${object}/${method}`, args);
  }

  room(object: string, method: string, ...args: unknown[]): Promise<Answer> {
    return this.call("room", object, method, ...args);
  }

  /** Repeats a call of an object that a fault may abort, as its callers do. */
  async persistently(ask: () => Promise<Answer>): Promise<Answer> {
    for (let tries = 1; ; tries += 1) {
      const answer = await ask();
      if (answer.failed === undefined || tries === 5) return answer;
    }
  }

  job(more: object): Promise<Answer> {
    return this.post("/job", more);
  }

  async fault(kind: ObjectKind, object: string, faults: Partial<Faults>): Promise<void> {
    await this.post(`/${kind}/${object}/story`, faults);
  }

  async story(kind: ObjectKind, object: string): Promise<Story> {
    return Object.assign(new Story(), await this.#fetch(`/${kind}/${object}/story`));
  }

  status(object: string, hold: unknown): Promise<Answer> {
    const { key, owner, holdId }: EntrustedId = holdOf(hold);
    return this.persistently(() => this.call("watchdog", object, "status", { key, owner, holdId }));
  }

  /** Returns the stored row of the object's only lease, current or past. */
  async storedLease(object: string): Promise<{ joinedAt: number; deadline: number }> {
    const { joined_at, deadline } = await this.persistently(() => this.call("watchdog", object, "stored"));
    return { joinedAt: Number(joined_at), deadline: Number(deadline) };
  }

  /** Returns the time of its alarm, or null. It is not a contact: it sets no alarm. */
  async alarmAt(kind: "watchdog" | "room", object: string): Promise<unknown> {
    const answer = await this.call(kind, object, "alarmAt");
    if (answer.failed !== undefined) return answer.failed;
    return answer.at;
  }

  /** Resolves when the object has no alarm except the one by which a watchdog forgets, an hour later. */
  noAlarm(kind: "watchdog" | "room", object: string, withinMs: number): Promise<void> {
    return until(async () => {
      const due = await this.alarmAt(kind, object);
      if (due === null || (kind === "watchdog" && Number(due) > Date.now() + HALF_AN_HOUR_MS)) return 0;
      return typeof due === "number" ? due - Date.now() + 50 : 50;
    }, withinMs);
  }

  /** Resolves when the lock is free. */
  free(name: string, withinMs: number): Promise<void> {
    const lock = this.locks.lock(name);
    return until(async () => {
      const left = await lock.remainingMs();
      return left === -2 ? 0 : Math.max(50, left);
    }, withinMs);
  }
}

/**
 * Polls until nothing is left, and not before a change is possible: with a hundred concurrent scenarios, polling is a
 * load.
 */
async function until(leftMs: () => Promise<number>, withinMs: number): Promise<void> {
  const end = Date.now() + withinMs;
  for (;;) {
    const left = await leftMs();
    if (left === 0) return;
    if (Date.now() > end) throw new Error(`not over after ${withinMs} ms`);
    await at(Math.min(Date.now() + Math.max(50, left), end + 1));
  }
}

/** Parses a hold's text. */
export function holdOf(hold: unknown): GrantedHold {
  return parseHold(hold);
}

/** Waits for an instant at which something is due, such as a query shortly before a deadline. Epoch ms. */
export async function at(instant: number): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, Math.max(0, instant - Date.now())));
}

const ATTEMPTS = 3;

/**
 * Runs a scenario for all cases concurrently; a failure names its case. A failed case runs again, alone, as the
 * runner's `retry` would: a pause of the machine meets one of a hundred scenarios in most runs of the whole test.
 */
export async function sideBySide<Case, Result>(
  cases: readonly Case[],
  scenario: (one: Case, name: string) => Promise<Result>,
): Promise<Result[]> {
  const prefix = uniqueName();
  const start = Date.now();
  const runs = cases.map(async (one, index) => {
    // Starting all at once would test the capacity of a small machine instead.
    await at(start + 20 * index);
    // Ends with a result, or with the error of the last attempt.
    for (let attempt = 1; ; attempt++) {
      try {
        return await scenario(one, `${prefix}:${index + 1}:${attempt}`);
      } catch (cause) {
        const failed = `${JSON.stringify(one)}: ${cause}`;
        if (attempt === ATTEMPTS) throw new Error(failed, { cause });
        console.warn(`runs again, after ${failed}`);
      }
    }
  });
  return Promise.all(runs);
}

function ignore(): void {}
