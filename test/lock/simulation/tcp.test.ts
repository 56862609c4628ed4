// Directed worlds in which isolates speak TCP, or TCP and HTTP to one database: connections are cut, or die in silence.
import { describe, expect, it } from "vitest";
import type { Actor } from "./actor.ts";
import { compiledFrom } from "./bundle.ts";
import { DirectedWorld, handOver, TAKES } from "./directed-world.ts";

const compiled = await compiledFrom();

// Some round trips of 20 ms, and a connection that is opened.
const AT_ONCE_MS = 250;
// The short lease of a grant that nobody heard, and a poll of a waiter without messages.
const AFTER_A_CUT_MS = 5_000 + 1_000 + AT_ONCE_MS;
// Between the instants at which requests leave and arrive.
const PHASES = Array.from({ length: 15 }, (_, at) => 5 + 10 * at);

const WAYS = [
  { way: "TCP to TCP", isHolderOverTcp: true, isWaiterOverTcp: true },
  { way: "TCP to HTTP", isHolderOverTcp: true, isWaiterOverTcp: false },
  { way: "HTTP to TCP", isHolderOverTcp: false, isWaiterOverTcp: true },
];
const CASES = WAYS.flatMap((way) => Object.entries(TAKES).map(([kind, take]) => ({ ...way, kind, take })));

function bothIn(directed: DirectedWorld, { isHolderOverTcp, isWaiterOverTcp }: (typeof WAYS)[number]): [Actor, Actor] {
  const holder = directed.isolate("holder", { isOverTcp: isHolderOverTcp });
  return [holder, directed.isolate("waiter", { isOverTcp: isWaiterOverTcp })];
}

/** Cuts the connections and streams of an isolate. */
function cut({ network }: DirectedWorld, actor: Actor, isSilent: boolean): void {
  for (const connection of [...network.connections]) if (connection.peer.name === actor.name) connection.cut(isSilent);
  for (const stream of [...network.streams]) if (stream.receiver.name === actor.name) stream.cut(isSilent);
}

describe("a release is noticed", () => {
  it.each(CASES)("by its message from $way, where nobody polls: $kind", async ({ take, ...way }) => {
    const directed = new DirectedWorld(compiled, { locks: { pollMs: 60_000 } });
    const ms = await handOver(directed, take, ...bothIn(directed, way));
    expect(ms).toBeGreaterThan(0);
    expect(ms).toBeLessThan(AT_ONCE_MS);
  });

  it.each(CASES)("around a cut of the waiter's connections from $way: $kind", async ({ take, ...way }) => {
    for (const phaseMs of PHASES) {
      const directed = new DirectedWorld(compiled, { locks: { pollMs: 60_000 } });
      const [holder, waiter] = bothIn(directed, way);
      directed.world.after(8_000 + phaseMs, () => cut(directed, waiter, false));
      const ms = await handOver(directed, take, holder, waiter);
      expect(ms, `the cut comes ${phaseMs} ms later`).toBeLessThan(AFTER_A_CUT_MS);
    }
  });

  it.each(CASES)("by polls from $way, where the waiter's connections died in silence: $kind", async (on) => {
    const directed = new DirectedWorld(compiled);
    const [holder, waiter] = bothIn(directed, on);
    directed.world.after(5_000, () => cut(directed, waiter, true));
    const ms = await handOver(directed, on.take, holder, waiter);
    // A command on the dead connection has its deadline, too.
    expect(ms).toBeLessThan(5_000 + 5_000 + AT_ONCE_MS);
  });
});

describe("a holder over TCP", () => {
  it.each([
    { fault: "its connections are cut all the time", isSilent: false, everyMs: 700 },
    { fault: "its connections die in silence every 20 s", isSilent: true, everyMs: 20_000 },
  ])("keeps its lock, though $fault", async ({ isSilent, everyMs }) => {
    const directed = new DirectedWorld(compiled, { locks: { leaseMs: 10_000 } });
    const holder = directed.isolate("holder", { isOverTcp: true });
    const again = (): void => {
      cut(directed, holder, isSilent);
      directed.world.after(everyMs, again);
    };
    again();
    const isHeld = async (): Promise<boolean> => {
      const held = await holder.locks.lock("x").acquire();
      held.keepAlive();
      await holder.isolate.sleep(100_000);
      return !held.signal.aborted && directed.database.ask("HEXISTS", "lock:x", held.owner) === 1;
    };
    expect(await directed.play([holder, isHeld])).toEqual([true]);
  });

  it("gets REDIS_UNREACHABLE while Redis refuses connections, and the lock afterwards", async () => {
    const directed = new DirectedWorld(compiled);
    const holder = directed.isolate("holder", { isOverTcp: true });
    directed.database.restart(true, 5_000);
    const codes = async (): Promise<string[]> => {
      const acquire = (): Promise<string> =>
        holder.locks
          .lock("x")
          .acquire({ waitMs: 0 })
          .then(
            () => "held",
            (error: { code: string }) => error.code,
          );
      const first = await acquire();
      await holder.isolate.sleep(6_000);
      return [first, await acquire()];
    };
    expect(await directed.play([holder, codes])).toEqual([["REDIS_UNREACHABLE", "held"]]);
  });
});
