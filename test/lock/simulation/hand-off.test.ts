// Directed worlds in which holds go on elsewhere. The watchdog keeps them, while its object is evicted, its alarms are late
// or doubled, and its writes are lost. Or another isolate continues them by their text.
import { describe, expect, it } from "vitest";
import type { Held } from "../../../src/index.ts";
import type { Actor } from "./actor.ts";
import { compiledFrom } from "./bundle.ts";
import { DirectedWorld } from "./directed-world.ts";
import type { CallFault, WatchdogObject } from "./watchdog-object.ts";

const compiled = await compiledFrom();

const LEASE_MS = 120_000;
const MAX_HOLD_MS = 500_000;
// Some round trips of 20 ms.
const AT_ONCE_MS = 300;

interface HandedOff {
  readonly directed: DirectedWorld;
  readonly watchdog: WatchdogObject;
  readonly caller: Actor;
  /** The text of the hold; undefined: the watchdog did not confirm. */
  readonly text: string | undefined;
}

/**
 * A caller acquires a lock, and hands it off.
 * @param prepare changes the world before that
 */
async function handOff(prepare: (directed: DirectedWorld, watchdog: WatchdogObject) => void): Promise<HandedOff> {
  const directed = new DirectedWorld(compiled);
  const watchdog = directed.watchdog();
  prepare(directed, watchdog);
  const caller = directed.isolateWith("caller", watchdog);
  const [text] = await directed.play([
    caller,
    async () => {
      const held = await caller.locks.lock("x").acquire();
      const isKept = await held.handOff({ maxHoldMs: MAX_HOLD_MS, leaseMs: LEASE_MS }).then(
        () => true,
        (error: { code: string }) => {
          expect(error.code).toBe("WATCHDOG_UNREACHABLE");
          return false;
        },
      );
      return isKept ? held.serialize() : undefined;
    },
  ]);
  return { directed, watchdog, caller, text };
}

/** Returns when the lock is free, ms of the world. */
async function heldUntil({ world, database }: DirectedWorld): Promise<number> {
  let until = Number.NaN;
  const look = (): void => {
    if (database.ask("EXISTS", "lock:x") === 1) world.after(500, look);
    else until = world.now;
  };
  look();
  await world.run(2 * MAX_HOLD_MS, () => !Number.isNaN(until));
  return until;
}

const FAULTS: Readonly<Record<string, (directed: DirectedWorld, watchdog: WatchdogObject) => void>> = {
  "nothing disturbs it"() {},
  "alarms come twice"(_, watchdog) {
    watchdog.doublesAlarms = true;
  },
  "alarms are a minute late"(_, { storage }) {
    storage.alarmLatenessMs = 60_000;
  },
  "the object is evicted every 10 s"({ world }, watchdog) {
    const evict = (): void => {
      watchdog.evict();
      world.after(10_000, evict);
    };
    world.after(10_000, evict);
  },
  "Redis is away for 20 s at each alarm"({ world, database }) {
    const leave = (): void => {
      database.restart(true, 20_000);
      world.after(40_000, leave);
    };
    world.after(39_000, leave);
  },
};

// A renewal of the object: some writes, a request of 20 ms, and more writes.
const PHASES = Array.from({ length: 9 }, (_, at) => 5 * at);

describe("a hold that the watchdog keeps", () => {
  it.each(Object.entries(FAULTS))("outlives its caller until the deadline, if %s", async (_, prepare) => {
    const { directed, watchdog, caller, text } = await handOff(prepare);
    expect(text).toBeDefined();
    caller.isolate.kill();
    const until = await heldUntil(directed);
    expect(watchdog.alarms).toBeGreaterThan(4);
    expect(until).toBeGreaterThan(MAX_HOLD_MS);
    expect(until).toBeLessThan(MAX_HOLD_MS + LEASE_MS);
    expect(directed.world.problems).toEqual([]);
  });

  it("outlives its caller until the deadline, if the object ends during each alarm, at any point of it", async () => {
    for (const phaseMs of PHASES) {
      const { directed, watchdog, caller } = await handOff(({ world }, dog) => {
        dog.onAlarm = ({ isRetry }) => {
          if (!isRetry) world.after(phaseMs, () => dog.evict());
        };
      });
      caller.isolate.kill();
      const until = await heldUntil(directed);
      expect(watchdog.alarms, `it ends ${phaseMs} ms after each alarm`).toBeGreaterThan(4);
      expect(until, `it ends ${phaseMs} ms after each alarm`).toBeGreaterThan(MAX_HOLD_MS);
      expect(directed.world.problems).toEqual([]);
    }
  });
});

describe("a hand-off", () => {
  it.each(["lost request", "lost reply", "no answer"] satisfies CallFault[])(
    "is confirmed by another call, if this becomes of the first one, and keeps its deadline: %s",
    async (fault) => {
      let calls = 0;
      const { directed, caller, text } = await handOff((_, dog) => {
        dog.direct = (method) => {
          if (method === "entrust") calls += 1;
          return method === "entrust" && calls === 1 ? fault : undefined;
        };
      });
      expect(text).toBeDefined();
      expect(calls).toBe(2);
      caller.isolate.kill();
      const until = await heldUntil(directed);
      expect(until).toBeGreaterThan(MAX_HOLD_MS);
      expect(until).toBeLessThan(MAX_HOLD_MS + LEASE_MS);
    },
  );

  it("is confirmed and kept, or withdrawn, wherever the object ends", async () => {
    for (const phaseMs of PHASES) {
      const { directed, caller, text } = await handOff(({ world }, dog) => {
        // The lock is acquired within two round trips, as EVALSHA and EVAL.
        world.after(40 + 2 * phaseMs, () => dog.evict());
      });
      expect(text, `it ends at ${phaseMs}`).toBeDefined();
      caller.isolate.kill();
      expect(await heldUntil(directed), `it ends at ${phaseMs}`).toBeGreaterThan(MAX_HOLD_MS);
    }
  });

  it("through a service is confirmed by another server, if the first one ends before its reply, and keeps its deadline", async () => {
    const directed = new DirectedWorld(compiled);
    const { world, network } = directed;
    const watchdog = directed.watchdog();
    const first = directed.server("first server", watchdog);
    const caller = directed.isolate("caller");
    let requests = 0;
    network.direct = (_, call) => {
      if (call.kind !== "http" || !call.request.url.endsWith("/hand-off")) return undefined;
      requests += 1;
      if (requests > 1) return undefined;
      // The watchdog has renewed the hold by then.
      world.after(60, () => {
        directed.server("second server", watchdog);
        first.isolate.kill();
      });
      return undefined;
    };
    const deadline = async (): Promise<number> => {
      const held = await caller.remote.lock("x").acquire();
      await held.handOff({ maxHoldMs: MAX_HOLD_MS, leaseMs: LEASE_MS });
      return world.now + MAX_HOLD_MS;
    };
    const [until = 0] = await directed.play([caller, deadline]);
    expect(requests).toBe(2);
    caller.isolate.kill();
    const free = await heldUntil(directed);
    expect(free).toBeGreaterThan(until - AT_ONCE_MS);
    expect(free).toBeLessThan(until + LEASE_MS);
  });

  it("that no call confirms leaves the hold with its caller, and nothing with the watchdog", async () => {
    const { directed, watchdog, caller, text } = await handOff((_, dog) => {
      dog.direct = (method) => (method === "entrust" ? "lost reply" : undefined);
    });
    expect(text).toBeUndefined();
    expect(directed.database.ask("EXISTS", "lock:x")).toBe(1);
    await directed.world.run(directed.world.now + 5_000);
    caller.isolate.kill();
    // The watchdog had set this lease, before the caller withdrew its request.
    expect(await heldUntil(directed)).toBeLessThan(2 * LEASE_MS);
    expect(watchdog.alarms).toBeLessThan(3);
  });
});

describe("a hold in two places", () => {
  /** Passes a hold on: `resumed` continues what `moved` has given away. */
  function byText(): { readonly give: (text: string) => void; readonly text: Promise<string> } {
    let give: (text: string) => void = () => {};
    const text = new Promise<string>((resolve) => {
      give = resolve;
    });
    return { give, text };
  }

  it("ends for all of them when one releases it: its caller, who renews, and the watchdog", async () => {
    const directed = new DirectedWorld(compiled);
    const { world } = directed;
    const watchdog = directed.watchdog();
    const [caller, job] = ["caller", "job"].map((name) => directed.isolateWith(name, watchdog));
    const waiter = directed.isolate("waiter");
    if (caller === undefined || job === undefined) throw new Error("no isolates");
    const { give, text } = byText();
    let releasedAt = Number.NaN;
    const [endedAt = Number.NaN, , takenAt = Number.NaN] = await directed.play<number>(
      [
        caller,
        async () => {
          const held = await caller.locks.lock("x").acquire();
          await held.handOff({ maxHoldMs: MAX_HOLD_MS, leaseMs: LEASE_MS });
          held.keepAlive();
          give(held.serialize());
          await new Promise((resolve) => held.signal.addEventListener("abort", resolve));
          return world.now;
        },
      ],
      [
        job,
        async () => {
          const held = await job.locks.resume(await text);
          held.keepAlive();
          await job.isolate.sleep(200_000);
          releasedAt = world.now;
          expect((await held.release()).outcome).toBe("released");
          return world.now;
        },
      ],
      [
        waiter,
        async () => {
          await waiter.isolate.sleep(1_000);
          await waiter.locks.lock("x").acquire({ waitMs: 300_000 });
          return world.now;
        },
      ],
    );
    expect(takenAt - releasedAt).toBeLessThan(AT_ONCE_MS);
    expect(endedAt - releasedAt).toBeLessThan(LEASE_MS / 3 + AT_ONCE_MS);
    const status = await directed.play([caller, async () => caller.locks.lock("x").handOffStatus(await text)]);
    expect(status).toMatchObject([{ state: "released" }]);
  });

  it("is continued by the second attempt of a receiver, if the reply to the first is lost, and released once", async () => {
    const directed = new DirectedWorld(compiled);
    const [from, to] = ["from", "to"].map((name) => directed.isolate(name));
    if (from === undefined || to === undefined) throw new Error("no isolates");
    let requests = 0;
    directed.network.direct = ({ name }) => {
      if (name !== "to") return undefined;
      requests += 1;
      // Redis does not know the script of the first one.
      return requests === 2 || requests === 5 ? { kind: "lost reply" } : undefined;
    };
    const { give, text } = byText();
    const [, outcome] = await directed.play<unknown>(
      [
        from,
        async () => {
          const held = await from.locks.lock("x").acquire({ confirm: "first" });
          give(held.serialize({ move: true }));
        },
      ],
      [
        to,
        async () => {
          const moved = await text;
          const held = await to.locks.resume(moved).catch(() => to.locks.resume(moved));
          held.keepAlive();
          await to.isolate.sleep(60_000);
          expect(held.signal.aborted).toBe(false);
          return (await held.release()).outcome;
        },
      ],
    );
    expect(outcome).toBe("released");
    expect(directed.database.ask("EXISTS", "lock:x")).toBe(0);
  });

  it("cannot be released or renewed by the second, once the lock is another one's", async () => {
    const directed = new DirectedWorld(compiled);
    const [from, first, second, next] = ["from", "first", "second", "next"].map((name) => directed.isolate(name));
    if (from === undefined || first === undefined || second === undefined || next === undefined) {
      throw new Error("no isolates");
    }
    const { give, text } = byText();
    const [, , outcome, isHeld] = await directed.play<unknown>(
      [
        from,
        async () => {
          const held: Held = await from.locks.lock("x").acquire({ confirm: "first" });
          give(held.serialize({ move: true }));
        },
      ],
      [
        first,
        async () => {
          const held = await first.locks.resume(await text);
          await first.isolate.sleep(2_000);
          return (await held.release()).outcome;
        },
      ],
      [
        second,
        async () => {
          const held = await second.locks.resume(await text);
          await second.isolate.sleep(5_000);
          await expect(held.renew()).rejects.toMatchObject({ code: "LOCK_LOST" });
          return (await held.release()).outcome;
        },
      ],
      [
        next,
        async () => {
          await next.isolate.sleep(1_000);
          const held = await next.locks.lock("x").acquire({ waitMs: 10_000 });
          await next.isolate.sleep(10_000);
          return held.check();
        },
      ],
    );
    expect(outcome).not.toBe("still-held");
    expect(isHeld).toBe(true);
  });
});
