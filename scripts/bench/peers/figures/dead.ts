// Waiters that die while they wait: their connections end, or stay half open.
import { setTimeout as sleep } from "node:timers/promises";
import { drain, gather } from "../drain.ts";
import { Isolates } from "../isolates.ts";
import { except, type Run, say } from "../run.ts";
import { quantile, spreadOver, summarize } from "../statistics.ts";
import type { Subject } from "../subject.ts";

const ISOLATES = 100;
const DEAD = 25;
const HELD_MS = 10;
const LONGEST_DRAIN_MS = 20_000;
/** Until Redis has learned of the ends of connections. */
const NOTICED_MS = 100;

export async function measureDead(run: Run): Promise<void> {
  const { record, skipped } = run;
  // The clients of Redisson share a process here, so none of them can be killed alone.
  const subjects = except(run.subjects, "leasehound-polling", "redisson");
  const measured = [
    ...subjects.map((subject) => ({ subject, isHalfOpen: false })),
    // A waiter that polls does not depend on the connections of others.
    ...subjects.filter(({ whose }) => whose === "ours").map((subject) => ({ subject, isHalfOpen: true })),
  ];
  for (const { subject, isHalfOpen } of measured) {
    const what = `${subject.title}: ${DEAD} of ${ISOLATES} killed${isHalfOpen ? ", half open" : ""}`;
    say(what);
    try {
      const times = await withDead(run, subject, isHalfOpen);
      const p99 = quantile(times, 0.99);
      if (!isHalfOpen) record.set("dead-100x1", subject, summarize(times));
      if (p99 !== undefined) record.set(isHalfOpen ? "dead-open-p99" : "dead-p99", subject, { median: p99 });
    } catch (error) {
      const reason = `${what}: the measurement failed: ${error instanceof Error ? error.message : error}.`;
      skipped.push(reason);
      say(reason);
    }
  }
}

/** Returns the duration of each hand-over among those that live, ms. */
async function withDead({ stage, isQuick }: Run, subject: Subject, isHalfOpen: boolean): Promise<readonly number[]> {
  const dead = spreadOver(ISOLATES, DEAD);
  await using failing = await stage.openFailing();
  const endpoints = Array.from({ length: ISOLATES }, (_, isolate) =>
    dead.includes(isolate) ? failing.endpoint : stage.far,
  );
  await using isolates = await Isolates.openAt(subject, endpoints, DEAD);
  // The first holder does not wait.
  const waiting = endpoints.map((_, isolate) => isolate).slice(1);
  const lockName = await gather({ stage, isolates, waiting, waiters: 1, heldMs: HELD_MS });
  if (isHalfOpen) for (const proxy of failing.proxies) proxy.hideEnds();
  await isolates.kill(dead);
  await sleep(NOTICED_MS);
  const most = waiting.length - dead.length;
  const { times } = await drain({ stage, isolates }, lockName, isQuick ? 30 : most, LONGEST_DRAIN_MS);
  return times;
}
