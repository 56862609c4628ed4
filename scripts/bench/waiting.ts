// npm run bench -- waiting: the cost of waiting for a busy lock. Counts time and requests, compared with other
// libraries in the same run.
import { frozenTimes, handOverTimes } from "./waiting/hand-over-times.ts";
import { type OneWaiter, oneWaiter } from "./waiting/one-waiter.ts";
import { type QueueTraffic, queueTraffic } from "./waiting/queue.ts";
import { WaitingStage } from "./waiting/stage.ts";
import { type OwnSubject, ours, peers, type Subject } from "./waiting/subjects.ts";
import { frozenTable, handOverTable, milliseconds, oneWaiterTable, queueTable } from "./waiting/tables.ts";
import { wholeNumbers } from "./whole-numbers.ts";

// The poll of waiters with a frozen stream. It is short, because each hand-over takes half of it.
const FROZEN_POLL_MS = 1_000;

export interface WaitingOptions {
  readonly handOvers: number;
  /** For one lock in one isolate. */
  readonly waiters: number;
  /** The duration of each hold. */
  readonly heldMs: number;
  /** The duration of one waiter's unsuccessful wait, twice. */
  readonly seconds: number;
  /** To Redis, ms. */
  readonly roundTripMs: number;
}

/** `--hand-overs 30 --waiters 50 --held 100 --seconds 10 --round-trip 20`. */
export function parseWaitingOptions(args: string[]): WaitingOptions {
  const defaults = { "hand-overs": 30, waiters: 50, held: 100, seconds: 10, "round-trip": 20 };
  const options = "[--hand-overs 30] [--waiters 50] [--held 100] [--seconds 10] [--round-trip 20]";
  return wholeNumbers(args, `usage: npm run bench -- waiting ${options}`, defaults, (whole) => ({
    handOvers: whole("hand-overs", 1, 1_000),
    waiters: whole("waiters", 1, 5_000),
    heldMs: whole("held", 0, 10_000),
    seconds: whole("seconds", 5, 60),
    roundTripMs: whole("round-trip", 2, 200),
  }));
}

export async function runWaiting(options: WaitingOptions): Promise<void> {
  const { handOvers, waiters, heldMs, seconds, roundTripMs } = options;
  await using stage = await WaitingStage.open(roundTripMs);
  const own = ours(stage);
  const others = peers(stage);
  const times = await handOverTimes(stage, own, others, handOvers);
  const frozen = await frozenTimes(stage, ours(stage, FROZEN_POLL_MS), FROZEN_POLL_MS, handOvers);
  const queues: [OwnSubject, QueueTraffic][] = [];
  for (const subject of own) queues.push([subject, await queueTraffic(stage, subject, waiters, heldMs)]);
  const alone: [Subject, OneWaiter][] = [];
  for (const subject of [...own, ...others]) alone.push([subject, await oneWaiter(stage, subject, seconds * 1_000)]);
  const today = new Date().toISOString().slice(0, 10);
  console.log(`Measured on ${today}, Node ${process.version}: a simulated round trip of ${roundTripMs} ms, half before a request is carried out,
half before its answer and before each message. So one request with the release script took ${milliseconds(times.http.median)} over HTTP and
${milliseconds(times.tcp.median)} over TCP (medians): that is a round trip below. Other libraries pause between two tries as they do by default.

Hand-over: ms from the call of release until the one that waits has the lock; ${handOvers} of each, in turn:

${handOverTable(times)}

The same when the stream says nothing, pollMs ${FROZEN_POLL_MS.toLocaleString("en-US")} (default 5,000):

${frozenTable(frozen, FROZEN_POLL_MS, times.http)}

A lock that goes through ${waiters.toLocaleString("en-US")} waiters in one isolate, each of whom has it for ${heldMs} ms: per hand-over, its release included:

${queueTable(queues)}

One waiter while the lock is held, in the first ${seconds} s from its call and in the ${seconds} s after that:

${oneWaiterTable(alone, seconds)}

"commands": as Redis counts them and Upstash bills them, a script and each command that it runs.`);
}
