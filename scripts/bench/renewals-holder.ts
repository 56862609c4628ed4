// The process that npm run bench -- renewals measures. It holds many locks, keeps them alive, and sends its parent what
// it used: run with --expose-gc, and with the gateway in the parent.
import { setTimeout as sleep } from "node:timers/promises";
import { createClient, type Held, lock, sharedRenewals } from "leasehound";

/** What the holder is asked to do. */
export interface HolderOrder {
  readonly locks: number;
  readonly leaseMs: number;
  /** The measured time, without the time of the acquires. */
  readonly seconds: number;
  readonly url: string;
  readonly token: string;
}

/** What it has measured: sent without `ended` when the measured time begins, and with it at the end. */
export interface HolderNews {
  readonly heapBytesPerHold: number;
  readonly ended?: { readonly cpuShare: number; readonly seconds: number; readonly lost: number };
}

const WARM_UP = 500;
const AT_ONCE = 64;

const order: HolderOrder = JSON.parse(process.argv[2] ?? "");
const client = createClient({ redis: order, leaseMs: order.leaseMs, renewals: sharedRenewals() });
// What code and connections take must not count as the heap of holds.
await release(await hold("warm-up", WARM_UP));
const before = heapBytes();
const held = await hold("kept", order.locks);
// The last grants are renewed once, so that the measured time has only renewals.
await sleep((order.leaseMs * 5) / 12);
const heapBytesPerHold = (heapBytes() - before) / held.length;
send({ heapBytesPerHold });
const [cpuBefore, startedAt] = [process.cpuUsage(), performance.now()];
await sleep(order.seconds * 1_000);
const { user, system } = process.cpuUsage(cpuBefore);
const ms = performance.now() - startedAt;
const lost = held.filter(({ validUntil }) => validUntil <= Date.now()).length;
send({ heapBytesPerHold, ended: { cpuShare: (user + system) / 1_000 / ms, seconds: ms / 1_000, lost } });
client.close();
process.disconnect();

async function hold(prefix: string, count: number): Promise<Held[]> {
  const all: Held[] = [];
  let next = 0;
  await atOnce(async () => {
    while (next < count) {
      next += 1;
      const one = await lock(client, `${prefix}:${next}`).acquire();
      one.keepAlive();
      all.push(one);
    }
  });
  return all;
}

async function release(all: Held[]): Promise<void> {
  await atOnce(async () => {
    for (let one = all.pop(); one !== undefined; one = all.pop()) await one.release();
  });
}

async function atOnce(work: () => Promise<void>): Promise<void> {
  await Promise.all(Array.from({ length: AT_ONCE }, work));
}

function heapBytes(): number {
  if (globalThis.gc === undefined) throw new Error("run with --expose-gc");
  globalThis.gc();
  globalThis.gc();
  return process.memoryUsage().heapUsed;
}

function send(news: HolderNews): void {
  process.send?.(news);
}
