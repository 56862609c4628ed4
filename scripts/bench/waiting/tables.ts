// Formats the measurements as tables, each figure beside its goal. A missed goal is reported without an error, because
// machines differ.
import { type Cell, table } from "../table.ts";
import type { HandOverTimes } from "./hand-over-times.ts";
import type { OneWaiter } from "./one-waiter.ts";
import type { QueueTraffic } from "./queue.ts";
import type { Spread } from "./spread.ts";
import type { Traffic } from "./stage.ts";
import type { OwnSubject, Subject } from "./subjects.ts";

// The goals that are the same for all kinds of locks.
const ROUND_TRIPS = 2;
const MOST_BEYOND_MS = 5;
const IDLE_SECONDS_PER_REQUEST = 5;

const TIMES = ["median", "p95", "longest", "round trips"];

export function handOverTable({ http, tcp, own, others }: HandOverTimes): string {
  const most = ROUND_TRIPS * http.median + MOST_BEYOND_MS;
  const goal = `median <= ${ROUND_TRIPS} round trips + ${MOST_BEYOND_MS} ms = ${milliseconds(most)}`;
  const ourMedian = own[0]?.[1].median ?? Number.NaN;
  return table(
    ["", "over", ...TIMES, "ours is faster", "goal", ""],
    [
      ...own.map(([{ name }, times]) => [
        ...[name, "HTTP", ...timeCells(times, http), ""],
        ...verdict(goal, times.median <= most),
      ]),
      ...others.map(([{ name, over, timesFaster }, times]) => {
        const faster = times.median / ourMedian;
        const judged = timesFaster === undefined ? NO_GOAL : verdict(`>= ${timesFaster} x`, faster >= timesFaster);
        return [
          name,
          over.toUpperCase(),
          ...timeCells(times, over === "http" ? http : tcp),
          `${faster.toFixed(1)} x`,
          ...judged,
        ];
      }),
    ],
  );
}

export function frozenTable(frozen: readonly (readonly [OwnSubject, Spread])[], pollMs: number, http: Spread): string {
  const most = pollMs + http.median;
  return table(
    ["", ...TIMES, "goal", ""],
    frozen.map(([{ name }, times]) => [
      ...[name, ...timeCells(times, http)],
      ...verdict(`p95 <= pollMs + 1 round trip = ${milliseconds(most)}`, times.p95 <= most),
    ]),
  );
}

export function queueTable(queues: readonly (readonly [OwnSubject, QueueTraffic])[]): string {
  return table(
    ["", "ms", "requests", "commands", "goal", ""],
    queues.map(([{ name, requestsPerHandOver: most }, { tookMs, requests, commands }]) => [
      ...[name, tookMs.toFixed(1), requests.toFixed(2), commands.toFixed(1)],
      ...verdict(`requests <= ${most}`, requests <= most),
    ]),
  );
}

export function oneWaiterTable(alone: readonly (readonly [Subject, OneWaiter])[], seconds: number): string {
  const perSecond = ({ requests, commands }: Traffic, over: Subject["over"]): Cell[] => [
    over === "http" ? requests / seconds : "",
    commands / seconds,
  ];
  return table(
    ["", "requests/s", "commands/s", "then requests/s", "then commands/s", "goal", ""],
    alone.map(([{ name, over, isOurs }, { first, then }]) => {
      const most = Math.ceil(seconds / IDLE_SECONDS_PER_REQUEST);
      const goal = `then <= 1 request in ${IDLE_SECONDS_PER_REQUEST} s`;
      return [
        ...[name, ...perSecond(first, over), ...perSecond(then, over)],
        ...(isOurs ? verdict(goal, then.requests <= most) : NO_GOAL),
      ];
    }),
  );
}

/** 42 ms, 1,023 ms. */
export function milliseconds(ms: number): string {
  return `${ms.toLocaleString("en-US", { maximumFractionDigits: ms < 100 ? 1 : 0 })} ms`;
}

const NO_GOAL = ["", ""];

function verdict(goal: string, reached: boolean): Cell[] {
  return [goal, reached ? "ok" : "missed"];
}

function timeCells({ median, p95, max }: Spread, roundTrip: Spread): Cell[] {
  return [...[median, p95, max].map((ms) => ms.toFixed(1)), (median / roundTrip.median).toFixed(2)];
}
