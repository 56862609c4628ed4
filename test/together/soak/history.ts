// The clients' own records: every operation with call, return and outcome, and the validity of each hold.
import { type Held, isLockError, type LockErrorCode } from "../../../src/index.ts";
import { type SentRequest, sending } from "./wire.ts";

export type OperationKind =
  | "acquire"
  | "tryAcquire"
  | "renew"
  | "check"
  | "keepAlive"
  | "release"
  | "dispose"
  | "resume"
  | "release text"
  | "renew text"
  | "forceRelease"
  | "status";

/**
 * `ok` with a value, `refused`: the lock is busy; otherwise the code of the error. OUTCOME_UNKNOWN and ABORTED leave it
 * open.
 */
export type Outcome = "ok" | "refused" | LockErrorCode | "thrown";

export interface OperationRecord {
  readonly kind: OperationKind;
  readonly client: number;
  readonly lock: string;
  readonly calledAt: number;
  returnedAt: number;
  outcome: Outcome | "running";
  /** The value of the result: hold count, release outcome, reply to a query. */
  told: string | number | boolean | undefined;
  /** The id of its hold or request; known from its first request. */
  id: string;
  readonly requests: SentRequest[];
  /** keepAlive: the time after which no renewal may be sent. */
  lastRenewalAt: number;
}

/** From the grant until the call of release, the move of the hold, or the abort of its signal. */
export interface BeliefInterval {
  readonly id: string;
  readonly from: number;
  until: number | undefined;
  how: "released" | "moved" | "aborted" | "believed";
}

/** The result of a call: its record, and its value unless it failed. */
export interface Ran<Value> {
  readonly record: OperationRecord;
  readonly value: Value | undefined;
}

export interface HistoryListener {
  onReturned(operation: OperationRecord): void;
  onBelief(belief: BeliefInterval): void;
}

export class History {
  readonly #listener: HistoryListener;
  readonly #running = new Set<OperationRecord>();
  readonly outcomes: Map<string, number> = new Map();
  operations = 0;
  requests = 0;

  constructor(listener: HistoryListener) {
    this.#listener = listener;
  }

  get unsettled(): number {
    return this.#running.size;
  }

  /** Runs one library call and records it. Never rejects: the record has the error's code. */
  async run<Value>(
    kind: OperationKind,
    about: { client: number; lock: string; id?: string },
    call: (record: OperationRecord) => Promise<Value>,
    told: (value: Value) => OperationRecord["told"],
  ): Promise<Ran<Value>> {
    const { client, lock, id = "" } = about;
    const record: OperationRecord = {
      ...{ kind, client, lock, id, calledAt: performance.now(), returnedAt: 0 },
      ...{ outcome: "running", told: undefined, requests: [], lastRenewalAt: Number.POSITIVE_INFINITY },
    };
    this.operations += 1;
    this.#running.add(record);
    const onRequest = (request: SentRequest): void => {
      this.requests += 1;
      record.requests.push(request);
      // An acquire goes on with another hold if its grant ended before it was heard.
      if (id === "") record.id = request.id;
    };
    let value: Value | undefined;
    try {
      value = await sending({ onRequest }, () => call(record));
      record.told = told(value);
      record.outcome = value === null ? "refused" : "ok";
    } catch (error) {
      record.outcome = isLockError(error) ? error.code : "thrown";
      if (record.outcome === "thrown") console.error(error);
      if (record.outcome === "LOCK_BUSY") record.outcome = "refused";
    }
    record.returnedAt = performance.now();
    this.#running.delete(record);
    const name = `${kind}: ${record.outcome}`;
    this.outcomes.set(name, (this.outcomes.get(name) ?? 0) + 1);
    this.#listener.onReturned(record);
    return { record, value };
  }

  /** Records the validity of this object. */
  believe(held: Held, id: string): BeliefInterval {
    const belief: BeliefInterval = { id, from: performance.now(), until: undefined, how: "believed" };
    const aborted = (): void => endBelief(belief, "aborted");
    if (held.signal.aborted) aborted();
    else held.signal.addEventListener("abort", aborted, { once: true });
    this.#listener.onBelief(belief);
    return belief;
  }
}

/** The first end counts. */
export function endBelief(belief: BeliefInterval, how: "released" | "moved" | "aborted"): void {
  belief.until ??= performance.now();
  if (belief.how === "believed") belief.how = how;
}
