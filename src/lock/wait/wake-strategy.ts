// How a waiter learns that it may attempt again: by a message on a shared stream, or by polling.
import { nowMs } from "../../base/clock.ts";
import type { RefusedAttempt } from "../../base/errors.ts";
import { sleep } from "../../base/timers.ts";
import type { Driver, ReleaseChannel } from "../protocol.ts";
import { CrowdWaiter, type LookAt } from "./crowd.ts";
import type { Handed, Offer } from "./offer.ts";
import { pollBackoff } from "./polling.ts";
import { follow, mayHaveStreams } from "./stream-support.ts";
import { isPassable, type WakeStrategy, type WakeStrategyOptions } from "./wait-terms.ts";
import { Waiter } from "./waiter.ts";
import { WaiterGroup } from "./waiter-group.ts";

// A stream costs a SUBSCRIBE and one more attempt: 4 billed commands and 2 requests, for any length of wait. Polling,
// with pauses that double from 50 ms, costs 3 commands per attempt, with about 4 attempts in the first second.
const WORTH_A_STREAM_MS = 1_000;
// The limit of streams in one isolate or process, for all clients: each takes a connection, and hundreds of KB in some
// runtimes. Beyond it, waiters for further locks poll, and more seldom than usual, because many are waiting. An attempt
// every 5 s still keeps a place in a queue.
const MOST_STREAMS = 32;
const LONGEST_PAUSE_IN_CROWD_MS = 5_000;
// If a stream takes longer to open, the waiter stops listening for it and sleeps.
const LISTEN_MS = 2_000;

const channels = new Map<string, WaiterGroup>();

/** Returns whether a stream is worth its cost: neither the lease nor the wait is about to end. */
export function streamPays(remainingMs: number, leftMs: number): boolean {
  return leftMs >= WORTH_A_STREAM_MS && (remainingMs < 0 || remainingMs >= WORTH_A_STREAM_MS);
}

/**
 * Starts the wait of one call, together with other waiters for the same channel.
 * @param channel that of the releases to wait for
 * @param look looks at the locks of waiters that have no stream
 */
export function wakeStrategy(
  { mode, pollMs, signal, line: lineOfKind, newLeaseMs, key, ...who }: WakeStrategyOptions,
  driver: Driver,
  channel: ReleaseChannel,
  look: LookAt,
): WakeStrategy {
  const { database } = driver;
  const startedAt = nowMs();
  const nextPause = pollBackoff(pollMs, Math.random);
  const nextPauseInCrowd = pollBackoff(pollMs, Math.random, LONGEST_PAUSE_IN_CROWD_MS);
  const channelId = channelIdOf(channel.name, database) + (channel.callsByNumber ? "|called" : "");
  const goesInLine = lineOfKind === "passed" || lineOfKind === "woken";
  let group: WaiterGroup | undefined;
  let waiter: Waiter | undefined;

  /** Returns whether there are streams, and one is worth its cost. */
  function listens(remainingMs: number, leftMs: number): boolean {
    if (mode === "poll" || !mayHaveStreams(channel, database)) return false;
    return mode === "subscribe" || channels.get(channelId)?.isLive === true || streamPays(remainingMs, leftMs);
  }

  function join(): Waiter {
    group = groupOf(channelId, channel);
    waiter = new Waiter(group, {
      ...who,
      passableLeaseMs: isPassable(lineOfKind) ? newLeaseMs : undefined,
      isListed: lineOfKind === "passed",
      pollMs,
      follow: (...listening) => follow(driver, channel, ...listening),
    });
    return waiter;
  }

  /** Joins the line behind other waiters of this isolate, if any of them lives. */
  async function behind(
    line: WaiterGroup,
    leftMs: number,
    onJoin: (progress: RefusedAttempt) => void,
  ): Promise<Handed | undefined> {
    if (!(await line.isInLine())) return undefined;
    onJoin({ remainingMs: -1, attempts: 0, position: undefined });
    const joined = join();
    joined.join();
    return joined.sleeps(leftMs, signal);
  }

  return {
    inLine(leftMs, onJoin) {
      const line = channels.get(channelId);
      const mayBeInLine = goesInLine && newLeaseMs !== undefined && mode !== "poll" && line?.hears === true;
      return mayBeInLine ? behind(line, leftMs, onJoin) : undefined;
    },
    async next(refusal, leftMs) {
      const { remainingMs } = refusal;
      const joins = group === undefined && listens(remainingMs, leftMs);
      const inCrowd = joins && !channels.has(channelId) && !hasRoom();
      if (joins && !inCrowd) {
        const joined = join();
        joined.onRefusal(refusal);
        // No release was missed since before the first attempt.
        if (group?.wasSilentSince(startedAt)) return joined.sleeps(leftMs, signal);
        await joined.listens(Math.min(leftMs, LISTEN_MS), signal);
        return undefined;
      }
      if (waiter !== undefined && group?.isUnsupported !== true) {
        waiter.onRefusal(refusal);
        return waiter.sleeps(leftMs, signal);
      }
      // A waiter that found no streams polls to the end. Later waiters may ask for streams again.
      waiter?.leave({ kind: "refused" });
      waiter = undefined;
      // In a queue, a place is kept by attempts alone. Permits have no lease.
      if (inCrowd && goesInLine) {
        const pause = { remainingMs, limitMs: leftMs, signal };
        await new CrowdWaiter(key, nextPauseInCrowd).sleeps(database, look, pause);
      } else await sleep(Math.min((inCrowd ? nextPauseInCrowd : nextPause)(remainingMs), leftMs), signal);
      return undefined;
    },
    listing: () => waiter?.listing(),
    end: (lastTry) => waiter?.leave(lastTry),
  };
}

/** Offers a lock to the waiters of this isolate, by the channel of its releases. Resolves with the accepted offer. */
export async function offerLock(channel: string, database: string): Promise<Offer | undefined> {
  return channels.get(channelIdOf(channel, database))?.offer();
}

function channelIdOf(channel: string, database: string): string {
  return `${channel}|${database}`;
}

function groupOf(channelId: string, channel: ReleaseChannel): WaiterGroup {
  const known = channels.get(channelId);
  if (known?.isUnsupported === false) return known;
  sweepTwo();
  const group: WaiterGroup = new WaiterGroup(channel, () => {
    // A swept group may end late, when a new group has its place.
    if (channels.get(channelId) === group) channels.delete(channelId);
  });
  channels.set(channelId, group);
  return group;
}

/** Returns whether another stream may be opened. Each channel has one, unless all its waiters were cut. */
function hasRoom(): boolean {
  if (channels.size < MOST_STREAMS) return true;
  for (const [channel, group] of channels) if (group.isAbandoned) channels.delete(channel);
  return channels.size < MOST_STREAMS;
}

/**
 * Checks the two oldest channels for each new one, because cut waiters cannot deregister. An abandoned channel is
 * deleted; a live one moves to the end.
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
