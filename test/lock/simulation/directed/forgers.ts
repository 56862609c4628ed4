// Somebody who may publish on every channel, and knows who waits and who holds: a message that is not sealed by the
// secret of its waiter is a hint, and so is each word that a hold has ended.
import assert from "node:assert/strict";
import { channelAt, endsChannel, queueKey, standingKey, waiterKey } from "../../../../src/lock/keys.ts";
import { DirectedWorld, LONG_LEASE_MS, PLATFORMS, TAKES } from "../directed-world.ts";
import { type DirectedPlay, directed, lasts, takeTurns } from "./play.ts";
import { AT_ONCE_MS, NO_POLLS } from "./times.ts";

const KEY = "lock:x";
const HELD_MS = 8_000;
const FORGED_FROM_MS = 3_000;
const EACH_MS = 50;
const FORGERIES = 60;
const A_SEAL = "0123456789abcdef0123";

/** Returns the channel and the owner of the only waiter. */
function waiterOf({ database }: DirectedWorld): readonly [channel: string, owner: string] {
  const first = database.ask("LINDEX", queueKey(KEY), "0");
  const request =
    first === null ? database.ask("LINDEX", standingKey(KEY), "0") : database.ask("GET", waiterKey(KEY, String(first)));
  const [mailbox = "", owner = ""] = String(request).split(" ");
  return [channelAt(mailbox), owner];
}

function redisMs({ database }: DirectedWorld): number {
  const [seconds, micros]: unknown[] = Object(database.ask("TIME"));
  return Number(seconds) * 1_000 + Math.floor(Number(micros) / 1_000);
}

export const FORGERS: readonly DirectedPlay[] = [
  ...PLATFORMS.flatMap(({ platform, isWorker }) =>
    (["lock", "fencedLock", "fairLock"] as const).map((kind) =>
      directed(`a waiter in ${platform} believes no forged grant: ${kind}`, async (compiled) => {
        const world = new DirectedWorld(compiled, { isWorker, locks: NO_POLLS });
        for (let nth = 0; nth < FORGERIES; nth += 1) {
          world.world.after(FORGED_FROM_MS + nth * EACH_MS, () => {
            const [channel, owner] = waiterOf(world);
            const now = redisMs(world);
            const token = kind === "fencedLock" ? ` ${now}000` : "";
            const seal = nth % 2 === 0 ? "" : ` ${A_SEAL}`;
            world.database.ask("PUBLISH", channel, `granted ${owner} ${now} 5000 ${now}${token}${seal}`);
          });
        }
        const held = world.asks(world.isolate("holder"), TAKES[kind], { holdMs: HELD_MS });
        const waits = world.asks(world.isolate("waiter"), TAKES[kind], { afterMs: 500 });
        await world.end(held, waits);
        takeTurns([held, waits]);
        lasts("the hand-over", waits.tookAt - held.gaveAt, AT_ONCE_MS);
      }),
    ),
  ),

  directed("a holder that is told that its hold has ended asks once a second at most", async (compiled) => {
    const world = new DirectedWorld(compiled, { locks: { ...NO_POLLS, leaseMs: LONG_LEASE_MS } });
    const holder = world.isolate("holder");
    let before = Number.NaN;
    const listens = async (): Promise<boolean> => {
      const held = await holder.locks.lock("x").acquire();
      held.keepAlive(undefined, { listen: true });
      await holder.isolate.sleep(FORGED_FROM_MS);
      before = world.network.requests;
      for (let nth = 0; nth < FORGERIES; nth += 1) {
        const said = nth % 3 === 0 ? "* lost" : nth % 3 === 1 ? `${held.owner} lost` : `${held.owner} stolen:a%3A1//`;
        world.database.ask("PUBLISH", endsChannel(KEY), said);
        await holder.isolate.sleep(EACH_MS);
      }
      const { aborted } = held.signal;
      await held.release();
      return aborted;
    };
    assert.deepEqual(await world.play([holder, listens]), [false]);
    // Beside the release, and perhaps scripts that Redis does not know.
    const asked = world.network.requests - before - 1;
    assert.ok(asked <= (FORGERIES * EACH_MS) / 1_000 + 1 + 2, `the holder has asked ${asked} times`);
  }),
];
