// The process that npm run bench -- many-holds and false-losses measure. It keeps holds of all kinds, and reports lost
// holds to its parent.
import { setTimeout as sleep } from "node:timers/promises";
import {
  type Client,
  type ClientOptions,
  createClient,
  fairLock,
  fencedLock,
  isLockError,
  keyLocking,
  type LockEvent,
  lock,
  multiLock,
  nonReentrantLock,
  permitExpirableSemaphore,
  readWriteLock,
  sharedRenewals,
} from "leasehound";

/** The order for the holder. */
export interface HolderOrder {
  readonly url: string;
  readonly token: string;
  readonly holds: number;
  readonly leaseMs: number;
  readonly seconds: number;
  /** How many loops acquire and release meanwhile. */
  readonly loops: number;
  /** "together": `sharedRenewals()` and `keyLocking()`. "alone": none of them. */
  readonly mode: "together" | "alone";
}

/** Its measurements. The first message, without `seconds`, comes when all holds are kept. */
export interface HolderNews {
  readonly seconds?: number;
  readonly renewals: number;
  readonly failing: number;
  readonly cycles: number;
  /** How many were lost, by kind and reason. */
  readonly lost: Readonly<Record<string, number>>;
}

interface Keepable {
  keepAlive(): unknown;
}

const order: HolderOrder = JSON.parse(process.argv[2] ?? "");
const counts = { renewals: 0, failing: 0, cycles: 0 };
const lost: Record<string, number> = {};
const together = { renewals: sharedRenewals(), keyLocking: keyLocking() };
const options: ClientOptions = { redis: order, leaseMs: order.leaseMs, waitMs: 60_000, onEvent };
const client = createClient(order.mode === "together" ? { ...options, ...together } : options);
const KINDS: readonly ((client: Client, name: string) => Promise<Keepable>)[] = [
  (of, name) => lock(of, name).acquire(),
  (of, name) => fairLock(of, name).acquire(),
  (of, name) => fencedLock(of, name).acquire(),
  (of, name) => nonReentrantLock(of, name).acquire(),
  (of, name) => readWriteLock(of, name).readLock().acquire(),
  (of, name) => readWriteLock(of, name).writeLock().acquire(),
  (of, name) => multiLock(of, lock(of, `${name}:a`), lock(of, `${name}:b`)).acquire(),
  (of) => permitExpirableSemaphore(of, "permits", { permits: 100_000 }).acquire(),
];

await Promise.all(Array.from({ length: 32 }, (_, lane) => hold(lane)));
send();
const startedAt = performance.now();
await Promise.all(Array.from({ length: order.loops }, (_, loop) => cycle(loop)));
await sleep(Math.max(0, order.seconds * 1_000 - (performance.now() - startedAt)));
send((performance.now() - startedAt) / 1_000);
client.close();
process.disconnect();

async function hold(lane: number): Promise<void> {
  for (let number = lane; number < order.holds; number += 32) {
    try {
      (await KINDS[number % KINDS.length]?.(client, `kept:${number}`))?.keepAlive();
    } catch (error) {
      // A busy machine: an acquire that failed is no hold.
      if (!isLockError(error)) throw error;
    }
  }
}

/** Holds a lock for a moment, again and again, as a request handler would. */
async function cycle(loop: number): Promise<void> {
  while (performance.now() - startedAt < order.seconds * 1_000) {
    try {
      await lock(client, `loop:${loop}`).withLock(() => sleep(20));
      counts.cycles += 1;
    } catch (error) {
      if (!isLockError(error)) throw error;
      // LOCK_LOST is counted by its event.
      if (error.code !== "LOCK_LOST") countLost(`loop ${error.code}`);
    }
  }
}

function onEvent(event: LockEvent): void {
  if (event.type === "renewed") counts.renewals += 1;
  if (event.type === "renewal-failing") counts.failing += 1;
  if (event.type === "lost")
    countLost(`${event.kind} ${event.reason}${event.end === undefined ? "" : ` ${event.end}`}`);
}

function countLost(what: string): void {
  lost[what] = (lost[what] ?? 0) + 1;
}

function send(seconds?: number): void {
  const news: HolderNews = { ...counts, lost, ...(seconds !== undefined && { seconds }) };
  process.send?.(news);
}
