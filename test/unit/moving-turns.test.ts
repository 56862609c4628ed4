// Waiting for several locks, where the one is waited for that was found busy last; the turns at each are noted down here.
import { expect, it } from "vitest";
import { movingTurns } from "../../src/wait/moving-turns.ts";
import type { Turns } from "../../src/wait/turns.ts";

function noted() {
  const notes: string[] = [];
  const turnsOf = (member: number): Turns => ({
    async next() {
      notes.push(`waits at ${member}`);
    },
    end: ({ kind }) => notes.push(`leaves ${member}, ${kind}`),
  });
  return { notes, turns: movingTurns(turnsOf) };
}

it("leaves a lock for another one as one that has not used its wake", async () => {
  const { notes, turns } = noted();
  await turns.next({ remainingMs: 5, member: 0 }, 10);
  await turns.next({ remainingMs: 5 }, 10);
  await turns.next({ remainingMs: 5, member: 2 }, 10);
  turns.end({ kind: "granted", leaseMs: 1_000 });
  expect(notes).toEqual(["waits at 0", "waits at 0", "leaves 0, unanswered", "waits at 2", "leaves 2, granted"]);
});

it("leaves for good as one that was refused only where it was; else whoever waits there is to know", async () => {
  for (const [member, kind] of [
    [1, "refused"],
    [0, "unanswered"],
  ] as const) {
    const { notes, turns } = noted();
    await turns.next({ remainingMs: 5, member: 1 }, 10);
    turns.end({ kind: "refused", member });
    expect(notes).toEqual(["waits at 1", `leaves 1, ${kind}`]);
  }
});

it("that never waited leaves nobody", () => {
  const { notes, turns } = noted();
  turns.end({ kind: "refused", member: 3 });
  expect(notes).toEqual([]);
});
