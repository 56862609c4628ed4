// The waiters of one channel, as they wake each other and hand on their stream, which is a promise here.
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { wakesOne } from "../../../src/lock/kinds/exclusive-kind.ts";
import type { Follow } from "../../../src/lock/wait/election.ts";
import { IsolateLine, knownLine, lineOf } from "../../../src/lock/wait/lines.ts";
import { Lots } from "../../../src/lock/wait/lots.ts";
import { Waiter } from "../../../src/lock/wait/waiter.ts";
import { streamPays } from "../../../src/lock/wait/wake-strategy.ts";
import { eventually } from "../../support/eventually.ts";
import { uniqueName } from "../../support/unique-name.ts";

const POLL_MS = 50;
const LEASE_MS = 30_000;
const never = new AbortController().signal;
const GRANTED = { kind: "granted", leaseMs: 60_000 } as const;

// As in a Worker, where a stream ends with the invocation that reads it.
beforeEach(() => {
  vi.stubGlobal("EdgeRuntime", "a runtime");
});
afterEach(() => {
  vi.unstubAllGlobals();
});

function channel(pollMs = POLL_MS, inQueue = false, passableLeaseMs?: number) {
  const waiters = new IsolateLine(
    { name: "", perWaiter: inQueue, wakes: wakesOne },
    undefined,
    () => true,
    () => {},
  );
  const streams: { say(payload: string, owner?: string): void; readonly signal: AbortSignal }[] = [];
  const follow: Follow = (listener, signal) => {
    streams.push({ say: (payload, owner = "") => listener.onMessage(payload, owner), signal });
    listener.onSubscribed();
    return new Promise((resolve) => signal.addEventListener("abort", () => resolve("ended")));
  };
  const waiter = async (position = 0, owner = uniqueName(), { shared = false } = {}): Promise<Waiter> => {
    const queued = inQueue ? { queued: { position, againMs: 60_000 } } : {};
    const joined = new Waiter(waiters, {
      passableLeaseMs,
      owner,
      label: "",
      shared,
      permits: 1,
      number: 0,
      pollMs,
      follow,
    });
    joined.onRefusal({ remainingMs: 60_000, ...queued }, 0);
    await joined.listens(1_000, never);
    joined.onRefusal({ remainingMs: 60_000, ...queued }, 0);
    await untilItMayAttempt();
    return joined;
  };
  return { waiters, streams, waiter };
}

/** A message wakes no waiter twice within 50 ms. */
const untilItMayAttempt = (): Promise<unknown> => new Promise((resolve) => setTimeout(resolve, 50));

/** Returns which of them are woken first. */
async function order(sleeping: readonly Promise<unknown>[], withinMs = 20): Promise<number[]> {
  const seen: number[] = [];
  sleeping.map(async (sleep, nth) => {
    await sleep;
    seen.push(nth);
  });
  await new Promise((resolve) => setTimeout(resolve, withinMs));
  return seen;
}

describe("waiters of a plain lock", () => {
  it("share the stream of the first, and are woken one by one, in order of arrival", async () => {
    const { streams, waiter } = channel(60_000);
    const [one, two, three] = [await waiter(), await waiter(), await waiter()];
    expect(streams).toHaveLength(1);
    const sleeping = [one, two, three].map((each) => each.sleeps(60_000, never));
    streams[0]?.say("0");
    expect(await order(sleeping)).toEqual([0]);
    one.leave(GRANTED);
    expect(await order(sleeping)).toEqual([0]);
    streams[1]?.say("0");
    expect(await order(sleeping)).toEqual([0, 1]);
    two.leave(GRANTED);
    streams[1]?.say("0");
    expect(await order(sleeping)).toHaveLength(3);
    three.leave(GRANTED);
    await eventually(() => streams.every(({ signal }) => signal.aborted));
  });

  it("are woken again when a message comes during an attempt", async () => {
    const { streams, waiter } = channel(60_000);
    const one = await waiter();
    const sleeping = one.sleeps(60_000, never);
    streams[0]?.say("0");
    await sleeping;
    // Pending, and already refused, although the lock is free now.
    streams[0]?.say("0");
    one.onRefusal({ remainingMs: 60_000 }, 0);
    await one.sleeps(60_000, never);
    one.leave(GRANTED);
  });

  it("pass on a wake that they did not use", async () => {
    const { streams, waiter } = channel(60_000);
    const [one, two] = [await waiter(), await waiter()];
    const [first, second] = [one.sleeps(60_000, never), two.sleeps(60_000, never)];
    streams[0]?.say("0");
    await first;
    one.leave({ kind: "unanswered" });
    await second;
    two.leave(GRANTED);
  });

  it("try in place of the woken one, if that does not", async () => {
    const { streams, waiter } = channel(60_000);
    const [cut, one] = [await waiter(), await waiter()];
    const sleeping = one.sleeps(60_000, never);
    // Woken, it makes no call any more.
    streams[0]?.say("0");
    expect(cut.who.wake).toBeDefined();
    const start = performance.now();
    await sleeping;
    expect(performance.now() - start).toBeLessThan(3_000);
    one.leave(GRANTED);
  });

  it("take over the stream of a silent reader, which then closes its own", async () => {
    const { waiters, streams, waiter } = channel();
    const [silent, other] = [await waiter(), await waiter()];
    const { leader } = waiters.election;
    await eventually(async () => {
      await other.sleeps(POLL_MS, never);
      other.onRefusal({ remainingMs: 60_000 }, 0);
      return waiters.election.leader !== leader;
    });
    await eventually(() => streams.length === 2 && waiters.hearing.isLive);
    expect(streams[0]?.signal.aborted).toBe(false);
    // It was only slow.
    silent.onRefusal({ remainingMs: 60_000 }, 0);
    await silent.sleeps(POLL_MS, never);
    expect(streams[0]?.signal.aborted).toBe(true);
    expect(waiters.hearing.isLive).toBe(true);
    for (const each of [silent, other]) each.leave(GRANTED);
    expect(streams[1]?.signal.aborted).toBe(true);
  });

  it("keep a reader whose attempt took long, when no other has taken over its stream", async () => {
    const { waiters, streams, waiter } = channel();
    const one = await waiter();
    await new Promise((resolve) => setTimeout(resolve, 1_200));
    one.onRefusal({ remainingMs: 60_000 }, 0);
    await one.sleeps(POLL_MS, never);
    expect(waiters.hearing.isLive).toBe(true);
    expect(streams).toHaveLength(1);
    one.leave(GRANTED);
  });
});

describe("waiting readers and writers:", () => {
  const reader = { shared: true };

  it("a reader makes its attempts in time, however often a writer was refused", async () => {
    const { waiter } = channel();
    const [writes, reads] = [await waiter(), await waiter(0, "", reader)];
    const refused = new AbortController();
    const writing = (async () => {
      while (!refused.signal.aborted) {
        await writes.sleeps(60_000, refused.signal);
        writes.onRefusal({ remainingMs: 60_000 }, 0);
      }
    })();
    for (let polls = 0; polls < 3; polls += 1) {
      await reads.sleeps(60_000, never);
      reads.onRefusal({ remainingMs: 60_000 }, 0);
    }
    refused.abort();
    await writing;
    for (const each of [writes, reads]) each.leave(GRANTED);
  });

  it("a reader tries when the woken writer is refused: others may be reading", async () => {
    const { streams, waiter } = channel(60_000);
    const [writes, reads] = [await waiter(), await waiter(0, "", reader)];
    const sleeping = [writes, reads].map((each) => each.sleeps(60_000, never));
    streams[0]?.say("0");
    expect(await order(sleeping)).toEqual([0]);
    writes.onRefusal({ remainingMs: 60_000 }, 0);
    expect(await order(sleeping)).toEqual([0, 1]);
    reads.leave(GRANTED);
    writes.leave(GRANTED);
  });

  it("one of each tries when the stream is open again", async () => {
    const { waiters, waiter } = channel(60_000);
    const [one, two, reads] = [await waiter(), await waiter(), await waiter(0, "", reader)];
    const sleeping = [one, two, reads].map((each) => each.sleeps(60_000, never));
    waiters.onTurn(false);
    waiters.onTurn(true);
    expect(await order(sleeping)).toEqual([0, 2]);
    for (const each of [two, reads, one]) each.leave(GRANTED);
  });
});

describe("waiters that may all get in", () => {
  it("are all woken at once, even during an attempt, whose reply may be older", async () => {
    const { streams, waiter } = channel(60_000);
    const [one, two, three] = [await waiter(), await waiter(), await waiter()];
    const sleeping = [one, two, three].map((each) => each.sleeps(60_000, never));
    streams[0]?.say("0");
    streams[0]?.say("0");
    expect(await order(sleeping)).toEqual([0, 1]);
    one.leave({ ...GRANTED, available: Number.POSITIVE_INFINITY });
    two.onRefusal({ remainingMs: 60_000 }, 0);
    expect(await order([two.sleeps(60_000, never), three.sleeps(60_000, never)])).toEqual([0, 1]);
    for (const each of [two, three]) each.leave(GRANTED);
  });
});

it("a line stays while a waiter has not joined it: the first attempt of that is under way", () => {
  const id = uniqueName();
  const exclusive = { name: id, perWaiter: false, wakes: wakesOne };
  const line = lineOf(id, exclusive, undefined);
  const follow: Follow = () => new Promise(() => {});
  const wanting = { owner: id, label: "", shared: false, permits: 1, number: 0, pollMs: POLL_MS, follow };
  const [first, second] = [new Waiter(line, wanting), new Waiter(line, wanting)];
  first.leave(GRANTED);
  second.onRefusal({ remainingMs: 60_000 }, 0);
  expect(knownLine(id)).toBe(line);
  second.leave(GRANTED);
  // Nothing twice.
  second.leave(GRANTED);
  expect(knownLine(id)).toBeUndefined();
});

it("a waiter that is aborted has left, although its cancel is not answered yet", async () => {
  const { waiters, streams, waiter } = channel(60_000);
  const [one, two] = [await waiter(), await waiter()];
  const stop = new AbortController();
  const sleeping = [one.sleeps(60_000, stop.signal), two.sleeps(60_000, never)];
  stop.abort();
  await sleeping[0];
  expect(waiters.line.waiters).toEqual([two.who]);
  streams[0]?.say("0");
  await sleeping[1];
  for (const each of [one, two]) each.leave({ kind: "unanswered" });
});

it("a waiter that is aborted after a release named it may have been granted the lock", async () => {
  const { waiters, waiter } = channel(60_000, false, LEASE_MS);
  const one = await waiter();
  const stop = new AbortController();
  const sleeping = one.sleeps(60_000, stop.signal);
  const next = await waiters.names();
  expect(next).toMatchObject({ owner: one.who.owner, leaseMs: LEASE_MS, request: "" });
  stop.abort();
  // So its call cancels.
  expect(await sleeping).toEqual({});
  const answer = {
    reply: { kind: "held", holdCount: 1, remainingMs: LEASE_MS, epoch: "" },
    sentAt: 0,
    tries: 1,
  } as const;
  expect(await next?.grant(answer)).toBe(false);
  one.leave({ kind: "unanswered" });
});

describe("waiters of one lock", () => {
  it("remember that the stream was opened during an attempt", async () => {
    const { waiters, waiter } = channel(60_000);
    const one = await waiter();
    waiters.happened({ is: "woken", who: one.who, by: "news" });
    await one.sleeps(60_000, never);
    // Its attempt is pending, and a release may have come before the stream was open again.
    waiters.onTurn(false);
    waiters.onTurn(true);
    one.onRefusal({ remainingMs: 60_000 }, 0);
    await one.sleeps(60_000, never);
    one.leave(GRANTED);
  });

  it("wake no other waiter when they are finally refused", async () => {
    const { streams, waiter } = channel(60_000);
    const [one, two] = [await waiter(), await waiter()];
    const asleep = two.sleeps(60_000, never);
    streams[0]?.say("0");
    await one.sleeps(60_000, never);
    one.leave({ kind: "refused" });
    expect(await order([asleep])).toEqual([]);
    two.leave(GRANTED);
  });

  it.each([false, true])("time their attempts by the end of a member's lease; in a queue: %s", async (inQueue) => {
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
  it("are woken in order, and no other in their place", async () => {
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

  it("try when the stream moves, although a later waiter has since had a better place", async () => {
    const { waiters, waiter } = channel(60_000, true);
    // Two before the first have left since its last reply.
    const [first, later] = [await waiter(4, "a:1"), await waiter(3, "a:2")];
    const sleeping = [first, later].map((each) => each.sleeps(60_000, never));
    waiters.onTurn(false);
    waiters.onTurn(true);
    expect(await order(sleeping)).toContain(0);
    for (const each of [first, later]) each.leave(GRANTED);
  });

  it("let the newest read the stream, and miss no message while it moves", async () => {
    const { streams, waiter } = channel(60_000, true);
    const [one, two, three] = [await waiter(1, "a:1"), await waiter(2, "a:2"), await waiter(3, "a:3")];
    const sleeping = [two, three].map((each) => each.sleeps(60_000, never));
    one.leave(GRANTED);
    expect(await order(sleeping)).toEqual([]);
    expect(streams).toHaveLength(2);
    await eventually(() => streams[0]?.signal.aborted);
    streams[1]?.say("0", "a:2");
    expect(await order(sleeping)).toEqual([0]);
    for (const each of [two, three]) each.leave(GRANTED);
  });
});

describe("waiters for permits", () => {
  /** Starts waiters, each for so many permits. */
  const asleep = (...permits: readonly number[]) => asleepWith(new Lots(), ...permits);

  async function asleepWith(lots: Lots, ...permits: readonly number[]) {
    const waiters = new IsolateLine(
      { name: "", perWaiter: false, wakes: Number },
      undefined,
      () => true,
      () => {},
      lots,
    );
    let say = (_payload: string): void => {};
    const follow: Follow = (listener, signal) => {
      say = (payload) => listener.onMessage(payload, "");
      listener.onSubscribed();
      return new Promise((resolve) => signal.addEventListener("abort", () => resolve("ended")));
    };
    const members: Waiter[] = [];
    for (const each of permits) {
      const waiter = new Waiter(waiters, {
        owner: "",
        shared: false,
        label: "",
        permits: each,
        number: 0,

        pollMs: 60_000,
        follow,
      });
      waiter.onRefusal({ remainingMs: -1 }, 0);
      await waiter.listens(1_000, never);
      waiter.onRefusal({ remainingMs: -1 }, 0);
      members.push(waiter);
    }
    await untilItMayAttempt();
    const sleeping = members.map((waiter) => waiter.sleeps(60_000, never));
    return { members, sleeping, say: (payload: string) => say(payload) };
  }

  it("draw lots when others were faster, and pass on a lot that they did not use", async () => {
    vi.spyOn(Math, "random").mockReturnValue(0.5);
    const lots = new Lots();
    for (let refusal = 0; refusal < 12; refusal += 1) lots.refused(true);
    lots.granted(8_000);
    const { members, sleeping, say } = await asleepWith(lots, 1, 1);
    say("1");
    expect(await order(sleeping)).toEqual([]);
    // The first one reads the stream.
    members[1]?.leave({ kind: "refused" });
    expect(await order(sleeping.slice(0, 1), 500)).toEqual([0]);
  });

  it("are woken in order, as many as a message has permits for", async () => {
    const { sleeping, say } = await asleep(3, 1, 2, 1);
    say("4");
    expect(await order(sleeping)).toEqual([0, 1]);
  });

  it("are skipped by waiters that need no more than there is", async () => {
    const { sleeping, say } = await asleep(5, 2, 4, 1);
    say("3");
    expect(await order(sleeping)).toEqual([1, 3]);
  });

  it("are not woken for permits that earlier woken ones get", async () => {
    const { members, sleeping, say } = await asleep(1, 1, 1, 1);
    say("3");
    expect(await order(sleeping)).toEqual([0, 1, 2]);
    // Two are left, and two waiters are about to take them.
    members[1]?.leave({ kind: "granted", leaseMs: 60_000, available: 2 });
    expect(await order(sleeping)).toEqual([0, 1, 2]);
    // A permit was given back meanwhile.
    members[2]?.leave({ kind: "granted", leaseMs: 60_000, available: 2 });
    expect(await order(sleeping)).toEqual([0, 1, 2, 3]);
  });

  it("pass on a wake during their attempt, because it is for another permit", async () => {
    const { members, sleeping, say } = await asleep(1, 1);
    const [granted, refused] = members;
    say("2");
    expect(await order(sleeping)).toEqual([0, 1]);
    // One has the last permit by now, and the other nothing: neither reply has arrived.
    say("1");
    expect([granted, refused].map((each) => each?.who.wake !== undefined)).toEqual([true, false]);
    refused?.onRefusal({ remainingMs: -1, available: 0 }, 0);
    const again = refused?.sleeps(60_000, never) ?? Promise.resolve();
    granted?.leave({ kind: "granted", leaseMs: 60_000, available: 0 });
    expect(await order([again], 100)).toEqual([0]);
  });

  it("are woken for permits that were too few for a refused one", async () => {
    const { members, sleeping, say } = await asleep(3, 2);
    say("1");
    expect(await order(sleeping)).toEqual([0]);
    members[0]?.onRefusal({ remainingMs: -1, available: 2 }, 0);
    await sleeping[1];
  });
});

it("a stream is opened when neither the lease nor the wait is about to end", () => {
  expect(streamPays(30_000, 10_000)).toBe(true);
  expect(streamPays(-1, 10_000)).toBe(true);
  expect(streamPays(999, 10_000)).toBe(false);
  expect(streamPays(30_000, 999)).toBe(false);
});

describe("messages", () => {
  it("wake one waiter for at most five attempts at once and five a second, 50 ms apart", async () => {
    const { streams, waiter } = channel(60_000);
    const one = await waiter();
    const triedAt: number[] = [];
    const start = performance.now();
    const storm = setInterval(() => streams[0]?.say("0"), 1);
    while (performance.now() - start < 2_000) {
      await one.sleeps(60_000, never);
      triedAt.push(performance.now() - start);
      one.onRefusal({ remainingMs: 60_000 }, 0);
    }
    clearInterval(storm);
    one.leave(GRANTED);
    expect(triedAt.length).toBeLessThanOrEqual(5 + 5 * 2 + 1);
    expect(triedAt.length).toBeGreaterThanOrEqual(10);
    expect(Math.min(...triedAt.slice(1).map((at, nth) => at - (triedAt[nth] ?? 0)))).toBeGreaterThanOrEqual(49);
  });

  it("wake another waiter meanwhile: a release takes effect at once", async () => {
    const { waiters, streams, waiter } = channel(60_000);
    const [one, two] = [await waiter(), await waiter()];
    for (let forged = 0; forged < 10; forged += 1) {
      waiters.happened({ is: "woken", who: one.who, by: "news" });
      await one.sleeps(100, never);
      one.onRefusal({ remainingMs: 60_000 }, 0);
    }
    const sleeping = [one, two].map((each) => each.sleeps(60_000, never));
    waiters.happened({ is: "woken", who: one.who, by: "news" });
    streams[0]?.say("0");
    // Otherwise it would sleep for a minute.
    await sleeping[1];
    for (const each of [two, one]) each.leave(GRANTED);
  });
});
