// The waiters of one channel, as they wake each other and hand on their stream; the stream itself is a promise here.
import { describe, expect, it } from "vitest";
import { streamPays } from "../../src/wait/turns.ts";
import { Waiter } from "../../src/wait/waiter.ts";
import { type Follow, Waiters } from "../../src/wait/waiters.ts";
import { eventually } from "../support/eventually.ts";

const POLL_MS = 50;
const never = new AbortController().signal;
const GRANTED = { kind: "granted", leaseMs: 60_000 } as const;

function channel(pollMs = POLL_MS, inQueue = false) {
  const waiters = new Waiters(inQueue, () => {});
  const streams: { say(payload: string, owner?: string): void; readonly signal: AbortSignal }[] = [];
  const follow: Follow = (listener, signal) => {
    streams.push({ say: (payload, owner = "") => listener.onMessage(payload, owner), signal });
    listener.onSubscribed();
    return new Promise((resolve) => signal.addEventListener("abort", () => resolve("ended")));
  };
  const waiter = async (position = 0, owner = ""): Promise<Waiter> => {
    const queued = inQueue ? { queued: { position, againMs: 60_000 } } : {};
    const joined = new Waiter(waiters, { owner, shared: false, pollMs, follow });
    joined.refused({ remainingMs: 60_000, ...queued });
    await joined.listens(1_000, never);
    joined.refused({ remainingMs: 60_000, ...queued });
    return joined;
  };
  return { waiters, streams, waiter };
}

/** Which of them are let through first. */
async function order(sleeping: readonly Promise<void>[]): Promise<number[]> {
  const seen: number[] = [];
  sleeping.map(async (sleep, nth) => {
    await sleep;
    seen.push(nth);
  });
  await new Promise((resolve) => setTimeout(resolve, 20));
  return seen;
}

describe("waiters", () => {
  it("share the stream of the first, and are woken one by one, the first last", async () => {
    const { streams, waiter } = channel(60_000);
    const [one, two, three] = [await waiter(), await waiter(), await waiter()];
    expect(streams).toHaveLength(1);
    const sleeping = [one, two, three].map((each) => each.sleeps(60_000, never));
    streams[0]?.say("0");
    expect(await order(sleeping)).toEqual([1]);
    two.leave(GRANTED);
    streams[0]?.say("0");
    expect(await order(sleeping)).toEqual([1, 2]);
    three.leave(GRANTED);
    streams[0]?.say("0");
    expect(await order(sleeping)).toHaveLength(3);
    one.leave(GRANTED);
    expect(streams[0]?.signal.aborted).toBe(true);
  });

  it("are woken again when a message comes in the middle of a try", async () => {
    const { streams, waiter } = channel(60_000);
    const one = await waiter();
    const sleeping = one.sleeps(60_000, never);
    streams[0]?.say("0");
    await sleeping;
    // On its way; refused by then, though the lock is free now.
    streams[0]?.say("0");
    one.refused({ remainingMs: 60_000 });
    await one.sleeps(60_000, never);
    one.leave(GRANTED);
  });

  it("pass a wake on that they did not use", async () => {
    const { streams, waiter } = channel(60_000);
    const [one, two] = [await waiter(), await waiter()];
    const [first, second] = [one.sleeps(60_000, never), two.sleeps(60_000, never)];
    streams[0]?.say("0");
    await second;
    two.leave({ kind: "unanswered" });
    await first;
    one.leave(GRANTED);
  });

  it("try in place of the one that was woken, if that does not", async () => {
    const { streams, waiter } = channel(60_000);
    const [one, cut] = [await waiter(), await waiter()];
    const sleeping = one.sleeps(60_000, never);
    // Woken, it says nothing any more.
    streams[0]?.say("0");
    expect(cut.isAwake).toBe(true);
    const start = performance.now();
    await sleeping;
    expect(performance.now() - start).toBeLessThan(3_000);
    one.leave(GRANTED);
  });

  it("take the place of a reader that gives no sign of life, which then lets go of its stream", async () => {
    const { waiters, streams, waiter } = channel();
    const [silent, other] = [await waiter(), await waiter()];
    await eventually(async () => {
      await other.sleeps(POLL_MS, never);
      other.refused({ remainingMs: 60_000 });
      return waiters.leader === other;
    });
    await eventually(() => streams.length === 2 && waiters.isLive);
    expect(streams[0]?.signal.aborted).toBe(false);
    // It was only slow.
    silent.refused({ remainingMs: 60_000 });
    await silent.sleeps(POLL_MS, never);
    expect(streams[0]?.signal.aborted).toBe(true);
    expect(waiters.isLive).toBe(true);
    for (const each of [silent, other]) each.leave(GRANTED);
    expect(streams[1]?.signal.aborted).toBe(true);
  });

  it("keep a reader whose try took long, when nobody else has taken its place", async () => {
    const { waiters, streams, waiter } = channel();
    const one = await waiter();
    await new Promise((resolve) => setTimeout(resolve, 1_200));
    one.refused({ remainingMs: 60_000 });
    await one.sleeps(POLL_MS, never);
    expect(waiters.isLive).toBe(true);
    expect(streams).toHaveLength(1);
    one.leave(GRANTED);
  });
});

describe("waiters of one lock", () => {
  it("do not forget that the stream was opened while one was trying", async () => {
    const { waiters, waiter } = channel(60_000);
    const one = await waiter();
    one.wake();
    await one.sleeps(60_000, never);
    // Its try is on its way, and a release may have been told before the stream was there again.
    waiters.live(false);
    waiters.live(true);
    one.refused({ remainingMs: 60_000 });
    await one.sleeps(60_000, never);
    one.leave(GRANTED);
  });

  it("wake nobody when they are refused for good", async () => {
    const { streams, waiter } = channel(60_000);
    const [one, two] = [await waiter(), await waiter()];
    const asleep = one.sleeps(60_000, never);
    streams[0]?.say("0");
    await two.sleeps(60_000, never);
    two.leave({ kind: "refused" });
    expect(await order([asleep])).toEqual([]);
    one.leave(GRANTED);
  });

  it.each([false, true])("know when the lease of one of them ends; in a queue: %s", async (inQueue) => {
    const { waiter } = channel(60_000, inQueue);
    const [one, two] = [await waiter(1), await waiter(2)];
    const start = performance.now();
    const asleep = two.sleeps(60_000, never);
    one.leave({ kind: "granted", leaseMs: 100 });
    await asleep;
    expect(performance.now() - start).toBeLessThan(3_000);
    two.leave(GRANTED);
  });
});

describe("waiters in a queue", () => {
  it("are woken when it is their turn, and nobody in their place", async () => {
    const { streams, waiter } = channel(60_000, true);
    const [one, two, three] = [await waiter(1, "a:1"), await waiter(2, "a:2"), await waiter(3, "a:3")];
    const sleeping = [one, two, three].map((each) => each.sleeps(60_000, never));
    streams[0]?.say("0", "somebody else");
    expect(await order(sleeping)).toEqual([]);
    streams[0]?.say("0", "a:2");
    expect(await order(sleeping)).toEqual([1]);
    two.leave({ kind: "unanswered" });
    expect(await order(sleeping)).toEqual([1]);
    for (const each of [one, three]) each.leave(GRANTED);
  });

  it("the youngest reads the stream on, and the first tries when it is there", async () => {
    const { waiters, streams, waiter } = channel(60_000, true);
    const [one, two, three] = [await waiter(1, "a:1"), await waiter(2, "a:2"), await waiter(3, "a:3")];
    const sleeping = [two, three].map((each) => each.sleeps(60_000, never));
    one.leave(GRANTED);
    expect(await order(sleeping)).toEqual([0]);
    expect(waiters.leader).toBe(three);
    expect(streams).toHaveLength(2);
    for (const each of [two, three]) each.leave(GRANTED);
  });
});

it("a stream pays when neither the lease nor the wait is about to be over", () => {
  expect(streamPays(30_000, 10_000)).toBe(true);
  expect(streamPays(-1, 10_000)).toBe(true);
  expect(streamPays(999, 10_000)).toBe(false);
  expect(streamPays(30_000, 999)).toBe(false);
});
