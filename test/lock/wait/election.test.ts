// The waiters of one stream, as they choose the one that reads it. The stream is a promise here.
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Notice } from "../../../src/base/timers.ts";
import type { ChannelListener, StreamEnd } from "../../../src/lock/protocol.ts";
import { type Candidate, Election, type Follow } from "../../../src/lock/wait/election.ts";
import { eventually } from "../../support/eventually.ts";

const PATIENCE_MS = 40;
const KEPT_MS = 2_000;
const KEPT_AFTER_FAILURE_MS = 250;

interface Stream {
  readonly by: string;
  readonly listener: ChannelListener;
  readonly signal: AbortSignal;
  end(how?: StreamEnd): void;
}

function stage(lingersMs?: number) {
  const turns: boolean[] = [];
  const messages: string[] = [];
  const streams: Stream[] = [];
  const audience = {
    onTurn: (isLive: boolean) => void turns.push(isLive),
    onMessage: (payload: string) => void messages.push(payload),
  };
  const election = new Election(audience, lingersMs);
  const follow =
    (by: string): Follow =>
    (listener, signal) =>
      new Promise((resolve) => {
        streams.push({ by, listener, signal, end: (how = "ended") => resolve(how) });
        signal.addEventListener("abort", () => resolve("ended"));
      });
  const candidate = (by: string): Candidate & { isPresumedDead: boolean; notices: number } => ({
    follow: follow(by),
    isPresumedDead: false,
    notices: 0,
    notify() {
      this.notices += 1;
    },
  });
  /** Joins, and gives a sign of life. */
  const joined = (by: string): ReturnType<typeof candidate> => {
    const one = candidate(by);
    election.join(one);
    beats(one);
    return one;
  };
  const beats = (one: Candidate, patienceMs = PATIENCE_MS): void => election.heartbeat(one, patienceMs);
  const open = (nth: number): void => streams[nth]?.listener.onSubscribed();
  return { election, turns, messages, streams, joined, beats, open };
}

const silence = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, PATIENCE_MS + 20));
const isOver = (stream: Stream | undefined): boolean => stream?.signal.aborted === true;

describe("in a Worker", () => {
  beforeEach(() => {
    vi.stubGlobal("EdgeRuntime", "a runtime");
  });
  afterEach(() => {
    vi.unstubAllGlobals();
  });

  it("the first waiter reads the stream, and those behind it open none", () => {
    const { election, turns, streams, joined, open } = stage();
    const first = joined("a");
    joined("b");
    expect(election.leader).toBe(first);
    expect(streams.map(({ by }) => by)).toEqual(["a"]);
    expect(election.isLive).toBe(false);
    open(0);
    expect([election.isLive, election.hears]).toEqual([true, true]);
    expect(turns).toEqual([true]);
  });

  it("the first that gives a sign of life leads when the leader leaves, whose stream stays until then", async () => {
    const { election, turns, streams, joined, beats, open } = stage();
    const first = joined("a");
    const second = joined("b");
    const newest = joined("c");
    open(0);
    const left = election.leave(first, true);
    expect(election.leader).toBeUndefined();
    expect([second.notices, newest.notices]).toEqual([1, 1]);
    beats(newest);
    expect(election.leader).toBe(newest);
    beats(second);
    expect(election.leader).toBe(newest);
    expect(streams.map(({ by }) => by)).toEqual(["a", "c"]);
    expect([election.isLive, isOver(streams[0])]).toEqual([true, false]);
    open(1);
    await left;
    expect([election.isLive, isOver(streams[0]), isOver(streams[1])]).toEqual([true, true, false]);
    // No message was missed.
    expect(turns).toEqual([true]);
  });

  it("both streams are heard while one follows the other", () => {
    const { election, messages, streams, joined, beats, open } = stage();
    const first = joined("a");
    const second = joined("b");
    open(0);
    void election.leave(first, true);
    beats(second);
    streams[0]?.listener.onMessage("1", "");
    streams[1]?.listener.onMessage("2", "");
    expect(messages).toEqual(["1", "2"]);
  });

  it.each([
    [true, KEPT_MS],
    [false, KEPT_AFTER_FAILURE_MS],
  ])("a leader that goes on: %s keeps its stream for %s ms at most", async (goesOn, keptMs) => {
    const { election, turns, streams, joined, open } = stage();
    const first = joined("a");
    // Its invocation was cut.
    joined("b");
    open(0);
    const start = performance.now();
    await election.leave(first, goesOn);
    expect(performance.now() - start).toBeGreaterThan(keptMs - 20);
    expect(performance.now() - start).toBeLessThan(keptMs + 500);
    expect([election.isLive, isOver(streams[0])]).toEqual([false, true]);
    expect(turns).toEqual([true, false]);
  });

  it("the last waiter ends its stream at once, also when others were cut before", async () => {
    const { election, streams, joined, beats, open } = stage(PATIENCE_MS);
    const cut = joined("a");
    const last = joined("b");
    open(0);
    cut.isPresumedDead = true;
    await silence();
    beats(last);
    open(1);
    expect(election.leave(last, false)).toBeUndefined();
    expect(isOver(streams[1])).toBe(true);
    expect(election.isLive).toBe(false);
  });

  it("a stream that its reader does not end when it is replaced had been cut: messages may have been missed", async () => {
    const { election, turns, joined, beats, open } = stage();
    const first = joined("a");
    const second = joined("b");
    open(0);
    // As if its invocation ended now.
    const waits = vi.spyOn(Notice.prototype, "wait").mockReturnValue(new Promise(() => {}));
    void election.leave(first, true);
    waits.mockRestore();
    beats(second);
    const start = performance.now();
    open(1);
    expect(turns).toEqual([true]);
    await eventually(() => turns.length === 2);
    expect(turns).toEqual([true, true]);
    expect(performance.now() - start).toBeLessThan(500);
    expect(election.isLive).toBe(true);
    expect(election.leave(second, false)).toBeUndefined();
    expect(election.isLive).toBe(false);
  });

  it("a waiter that was only slow leads when nobody else does", () => {
    const { election, streams, joined, beats } = stage();
    const first = joined("a");
    const slow = joined("b");
    slow.isPresumedDead = true;
    void election.leave(first, true);
    expect(election.leader).toBeUndefined();
    slow.isPresumedDead = false;
    beats(slow);
    expect(election.leader).toBe(slow);
    expect(streams.map(({ by }) => by)).toEqual(["a", "b"]);
  });

  it("a leader that is silent is replaced, and its stream counts no longer", async () => {
    const { election, turns, streams, joined, beats, open } = stage();
    const cut = joined("a");
    const second = joined("b");
    open(0);
    beats(second);
    expect(election.leader).toBe(cut);
    await silence();
    beats(second);
    expect(election.leader).toBe(second);
    // It may have been cut, and then says nothing of its end.
    expect([election.isLive, isOver(streams[0])]).toEqual([false, false]);
    expect(election.hears).toBe(true);
    open(1);
    expect(election.isLive).toBe(true);
    // Messages may have been missed.
    expect(turns).toEqual([true, false, true]);
  });

  it("a leader that comes back ends its own stream, and leaves the other one alone", async () => {
    const { election, streams, joined, beats, open } = stage();
    const slow = joined("a");
    const second = joined("b");
    open(0);
    await silence();
    beats(second);
    open(1);
    beats(slow);
    expect(streams.map(isOver)).toEqual([true, false]);
    expect([election.leader, election.isLive]).toEqual([second, true]);
    await silence();
    beats(slow);
    expect(election.leader).toBe(slow);
  });

  it("the stream of a cut leader does not count as live when the next one ends", async () => {
    const { election, turns, streams, joined, beats, open } = stage();
    joined("a").isPresumedDead = true;
    open(0);
    await silence();
    const second = joined("b");
    open(1);
    election.leave(second, false);
    expect(isOver(streams[1])).toBe(true);
    expect(election.isLive).toBe(false);
    const third = joined("c");
    expect(election.leader).toBe(third);
    beats(third);
    expect(streams.map(({ by }) => by)).toEqual(["a", "b", "c"]);
    open(2);
    expect(turns).toEqual([true, false, true, false, true]);
  });

  it("a stream that was confirmed after its reader had left counts for nothing", async () => {
    const { election, turns, joined, open } = stage();
    const first = joined("a");
    joined("b");
    await election.leave(first, true);
    open(0);
    expect([election.isLive, turns.length]).toEqual([false, 0]);
  });
});

describe("in a process", () => {
  it("the stream stays open when its reader leaves, and ends with the last waiter", () => {
    const { election, turns, streams, joined, beats, open } = stage();
    const first = joined("a");
    const second = joined("b");
    open(0);
    expect(election.leave(first, false)).toBeUndefined();
    beats(second);
    expect(election.leader).toBe(second);
    expect([streams.length, isOver(streams[0])]).toEqual([1, false]);
    expect(election.leave(second, false)).toBeUndefined();
    expect(isOver(streams[0])).toBe(true);
    expect(turns).toEqual([true, false]);
  });

  it("a stream that lingers ends some time after its last waiter, and another one finds it open", async () => {
    const { election, turns, streams, joined, open } = stage(PATIENCE_MS);
    const first = joined("a");
    open(0);
    expect(election.leave(first, true)).toBeUndefined();
    const second = joined("b");
    await silence();
    expect([streams.length, isOver(streams[0]), election.isLive]).toEqual([1, false, true]);
    expect(election.leave(second, true)).toBeUndefined();
    expect(isOver(streams[0])).toBe(false);
    await silence();
    expect([isOver(streams[0]), election.isLive]).toEqual([true, false]);
    joined("c");
    expect(streams.map(({ by }) => by)).toEqual(["a", "c"]);
    expect(turns).toEqual([true, false]);
  });

  it("a stream that is cut while it lingers is opened by the next waiter alone", async () => {
    const { election, streams, joined, open } = stage(PATIENCE_MS);
    void election.leave(joined("a"), true);
    open(0);
    streams[0]?.end();
    await silence();
    expect([streams.length, election.isLive]).toEqual([1, false]);
    joined("b");
    await eventually(() => streams.length === 2);
    open(1);
    expect(election.isLive).toBe(true);
  });

  it("a leader that is silent is replaced without another stream", async () => {
    const { election, turns, streams, joined, beats, open } = stage();
    joined("a");
    const second = joined("b");
    open(0);
    await silence();
    beats(second);
    expect(election.leader).toBe(second);
    expect([streams.length, election.isLive]).toEqual([1, true]);
    expect(turns).toEqual([true]);
  });

  it("a stream that ends is opened again by the waiter that leads by then", async () => {
    const { election, turns, streams, joined, open } = stage();
    const first = joined("a");
    joined("b");
    open(0);
    void election.leave(first, true);
    streams[0]?.end();
    await eventually(() => streams.length === 2);
    expect(streams.map(({ by }) => by)).toEqual(["a", "b"]);
    expect(election.isLive).toBe(false);
    open(1);
    expect(turns).toEqual([true, false, true]);
  });

  it("a database without streams is asked once", async () => {
    const { election, turns, streams, joined, beats } = stage();
    const first = joined("a");
    streams[0]?.end("unsupported");
    await eventually(() => election.isUnsupported);
    beats(first);
    beats(joined("b"));
    expect(streams).toHaveLength(1);
    expect([...new Set(turns)]).toEqual([false]);
  });
});
