// The answers of one protocol that faults swap and repeat: a client could not read one of another protocol.
import type { Timers } from "../../engine/faults/effect.ts";
import { ReplyMemory, ReplySwaps } from "../../engine/faults/misdirected-replies.ts";
import type { CommandCall } from "./call.ts";
import type { HttpAnswer } from "./http.ts";

/** The answer to a run: an own response, or an element of a pipeline's. */
interface Reply {
  readonly answer: HttpAnswer;
  readonly at: number | undefined;
}

export class EarlierAnswers {
  readonly swaps: ReplySwaps<HttpAnswer>;
  readonly #replies = new ReplyMemory<Reply>();

  constructor(timers: Timers) {
    this.swaps = new ReplySwaps(timers);
  }

  /**
   * Stores the reply to a command, or to those of a pipeline. Returns a function of the reply to the previous similar
   * runs: undefined if there was none; for a pipeline, its own reply with the elements of those runs.
   */
  replace(call: CommandCall, answer: HttpAnswer): () => HttpAnswer | undefined {
    if (call.kind === "command") {
      const before = this.#replies.replace(call.command, { answer, at: undefined });
      return () =>
        before && (before.at === undefined ? before.answer : { ...before.answer, body: asBody(elementOf(before)) });
    }
    if (call.kind !== "pipeline" || answer.status !== 200) return () => undefined;
    const before = call.commands.map((words, at) => this.#replies.replace(words, { answer, at }));
    return () => ({ ...answer, body: asBody(before.map((reply, at) => elementOf(reply ?? { answer, at }))) });
  }
}

function asBody(value: unknown): Buffer {
  return Buffer.from(JSON.stringify(value));
}

function elementOf({ answer, at }: Reply): unknown {
  const body: unknown = JSON.parse(answer.body.toString());
  return at === undefined ? body : Object(body)[at];
}
