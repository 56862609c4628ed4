// One fault in the whole world, at each request in turn: it costs nobody the lock, and leaves nothing behind.
import assert from "node:assert/strict";
import type { Database } from "../../../../src/engine/simulation/database.ts";
import type { Stroke } from "../../../../src/engine/simulation/network.ts";
import type { Actor } from "../actor.ts";
import { DirectedWorld, TAKES, type Take } from "../directed-world.ts";
import { type DirectedPlay, directed, takeTurns } from "./play.ts";

interface FaultOf {
  readonly what: string;
  readonly stroke: Stroke;
  /** All callers are in one isolate. */
  readonly isInOne?: boolean;
}

const FAULTS: readonly FaultOf[] = [
  { what: "is lost", stroke: { kind: "lost request" } },
  { what: "is answered, and the reply is lost", stroke: { kind: "lost reply" } },
  { what: "gets its reply late", stroke: { kind: "late reply", ms: 3_000 } },
  { what: "gets the reply to the request before it", stroke: { kind: "previous reply" } },
  { what: "gets the reply to another caller", stroke: { kind: "previous reply" }, isInOne: true },
  { what: "arrives twice at once", stroke: { kind: "doubled request", ms: 25 } },
  { what: "arrives again when all have ended", stroke: { kind: "doubled request", ms: 4_000 } },
];

// No caller below sends more, but for retries.
const MOST_REQUESTS = 10;
// All have ended, with their last requests in the background, and a light lock that a late copy took.
const SETTLED_MS = 45_000;
const LONG_LEASE_MS = 1_000_000;
// A call whose wait is shorter than an attempt fails if that is lost.
const UNANSWERED = ["REDIS_UNREACHABLE", "OUTCOME_UNKNOWN"];

interface Case {
  readonly kind: string;
  readonly take: Take;
  /** Returns what is left when all have ended. */
  readonly left: (database: Database) => unknown;
  readonly leaves: unknown;
  /** Several may have it. */
  readonly isShared?: boolean;
  /** It has a request of which a single loss is an error. */
  readonly mayFail?: boolean;
}

const isThere = (database: Database): unknown => database.ask("EXISTS", "lock:x");
const permitsOf = (database: Database): unknown => database.ask("GET", "lock:x");

const TAKEN: readonly Case[] = Object.entries(TAKES).map(([kind, take]) => {
  if (!kind.startsWith("permit")) return { kind, take, left: isThere, leaves: 0 };
  // The first acquire of permits with a lease sets their number, and does not repeat that.
  return { kind, take, left: permitsOf, leaves: "1", mayFail: kind.includes("with a lease") };
});

const CASES: readonly Case[] = [
  ...TAKEN,
  {
    kind: "read lock",
    async take({ locks }, options) {
      const held = await locks
        .readWriteLock("x")
        .readLock()
        .acquire({ ...options, leaseMs: LONG_LEASE_MS });
      return () => held.release();
    },
    left: isThere,
    leaves: 0,
    isShared: true,
  },
  {
    kind: "light lock",
    async take({ light }, { waitMs, signal }) {
      const held = await light.lock("x").acquire({ waitMs, signal });
      return () => held.release();
    },
    left: isThere,
    leaves: 0,
    mayFail: true,
  },
  {
    kind: "withPermit",
    async take({ locks, isolate }, options) {
      let end = (): void => {};
      const working = new Promise<void>((resolve) => {
        end = resolve;
      });
      let whole: Promise<void> = Promise.resolve();
      await new Promise<void>((resolve, reject) => {
        const work = (): Promise<void> => {
          resolve();
          return working;
        };
        whole = locks.semaphore("x", { permits: 1 }).withPermit(work, options);
        whole.catch(reject);
      });
      return async () => {
        end();
        await whole;
        await isolate.sleep(1);
      };
    },
    left: permitsOf,
    leaves: "1",
  },
];

/** Plays one world, in which the nth request of one isolate has a fault. */
async function play(
  world: DirectedWorld,
  { take, left, leaves, isShared, mayFail }: Case,
  { stroke, isInOne }: FaultOf,
  victim: string,
  nth: number,
): Promise<boolean> {
  let requests = 0;
  world.network.direct = ({ name }, call) => {
    if (name !== victim || call.kind === "stream") return undefined;
    requests += 1;
    return requests === nth ? stroke : undefined;
  };
  const only = isInOne ? world.isolate(victim) : undefined;
  const isolate = (name: string): Actor => only ?? world.isolate(name);
  const mayEnd = mayFail ? UNANSWERED : [];
  const holder = world.asks(isolate("holder"), take, { holdMs: 1_500, mayEnd });
  const next = world.asks(isolate("next"), take, { afterMs: 100, holdMs: 200, mayEnd });
  // It gives up before the release.
  const loser = world.asks(isolate("loser"), take, {
    ...{ afterMs: 200, waitMs: 1_000, mayEnd: ["LOCK_BUSY", ...UNANSWERED] },
  });
  await world.end(holder, next, loser);
  await world.world.run(world.world.now + SETTLED_MS);
  if (!isShared) takeTurns([holder, next, loser]);
  assert.equal(left(world.database), leaves, "what is left at the end");
  return requests >= nth;
}

export const SINGLE_FAULTS: readonly DirectedPlay[] = CASES.flatMap((on) =>
  // A light lock cannot recognise the reply to another caller.
  FAULTS.filter(({ isInOne }) => !isInOne || on.kind !== "light lock").map((fault) =>
    directed(
      `a single request that ${fault.what} costs nobody the lock, and leaves nothing behind: ${on.kind}`,
      async (compiled) => {
        for (const victim of fault.isInOne ? ["only"] : ["holder", "next", "loser"]) {
          for (let nth = 1; nth <= MOST_REQUESTS; nth += 1) {
            const world = new DirectedWorld(compiled);
            const hadFault = await play(world, on, fault, victim, nth).catch((error: unknown) => {
              throw new Error(`request ${nth} of ${victim}: ${error}`);
            });
            if (!hadFault) break;
          }
        }
      },
    ),
  ),
);
