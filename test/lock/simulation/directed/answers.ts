// Answers of Redis that are lost, late, or those to other requests.
import assert from "node:assert/strict";
import type { Actor } from "../actor.ts";
import { DirectedWorld } from "../directed-world.ts";
import { type DirectedPlay, directed, lasts } from "./play.ts";
import { AT_ONCE_MS, NO_POLLS } from "./times.ts";

/** Returns the code of the error that ends this call; "held": it succeeds. */
async function endOf(call: Promise<unknown>): Promise<string> {
  return call.then(
    () => "held",
    (error: { code: string }) => error.code,
  );
}

const ACQUIRES: readonly { kind: string; mostMs: number; acquire: (actor: Actor) => Promise<unknown> }[] = [
  { kind: "lock", mostMs: 7_000, acquire: ({ locks }) => locks.lock("x").acquire({ waitMs: 1_000 }) },
  { kind: "fairLock", mostMs: 7_000, acquire: ({ locks }) => locks.fairLock("x").acquire({ waitMs: 1_000 }) },
  {
    kind: "semaphore",
    mostMs: 11_000,
    acquire: ({ locks }) => locks.semaphore("x", { permits: 1 }).acquire({ waitMs: 1_000 }),
  },
  { kind: "light", mostMs: 7_000, acquire: ({ light }) => light.lock("x").acquire({ waitMs: 1_000 }) },
];

export const ANSWERS: readonly DirectedPlay[] = [
  ...ACQUIRES.map(({ kind, mostMs, acquire }) =>
    directed(`a Redis that answers nothing ends an acquire by its documented time: ${kind}`, async (compiled) => {
      const world = new DirectedWorld(compiled);
      world.network.direct = () => ({ kind: "lost request" });
      const caller = world.isolate("caller");
      assert.deepEqual(await world.play([caller, () => endOf(acquire(caller))]), ["OUTCOME_UNKNOWN"]);
      lasts("the call", world.world.now, mostMs + AT_ONCE_MS, 1_000);
    }),
  ),

  directed("a Redis that answers nothing ends a kept hold before it can grant the lock again", async (compiled) => {
    const world = new DirectedWorld(compiled, { locks: { leaseMs: 10_000 } });
    const holder = world.isolate("holder");
    const losesIt = async (): Promise<number> => {
      const held = await holder.locks.lock("x").acquire();
      held.keepAlive();
      await holder.isolate.sleep(25_000);
      world.network.direct = () => ({ kind: "lost request" });
      await new Promise((resolve) => held.signal.addEventListener("abort", resolve));
      return Number(world.database.ask("PTTL", "lock:x"));
    };
    const [leftMs = Number.NaN] = await world.play([holder, losesIt]);
    assert.ok(leftMs > 0);
    assert.ok(world.world.now > 25_000);
  }),

  directed(
    "an acquire whose last attempts are answered late or never ends by its documented time",
    async (compiled) => {
      const world = new DirectedWorld(compiled);
      const [holder, waiter] = [world.isolate("holder"), world.isolate("waiter")];
      let requests = 0;
      world.network.direct = ({ name }) => {
        if (name !== "waiter" || world.world.now < 1_440) return undefined;
        requests += 1;
        return requests === 1 ? { kind: "late reply", ms: 4_800 } : { kind: "lost request" };
      };
      const asks = async (): Promise<string> => {
        await waiter.isolate.sleep(500);
        return endOf(waiter.locks.lock("x").acquire({ waitMs: 1_000, wait: "poll" }));
      };
      const ends = await world.play(
        [holder, () => endOf(holder.locks.lock("x").acquire({ leaseMs: 600_000 }))],
        [waiter, asks],
      );
      assert.deepEqual(ends, ["held", "LOCK_BUSY"]);
      lasts("the call", world.world.now, 500 + 1_000 + 6_000 + AT_ONCE_MS);
    },
  ),

  ...(["lock", "fencedLock", "fairLock"] as const).map((kind) =>
    directed(
      `a call whose wait ends with an unheard grant takes one attempt and a second longer at most: ${kind}`,
      async (compiled) => {
        const world = new DirectedWorld(compiled, { locks: NO_POLLS });
        const [holder, waiter] = [world.isolate("holder"), world.isolate("waiter")];
        let requests = 0;
        const holds = async (): Promise<string> => {
          const held = await holder.locks[kind]("x").acquire();
          await holder.isolate.sleep(2_400);
          // Messages come too late. The last attempt finds the grant, slowly, and the renewal gets no answer.
          world.network.delayOf = (name) => (name === "waiter" ? 60_000 : 0);
          world.network.direct = ({ name }) => {
            if (name !== "waiter") return undefined;
            requests += 1;
            return requests === 1 ? { kind: "late reply", ms: 4_800 } : { kind: "lost request" };
          };
          return (await held.release()).outcome;
        };
        let endedAt = Number.NaN;
        const asks = async (): Promise<string> => {
          await waiter.isolate.sleep(500);
          const end = await endOf(waiter.locks[kind]("x").acquire({ waitMs: 2_000 }));
          endedAt = world.world.now;
          return end;
        };
        await world.play([holder, holds], [waiter, asks]);
        assert.ok(requests > 1);
        lasts("the call", endedAt, 500 + 2_000 + 6_000 + AT_ONCE_MS);
      },
    ),
  ),

  directed(
    'a call with confirm: "first" whose wait ends with a grant takes one attempt and a second longer at most',
    async (compiled) => {
      const world = new DirectedWorld(compiled, { locks: NO_POLLS });
      const [holder, waiter] = [world.isolate("holder"), world.isolate("waiter")];
      const holds = async (): Promise<string> => {
        const held = await holder.locks.lock("x").acquire();
        await holder.isolate.sleep(2_400);
        world.network.direct = ({ name }) => (name === "waiter" ? { kind: "lost request" } : undefined);
        return (await held.release()).outcome;
      };
      let endedAt = Number.NaN;
      const asks = async (): Promise<string> => {
        await waiter.isolate.sleep(500);
        const end = await endOf(waiter.locks.lock("x").acquire({ waitMs: 2_000, confirm: "first" }));
        endedAt = world.world.now;
        return end;
      };
      assert.deepEqual(await world.play([holder, holds], [waiter, asks]), ["released", "OUTCOME_UNKNOWN"]);
      lasts("the call", endedAt, 500 + 2_000 + 6_000 + AT_ONCE_MS);
    },
  ),

  directed(
    "an acquire that gets a foreign NOSCRIPT for its EVAL attempts again, and its release frees the lock",
    async (compiled) => {
      const world = new DirectedWorld(compiled);
      const text = JSON.stringify({ error: "NOSCRIPT No matching script. Please use EVAL." });
      world.network.direct = (_, call) =>
        call.kind === "commands" && call.commands[0]?.[0] === "EVAL"
          ? { kind: "foreign reply", answer: { status: 400, text } }
          : undefined;
      const caller = world.isolate("caller");
      const outcome = async (): Promise<string> => {
        const held = await caller.locks.lock("x").acquire({ waitMs: 0 });
        return (await held.release()).outcome;
      };
      assert.deepEqual(await world.play([caller, outcome]), ["released"]);
      assert.equal(world.database.ask("EXISTS", "lock:x"), 0);
    },
  ),

  directed("an acquire that is aborted while its request is on its way leaves no lock behind", async (compiled) => {
    const world = new DirectedWorld(compiled);
    world.network.roundTripMs = 200;
    const caller = world.isolate("caller");
    const abort = new AbortController();
    world.world.after(50, () => abort.abort());
    const acquire = (): Promise<string> => endOf(caller.locks.lock("x").acquire({ signal: abort.signal }));
    assert.deepEqual(await world.play([caller, acquire]), ["ABORTED"]);
    await world.world.run(1_000);
    assert.equal(world.database.ask("EXISTS", "lock:x"), 0);
    assert.ok(world.network.requests > 1);
  }),
];
