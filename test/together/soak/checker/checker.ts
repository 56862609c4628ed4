// Processes the witness log and the clients' records as they arrive, and counts the metrics.
import type { LoopLag } from "../clock.ts";
import type { Witnessed } from "../gateway.ts";
import type { BeliefInterval, HistoryListener, OperationRecord } from "../history.ts";
import { forgottenHolds } from "../passing-time.ts";
import { judgeBeliefs } from "./beliefs.ts";
import { executions } from "./execution.ts";
import { Findings } from "./findings.ts";
import { Holds } from "./holds.ts";
import { LockModel } from "./lock-model.ts";
import { judgeOperation, judgeOperations, needed } from "./outcomes.ts";

// The maximal delay until the gateway reads a reply of Redis, while its loop is on time.
const REPLY_SLACK_MS = 200;
const SWEEP_EVERY = 5_000;

export class Checker implements HistoryListener {
  readonly findings: Findings = new Findings();
  readonly #lag: LoopLag;
  readonly #locks = new Map<string, LockModel>();
  readonly #holds: Holds;
  #executions = 0;
  #passes = 0;
  #answers = 0;

  constructor(lag: LoopLag) {
    this.#lag = lag;
    this.#holds = new Holds((hold) => {
      judgeOperations(hold, this.findings);
      judgeBeliefs(hold, this.#lag, this.findings);
      for (const operation of hold.operations) this.#answers += needed(operation);
    });
  }

  /** Scripts executed. */
  get executions(): number {
    return this.#executions;
  }

  /** Locks that a release granted to the next owner. */
  get passes(): number {
    return this.#passes;
  }

  /** The number of requests without any fault; complete after `finish`. */
  get answers(): number {
    return this.#answers;
  }

  /** Takes the next entries, in Redis' order, and the delay of the gateway's loop before them. */
  witnessed(batch: readonly Witnessed[], lateMs: number): void {
    for (const entry of batch) {
      for (const id of forgottenHolds(entry)) this.#holds.of(id).end = undefined;
      const seen = executions(entry, REPLY_SLACK_MS + lateMs);
      if (seen.length === 0) continue;
      this.#executions += 1;
      if (seen.length > 1) this.#passes += 1;
      for (const each of seen) this.#lock(each.lock).see(each);
      if (this.#executions % SWEEP_EVERY === 0) this.#holds.sweep(performance.now());
    }
  }

  onReturned(operation: OperationRecord): void {
    if (operation.id !== "") this.#holds.of(operation.id).operations.push(operation);
    // It sent nothing, so that Redis cannot know of it, whatever its outcome.
    else judgeOperation(operation, [], this.findings);
  }

  onBelief(belief: BeliefInterval): void {
    this.#holds.of(belief.id).beliefs.push(belief);
  }

  /** Judges the remaining holds. No request may be pending any more. */
  finish(): void {
    this.#holds.judgeAll();
  }

  #lock(key: string): LockModel {
    const known = this.#locks.get(key);
    if (known !== undefined) return known;
    const lock = new LockModel(this.findings, this.#holds);
    this.#locks.set(key, lock);
    return lock;
  }
}
