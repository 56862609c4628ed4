// Directed worlds on databases that are not Redis in one respect.
import { describe, expect, it } from "vitest";
import { DEVIATIONS } from "../../../src/engine/simulation/deviation.ts";
import { compiledFrom } from "./bundle.ts";
import { CASES, DirectedWorld, handOver } from "./directed-world.ts";

const compiled = await compiledFrom();

// Some round trips of 20 ms.
const AT_ONCE_MS = 150;

describe("a release is noticed", () => {
  it.each(CASES)("after a new stream in $platform, where no listener is counted: $kind", async ({ isWorker, take }) => {
    const deviation = DEVIATIONS["NUMSUB answers 0"];
    const directed = new DirectedWorld(compiled, { isWorker, deviation, locks: { pollMs: 60_000 } });
    directed.world.after(4_000, () => {
      for (const stream of directed.network.streams) stream.cut(false);
    });
    const ms = await handOver(directed, take, directed.isolate("holder"), directed.isolate("waiter"));
    expect(ms).toBeLessThan(AT_ONCE_MS);
  });
});

describe("a light lock on a database whose reads are 200 ms old", () => {
  const deviation = DEVIATIONS["reads 200 ms old"];

  it("has a hold that counts from its grant on", async () => {
    const directed = new DirectedWorld(compiled, { deviation });
    const holder = directed.isolate("holder");
    const check = async (): Promise<boolean> => (await holder.light.lock("x").acquire()).check();
    expect(await directed.play<boolean>([holder, check])).toEqual([true]);
  });

  it("has a hold that does not count once the old reads say so", async () => {
    const directed = new DirectedWorld(compiled, { deviation });
    const holder = directed.isolate("holder");
    const check = async (): Promise<boolean> => {
      const held = await holder.light.lock("x").acquire();
      await holder.isolate.sleep(300);
      await holder.light.lock("x").forceRelease();
      await holder.isolate.sleep(300);
      return held.check();
    };
    expect(await directed.play<boolean>([holder, check])).toEqual([false]);
  });

  it("is granted to the call whose earlier request took it", async () => {
    const directed = new DirectedWorld(compiled, { deviation });
    const { network, world } = directed;
    network.rates.reset = 1;
    world.after(1, () => {
      network.rates.reset = 0;
    });
    const names = ["a", "b", "c", "d", "e", "f", "g", "h"];
    const parts = names.map((name) => {
      const caller = directed.isolate(name);
      return [caller, async () => (await caller.light.lock(name).tryAcquire()) !== null] as const;
    });
    expect(await directed.play<boolean>(...parts)).toEqual(names.map(() => true));
  });
});
