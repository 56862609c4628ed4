// Plans that are written to deceive a simulation: three that are unsafe, and three that only look so.
import { describe, expect, it } from "vitest";
import { simulate } from "../../../src/engine/testing/index.ts";
import { isLockError } from "../../../src/index.ts";
import { shortOrFull } from "../../support/exhaustive.ts";
import { rejection } from "../../support/rejection.ts";

const runs = shortOrFull(80, 1_000);

describe("is found: a plan", () => {
  it("that checks its hold right before it writes", async () => {
    const found = simulate({
      store: { balance: 100, payouts: 0 },
      async program({ locks, store }) {
        await using held = await locks.lock("account").acquire({ waitMs: 60_000 });
        held.keepAlive();
        const balance = await store.get("balance");
        if (balance < 60 || !(await held.check())) return;
        held.signal.throwIfAborted();
        await store.set("balance", balance - 60);
        await store.set("payouts", (await store.get("payouts")) + 1);
      },
      invariant: ({ store }) => store.get("payouts") <= 1,
    });
    expect(await rejection(found)).toMatchObject({ reason: "invariant", cure: expect.stringMatching(/fencedLock/) });
  });

  it("that has a fence, but reads before it holds the lock", async () => {
    const found = simulate({
      faults: { crash: false, pause: false, lostReplies: 0, lateMessages: false, fullRedis: false },
      store: { next: 1, given: 0 },
      async program({ locks, store }) {
        const next = await store.get("next");
        await using held = await locks.fencedLock("numbers").acquire({ waitMs: 60_000 });
        await store.set("next", next + 1, held.fencingToken);
        await store.set("given", (await store.get("given")) + 1, held.fencingToken);
      },
      invariant: ({ store, isOver }) => !isOver || store.get("given") === store.get("next") - 1,
    });
    expect(await rejection(found)).toMatchObject({ reason: "invariant", faults: [] });
  });

  it("that is right unless it crashes between two writes", async () => {
    const found = simulate({
      store: { left: 3, sold: 0 },
      async program({ locks, store }) {
        await using held = await locks.fencedLock("stock").acquire({ waitMs: 60_000 });
        const left = await store.get("left", held.fencingToken);
        if (left === 0) return;
        if (!(await store.set("left", left - 1, held.fencingToken))) return;
        await store.set("sold", (await store.get("sold", held.fencingToken)) + 1, held.fencingToken);
      },
      invariant: ({ store, isOver }) => !isOver || store.get("left") + store.get("sold") === 3,
    });
    const error = await rejection(found);
    expect(error).toMatchObject({ reason: "invariant", faults: [expect.stringMatching(/^a (?:crash|pause) of/)] });
  });
});

describe("is left alone: a plan", () => {
  it("without a lock that writes the same again", async () => {
    const report = await simulate({
      runs,
      store: { status: "open", closedBy: 0 },
      async program({ store, sleep, random }) {
        if ((await store.get("status")) === "closed") return;
        await sleep(random() * 100);
        await store.set("status", "closed");
      },
      invariant: ({ store, isOver }) => store.get("status") === "closed" || !isOver,
    });
    expect(report.lostWrites).toBeGreaterThan(0);
  });

  it("that keeps its lock until the lease ends, on purpose", async () => {
    const report = await simulate({
      runs,
      store: { runs: 0 },
      locks: { leaseMs: 3_600_000 },
      async program({ locks, store }) {
        const held = await locks.fencedLock("hourly").tryAcquire({ leaseMs: 3_600_000 });
        if (held !== null) await store.set("runs", 1, held.fencingToken);
      },
      invariant: ({ store }) => store.get("runs") <= 1,
    });
    expect(report.runs).toBe(runs);
  });

  it("that waits for as long as it takes, and survives everything", async () => {
    const report = await simulate({
      runs: shortOrFull(40, 500),
      isolates: 4,
      store: { visits: 0, 1: false, 2: false, 3: false, 4: false },
      async program({ locks, store, sleep, isolate }) {
        for (;;) {
          try {
            await using held = await locks.fencedLock("visits").acquire({ waitMs: 60_000, onUnreachable: "wait" });
            held.keepAlive();
            const visits = await store.get("visits", held.fencingToken);
            if (await store.set("visits", visits + 1, held.fencingToken)) return;
          } catch (error) {
            if (!isLockError(error)) throw error;
            await sleep(isolate * 500);
          }
        }
      },
      invariant: ({ store, isOver }) => !isOver || store.get("visits") >= 4,
    });
    expect(report.lostWrites).toBe(0);
    expect(Object.keys(report.faults).sort()).toEqual(
      expect.arrayContaining(["crash", "full", "late message", "lost reply", "lost request", "pause"]),
    );
  });
});
