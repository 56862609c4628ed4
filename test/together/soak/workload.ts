// The whole run: a gateway with its faults, the clients, the checker, and the final checks.
import { setTimeout as sleep } from "node:timers/promises";
import { type FaultRule, faultMix } from "../../../src/tools/gateway/gateway.ts";
import { createLocks } from "../../support/bare-locks.ts";
import { Checker } from "./checker/checker.ts";
import type { Findings } from "./checker/findings.ts";
import { activeResources, judgeLeftovers, TimerLedger } from "./checker/leftovers.ts";
import { judgeKeys } from "./checker/remaining-keys.ts";
import { LoopLag } from "./clock.ts";
import { SoakGateway } from "./gateway.ts";
import { History } from "./history.ts";
import { emptyQueues } from "./queues.ts";
import { MAX_LEASE_MS } from "./session.ts";
import { FAIR, VirtualClient } from "./virtual-client.ts";
import { allAnswered, observeFetch } from "./wire.ts";

export interface SoakOptions {
  readonly operations: number;
  readonly seed: number;
  readonly clients: number;
  readonly locks: number;
  /** Waits until the last record has expired, and then expects no key at all. */
  readonly untilEmpty: boolean;
  /** Undefined: the mix. */
  readonly faults?: readonly FaultRule[];
  readonly onProgress?: (done: number, findings: Findings) => void;
}

export interface SoakResult {
  readonly findings: Findings;
  readonly operations: number;
  /** Requests of the clients. */
  readonly requests: number;
  /** Answered requests: the number without any fault. */
  readonly answers: number;
  readonly executions: number;
  /** Locks that a release granted to a waiter in one run. */
  readonly passes: number;
  readonly seconds: number;
  readonly worstLagMs: number;
  readonly keysLeft: number;
  /** Remaining entries of fair queues: waiters whose cancels were all lost. */
  readonly queuedLeft: number;
  readonly outcomes: ReadonlyMap<string, number>;
}

const PROGRESS_MS = 30_000;
// The longest life of what Redis remembers: a list of standing requests.
const RECORD_MS = 161_000;

export async function soak(options: SoakOptions): Promise<SoakResult> {
  const lag = new LoopLag();
  const checker = new Checker(lag);
  const gateway = await SoakGateway.start((batch, lateMs) => checker.witnessed(batch, lateMs));
  const stopObserving = observeFetch();
  const before = activeResources();
  const timers = new TimerLedger();
  let rejections = 0;
  const onRejection = (): void => {
    rejections += 1;
  };
  process.on("unhandledRejection", onRejection);
  const { findings } = checker;
  const history = new History(checker);
  const start = performance.now();
  const progress = setInterval(() => options.onProgress?.(history.operations, findings), PROGRESS_MS);
  try {
    gateway.faults({ seed: options.seed, rules: options.faults ?? faultMix(MAX_LEASE_MS) });
    const surroundings = { redis: gateway, history, seed: options.seed, locks: options.locks };
    const clients = Array.from({ length: options.clients }, (_, number) => new VirtualClient(number, surroundings));
    await Promise.all(clients.map((client) => client.run(() => history.operations < options.operations)));
    const seconds = (performance.now() - start) / 1_000;
    clearInterval(progress);
    // Pending requests are executed: copies and delayed requests, and cancels and releases in the background.
    await allAnswered();
    await sleep(2 * MAX_LEASE_MS);
    await allAnswered();
    gateway.faults({ seed: 0, rules: [] });
    await closeInTheMiddle(gateway, history);
    for (const { locks } of clients) locks.close();
    await allAnswered();
    // Every lease has ended; in the long form every record too.
    await sleep(options.untilEmpty ? RECORD_MS : MAX_LEASE_MS + 100);
    await gateway.flush();
    judgeLeftovers({ timers: timers.open, unsettled: history.unsettled, rejections, before }, findings);
    checker.finish();
    const queuedLeft = await emptyQueues(gateway, FAIR, findings);
    const keysLeft = await judgeKeys(gateway, MAX_LEASE_MS, findings);
    if (options.untilEmpty && keysLeft > 0) findings.add("M13", `${keysLeft} keys are left after all records' lives`);
    const { operations, requests, outcomes } = history;
    const { answers, executions, passes } = checker;
    return {
      ...{ findings, operations, requests, answers, executions, passes, seconds, keysLeft, queuedLeft, outcomes },
      worstLagMs: lag.worstMs,
    };
  } finally {
    clearInterval(progress);
    process.off("unhandledRejection", onRejection);
    timers.stop();
    stopObserving();
    lag.stop();
    await gateway.close();
  }
}

/** Calls close() while a hold is renewed and another client waits: both must end. */
async function closeInTheMiddle(gateway: SoakGateway, history: History): Promise<void> {
  const locks = createLocks({ redis: gateway, leaseMs: MAX_LEASE_MS });
  const about = { client: -1, lock: "soak:closing" };
  const lock = locks.lock(about.lock);
  const { record, value: held } = await history.run(
    "acquire",
    about,
    () => lock.acquire(),
    ({ holdCount }) => holdCount,
  );
  if (held === undefined) throw new Error("a free lock could not be taken");
  history.believe(held, record.id);
  const kept = history.run(
    "keepAlive",
    { ...about, id: record.id },
    () => held.keepAlive().ended,
    () => 0,
  );
  const refused = new Promise<void>((resolve) => {
    void history.run(
      "acquire",
      about,
      () => lock.acquire({ onWait: () => resolve() }),
      () => 0,
    );
  });
  await refused;
  locks.close();
  await kept;
}
