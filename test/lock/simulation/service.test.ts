// Directed worlds with a service of locks: its isolates end, its answers are lost, and its clients wait nevertheless.
import { describe, expect, it } from "vitest";
import type { Sender } from "../../../src/engine/simulation/network.ts";
import { compiledFrom } from "./bundle.ts";
import { DirectedWorld, handOver, PLATFORMS, type Take } from "./directed-world.ts";

const compiled = await compiledFrom();

// Some round trips of 20 ms, through two isolates.
const AT_ONCE_MS = 300;
// A service sends a comment each second, so a connection without any is dead.
const SILENT_MS = 5_000;
// A service answers a wait after its first attempt.
const BEGINS_MS = 10_000;

const KINDS: Readonly<Record<string, Take>> = {
  async lock({ remote }, options) {
    const held = await remote.lock("x").acquire({ ...options, leaseMs: 600_000 });
    return () => held.release();
  },
  async fairLock({ remote }, options) {
    const held = await remote.fairLock("x").acquire({ ...options, leaseMs: 600_000 });
    return () => held.release();
  },
  async permit({ remote }, options) {
    const slots = remote.permitExpirableSemaphore("x", { permits: 1 });
    const held = await slots.acquire({ ...options, leaseMs: 600_000 });
    return () => held.release();
  },
};
const CASES = PLATFORMS.flatMap((on) => Object.entries(KINDS).map(([kind, take]) => ({ ...on, kind, take })));

function isWaiter({ name }: Sender): boolean {
  return name === "waiter";
}

describe("a release through a service is noticed", () => {
  it.each(CASES)("at once, in $platform: $kind", async ({ isWorker, take }) => {
    const directed = new DirectedWorld(compiled, { isWorker });
    directed.server("server");
    const ms = await handOver(directed, take, directed.isolate("holder"), directed.isolate("waiter"));
    expect(ms).toBeGreaterThan(0);
    expect(ms).toBeLessThan(AT_ONCE_MS);
  });

  it.each(CASES)("after the server of the wait was killed, in $platform: $kind", async ({ isWorker, take }) => {
    const directed = new DirectedWorld(compiled, { isWorker });
    const first = directed.server("first server");
    directed.world.after(5_000, () => {
      directed.server("second server");
      first.isolate.kill();
    });
    const ms = await handOver(directed, take, directed.isolate("holder"), directed.isolate("waiter"));
    expect(ms).toBeLessThan(AT_ONCE_MS);
  });

  it.each(CASES)("although the connection of the wait died in silence, in $platform: $kind", async (on) => {
    const directed = new DirectedWorld(compiled, { isWorker: on.isWorker });
    const { network, world } = directed;
    directed.server("server");
    const waiter = directed.isolate("waiter");
    world.after(7_000, () => {
      for (const answer of network.answers) if (isWaiter(answer.sender)) answer.cut(true);
    });
    const ms = await handOver(directed, on.take, directed.isolate("holder"), waiter);
    expect(ms).toBeLessThan(SILENT_MS + AT_ONCE_MS);
  });

  it.each(CASES)("although the request of the wait was lost, in $platform: $kind", async ({ isWorker, take }) => {
    const directed = new DirectedWorld(compiled, { isWorker });
    directed.server("server");
    let isLost = false;
    directed.network.direct = (sender, call) => {
      if (!isWaiter(sender) || call.kind !== "http" || isLost) return undefined;
      isLost = true;
      return { kind: "lost request" };
    };
    const ms = await handOver(directed, take, directed.isolate("holder"), directed.isolate("waiter"), 2_000);
    expect(ms).toBeLessThan(BEGINS_MS + AT_ONCE_MS);
  });
});

describe("an acquire through a service", () => {
  it.each([
    { fault: "its reply is lost", kind: "lost reply" },
    { fault: "its reply is late", kind: "late reply" },
  ] as const)("gets one hold, if $fault", async ({ kind }) => {
    const directed = new DirectedWorld(compiled);
    directed.server("server");
    let acquires = 0;
    directed.network.direct = (_, call) => {
      if (call.kind !== "http" || !call.request.url.endsWith("/acquire")) return undefined;
      acquires += 1;
      return acquires === 1 ? { kind, ms: 20_000 } : undefined;
    };
    const caller = directed.isolate("caller");
    const outcome = async (): Promise<string> => {
      const held = await caller.remote.lock("x").acquire({ waitMs: 20_000 });
      expect(held.holdCount).toBe(1);
      return (await held.release()).outcome;
    };
    expect(await directed.play([caller, outcome])).toEqual(["released"]);
    expect(acquires).toBe(2);
    expect(directed.database.ask("EXISTS", "lock:x")).toBe(0);
  });

  it("gets the hold that a server granted before it was killed, from another server", async () => {
    const directed = new DirectedWorld(compiled);
    const { network, database } = directed;
    const first = directed.server("first server");
    network.direct = ({ name }, call) => {
      const isScript = name === first.name && call.kind === "commands" && call.commands[0]?.[0] === "EVAL";
      if (!isScript) return undefined;
      directed.server("second server");
      // After the script, before its reply.
      directed.world.after(15, () => first.isolate.kill());
      return undefined;
    };
    const caller = directed.isolate("caller");
    const owners = async (): Promise<unknown> => {
      const held = await caller.remote.lock("x").acquire({ waitMs: 0 });
      const isHeld = database.ask("HEXISTS", "lock:x", held.owner) === 1;
      return { isHeld, outcome: (await held.release()).outcome };
    };
    expect(await directed.play([caller, owners])).toEqual([{ isHeld: true, outcome: "released" }]);
    expect(database.ask("EXISTS", "lock:x")).toBe(0);
  });

  it("ends by its documented time, if no server answers", async () => {
    const directed = new DirectedWorld(compiled);
    directed.server("server");
    directed.network.direct = (_, call) => (call.kind === "http" ? { kind: "lost request" } : undefined);
    const caller = directed.isolate("caller");
    const code = (): Promise<string> =>
      caller.remote
        .lock("x")
        .acquire({ waitMs: 1_000 })
        .then(
          () => "held",
          (error: { code: string }) => error.code,
        );
    expect(await directed.play([caller, code])).toEqual(["OUTCOME_UNKNOWN"]);
    expect(directed.world.now).toBeLessThan(1_000 + 6_000 + AT_ONCE_MS);
  });

  it("ends by its documented time, if an event comes after the wait, and then nothing", async () => {
    const directed = new DirectedWorld(compiled);
    const { network, world } = directed;
    directed.server("server");
    const [holder, waiter] = [directed.isolate("holder"), directed.isolate("waiter")];
    let acquires = 0;
    network.direct = (sender, call) => {
      if (!isWaiter(sender) || call.kind !== "http") return undefined;
      acquires += 1;
      return acquires === 1 ? { kind: "late reply", ms: 3_000 } : { kind: "lost request" };
    };
    // After the first event.
    world.after(1_045, () => {
      for (const answer of network.answers) if (isWaiter(answer.sender)) answer.cut(true);
    });
    const [, endedAt] = await directed.play<number>(
      [
        holder,
        async () => {
          await holder.remote.lock("x").acquire({ leaseMs: 60_000 });
          return world.now;
        },
      ],
      [
        waiter,
        async () => {
          await waiter.isolate.sleep(1_000);
          await expect(waiter.remote.lock("x").acquire({ waitMs: 1_500 })).rejects.toThrow();
          return world.now;
        },
      ],
    );
    expect(endedAt).toBeGreaterThan(4_000);
    expect(endedAt).toBeLessThan(1_000 + 1_500 + 6_000 + AT_ONCE_MS);
  });

  it("gets or gives back the lock that the service grants after two late refusals, in the last moment", async () => {
    const directed = new DirectedWorld(compiled);
    directed.server("server");
    const [holder, waiter] = [directed.isolate("holder"), directed.isolate("waiter")];
    let acquires = 0;
    directed.network.direct = (sender, call) => {
      if (!isWaiter(sender) || call.kind !== "http") return undefined;
      acquires += 1;
      // The first two events come after the wait of the caller, and before the end of that of the service.
      return acquires === 1 ? { kind: "late reply", ms: 1_480 } : undefined;
    };
    const [, outcome] = await directed.play<string>(
      [
        holder,
        async () => {
          const held = await holder.locks.lock("x").acquire({ leaseMs: 60_000 });
          await holder.isolate.sleep(2_480 - directed.world.now);
          return (await held.release()).outcome;
        },
      ],
      [
        waiter,
        async () => {
          await waiter.isolate.sleep(1_000);
          const held = await waiter.remote.lock("x").tryAcquire({ waitMs: 1_500 });
          return held === null ? "released" : (await held.release()).outcome;
        },
      ],
    );
    expect(outcome).toBe("released");
    await directed.world.run(directed.world.now + 5_000);
    expect(directed.database.ask("EXISTS", "lock:x")).toBe(0);
  });

  it("leaves nothing held, if its caller aborts it while the service waits", async () => {
    const directed = new DirectedWorld(compiled);
    directed.server("server");
    const [holder, waiter] = [directed.isolate("holder"), directed.isolate("waiter")];
    const abort = new AbortController();
    directed.world.after(3_000, () => abort.abort());
    await directed.play(
      [
        holder,
        async () => {
          const held = await holder.remote.lock("x").acquire();
          await holder.isolate.sleep(6_000);
          await held.release();
        },
      ],
      [
        waiter,
        async () => {
          await waiter.isolate.sleep(1_000);
          const aborted = waiter.remote.lock("x").acquire({ waitMs: 60_000, signal: abort.signal });
          await expect(aborted).rejects.toMatchObject({ code: "ABORTED" });
        },
      ],
    );
    await directed.world.run(10_000);
    expect(directed.database.ask("EXISTS", "lock:x")).toBe(0);
  });
});

describe("a hold of a service", () => {
  it("is lost to its holder before Redis grants the lock again, if the service is away", async () => {
    const directed = new DirectedWorld(compiled, { locks: { leaseMs: 10_000 } });
    const { network, database } = directed;
    directed.server("server");
    const holder = directed.isolate("holder");
    const leftMs = async (): Promise<number> => {
      const held = await holder.remote.lock("x").acquire();
      held.keepAlive();
      await holder.isolate.sleep(25_000);
      network.direct = (_, call) => (call.kind === "http" ? { kind: "lost request" } : undefined);
      await new Promise((resolve) => held.signal.addEventListener("abort", resolve));
      return Number(database.ask("PTTL", "lock:x"));
    };
    const [left = 0] = await directed.play([holder, leftMs]);
    expect(left).toBeGreaterThan(0);
    expect(directed.world.now).toBeGreaterThan(25_000);
  });

  it("goes on in another isolate by its text, also when that is asked again after a lost reply", async () => {
    const directed = new DirectedWorld(compiled);
    directed.server("server");
    const [from, to] = [directed.isolate("from"), directed.isolate("to")];
    let checks = 0;
    directed.network.direct = ({ name }, call) => {
      if (name !== "to" || call.kind !== "http") return undefined;
      checks += 1;
      return checks === 1 ? { kind: "lost reply" } : undefined;
    };
    let given: (text: string) => void = () => {};
    const text = new Promise<string>((resolve) => {
      given = resolve;
    });
    const results = await directed.play<string>(
      [
        from,
        async () => {
          const held = await from.remote.lock("x").acquire();
          given(held.serialize({ move: true }));
          return "moved";
        },
      ],
      [
        to,
        async () => {
          const moved = await text;
          await expect(to.remote.resume(moved)).rejects.toMatchObject({ code: "OUTCOME_UNKNOWN" });
          const held = await to.remote.resume(moved);
          return (await held.release()).outcome;
        },
      ],
    );
    expect(results).toEqual(["moved", "released"]);
    expect(checks).toBeGreaterThan(1);
  });
});
