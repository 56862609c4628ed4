// Waiting for several locks, always for the one that was found busy last. A log records the waiter's calls here.
import { expect, it } from "vitest";
import { memberWait } from "../../../src/lock/kinds/composite-lock.ts";
import type { WakeStrategy } from "../../../src/lock/wait/wait-terms.ts";

function noted() {
  const notes: string[] = [];
  const turnsOf = (member: number): WakeStrategy => ({
    async next() {
      notes.push(`waits at ${member}`);
    },
    end({ kind }) {
      notes.push(`leaves ${member}, ${kind}`);
      return undefined;
    },
  });
  return { notes, wakeStrategy: memberWait(turnsOf) };
}

it("a wait leaves one lock for another as a waiter with an unused wake", async () => {
  const { notes, wakeStrategy } = noted();
  await wakeStrategy.next({ remainingMs: 5, member: 0 }, 10, 0);
  await wakeStrategy.next({ remainingMs: 5 }, 10, 0);
  await wakeStrategy.next({ remainingMs: 5, member: 2 }, 10, 0);
  wakeStrategy.end({ kind: "granted", leaseMs: 1_000 });
  expect(notes).toEqual(["waits at 0", "waits at 0", "leaves 0, unanswered", "waits at 2", "leaves 2, granted"]);
});

it("a wait finally leaves as a refused one only where it was; at other locks it passes its wake on", async () => {
  for (const [member, kind] of [
    [1, "refused"],
    [0, "unanswered"],
  ] as const) {
    const { notes, wakeStrategy } = noted();
    await wakeStrategy.next({ remainingMs: 5, member: 1 }, 10, 0);
    wakeStrategy.end({ kind: "refused", member });
    expect(notes).toEqual(["waits at 1", `leaves 1, ${kind}`]);
  }
});

it("a wait that never started leaves no lock", () => {
  const { notes, wakeStrategy } = noted();
  wakeStrategy.end({ kind: "refused", member: 3 });
  expect(notes).toEqual([]);
});
