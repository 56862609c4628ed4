// The sentences with which the page answers questions about one lock.
import { expect, it } from "vitest";
import type { InspectedHolder, InspectedLock } from "../../../src/lock/hold/lock-inspection.ts";
import { LockAnswers } from "../../../src/service/dashboard/views/lock-answers.tsx";

const NOW = Date.UTC(2026, 10, 26, 3);
const HOLDER: InspectedHolder = {
  ...{ owner: "o:1", mode: "exclusive", label: "report", since: NOW - 65_000, holds: 1, remainingMs: 20_000 },
  ...{ origin: "leasehound", handedOffUntil: undefined },
};
const LOCK: InspectedLock = {
  ...{ name: "a", kind: "lock", mode: "exclusive", remainingMs: 20_000, holders: [HOLDER], holderCount: 1 },
  ...{ queue: [], queueLength: 0, waiters: 0, waitersUnknownBecause: undefined },
};

/** Returns the answers by their questions, without markup. */
function answersOf(lock: Partial<InspectedLock>, mayFree = true): Record<string, string> {
  const html = String(LockAnswers({ lock: { ...LOCK, ...lock }, meant: undefined, mayFree, now: NOW }));
  const pairs = [...html.matchAll(/<dt>(.*?)<\/dt><dd>(.*?)<\/dd>/g)];
  return Object.fromEntries(pairs.map(([, question = "", answer = ""]) => [question, text(answer)]));
}

function text(html: string): string {
  return html
    .replaceAll(/<\/li>/g, " ")
    .replaceAll(/<[^>]*>/g, "")
    .replaceAll(/\s+/g, " ")
    .trim();
}

function heldBy(...holders: readonly Partial<InspectedHolder>[]): Partial<InspectedLock> {
  return { holders: holders.map((holder) => ({ ...HOLDER, ...holder })), holderCount: holders.length };
}

it("one holder is named, with its end and what to do", () => {
  expect(answersOf({})).toEqual({
    "Who has it?": "report o:1",
    "Since when?": "2026-11-26 02:58:55 UTC, 1 min 5 s ago.",
    "Does it still renew?":
      "Reload the page: if the lease then ends later, it was renewed. Without a renewal, the lock is free at 03:00:20 UTC, in 20 s.",
    "Who waits?": "Nobody that Redis knows of. Callers that poll are not counted.",
    "What can I do?":
      "Look for the holder by its label, such as in logs. If it works, let it finish, or stop it. " +
      "Or wait: if nobody renews the lease, the lock is free in 20 s. " +
      "Or free the lock below. This does not stop the holder: do it only if it is dead.",
  });
});

it("a holder without a label is found by its owner, and a viewer without the right cannot free", () => {
  const advice = answersOf(heldBy({ label: "" }), false)["What can I do?"];
  expect(advice).toContain("by its owner");
  expect(advice).toContain("You cannot free this lock here.");
});

it("a hold that was handed off has the watchdog's deadline", () => {
  const kept = answersOf(heldBy({ handedOffUntil: NOW + 1_800_000 }));
  expect(kept["Does it still renew?"]).toContain(
    "The watchdog renews it until 2026-11-26 03:30:00 UTC, for another 30 min.",
  );
  expect(kept["What can I do?"]).toContain("Or wait until the holder releases the lock, or the watchdog stops.");
  const unknown = answersOf(heldBy({ handedOffUntil: "unknown" }));
  expect(unknown["Does it still renew?"]).toContain("The watchdog does not answer: it may renew this lease.");
});

it("readers, a writer and a repeated acquire are named as such", () => {
  expect(answersOf(heldBy({ mode: "read" }))["Who has it?"]).toBe("report o:1 It reads: other readers may join.");
  expect(answersOf(heldBy({ mode: "write", holds: 2 }))["Who has it?"]).toBe(
    "report o:1 It writes. It has acquired the lock 2 times, and must release it as often.",
  );
  const both = answersOf(heldBy({ mode: "read" }, { mode: "read", owner: "o:2", since: NOW - 90_000 }));
  expect(both["Who has it?"]).toBe("2 holders, listed below. One is report o:1");
  expect(both["Since when?"]).toBe("The oldest hold: 2026-11-26 02:58:30 UTC, 1 min 30 s ago.");
  expect(both["What can I do?"]).toContain("This does not stop the holders: do it only if they are dead.");
});

it("a hold of Java has no known beginning", () => {
  const answers = answersOf(heldBy({ since: undefined, label: "", origin: "redisson" }));
  expect(answers["Who has it?"]).toBe("o:1 Java");
  expect(answers["Since when?"]).toBe("Redis does not know.");
});

it.each<[string, Partial<InspectedLock>]>([
  ["1 waits in its queue, listed below.", { queueLength: 1, waiters: 1 }],
  ["4 wait in its queue, listed below.", { queueLength: 4, waiters: 4 }],
  ["1 waits. Redis does not know who.", { waiters: 1 }],
  ["3 wait. Redis does not know who.", { waiters: 3 }],
  ["Nobody that Redis knows of. Callers that poll are not counted.", { waiters: 0 }],
  ["Unknown: the database refuses PUBSUB NUMSUB.", { waiters: "unknown", waitersUnknownBecause: "refused" }],
  [
    "Unknown: PUBSUB NUMSUB of this database counts some twice.",
    { waiters: "unknown", waitersUnknownBecause: "miscounted" },
  ],
  ["Unknown: callers poll a light lock, and leave no trace.", { waiters: "unknown", waitersUnknownBecause: "polling" }],
])("the waiters are counted in a sentence: %s", (sentence, lock) => {
  expect(answersOf(lock)["Who waits?"]).toBe(sentence);
});

it("a free lock has nobody, and perhaps waiters", () => {
  const answers = answersOf({ kind: "free", mode: undefined, holders: [], holderCount: 0, queueLength: 2, waiters: 2 });
  expect(answers).toEqual({
    "Who has it?": "Nobody. The lock is free.",
    "Who waits?": "2 wait in its queue, listed below.",
  });
});
