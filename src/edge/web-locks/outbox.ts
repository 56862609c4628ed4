// All requests of a lock manager to Redis go through one outbox, in the order of the calls. The calls of one turn of
// the event loop share a request, and the next request follows the answer to the one before. Only this gives a manager
// the order of the specification.
import { nowMs } from "../../base/clock.ts";
import { askedPauseMs, isLockError, unknownBeside, wasNotDone } from "../../base/errors.ts";
import { endOfTick } from "../../base/tick.ts";
import { sleep } from "../../base/timers.ts";
import { batchCall, type OperationCall, type OperationReply } from "../../lock/lua/web-locks.ts";
import { type Driver, send } from "../../lock/protocol.ts";
import { scriptError } from "../../lock/redis/script-port.ts";
import { pauseBeforeRetryMs } from "../../lock/retry.ts";

// One script runs alone in Redis, about 0.1 ms for each operation. The limits bound that, and the size of a request.
const MOST_OPERATIONS = 32;
const MOST_CHARACTERS = 262_144;

/** One thing to ask. */
export interface Operation<Reply> {
  /** Returns the call, when it is about to be sent for the first time. */
  call(): OperationCall<Reply>;
  /** Gets the answer. `sentAt`: when the answered attempt was sent, on the local clock. It must not throw. */
  onReply(reply: Reply, sentAt: number): void;
  /** Gets the error when no further attempt is made. It must not throw. */
  onFailure(error: unknown): void;
  /** Returns whether to ask again after so many attempts without an answer. */
  goesOn(failures: number): boolean;
  /** Adds the operations that must follow at once. Called when it is about to be sent for the first time. */
  follow?(): void;
}

/** An operation on its way. */
interface Queued {
  /** The call, once it was sent. */
  call: OperationCall<unknown> | undefined;
  begin(): OperationCall<unknown>;
  follow(): void;
  goesOn(failures: number): boolean;
  /** Reads the reply. Throws the errors of its decoder. */
  answer(reply: unknown, sentAt: number): void;
  fail(error: unknown): void;
  failures: number;
  /** The error of an attempt that may have been carried out. */
  unknown: unknown;
  isWithdrawn: boolean;
}

export class Outbox {
  readonly #driver: Driver;
  readonly #prefix: string;
  readonly #timeoutMs: number;
  readonly #ending: AbortSignal;
  readonly #onAnswered: () => void;
  #queue: Queued[] = [];
  // Where followers are added, while one is asked for them.
  #followers: Queued[] | undefined;
  #isRunning = false;

  /**
   * `prefix`: of the keys of the locks. `timeoutMs`: the longest time for one attempt. `ending`: ends all attempts.
   * `onAnswered`: called after each answer has been handled.
   */
  constructor(driver: Driver, prefix: string, timeoutMs: number, ending: AbortSignal, onAnswered: () => void) {
    this.#driver = driver;
    this.#prefix = prefix;
    this.#timeoutMs = timeoutMs;
    this.#ending = ending;
    this.#onAnswered = onAnswered;
  }

  /** Asks after all that was asked before. Returns the function that withdraws it, which returns whether it could. */
  add<Reply>(operation: Operation<Reply>): () => boolean {
    const queued = queuedOf(operation);
    (this.#followers ?? this.#queue).push(queued);
    if (!this.#isRunning) void this.#run();
    return () => {
      queued.isWithdrawn = queued.call === undefined;
      return queued.isWithdrawn;
    };
  }

  async #run(): Promise<void> {
    this.#isRunning = true;
    // Ends when nothing is left to ask.
    while (this.#queue.length > 0) {
      // Callbacks that return need some microtasks until their locks are to be released.
      await endOfTick();
      const batch = this.#take();
      if (batch.length === 0) continue;
      const pauseMs = await this.#send(batch);
      this.#onAnswered();
      if (pauseMs > 0) await sleep(pauseMs, this.#ending);
    }
    this.#isRunning = false;
  }

  /** Takes the operations of the next request, within its limits. */
  #take(): Queued[] {
    const batch: Queued[] = [];
    let characters = 0;
    // Ends when the request is full, or nothing is left.
    while (batch.length < MOST_OPERATIONS && characters < MOST_CHARACTERS) {
      const queued = this.#queue.shift();
      if (queued === undefined) break;
      if (queued.isWithdrawn) continue;
      if (queued.call === undefined) {
        queued.call = queued.begin();
        this.#followers = [];
        queued.follow();
        this.#queue.unshift(...this.#followers);
        this.#followers = undefined;
      }
      for (const text of [...queued.call.keys, ...queued.call.args]) characters += text.length;
      batch.push(queued);
    }
    return batch;
  }

  /** Sends one request, and hands its replies out in order. Returns how long to pause. Never rejects. */
  async #send(batch: readonly Queued[]): Promise<number> {
    const sentAt = nowMs();
    const limits = { timeoutMs: this.#timeoutMs, signal: this.#ending };
    const calls = batch.flatMap(({ call }) => call ?? []);
    let replies: readonly OperationReply[];
    try {
      replies = await send(this.#driver, batchCall(this.#prefix, calls), limits);
    } catch (error) {
      return this.#failed(batch, () => error);
    }
    const errors = new Map<Queued, unknown>();
    for (const [at, queued] of batch.entries()) {
      try {
        queued.answer(replyOf(queued, replies[at]), sentAt);
      } catch (error) {
        errors.set(queued, error);
      }
    }
    return this.#failed([...errors.keys()], (queued) => errors.get(queued));
  }

  /** Asks again, in the same order and before all others, where that may help. Returns how long to pause. */
  #failed(batch: readonly Queued[], errorOf: (queued: Queued) => unknown): number {
    let pauseMs = 0;
    const again: Queued[] = [];
    for (const queued of batch) {
      const error = errorOf(queued);
      queued.failures += 1;
      if (isRetried(error) && !this.#ending.aborted && queued.goesOn(queued.failures)) {
        if (!wasNotDone(error)) queued.unknown = error;
        pauseMs = Math.max(pauseMs, askedPauseMs(error), pauseBeforeRetryMs(queued.failures));
        again.push(queued);
      } else queued.fail(finalError(queued, error));
    }
    this.#queue.unshift(...again);
    return pauseMs;
  }
}

function queuedOf<Reply>(operation: Operation<Reply>): Queued {
  let call: OperationCall<Reply> | undefined;
  return {
    call: undefined,
    failures: 0,
    unknown: undefined,
    isWithdrawn: false,
    begin() {
      call = operation.call();
      return call;
    },
    follow: () => operation.follow?.(),
    goesOn: (failures) => operation.goesOn(failures),
    answer(reply, sentAt) {
      if (call !== undefined) operation.onReply(call.decode(reply), sentAt);
    },
    fail: (error) => operation.onFailure(error),
  };
}

/** Returns the reply. Throws the error that the operation ended with. */
function replyOf({ call }: Queued, answer: OperationReply | undefined): unknown {
  if (answer === undefined || "reply" in answer) return answer?.reply;
  throw scriptError({ error: answer.problem }, [], call ?? { keys: [] });
}

function isRetried(error: unknown): boolean {
  return isLockError(error) && (error.outcome === "unknown" || error.code === "REDIS_UNREACHABLE");
}

function finalError({ unknown }: Queued, error: unknown): unknown {
  if (unknown === undefined || !isLockError(error) || !wasNotDone(error)) return error;
  return unknownBeside(unknown, error);
}
