// A holder believes only what is true in Redis, whatever its answers and messages do.
import assert from "node:assert/strict";
import type { Held } from "../../../../src/index.ts";
import type { Actor } from "../actor.ts";
import { DirectedWorld, TAKES } from "../directed-world.ts";
import { type DirectedPlay, directed, lasts } from "./play.ts";
import { AT_ONCE_MS, NO_POLLS, SHORT_LEASE_MS } from "./times.ts";

const KINDS = ["lock", "fencedLock", "fairLock"] as const;
const KEY = "lock:x";
// A validity ends earlier than the lease by one percent of it or 50 ms, and by the time of the request.
const MARGIN_MS = 400;

/** Resolves when its signal aborts, with the lease that Redis has left for its owner; -2: none. */
async function leftAtItsEnd(world: DirectedWorld, held: Held): Promise<number> {
  const { signal } = held;
  if (!signal.aborted) await new Promise((resolve) => signal.addEventListener("abort", resolve));
  if (world.database.ask("HEXISTS", KEY, held.owner) !== 1) return -2;
  return Number(world.database.ask("PTTL", KEY));
}

/** Lets the waiter get the lock by the message of a release at 1,500 ms, and resolves with what it makes of the hold. */
async function grantedByMessage<Result>(
  world: DirectedWorld,
  waiter: Actor,
  kind: (typeof KINDS)[number],
  use: (held: Held) => Promise<Result>,
): Promise<Result | undefined> {
  const holder = world.isolate("holder");
  const between = world.isolate("between");
  const holds = async (actor: Actor, afterMs: number): Promise<undefined> => {
    await actor.isolate.sleep(afterMs);
    const held = await actor.locks[kind]("x").acquire({ waitMs: 60_000 });
    await actor.isolate.sleep(500);
    await held.release();
    return undefined;
  };
  const waits = async (): Promise<Result> => {
    await waiter.isolate.sleep(300);
    return use(await waiter.locks[kind]("x").acquire({ waitMs: 60_000 }));
  };
  const [, , result] = await world.play<Result | undefined>(
    [holder, () => holds(holder, 0)],
    [between, () => holds(between, 200)],
    [waiter, waits],
  );
  return result;
}

export const HOLDS: readonly DirectedPlay[] = [
  ...KINDS.map((kind) =>
    directed(`a hold that a message granted lasts for its whole lease, without renewals: ${kind}`, async (compiled) => {
      const world = new DirectedWorld(compiled, { locks: { ...NO_POLLS, leaseMs: 20_000 } });
      const waiter = world.isolate("waiter");
      const lastsFor = async (held: Held): Promise<number> => {
        const since = world.world.now;
        assert.ok((await leftAtItsEnd(world, held)) > 0, "it is believed longer than Redis keeps it");
        return world.world.now - since;
      };
      const ms = (await grantedByMessage(world, waiter, kind, lastsFor)) ?? Number.NaN;
      lasts("the hold", ms, 20_000 + AT_ONCE_MS, 20_000 - MARGIN_MS);
    }),
  ),

  ...[2_000, 4_000, 20_000].flatMap((leaseMs) =>
    KINDS.map((kind) =>
      directed(
        `a hold that a message granted for ${Math.min(leaseMs, SHORT_LEASE_MS)} ms is valid for so long, although Redis is away: ${kind}`,
        async (compiled) => {
          const world = new DirectedWorld(compiled, { locks: { ...NO_POLLS, leaseMs } });
          const waiter = world.isolate("waiter");
          const lastsFor = async (held: Held): Promise<number> => {
            const since = world.world.now;
            world.network.direct = () => ({ kind: "lost request" });
            assert.ok((await leftAtItsEnd(world, held)) > 0, "it is believed longer than Redis keeps it");
            return world.world.now - since;
          };
          const ms = (await grantedByMessage(world, waiter, kind, lastsFor)) ?? Number.NaN;
          const shortMs = Math.min(leaseMs, SHORT_LEASE_MS);
          lasts("the hold", ms, shortMs, shortMs - MARGIN_MS);
        },
      ),
    ),
  ),

  ...KINDS.map((kind) =>
    directed(
      `a grant is not believed for longer than Redis keeps it, however late its message comes: ${kind}`,
      async (compiled) => {
        for (const lateMs of [200, 2_000, 3_800, 4_600, 5_200, 6_500]) {
          const world = new DirectedWorld(compiled, { locks: NO_POLLS });
          const waiter = world.isolate("waiter");
          world.network.delayOf = (name) => (name === "waiter" && world.world.now > 600 ? lateMs : 0);
          // Nothing else may tell it.
          const believes = async (held: Held): Promise<void> => {
            const isOurs = (): boolean => world.database.ask("HEXISTS", KEY, held.owner) === 1;
            assert.ok(isOurs() || held.signal.aborted, `it is believed ${lateMs} ms later`);
            world.network.direct = () => ({ kind: "lost request" });
            assert.ok((await leftAtItsEnd(world, held)) > 0, `it is believed too long, ${lateMs} ms later`);
          };
          await grantedByMessage(world, waiter, kind, believes);
        }
      },
    ),
  ),

  ...["acquire", "renewal"].map((request) =>
    directed(
      `a hold whose ${request} is answered late is not believed for longer than Redis keeps it`,
      async (compiled) => {
        for (const lateMs of [0, 500, 1_500, 3_000, 4_500]) {
          const world = new DirectedWorld(compiled, { locks: { leaseMs: 30_000 } });
          const holder = world.isolate("holder");
          world.network.direct = () => ({ kind: "late reply", ms: request === "acquire" ? lateMs : 0 });
          const holds = async (): Promise<number> => {
            const held = await holder.locks.lock("x").acquire();
            if (request === "renewal") {
              await holder.isolate.sleep(5_000);
              world.network.direct = () => ({ kind: "late reply", ms: lateMs });
              await held.renew();
            }
            world.network.direct = () => ({ kind: "lost request" });
            return leftAtItsEnd(world, held);
          };
          const [leftMs = Number.NaN] = await world.play([holder, holds]);
          assert.ok(leftMs > 0, `${lateMs} ms late: it is believed longer than Redis keeps it`);
        }
      },
    ),
  ),

  ...["acquire", "renewal"].map((request) =>
    directed(
      `a hold whose ${request} is answered while the clocks disagree is not believed for longer than Redis keeps it`,
      async (compiled) => {
        // How far the wall clock is set back, and how long the machine then sleeps.
        for (const [backMs, sleptMs] of [
          [20_000, 6_000],
          [6_500, 6_000],
          [2_000, 8_000],
          [200, 0],
        ] as const) {
          const world = new DirectedWorld(compiled, { locks: { leaseMs: 20_000 } });
          const holder = world.isolate("holder");
          const { isolate, locks } = holder;
          const disagreeSoon = (): void => {
            world.network.direct = () => ({ kind: "late reply", ms: 500 });
            world.world.after(200, () => {
              isolate.jumpWall(-backMs);
              if (sleptMs > 0) isolate.suspend(sleptMs, true);
            });
          };
          const holds = async (): Promise<number> => {
            // Redis knows the scripts, so that each attempt is one request.
            const first = await locks.lock("x").acquire();
            await first.renew();
            await first.release();
            if (request === "acquire") disagreeSoon();
            const held = await locks.lock("x").acquire();
            if (request !== "acquire") {
              await isolate.sleep(8_000);
              disagreeSoon();
              await held.renew();
            }
            world.network.direct = () => ({ kind: "lost request" });
            return leftAtItsEnd(world, held);
          };
          const [leftMs = Number.NaN] = await world.play([holder, holds]);
          assert.ok(leftMs > 0, `set back by ${backMs} ms: it is believed longer than Redis keeps it`);
        }
      },
    ),
  ),

  directed(
    "a grant by message is asked for where the clocks have disagreed since the last answer",
    async (compiled) => {
      const world = new DirectedWorld(compiled, { locks: NO_POLLS });
      const waiter = world.isolate("waiter");
      // It sleeps when the lock is granted to it, and its wall clock has been set back before.
      world.world.after(1_040, () => waiter.isolate.jumpWall(-20_000));
      world.world.after(1_060, () => waiter.isolate.suspend(3_000, true));
      const believes = async (held: Held): Promise<void> => {
        world.network.direct = () => ({ kind: "lost request" });
        assert.ok((await leftAtItsEnd(world, held)) > 0, "it is believed longer than Redis keeps it");
      };
      await grantedByMessage(world, waiter, "lock", believes);
    },
  ),

  ...["lost request", "lost reply"].map((kind) =>
    directed(`a kept hold survives the loss of a renewal: ${kind}`, async (compiled) => {
      const world = new DirectedWorld(compiled);
      const holder = world.isolate("holder");
      const keeps = async (): Promise<boolean> => {
        const held = await holder.locks.lock("x").acquire();
        held.keepAlive();
        let lost = 0;
        world.network.direct = () => {
          lost += 1;
          return lost === 1 ? { kind: kind === "lost reply" ? "lost reply" : "lost request" } : undefined;
        };
        await holder.isolate.sleep(120_000);
        const isHeld = !held.signal.aborted;
        await held.release();
        return isHeld;
      };
      assert.deepEqual(await world.play([holder, keeps]), [true]);
    }),
  ),

  directed("a token is above all earlier ones, also after Redis' clock was set back", async (compiled) => {
    const world = new DirectedWorld(compiled);
    const holder = world.isolate("holder");
    const tokens = async (): Promise<bigint[]> => {
      const all: bigint[] = [];
      for (const jumpMs of [0, -20_000, 5_000, 0, -1]) {
        world.database.moveClock(jumpMs);
        await holder.isolate.sleep(10);
        const held = await holder.locks.fencedLock("x").acquire();
        all.push(BigInt(held.fencingToken ?? 0));
        await held.release();
      }
      return all;
    };
    const [all = []] = await world.play([holder, tokens]);
    for (const [at, token] of all.slice(1).entries()) {
      assert.ok(token > (all[at] ?? 0n), `token ${token} is not above ${all[at]}`);
    }
  }),

  ...(["fencedLock", "lock"] as const).map((kind) =>
    directed(`a grant during the opening of the lock's own stream is not taken back: ${kind}`, async (compiled) => {
      for (let lateMs = 50; lateMs < 500; lateMs += 30) {
        const world = new DirectedWorld(compiled, { locks: { ...NO_POLLS, prefix: "" } });
        const [near, far] = [world.isolate("near"), world.isolate("far")];
        const holds = async (actor: Actor, afterMs: number, holdMs: number, name = "x"): Promise<string> => {
          await actor.isolate.sleep(afterMs);
          const held = await actor.locks[kind](name).acquire({ waitMs: 60_000 });
          await actor.isolate.sleep(holdMs);
          return (await held.release()).outcome;
        };
        // Both isolates have waited before, and know the time of Redis.
        await world.play([far, () => holds(far, 0, 300, "y")], [near, () => holds(near, 100, 10, "y")]);
        world.network.direct = ({ name }, call) =>
          name === "near" && call.kind === "stream" && !call.channel.includes("mailbox")
            ? { kind: "late reply", ms: lateMs }
            : undefined;
        const outcomes = await world.play(
          [near, () => holds(near, 0, 1_075)],
          [far, () => holds(far, 100, 50)],
          [near, () => holds(near, 1_000, 1_000)],
          [far, () => holds(far, 1_300, 10)],
        );
        assert.deepEqual(outcomes, ["released", "released", "released", "released"], `${lateMs} ms late`);
      }
    }),
  ),

  ...KINDS.map((kind) =>
    directed(
      `a waiter whose grant got lost is not told of a loss, whenever its wait ends: ${kind}`,
      async (compiled) => {
        for (const waitMs of [4_000, 7_800, 7_860, 7_880, 7_900, 7_920, 7_940, 8_100, 9_000, 12_000]) {
          const world = new DirectedWorld(compiled, { locks: NO_POLLS });
          const [holder, waiter] = [world.isolate("holder"), world.isolate("waiter")];
          world.network.delayOf = () => undefined;
          const held = world.asks(holder, TAKES[kind], { holdMs: 3_000 });
          const waits = world.asks(waiter, TAKES[kind], { afterMs: 100, waitMs });
          await world.end(held, waits);
        }
      },
    ),
  ),
];
