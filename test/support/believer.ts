// A process with every kind of hold and answer that could seem valid because little local time has passed. Started with
// the clocks of clock-file.ts, it blocks its event loop until they are shifted. Then it checks each belief before any
// timer can run, or only listens, and prints its observations. The argument is a `BelieverInput` as JSON.
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { lockRoute } from "../../src/edge/web/index.ts";
import { createLockManager } from "../../src/edge/web-locks/index.ts";
import { timerAlarm } from "../../src/engine/testing/test-watchdog.ts";
import { createLocks, type Held } from "../../src/index.ts";
import { createRemoteLocks } from "../../src/service/remote/index.ts";
import { gate } from "./gate.ts";
import type { Endpoint } from "./rest.ts";

export interface BelieverInput {
  readonly redis: Endpoint;
  /** Holds back the replies of requests in flight. */
  readonly slowRedis: Endpoint;
  readonly api: Endpoint;
  /** The start of all names. */
  readonly name: string;
  readonly leaseMs: number;
  /** "listen": it waits for `abort` events, and checks nothing itself. */
  readonly mode: "look" | "listen";
  /** How long it continues after the first check. */
  readonly watchMs: number;
}

/** The observations of one belief. */
export interface Seen {
  /** At the first check: `aborted`, or the code of the error that `throwIfAborted` threw. */
  readonly first?: boolean | string;
  /** When the `abort` event came, in ms after the clocks were shifted. */
  readonly eventMs?: number | undefined;
  /** The result, or the code or name of the error. */
  readonly outcome: unknown;
}

/** `ending` is called at the end. */
interface Belief {
  readonly signal?: AbortSignal;
  readonly ending: () => Promise<unknown>;
}

const input: BelieverInput = JSON.parse(process.argv[2] ?? "");
const { redis, slowRedis, api, name, leaseMs, mode, watchMs } = input;
const options = { redis, leaseMs, prefix: "" };
const locks = createLocks(options);
const shifted = gate();

async function outcomeOf(work: () => unknown): Promise<unknown> {
  try {
    return await work();
  } catch (error) {
    const { code, name } = Object(error);
    return typeof code === "string" ? code : name;
  }
}

function kept(held: Pick<Held, "signal" | "renew"> & { keepAlive(): unknown }): Belief {
  held.keepAlive();
  return { signal: held.signal, ending: () => held.renew() };
}

/** A callback that runs until the end. */
function within(start: (fn: (held: Pick<Held, "signal">) => Promise<unknown>) => Promise<unknown>): Promise<Belief> {
  return new Promise((resolve) => {
    const outcome = outcomeOf(() =>
      start(async ({ signal }) => {
        resolve({ signal, ending: () => outcome });
        await shifted.opened;
        return "done";
      }),
    );
  });
}

/** The locks of a Durable Object in this process. By a variable path, because their types are those of workerd. */
async function durable(): Promise<Belief> {
  const { DurableLocks } = await import(
    new URL("../../src/edge/durable-object/durable-locks.ts", import.meta.url).href
  );
  const database = new DatabaseSync(":memory:");
  const exec = (query: string, ...values: (string | number | null)[]) => database.prepare(query).all(...values);
  const alarm = timerAlarm((scheduledTime) => objectLocks.onAlarm({ scheduledTime }));
  const objectLocks = new DurableLocks({ storage: { sql: { exec }, ...alarm } }, options);
  const { signal } = await objectLocks.acquire(`${name}:durable`);
  return { signal, ending: async () => (await objectLocks.get(`${name}:durable`)) === undefined };
}

/** A call without a signal to check. */
function inFlight(start: () => Promise<unknown>): Belief {
  const outcome = outcomeOf(start);
  return { ending: () => outcome };
}

// A client for each of the two requests that are held back: those of one client would travel together.
const slow = createLocks({ ...options, redis: slowRedis });
const slowFlights = createLocks({ ...options, redis: slowRedis });
const remote = createRemoteLocks({ url: api.url, token: api.token, allowHttp: true });
const manager = createLockManager(locks);
const route = lockRoute({ locks, name: `${name}:route` }, async (_, held) => {
  await takeRoute(held);
  return new Response("done");
});
let takeRoute: (held: Held) => Promise<unknown> = async () => {};

/** At once: a busy machine may be slow, and leases pass. */
async function beginAll(): Promise<Record<string, Belief>> {
  const [keptLock, multi, fixed, permit, remoteLock, inWithLock, inRoute, webLock, durableLock] = await Promise.all([
    locks.lock(`${name}:kept`).acquire(),
    locks.multiLock(locks.lock(`${name}:multi`), locks.lock(`${name}:other`)).acquire(),
    locks.lock(`${name}:fixed`).acquire({ leaseMs }),
    locks.permitExpirableSemaphore(`${name}:permit`, { permits: 1 }).acquire(),
    remote.lock(`${name}:remote`).acquire(),
    within((fn) => locks.withLock(`${name}:withLock`, fn)),
    within(async (fn) => {
      takeRoute = fn;
      return (await route(new Request("https://example.com/"))).text();
    }),
    within((fn) => manager.request(`${name}:webLock`, (_, held) => (held === undefined ? undefined : fn(held)))),
    durable(),
    // So that Redis knows the script later.
    slow.lock(`${name}:known`).acquire(),
    slowFlights.singleFlight(`${name}:flight`, () => "old", { ttlMs: leaseMs }),
  ]);
  return {
    kept: kept(keptLock),
    multi: kept(multi),
    fixed: { signal: fixed.signal, ending: () => fixed.renew() },
    permit: kept(permit),
    remote: kept(remoteLock),
    withLock: inWithLock,
    route: inRoute,
    webLock,
    durable: durableLock,
    unseen: inFlight(() => locks.withLock(`${name}:unseen`, () => shifted.opened)),
  };
}

/** Starts calls whose answers are held back. */
function beginSlow(): Record<string, Belief> {
  return {
    reply: inFlight(async () => {
      const held = await slow.lock(`${name}:reply`).acquire({ waitMs: 0 });
      return held.signal.aborted ? "aborted" : "held";
    }),
    flight: inFlight(() => slowFlights.singleFlight(`${name}:flight`, () => "new", { ttlMs: leaseMs })),
  };
}

const begun = await beginAll();
console.log("begun");
await once(process.stdin, "data");
const beliefs = { ...begun, ...beginSlow() };

const clocks = process.env["SHIFTED_CLOCK"] ?? "";
const before = readFileSync(clocks, "utf8");
const eventMs: Record<string, number> = {};
const first: Record<string, boolean | string> = {};
let shiftedAt = 0;
for (const [key, { signal }] of Object.entries(beliefs)) {
  signal?.addEventListener("abort", () => {
    eventMs[key] = performance.now() - shiftedAt;
  });
}

function thrownBy(signal: AbortSignal): string | false {
  try {
    signal.throwIfAborted();
    return false;
  } catch (error) {
    return String(Object(error).code);
  }
}

// The requests in flight leave first.
await new Promise((resolve) => setTimeout(resolve, 50));
console.log("ready");
while (readFileSync(clocks, "utf8") === before);
shiftedAt = performance.now();
for (const [nth, [key, { signal }]] of Object.entries(beliefs).entries()) {
  // Alternates, so that neither kind of check depends on the other.
  if (mode === "look" && signal !== undefined) first[key] = nth % 2 === 0 ? signal.aborted : thrownBy(signal);
}
await new Promise((resolve) => setTimeout(resolve, watchMs));
// This comes before the endings, which check again.
const events = { ...eventMs };
shifted.open();
const seen: Record<string, Seen> = {};
for (const [key, { ending }] of Object.entries(beliefs)) {
  const looked = first[key] === undefined ? {} : { first: first[key] };
  seen[key] = { ...looked, eventMs: events[key], outcome: await outcomeOf(ending) };
}
console.log(`saw ${JSON.stringify(seen)}`);
process.exit();
