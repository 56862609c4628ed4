// How a waiter learns that it may attempt again: by a message on a shared stream, or by polling.
import { nowMs } from "../../base/clock.ts";
import type { RefusedAttempt } from "../../base/errors.ts";
import { sleep } from "../../base/timers.ts";
import type { Driver, ReleaseChannel } from "../protocol.ts";
import type { Handed } from "./handed.ts";
import { hasRoom, type IsolateLine, knownLine, lineId, lineOf, standingId } from "./lines.ts";
import { lotsOf } from "./lots.ts";
import { type Mail, type Mailbox, mailboxOf } from "./mailbox.ts";
import { pollBackoff } from "./polling.ts";
import { follow, isFollowedByPattern, mayHaveStreams } from "./stream-support.ts";
import { isPassable, type WakeStrategy, type WakeStrategyOptions } from "./wait-terms.ts";
import { Waiter } from "./waiter.ts";

// A stream costs a SUBSCRIBE and one more attempt: 4 billed commands and 2 requests, for any length of wait. Polling,
// with pauses that double from 50 ms, costs 3 commands per attempt, with about 4 attempts in the first second.
const WORTH_A_STREAM_MS = 1_000;
// Where too many wait for another stream. An attempt every 5 s still keeps a place in a queue.
const LONGEST_PAUSE_IN_CROWD_MS = 5_000;
// A caller that has just come pauses for this share of its wait at most: its first attempt may be granted.
const MOST_FOR_A_LOT = 0.1;
// If a stream takes longer to open, the waiter stops listening for it and sleeps.
const LISTEN_MS = 2_000;

/** Returns whether a stream is worth its cost: neither the lease nor the wait is about to end. */
export function streamPays(remainingMs: number, leftMs: number): boolean {
  return leftMs >= WORTH_A_STREAM_MS && (remainingMs < 0 || remainingMs >= WORTH_A_STREAM_MS);
}

/**
 * Starts the wait of one call, together with other waiters for the same channel.
 * @param channel that of the releases to wait for
 * @param grants whether releases may grant locks by message
 */
export function wakeStrategy(
  { mode, pollMs, signal, line: lineOfKind, newLeaseMs, stands, prefix, ...who }: WakeStrategyOptions,
  driver: Driver,
  channel: ReleaseChannel,
  grants: boolean,
): WakeStrategy {
  const { database, locksKeys = false } = driver;
  // Without a prefix, the names are Redisson's.
  const hearsOthers = prefix === "";
  const startedAt = nowMs();
  const nextPause = pollBackoff(pollMs, Math.random);
  const nextPauseInCrowd = pollBackoff(pollMs, Math.random, LONGEST_PAUSE_IN_CROWD_MS);
  const mailbox = stands === undefined || mode === "poll" ? undefined : mailboxOf(database, prefix);
  const id = idOf(channel, database, mailbox && prefix);
  const drawsLots = channel.drawsLots === true;
  const goesInLine = drawsLots || lineOfKind === "passed" || lineOfKind === "woken";
  let mine: IsolateLine | undefined;
  let waiter: Waiter | undefined;
  // Redis tells it once, maybe while this call still polls.
  let number = 0;

  /** Returns whether there are streams, and one is worth its cost. */
  function listens(remainingMs: number, leftMs: number): boolean {
    if (mode === "poll" || !mayHaveStreams(channel, database)) return false;
    const isLive = mailbox?.election.isLive === true || knownLine(id)?.hearing.isLive === true;
    return mode === "subscribe" || isLive || streamPays(remainingMs, leftMs);
  }

  function join(): Waiter {
    const line = lineOf(id, channel, mailbox);
    mine = line;
    const probe = (): string => {
      if (mailbox === undefined || channel.countsOthers !== true || !line.election.isLive) return "";
      if (isFollowedByPattern(channel, database)) return channel.name + mailbox.address;
      // This isolate itself is counted.
      mailbox.countsOthers = false;
      return "";
    };
    waiter = new Waiter(line, {
      ...who,
      number,
      passableLeaseMs: isPassable(lineOfKind) ? newLeaseMs : undefined,
      pollMs,
      follow: (...listening) => follow(driver, channel, ...listening),
      mail: mailbox &&
        stands && {
          ...{ grants, mailbox, words: stands, locksKeys, hearsOthers, probe },
          follow: followMailbox(driver, mailbox),
        },
    });
    return waiter;
  }

  /** Joins the line behind other waiters of this isolate, if any of them lives. */
  async function behind(
    line: IsolateLine,
    leftMs: number,
    onJoin: (progress: RefusedAttempt) => void,
  ): Promise<Handed | undefined> {
    if (!(await line.isInLine(who.permits))) return undefined;
    onJoin({ remainingMs: -1, attempts: 0, position: undefined });
    const joined = join();
    joined.join();
    return joined.sleeps(leftMs, signal);
  }

  /** Waits for its lot, for a part of the wait at most, if waiters of other isolates are there. */
  function untilItsLot(leftMs: number, line: IsolateLine | undefined): Promise<undefined> | undefined {
    const lots = line?.line.lots ?? lotsOf(id);
    const pauseMs = Math.min(lots.drawMs(0), leftMs * MOST_FOR_A_LOT);
    return pauseMs === 0 ? undefined : sleep(pauseMs, signal).then(() => undefined);
  }

  return {
    inLine(leftMs, onJoin) {
      // A caller that may already hold it attempts at once.
      if (newLeaseMs === undefined || mode === "poll") return undefined;
      const line = knownLine(id);
      if (line?.hearing.hears === true && goesInLine) return behind(line, leftMs, onJoin);
      return drawsLots ? untilItsLot(leftMs, line) : undefined;
    },
    async next(refusal, leftMs, sentAt) {
      const { remainingMs, queued } = refusal;
      number = queued?.number || number;
      const joins = mine === undefined && listens(remainingMs, leftMs);
      const inCrowd = joins && mailbox === undefined && knownLine(id) === undefined && !hasRoom();
      if (joins && !inCrowd) {
        const joined = join();
        joined.onRefusal(refusal, sentAt);
        // No release was missed since before the first attempt.
        if (mailbox === undefined && mine?.wasSilentSince(startedAt)) return joined.sleeps(leftMs, signal);
        return joined.listens(Math.min(leftMs, LISTEN_MS), signal);
      }
      if (waiter !== undefined && mine?.hearing.isUnsupported !== true) {
        waiter.onRefusal(refusal, sentAt);
        return waiter.sleeps(leftMs, signal);
      }
      // A waiter that found no streams polls to the end. Later waiters may ask for streams again.
      void waiter?.leave({ kind: "refused" });
      waiter = undefined;
      await sleep(Math.min((inCrowd ? nextPauseInCrowd : nextPause)(remainingMs), leftMs), signal);
      return undefined;
    },
    standing(isLast) {
      // Before the first attempt: a grant may be heard before the refusal.
      if (waiter === undefined && mailbox?.election.isLive && !isLast) join();
      return waiter?.standing(isLast);
    },
    during: (attempt) => waiter?.during(attempt) ?? attempt,
    request: () => waiter?.request() ?? "",
    chain() {
      const owed = mine?.line.turnsOfOthers ?? 0;
      return waiter?.chain ?? (owed > 0 ? { since: "", turns: 0, owed } : undefined);
    },
    end: (lastTry) => waiter?.leave(lastTry),
  };
}

/** Returns the id of the line of these waiters: others follow one channel, too, but understand its messages differently. */
function idOf(channel: ReleaseChannel, database: string, standing: string | undefined): string {
  const id = lineId(channel.name, database);
  if (standing !== undefined) return standingId(id, standing);
  return channel.callsByNumber ? `${id}|called` : id;
}

function followMailbox(driver: Driver, { channel }: Mailbox): Mail["follow"] {
  return (...listening) => follow(driver, channel, ...listening);
}
