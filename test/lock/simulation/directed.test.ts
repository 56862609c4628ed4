// Worlds in which one line of defence at a time is all there is.
import { describe, expect, it } from "vitest";
import { DEVIATIONS } from "../../../src/engine/simulation/deviation.ts";
import { compiledFrom } from "./bundle.ts";
import { CASES, DirectedWorld, handOver, PLATFORMS } from "./directed-world.ts";

const compiled = await compiledFrom();

// Some round trips of 20 ms.
const AT_ONCE_MS = 150;
const LONGEST_PAUSE_MS = 1_000;
const POLL_MS = 5_000;

describe("a release is noticed", () => {
  it.each(CASES)("by polls in $platform, where no stream is confirmed: $kind", async ({ isWorker, take }) => {
    const directed = new DirectedWorld(compiled, { isWorker });
    directed.network.rates.deafStream = 1;
    const ms = await handOver(directed, take, directed.isolate("holder"), directed.isolate("waiter"));
    expect(ms).toBeGreaterThan(0);
    expect(ms).toBeLessThan(LONGEST_PAUSE_MS + AT_ONCE_MS);
  });

  it.each(CASES)("by polls in $platform, where no message arrives: $kind", async ({ isWorker, take }) => {
    const directed = new DirectedWorld(compiled, { isWorker });
    directed.network.rates.lostMessage = 1;
    const ms = await handOver(directed, take, directed.isolate("holder"), directed.isolate("waiter"));
    expect(ms).toBeLessThan(POLL_MS + AT_ONCE_MS);
  });

  it.each(CASES)("by polls in $platform, where there are no streams: $kind", async ({ isWorker, take }) => {
    const directed = new DirectedWorld(compiled, { isWorker });
    directed.network.hasStreams = false;
    const ms = await handOver(directed, take, directed.isolate("holder"), directed.isolate("waiter"));
    expect(ms).toBeLessThan(LONGEST_PAUSE_MS + AT_ONCE_MS);
  });

  it.each(CASES)("by its message in $platform, where nobody polls: $kind", async ({ isWorker, take }) => {
    const directed = new DirectedWorld(compiled, { isWorker, locks: { pollMs: 60_000 } });
    const ms = await handOver(directed, take, directed.isolate("holder"), directed.isolate("waiter"));
    expect(ms).toBeLessThan(AT_ONCE_MS);
  });

  it.each(CASES)("after a new stream in $platform, where no listener is counted: $kind", async ({ isWorker, take }) => {
    const deviation = DEVIATIONS["NUMSUB answers 0"];
    const directed = new DirectedWorld(compiled, { isWorker, deviation, locks: { pollMs: 60_000 } });
    directed.world.after(4_000, () => {
      for (const stream of directed.network.streams) stream.cut(false);
    });
    const ms = await handOver(directed, take, directed.isolate("holder"), directed.isolate("waiter"));
    expect(ms).toBeLessThan(AT_ONCE_MS);
  });

  it.each(CASES)("in one isolate in $platform: $kind", async ({ isWorker, take }) => {
    const directed = new DirectedWorld(compiled, { isWorker, locks: { pollMs: 60_000 } });
    const only = directed.isolate("only");
    expect(await handOver(directed, take, only, only)).toBeLessThan(AT_ONCE_MS);
  });

  it.each(CASES)("in $platform, where Redis forgets its scripts all the time: $kind", async ({ isWorker, take }) => {
    const directed = new DirectedWorld(compiled, { isWorker });
    const { world, database } = directed;
    const forget = (): void => {
      database.flushScripts();
      world.after(1, forget);
    };
    forget();
    const ms = await handOver(directed, take, directed.isolate("holder"), directed.isolate("waiter"));
    expect(ms).toBeLessThan(2 * AT_ONCE_MS);
  });
});

describe("a lock whose holder is killed", () => {
  it.each(PLATFORMS)("goes to a waiter in $platform at the end of the lease", async ({ isWorker }) => {
    const directed = new DirectedWorld(compiled, { isWorker, locks: { leaseMs: 10_000, pollMs: 60_000 } });
    const [holder, waiter] = [directed.isolate("holder"), directed.isolate("waiter")];
    directed.world.after(500, () => holder.isolate.kill());
    const [, takenAt] = await directed.play<number>(
      [
        holder,
        async () => {
          await holder.locks.lock("x").acquire();
          return new Promise(() => {});
        },
      ],
      [
        waiter,
        async () => {
          await waiter.isolate.sleep(100);
          await waiter.locks.lock("x").acquire({ waitMs: 60_000 });
          return directed.world.now;
        },
      ],
    );
    expect(takenAt).toBeGreaterThan(10_000);
    expect(takenAt).toBeLessThan(10_000 + AT_ONCE_MS);
  });

  it.each(["lock", "fencedLock", "fairLock"] as const)(
    "goes on to the next waiter, if the one that it was granted to dies in that moment: %s",
    async (kind) => {
      const onLine = (line: string): void => {
        if (line.includes("message to first")) directed.world.after(0, () => first?.isolate.kill());
      };
      const directed = new DirectedWorld(compiled, { locks: { pollMs: 60_000 }, onLine });
      const [holder, first, second] = ["holder", "first", "second"].map((name) => directed.isolate(name));
      if (holder === undefined || first === undefined || second === undefined) throw new Error("no isolates");
      let releasedAt = Number.NaN;
      const [, , takenAt = Number.NaN] = await directed.play<number>(
        [
          holder,
          async () => {
            const held = await holder.locks[kind]("x").acquire();
            await holder.isolate.sleep(3_000);
            releasedAt = directed.world.now;
            await held.release();
            return 0;
          },
        ],
        [
          first,
          async () => {
            await first.isolate.sleep(500);
            await first.locks[kind]("x").acquire({ waitMs: 60_000 });
            return 0;
          },
        ],
        [
          second,
          async () => {
            await second.isolate.sleep(1_000);
            await second.locks[kind]("x").acquire({ waitMs: 60_000 });
            return directed.world.now;
          },
        ],
      );
      expect(takenAt - releasedAt).toBeGreaterThan(AT_ONCE_MS);
      // The short lease of a grant that nobody heard.
      expect(takenAt - releasedAt).toBeLessThan(5_000 + 2 * AT_ONCE_MS);
    },
  );
});

describe("a Redis that answers nothing", () => {
  it.each([
    { kind: "lock", mostMs: 7_000 },
    { kind: "fairLock", mostMs: 7_000 },
    { kind: "semaphore", mostMs: 11_000 },
    { kind: "light", mostMs: 7_000 },
  ])("ends an acquire of $kind by its documented time", async ({ kind, mostMs }) => {
    const directed = new DirectedWorld(compiled);
    const { network, world } = directed;
    network.direct = () => ({ kind: "lost request" });
    const caller = directed.isolate("caller");
    const { locks, light } = caller;
    const acquires: Readonly<Record<string, () => Promise<unknown>>> = {
      lock: () => locks.lock("x").acquire({ waitMs: 1_000 }),
      fairLock: () => locks.fairLock("x").acquire({ waitMs: 1_000 }),
      semaphore: () => locks.semaphore("x", { permits: 1 }).acquire({ waitMs: 1_000 }),
      light: () => light.lock("x").acquire({ waitMs: 1_000 }),
    };
    const code = async (): Promise<string> => {
      return (await acquires[kind]?.().catch((error: { code: string }) => error.code)) === "OUTCOME_UNKNOWN"
        ? "unknown"
        : "";
    };
    expect(await directed.play<string>([caller, code])).toEqual(["unknown"]);
    expect(world.now).toBeGreaterThan(1_000);
    expect(world.now).toBeLessThanOrEqual(mostMs + AT_ONCE_MS);
  });

  it("ends a kept hold before Redis can grant the lock again", async () => {
    const directed = new DirectedWorld(compiled, { locks: { leaseMs: 10_000 } });
    const { network, world, database } = directed;
    const holder = directed.isolate("holder");
    const lost = async (): Promise<number> => {
      const held = await holder.locks.lock("x").acquire();
      held.keepAlive();
      await holder.isolate.sleep(25_000);
      network.direct = () => ({ kind: "lost request" });
      await new Promise((resolve) => held.signal.addEventListener("abort", resolve));
      return Number(database.ask("PTTL", "lock:x"));
    };
    const [leftMs] = await directed.play<number>([holder, lost]);
    expect(leftMs).toBeGreaterThan(0);
    expect(world.now).toBeGreaterThan(25_000);
  });
});

describe("an acquire", () => {
  it("whose last attempts are answered late or never ends by its documented time", async () => {
    const directed = new DirectedWorld(compiled);
    const { network, world } = directed;
    const [holder, waiter] = [directed.isolate("holder"), directed.isolate("waiter")];
    let requests = 0;
    network.direct = ({ name }) => {
      if (name !== "waiter" || world.now < 1_440) return undefined;
      requests += 1;
      return requests === 1 ? { kind: "late reply", ms: 4_800 } : { kind: "lost request" };
    };
    const [, code] = await directed.play<string>(
      [
        holder,
        () =>
          holder.locks
            .lock("x")
            .acquire({ leaseMs: 600_000 })
            .then(() => "held"),
      ],
      [
        waiter,
        async () => {
          await waiter.isolate.sleep(500);
          const asked = waiter.locks.lock("x").acquire({ waitMs: 1_000, wait: "poll" });
          return asked.then(
            () => "held",
            (error: { code: string }) => error.code,
          );
        },
      ],
    );
    expect(code).toBe("LOCK_BUSY");
    expect(world.now).toBeLessThan(500 + 1_000 + 6_000 + AT_ONCE_MS);
  });

  it("that gets a foreign NOSCRIPT for its EVAL attempts again, and its release frees the lock", async () => {
    const directed = new DirectedWorld(compiled);
    const { network, database } = directed;
    const text = JSON.stringify({ error: "NOSCRIPT No matching script. Please use EVAL." });
    network.direct = (_, call) =>
      call.kind === "commands" && call.commands[0]?.[0] === "EVAL"
        ? { kind: "foreign reply", answer: { status: 400, text } }
        : undefined;
    const caller = directed.isolate("caller");
    const outcome = async (): Promise<string> => {
      const held = await caller.locks.lock("x").acquire({ waitMs: 0 });
      return (await held.release()).outcome;
    };
    expect(await directed.play([caller, outcome])).toEqual(["released"]);
    expect(database.ask("EXISTS", "lock:x")).toBe(0);
  });

  it("that is aborted while its request is on its way leaves no lock behind", async () => {
    const directed = new DirectedWorld(compiled);
    const { network, world, database } = directed;
    network.roundTripMs = 200;
    const caller = directed.isolate("caller");
    const abort = new AbortController();
    world.after(50, () => abort.abort());
    const lock = caller.locks.lock("x");
    await directed.play([caller, () => lock.acquire({ signal: abort.signal }).catch(() => null)]);
    await world.run(1_000);
    expect(database.ask("EXISTS", "lock:x")).toBe(0);
    expect(network.requests).toBeGreaterThan(1);
  });
});

describe("a suspended machine", () => {
  it.each([
    { clocks: "the monotonic clock stands still", stopsMonotonic: true },
    { clocks: "both clocks go on", stopsMonotonic: false },
  ])("finds its hold lost at the first look, if $clocks", async ({ stopsMonotonic }) => {
    const directed = new DirectedWorld(compiled, { locks: { leaseMs: 5_000 } });
    const { world } = directed;
    const holder = directed.isolate("holder");
    const lost = async (): Promise<boolean> => {
      const held = await holder.locks.lock("x").acquire();
      let isLost = false;
      await new Promise<void>((resolve) => {
        world.after(100, () => {
          holder.isolate.suspend(10_000, stopsMonotonic, () => {
            isLost = held.signal.aborted;
            resolve();
          });
        });
      });
      return isLost;
    };
    expect(await directed.play([holder, lost])).toEqual([true]);
  });
});

describe("a waiter whose invocation is cut", () => {
  it.each([
    // The short lease of a grant that nobody heard.
    { kind: "lock", mostMs: 5_000 },
    // Its place in the queue.
    { kind: "fairLock", mostMs: 15_000 },
  ] as const)("delays the next one by at most $mostMs ms: $kind", async ({ kind, mostMs }) => {
    const directed = new DirectedWorld(compiled, { isWorker: true });
    const { world } = directed;
    const [holder, other] = [directed.isolate("holder"), directed.isolate("other")];
    const cut = other.isolate.invoke(() => {
      void other.isolate.sleep(500).then(() => other.locks[kind]("x").acquire({ waitMs: 60_000 }));
    });
    world.after(3_000, () => cut.cut());
    let releasedAt = Number.NaN;
    const [, takenAt = Number.NaN] = await directed.play<number>(
      [
        holder,
        async () => {
          const held = await holder.locks[kind]("x").acquire();
          await holder.isolate.sleep(5_000);
          releasedAt = world.now;
          await held.release();
          return 0;
        },
      ],
      [
        other,
        async () => {
          await other.isolate.sleep(1_000);
          await other.locks[kind]("x").acquire({ waitMs: 60_000 });
          return world.now;
        },
      ],
    );
    expect(takenAt - releasedAt).toBeLessThan(mostMs + 2 * AT_ONCE_MS);
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
