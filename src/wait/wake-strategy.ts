// How a waiter learns that it may try again: by a message over a stream that it shares, or by trying now and then.
import type { Refusal } from "./acquire-loop.ts";
import { pollBackoff } from "./poll-backoff.ts";
import { sleep } from "./sleep.ts";
import { type LastTry, Waiter } from "./waiter.ts";
import { type Follow, type ReleaseChannel, WaiterGroup } from "./waiter-group.ts";

/** "subscribe": by messages, where there are streams; "poll": by trying alone; "auto": whichever is cheaper. */
export type WaitMode = "auto" | "subscribe" | "poll";

export interface WakeStrategy {
  /** After a refusal: until another try may succeed, for `leftMs` at the longest, or `signal` aborts. */
  next(refusal: Refusal, leftMs: number): Promise<void>;
  /** There will be no other try: a wake that was not answered by one goes to another waiter. */
  end(lastTry: LastTry): void;
}

export interface WakeStrategyOptions {
  readonly mode: WaitMode;
  /** The longest pause between two tries, ms. */
  readonly pollMs: number;
  readonly signal: AbortSignal;
  /** Whose releases are waited for, and by whom: a channel, and a text that is the same for the same database. */
  readonly channel: ReleaseChannel;
  readonly database: string;
  readonly owner: string;
  /** Others may have the lock at the same time. */
  readonly shared: boolean;
  /** How many permits at once. */
  readonly permits: number;
  readonly follow: Follow;
}

// A stream costs a SUBSCRIBE and one more try, 6 billed commands and 2 requests, however long the wait. Polling from 50
// ms on, doubling, costs 5 commands a try: about 4 tries in a second.
const WORTH_A_STREAM_MS = 1_000;
// Streams of one isolate or process, of all its clients: each takes a connection, and hundreds of KB in some runtimes.
// Who waits for another lock then polls, more seldom than who asks for that: many are waiting. A place in a queue is
// kept by a try every 5 s.
const MOST_STREAMS = 32;
const LONGEST_PAUSE_IN_CROWD_MS = 5_000;
// A stream that takes longer to open is waited for by sleeping.
const LISTEN_MS = 2_000;

// A database without streams of one kind is not asked for them again for so long.
const WITHOUT_STREAMS_MS = 300_000;

const channels = new Map<string, WaiterGroup>();
/**
 * Since when, on the monotonic clock. By database and kind of stream: there are as many as a program has clients of.
 */
const withoutStreams = new Map<string, number>();

/** Whether a stream pays: when the lock is not about to be free, and the wait not about to be over. */
export function streamPays(remainingMs: number, leftMs: number): boolean {
  return leftMs >= WORTH_A_STREAM_MS && (remainingMs < 0 || remainingMs >= WORTH_A_STREAM_MS);
}

/** Starts the wait of one call, beside other waiters for the same channel. */
export function wakeStrategy({
  mode,
  pollMs,
  signal,
  channel,
  database,
  follow,
  ...who
}: WakeStrategyOptions): WakeStrategy {
  const nextPause = pollBackoff(pollMs, Math.random);
  const nextPauseInCrowd = pollBackoff(pollMs, Math.random, LONGEST_PAUSE_IN_CROWD_MS);
  const kindOfStream = `${channel.perWaiter}|${database}`;
  const channelId = `${channel.name}|${database}`;
  const followed: Follow = async (listener, stop) => {
    const end = await follow(listener, stop);
    if (end === "unsupported") withoutStreams.set(kindOfStream, performance.now());
    return end;
  };
  let group: WaiterGroup | undefined;
  let waiter: Waiter | undefined;

  /** Whether messages are to be had, and are worth it. */
  function listens(remainingMs: number, leftMs: number): boolean {
    if (mode === "poll" || !hasStreams(kindOfStream)) return false;
    return mode === "subscribe" || channels.get(channelId)?.isLive === true || streamPays(remainingMs, leftMs);
  }

  return {
    async next(refusal, leftMs) {
      const { remainingMs } = refusal;
      const joins = group === undefined && listens(remainingMs, leftMs);
      const inCrowd = joins && !channels.has(channelId) && !hasRoom();
      if (joins && !inCrowd) {
        group = groupOf(channelId, channel);
        waiter = new Waiter(group, { ...who, pollMs, follow: followed });
        waiter.onRefusal(refusal);
        return waiter.listens(Math.min(leftMs, LISTEN_MS), signal);
      }
      if (waiter !== undefined && group?.isUnsupported !== true) {
        waiter.onRefusal(refusal);
        return waiter.sleeps(leftMs, signal);
      }
      // Who has found that there is no stream polls, to the end: whoever comes later may ask again.
      waiter?.leave({ kind: "refused" });
      waiter = undefined;
      await sleep(Math.min((inCrowd ? nextPauseInCrowd : nextPause)(remainingMs), leftMs), signal);
    },
    end: (lastTry) => waiter?.leave(lastTry),
  };
}

function hasStreams(kindOfStream: string): boolean {
  return performance.now() - (withoutStreams.get(kindOfStream) ?? Number.NEGATIVE_INFINITY) > WITHOUT_STREAMS_MS;
}

function groupOf(channelId: string, channel: ReleaseChannel): WaiterGroup {
  const known = channels.get(channelId);
  if (known?.isUnsupported === false) return known;
  sweepTwo();
  const group: WaiterGroup = new WaiterGroup(channel, () => {
    // One that was swept away may end late, when others wait there.
    if (channels.get(channelId) === group) channels.delete(channelId);
  });
  channels.set(channelId, group);
  return group;
}

/** Whether another stream may be opened. Each channel has one, unless all who waited there were cut. */
function hasRoom(): boolean {
  if (channels.size < MOST_STREAMS) return true;
  for (const [channel, group] of channels) if (group.isAbandoned) channels.delete(channel);
  return channels.size < MOST_STREAMS;
}

/**
 * Waiters that were cut never say so: each new channel looks at the two oldest, which go, or to the back of the line.
 */
function sweepTwo(): void {
  let looks = 0;
  for (const [channel, group] of channels) {
    if (looks === 2) return;
    looks += 1;
    channels.delete(channel);
    if (!group.isAbandoned) channels.set(channel, group);
  }
}
