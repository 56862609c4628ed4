// Replies that faults give to another request than their own.
import type { Call } from "./call.ts";
import type { FaultRuleOf } from "./fault-rules.ts";
import type { HttpAnswer } from "./http.ts";
import type { Timers } from "./timers.ts";

const MOST = 2_000;

type Commands = Exclude<Call, { kind: "stream" }>;

/** The answer to a run: an own response, or an element of a pipeline's. */
interface Reply {
  readonly answer: HttpAnswer;
  readonly at: number | undefined;
}

/**
 * The latest reply to each script run, for requests that get an earlier one, as from a proxy that mistakes two attempts
 * for one request.
 */
export class ReplyMemory {
  readonly #latest = new Map<string, Reply>();

  /**
   * Stores the reply to a command, or to those of a pipeline. Returns a function of the reply to the previous similar
   * runs: undefined if there was none; for a pipeline, its own reply with the elements of those runs.
   */
  replace(call: Commands, answer: HttpAnswer): () => HttpAnswer | undefined {
    if (call.kind === "command") {
      const before = this.#replaceOne(call.command, { answer, at: undefined });
      return () =>
        before && (before.at === undefined ? before.answer : { ...before.answer, body: asBody(elementOf(before)) });
    }
    if (call.kind !== "pipeline" || answer.status !== 200) return () => undefined;
    const before = call.commands.map((words, at) => this.#replaceOne(words, { answer, at }));
    return () => ({ ...answer, body: asBody(before.map((reply, at) => elementOf(reply ?? { answer, at }))) });
  }

  #replaceOne(words: readonly unknown[], reply: Reply): Reply | undefined {
    const like = likeness(words);
    if (like === undefined) return undefined;
    const before = this.#latest.get(like);
    this.#latest.delete(like);
    this.#latest.set(like, reply);
    const [oldest] = this.#latest.keys();
    if (this.#latest.size > MOST && oldest !== undefined) this.#latest.delete(oldest);
    return before;
  }
}

function asBody(value: unknown): Buffer {
  return Buffer.from(JSON.stringify(value));
}

function elementOf({ answer, at }: Reply): unknown {
  const body: unknown = JSON.parse(answer.body.toString());
  return at === undefined ? body : Object(body)[at];
}

/** The same script and keys, with the same second and third argument: in our scripts the same hold, for any attempt. */
function likeness(words: readonly unknown[]): string | undefined {
  const [command, script, count, ...rest] = words.map(String);
  if (command?.toUpperCase() !== "EVALSHA") return undefined;
  const keys = Number(count);
  return JSON.stringify([script, rest.slice(0, keys), rest.slice(keys + 1, keys + 3)]);
}

type SwapRule = FaultRuleOf<"swap-replies">;

/** Replies that wait for a swap: at most one per rule, which the next one swaps with. */
export class ReplySwaps {
  readonly #timers: Timers;
  /** Passes the waiting request the reply of another, and returns its own. */
  readonly #waiting = new Map<SwapRule, (other: HttpAnswer) => HttpAnswer>();

  constructor(timers: Timers) {
    this.#timers = timers;
  }

  /** Resolves with the reply of another request, or with its own when none came in time. */
  swap(rule: SwapRule, own: HttpAnswer): Promise<HttpAnswer> | HttpAnswer {
    const exchange = this.#waiting.get(rule);
    return exchange === undefined ? this.#wait(rule, own) : exchange(own);
  }

  #wait(rule: SwapRule, own: HttpAnswer): Promise<HttpAnswer> {
    return new Promise((resolve) => {
      const end = (reply: HttpAnswer) => {
        callOff();
        this.#waiting.delete(rule);
        resolve(reply);
        return own;
      };
      const callOff = this.#timers.after(rule.delayMs, () => end(own));
      this.#waiting.set(rule, end);
    });
  }
}
