// A waiter that stands, and what it makes of a grant, beside streams that are promises here.
import { describe, expect, it } from "vitest";
import { nowMs } from "../../../src/base/clock.ts";
import { wakesOne } from "../../../src/lock/kinds/exclusive-kind.ts";
import type { Follow } from "../../../src/lock/wait/election.ts";
import { IsolateLine } from "../../../src/lock/wait/lines.ts";
import { Mailbox } from "../../../src/lock/wait/mailbox.ts";
import { isSealed } from "../../../src/lock/wait/seal.ts";
import { Waiter } from "../../../src/lock/wait/waiter.ts";
import { eventually } from "../../support/eventually.ts";
import { sealed } from "../../support/standing.ts";

const OWNER = "a:1";
const SECRET = "5".repeat(32);
const REDIS_MS = 1_000_000_000_000;
// Longer than a waiter has to take what it was granted.
const TAKEN_MS = 300;
const never = new AbortController().signal;

const passes = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * A waiter that also follows the lock's own channel, whose stream is never confirmed. `isFenced`: it needs a token.
 */
function standing({ perWaiter = false, isFenced = false, leaseMs = 30_000 } = {}) {
  const mailbox = new Mailbox("lock:");
  const channel = { name: "", perWaiter, wakes: wakesOne };
  const group = new IsolateLine(
    channel,
    mailbox,
    () => true,
    () => {},
  );
  let givenBack = 0;
  const untilAborted = (signal: AbortSignal) =>
    new Promise<"ended">((resolve) => signal.addEventListener("abort", () => resolve("ended")));
  const follow: Follow = (_, signal) => untilAborted(signal);
  const another = (owner: string): Waiter =>
    new Waiter(group, {
      ...{ owner, label: "", shared: false, permits: 1, number: 0, passableLeaseMs: 30_000, pollMs: 60_000, follow },
      mail: {
        ...{ mailbox, grants: true, locksKeys: false, hearsOthers: true, probe: () => "" },
        words: {
          ...{ leaseMs, needsToken: isFenced },
          request: () => "request",
          isOnlyCalled: () => false,
          countsOthers: () => false,
          isSealed: (text, seal) => isSealed(SECRET, text, seal),
          giveBack: async () => (givenBack += 1),
        },
        follow(listener, signal) {
          listener.onSubscribed();
          return untilAborted(signal);
        },
      },
    });
  const waiter = another(OWNER);
  const isGranted = (ageMs = 0): void => {
    mailbox.answered(REDIS_MS, nowMs(), undefined);
    mailbox.onMessage(sealed(SECRET, `granted ${OWNER} ${REDIS_MS - ageMs} 5000 ${REDIS_MS} 0 0`));
  };
  const isRefused = (): void => {
    const stands = waiter.standing(false) && { request: "request", redisMs: REDIS_MS, isOurs: true };
    waiter.onRefusal({ remainingMs: 30_000, stands }, nowMs());
  };
  return { mailbox, group, waiter, another, isRefused, isGranted, givenBack: () => givenBack };
}

it("a grant is given back if its waiter does not take it, and the waiter, which was only slow, learns of that", async () => {
  const { waiter, isRefused, isGranted, givenBack } = standing();
  isRefused();
  isGranted();
  await eventually(() => givenBack() === 1);
  const ended = { answer: { reply: { kind: "ended", end: "released" } } };
  expect(await waiter.sleeps(10_000, never)).toMatchObject(ended);
});

it("a waiter that opens its streams takes a grant that comes meanwhile", async () => {
  const { mailbox, waiter, isRefused, isGranted, givenBack } = standing();
  isRefused();
  const listening = waiter.listens(10_000, never);
  mailbox.answered(REDIS_MS, nowMs(), undefined);
  // A holder of its isolate has added it to the list, and its release granted it the lock.
  waiter.standBy()?.added();
  expect(waiter.who.request).not.toBe("");
  isGranted();
  // It does not wait until its other stream is confirmed.
  expect(await listening).toMatchObject({ answer: { reply: { kind: "held" } } });
  expect(waiter.who.phase).toBe("trying");
  await passes(TAKEN_MS);
  expect(givenBack()).toBe(0);
  waiter.leave({ kind: "granted", leaseMs: 30_000 });
});

it("in a queue, each waiter that left no request attempts when the stream is confirmed", () => {
  const { mailbox, waiter, another } = standing({ perWaiter: true });
  const second = another("b:1");
  const stands = { redisMs: REDIS_MS, request: "request", isOurs: true };
  const refused = (each: Waiter, position: number, isListed: boolean): void => {
    each.standing(false);
    const queued = { position, againMs: 30_000 };
    each.onRefusal({ remainingMs: 30_000, queued, ...(isListed && { stands }) }, nowMs());
  };
  refused(waiter, 1, false);
  refused(second, 2, false);
  // Its stream is open at once.
  void waiter.listens(1, never);
  const third = another("c:1");
  refused(third, 3, true);
  expect(third.who.request).not.toBe("");
  mailbox.onTurn(true);
  expect([second, third].map(({ who }) => who.wake !== undefined)).toEqual([true, false]);
  for (const each of [waiter, second, third]) each.leave({ kind: "refused" });
});

it("a grant during the first attempt of a waiter waits for the answer", async () => {
  const { waiter, isRefused, isGranted, givenBack } = standing();
  waiter.standing(false);
  isGranted();
  await passes(TAKEN_MS);
  expect(givenBack()).toBe(0);
  isRefused();
  expect(await waiter.sleeps(10_000, never)).toMatchObject({ answer: { reply: { kind: "held" } } });
  waiter.leave({ kind: "granted", leaseMs: 30_000 });
});

it("a waiter that is aborted gives back a grant that it did not take", async () => {
  const { waiter, isRefused, isGranted, givenBack } = standing();
  isRefused();
  const sleeping = waiter.sleeps(10_000, AbortSignal.abort());
  isGranted();
  await sleeping;
  await eventually(() => givenBack() === 1);
});

it("a waiter may be in the list although the release that adds it is not answered", async () => {
  const { mailbox, waiter, isRefused } = standing();
  isRefused();
  const listening = waiter.listens(100, never);
  mailbox.answered(REDIS_MS, nowMs(), undefined);
  expect(waiter.request()).toBe("");
  expect(waiter.standBy()?.request).toBe("request");
  expect([waiter.who.request, waiter.request()]).toEqual(["", "request"]);
  await listening;
  waiter.leave({ kind: "unanswered" });
});

it.each([
  [3_000, true],
  [4_000, false],
  [6_000, false],
])(
  "a grant of 5 s that is heard after %d ms is taken: %s; otherwise an attempt looks for it",
  async (ageMs, isTaken) => {
    const { waiter, isRefused, isGranted } = standing();
    isRefused();
    // Its first attempt after the confirmation of its mailbox.
    await waiter.listens(20, never);
    isRefused();
    const sleeping = waiter.sleeps(10_000, never);
    isGranted(ageMs);
    expect((await sleeping)?.answer?.reply.kind === "held").toBe(isTaken);
    expect(waiter.who.phase).toBe("trying");
    waiter.leave({ kind: "granted", leaseMs: 30_000 });
  },
);

describe("a grant", () => {
  /** Returns the answer that a waiter takes from this message. */
  async function heard(what: Parameters<typeof standing>[0], message: string) {
    const { mailbox, waiter, isRefused } = standing(what);
    isRefused();
    await waiter.listens(20, never);
    isRefused();
    const sleeping = waiter.sleeps(10_000, never);
    mailbox.answered(REDIS_MS, nowMs(), undefined);
    mailbox.onMessage(sealed(SECRET, message));
    const reply = (await sleeping)?.answer?.reply;
    waiter.leave({ kind: "refused" });
    return reply;
  }
  const tokenAfter = (ms: number): string => String(BigInt(REDIS_MS + ms) * 1_000n);

  it.each([
    ["a minute ahead", REDIS_MS, tokenAfter(60_000), true],
    ["a microsecond more ahead", REDIS_MS, `${BigInt(tokenAfter(60_000)) + 1n}`, false],
    ["the highest number of a column", REDIS_MS, "9223372036854775807", false],
    ["20 digits", REDIS_MS, "99999999999999999999", false],
    ["zeros in front", REDIS_MS, `0${tokenAfter(0)}`, false],
    ["an hour ahead, as its grant is", REDIS_MS + 3_600_000, tokenAfter(3_600_000), false],
    ["no token at all", REDIS_MS, "", false],
  ])("of a fenced lock with %s is taken if no release can be much earlier", async (_, grantedAt, token, isTaken) => {
    const reply = await heard({ isFenced: true }, `granted ${OWNER} ${grantedAt} 5000 ${REDIS_MS} 0 0 ${token}`.trim());
    if (isTaken) expect(reply).toMatchObject({ kind: "held", fencingToken: token });
    else expect(reply).toBeUndefined();
  });

  it.each([
    [30_000, 5_000, 5_000],
    [30_000, 9_000_000_000, 5_000],
    [6_000, 30_000, 5_000],
    [2_000, 5_000, 2_000],
    [6_000, 1_000, 1_000],
  ])("to a waiter for %i ms that says %i ms counts for %i ms", async (leaseMs, saidMs, countsMs) => {
    const reply = await heard({ leaseMs }, `granted ${OWNER} ${REDIS_MS} ${saidMs} ${REDIS_MS} 0 0`);
    expect(reply).toMatchObject({ kind: "held", remainingMs: countsMs });
  });
});
