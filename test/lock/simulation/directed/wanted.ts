// How soon a holder learns that somebody waits: exact, at a round trip of 20 ms.
import assert from "node:assert/strict";
import type { Held } from "../../../../src/index.ts";
import type { Actor } from "../actor.ts";
import type { Compiled } from "../bundle.ts";
import { DirectedWorld } from "../directed-world.ts";
import { type DirectedPlay, directed } from "./play.ts";
import { NO_POLLS } from "./times.ts";

const ROUND_TRIP_MS = 20;
const LEASE_MS = 30_000;
const WAIT_MS = 300_000;
// An attempt reaches Redis half a round trip after its caller asked.
const ON_ITS_WAY_MS = ROUND_TRIP_MS / 2;

/** What is held, and what another caller waits for. */
interface Awaited {
  acquire(options?: { waitMs: number }): Promise<Pick<Held, "wanted" | "keepAlive" | "release">>;
}

/** Returns what the holder takes, and what the waiter asks for. */
type Kind = (actor: Actor, name: string) => readonly [held: Awaited, awaited: Awaited];

/** The kinds whose waiters notify a holder that listens. */
const TELLING: Readonly<Record<string, Kind>> = {
  lock: ({ locks }, name) => [locks.lock(name), locks.lock(name)],
  "fenced lock": ({ locks }, name) => [locks.fencedLock(name), locks.fencedLock(name)],
  "fair lock": ({ locks }, name) => [locks.fairLock(name), locks.fairLock(name)],
};

const OTHERS: Readonly<Record<string, Kind>> = {
  "read lock": ({ locks }, name) => [locks.readWriteLock(name).readLock(), locks.readWriteLock(name).writeLock()],
  "write lock": ({ locks }, name) => [locks.readWriteLock(name).writeLock(), locks.readWriteLock(name).readLock()],
  "fair read lock": ({ locks }, name) => [
    locks.fairReadWriteLock(name).readLock(),
    locks.fairReadWriteLock(name).writeLock(),
  ],
  "fair write lock": ({ locks }, name) => [
    locks.fairReadWriteLock(name).writeLock(),
    locks.fairReadWriteLock(name).writeLock(),
  ],
  permit({ locks }, name) {
    const slots = locks.permitExpirableSemaphore(name, { permits: 1 });
    return [slots, slots];
  },
  "multi lock": ({ locks }, name) => [locks.multiLock(locks.lock(`${name} b`), locks.lock(name)), locks.lock(name)],
  "red lock": ({ locks, others }, name) => [
    locks.redLock(...[locks, ...others].map((each) => each.lock(name))),
    locks.lock(name),
  ],
};

interface Course {
  readonly listen?: boolean;
  readonly keyLocking?: boolean;
  /** The waiter's isolate has its stream already. Default: it opens it. */
  readonly hasStream?: boolean;
  /** When the waiter comes, ms after the holder. */
  readonly afterMs: number;
}

/** Returns how long after the first attempt of the waiter, which Redis refuses, the holder knows of it, ms. */
async function toldAfter(compiled: Compiled, kind: Kind, course: Course): Promise<number> {
  const { listen = false, keyLocking = false, hasStream = false, afterMs } = course;
  const world = new DirectedWorld(compiled, { locks: { ...NO_POLLS, leaseMs: LEASE_MS, keyLocking } });
  const [holder, waiter, third] = [world.isolate("holder"), world.isolate("waiter"), world.isolate("third")];
  let askedAt = Number.NaN;
  const holds = async (name: string): Promise<number> => {
    const held = await kind(holder, name)[0].acquire();
    const { wanted } = held;
    held.keepAlive(undefined, { listen });
    if (!wanted.aborted) await new Promise((resolve) => wanted.addEventListener("abort", resolve));
    const toldAt = world.world.now;
    await held.release();
    return toldAt;
  };
  const waits = async (name: string, ms: number): Promise<number> => {
    await waiter.isolate.sleep(ms);
    askedAt = world.world.now;
    const held = await kind(waiter, name)[1].acquire({ waitMs: WAIT_MS });
    await held.release();
    return askedAt;
  };
  // Redis knows all scripts afterwards, so that each attempt is one request.
  await world.play([holder, () => holds("first")], [waiter, () => waits("first", 7_000)]);
  if (hasStream) await keepStream(world, waiter, third);
  const [toldAt = Number.NaN] = await world.play([holder, () => holds("x")], [waiter, () => waits("x", afterMs)]);
  return toldAt - askedAt - ON_ITS_WAY_MS;
}

/** Lets the isolate wait for something until the end of the world, by its stream. */
async function keepStream(world: DirectedWorld, waiter: Actor, holder: Actor): Promise<void> {
  const holds = async (): Promise<void> => void (await holder.locks.lock("z").acquire({ leaseMs: 1_000_000 }));
  await world.play([holder, holds]);
  waiter.isolate.invoke(() => void waiter.locks.lock("z").acquire({ waitMs: 1_000_000 }));
  await world.play([holder, () => holder.isolate.sleep(1_000)]);
}

// The holder asks after a renewal, each 9.7 s: early, shortly before that, and shortly after it.
const PHASES_MS = [2_000, 9_680, 9_740];

export const WANTED: readonly DirectedPlay[] = [
  ...Object.entries(TELLING).flatMap(([name, kind]) => [
    directed(`a holder that listens learns of a waiter within 1.5 round trips: ${name}`, async (compiled) => {
      for (const afterMs of PHASES_MS) {
        const ms = await toldAfter(compiled, kind, { listen: true, hasStream: true, afterMs });
        assert.ok(ms > 0 && ms <= 1.5 * ROUND_TRIP_MS + 0.001, `${ms} ms, of a waiter that comes after ${afterMs} ms`);
      }
    }),
    directed(
      `a holder that listens learns of the first waiter of an isolate within 3.5 round trips: ${name}`,
      async (compiled) => {
        const ms = await toldAfter(compiled, kind, { listen: true, afterMs: 2_000 });
        // The waiter hears of its refusal, opens its stream, and attempts again.
        assert.ok(ms > 0 && ms <= 3.5 * ROUND_TRIP_MS + 0.001, `${ms} ms`);
      },
    ),
  ]),

  ...Object.entries({ ...TELLING, ...OTHERS }).flatMap(([name, kind]) =>
    [false, true].map((keyLocking) =>
      directed(
        `a holder learns of a waiter within a third of its lease: ${name}${keyLocking ? ", with locked keys" : ""}`,
        async (compiled) => {
          for (const afterMs of PHASES_MS) {
            const ms = await toldAfter(compiled, kind, { afterMs, keyLocking });
            assert.ok(ms > 0 && ms <= LEASE_MS / 3, `${ms} ms, of a waiter that comes after ${afterMs} ms`);
          }
        },
      ),
    ),
  ),

  ...Object.entries(OTHERS).map(([name, kind]) =>
    directed(`a holder that listens learns of a waiter within a third of its lease: ${name}`, async (compiled) => {
      for (const afterMs of PHASES_MS) {
        const ms = await toldAfter(compiled, kind, { listen: true, afterMs });
        assert.ok(ms > 0 && ms <= LEASE_MS / 3, `${ms} ms, of a waiter that comes after ${afterMs} ms`);
      }
    }),
  ),
];
