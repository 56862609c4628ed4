// The waiters of one channel, as they wake each other and hand on their stream; the stream itself is a promise here.
import { describe, expect, it } from "vitest";
import { streamPays } from "../../src/wait/turns.ts";
import { Waiter } from "../../src/wait/waiter.ts";
import { type Follow, Waiters } from "../../src/wait/waiters.ts";
import { eventually } from "../support/eventually.ts";

const POLL_MS = 50;
const never = new AbortController().signal;

function channel(pollMs = POLL_MS) {
  const waiters = new Waiters(false, () => {});
  const streams: { say(payload: string, owner?: string): void; readonly signal: AbortSignal }[] = [];
  const follow: Follow = (listener, signal) => {
    streams.push({ say: (payload, owner = "") => listener.onMessage(payload, owner), signal });
    listener.onSubscribed();
    return new Promise((resolve) => signal.addEventListener("abort", () => resolve("ended")));
  };
  const waiter = async (): Promise<Waiter> => {
    const joined = new Waiter(waiters, { owner: "", pollMs, follow });
    joined.refused({ remainingMs: 60_000 });
    await joined.listens(1_000, never);
    joined.refused({ remainingMs: 60_000 });
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
    two.leave(true);
    streams[0]?.say("0");
    expect(await order(sleeping)).toEqual([1, 2]);
    three.leave(true);
    streams[0]?.say("0");
    expect(await order(sleeping)).toHaveLength(3);
    one.leave(true);
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
    one.leave(true);
  });

  it("pass a wake on that they did not use", async () => {
    const { streams, waiter } = channel(60_000);
    const [one, two] = [await waiter(), await waiter()];
    const [first, second] = [one.sleeps(60_000, never), two.sleeps(60_000, never)];
    streams[0]?.say("0");
    await second;
    two.leave(false);
    await first;
    one.leave(true);
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
    one.leave(true);
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
    for (const each of [silent, other]) each.leave(true);
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
    one.leave(true);
  });
});

it("a stream pays when neither the lease nor the wait is about to be over", () => {
  expect(streamPays(30_000, 10_000)).toBe(true);
  expect(streamPays(-1, 10_000)).toBe(true);
  expect(streamPays(999, 10_000)).toBe(false);
  expect(streamPays(30_000, 999)).toBe(false);
});
