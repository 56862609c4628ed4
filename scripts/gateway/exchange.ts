// One request with the faults that were drawn for it. Its stages, whatever the order of the rules:
//
// 1. `drop-before` ends it: nothing else happens.
// 2. `delay` or `hold-back` keeps it waiting.
// 3. It is executed, unless an `answer` says otherwise. `duplicate` executes it once more, counted from here, also when
//    it was not executed the first time: the copy went another way.
// 4. `answer` takes the place of the reply.
// 5. `swap-replies` gives it to another request, and that one's reply to this one; `replay-reply` takes that to an
//    earlier one like it.
// 6. `delay` or `hold-back` keeps the reply waiting.
// 7. `drop-reply` loses it; else `cut-body`, else `stall-body` stops it in the middle; else it arrives.

import type { ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { Call } from "./call.ts";
import { kindOf, type Substitute } from "./fault-kinds.ts";
import type { FaultName, FaultRule, FaultRuleOf } from "./fault-rules.ts";
import type { HttpAnswer } from "./http-answer.ts";
import type { ReplyMemory } from "./reply-memory.ts";
import type { ReplySwaps } from "./reply-swaps.ts";
import type { Timers } from "./timers.ts";

/** Never rejects because Redis is away: that is a reply too. */
type Execute = (faulted: FaultName | undefined) => Promise<HttpAnswer>;

export interface ExchangeParts {
  readonly timers: Timers;
  readonly swaps: ReplySwaps;
  readonly replies: ReplyMemory;
  /** Resolves when the drawn rules are no longer in force. */
  readonly rulesChange: Promise<void>;
}

export class Exchange {
  readonly #socket: Socket;
  readonly #rules: readonly FaultRule[];
  readonly #parts: ExchangeParts;
  #isDropped = false;
  /** Returns the reply to earlier runs of the same holds. */
  replyBefore: () => HttpAnswer | undefined = () => undefined;

  /** The rules in the order of the table of faults. */
  constructor(socket: Socket, rules: readonly FaultRule[], parts: ExchangeParts) {
    this.#socket = socket;
    this.#rules = rules;
    this.#parts = parts;
  }

  /** Returns the replacement of the real reply, if there is one. */
  get substitute(): Substitute | undefined {
    return this.#last((rule) => kindOf(rule).substitute?.(rule));
  }

  get holdsConfirmation(): boolean {
    return this.#rules.some((rule) => rule.fault === "freeze-stream" && rule.beforeConfirmation === true);
  }

  /** False: nothing may be executed. */
  async beforeExecuting(): Promise<boolean> {
    for (const rule of this.#rules) {
      await kindOf(rule).beforeExecuting?.(this, rule);
      if (this.#isDropped) return false;
    }
    // A client that disconnected does not matter: its request is still under way, as on a real network.
    return true;
  }

  /** Executes it as often as the faults require. Resolves with the reply to the client. */
  async execute(execute: Execute, call: Exclude<Call, { kind: "stream" }>): Promise<HttpAnswer> {
    const first = this.#executeFirst(execute);
    for (const rule of this.#rules) {
      const ms = kindOf(rule).copyAfterMs?.(rule);
      if (ms === undefined) continue;
      // The first has been sent in this tick, so that a copy in the same tick directly follows.
      if (ms === 0) execute("duplicate");
      else this.#parts.timers.after(ms, () => execute("duplicate"));
    }
    let answer = await first;
    this.replyBefore = this.#parts.replies.replace(call, answer);
    for (const rule of this.#rules) answer = (await kindOf(rule).rewrite?.(answer, rule, this)) ?? answer;
    return answer;
  }

  /** False: the client has disconnected. */
  async beforeReply(): Promise<boolean> {
    for (const rule of this.#rules) await kindOf(rule).beforeReply?.(this, rule);
    return !this.#socket.destroyed;
  }

  /** A stream has been confirmed. */
  confirmed(response: ServerResponse): void {
    for (const rule of this.#rules) {
      const ms = kindOf(rule).cutAfterMs?.(rule);
      if (ms === undefined) continue;
      response.once(
        "close",
        this.#parts.timers.after(ms, () => response.destroy()),
      );
    }
  }

  /** Returns the delay of a stream's next line; Infinity: it is never written. */
  lineDelayMs(): number {
    return this.#rules.reduce((sum, rule) => sum + (kindOf(rule).lineDelayMs?.(rule) ?? 0), 0);
  }

  drop(): void {
    this.#isDropped = true;
    this.#socket.destroy();
  }

  /** Never resolves when the gateway closes before, because the next step must not run any more. */
  async pause(ms: number): Promise<void> {
    if (ms > 0) await new Promise<void>((resolve) => void this.#parts.timers.after(ms, resolve));
  }

  untilRulesChange(): Promise<void> {
    return this.#parts.rulesChange;
  }

  swap(rule: FaultRuleOf<"swap-replies">, answer: HttpAnswer): Promise<HttpAnswer> | HttpAnswer {
    return this.#parts.swaps.swap(rule, answer);
  }

  #executeFirst(execute: Execute): Promise<HttpAnswer> | HttpAnswer {
    const { substitute } = this;
    if (substitute?.executes === false) return substitute.answer;
    const real = execute(this.#last((rule) => (kindOf(rule).isMarked ? rule.fault : undefined)));
    return substitute === undefined ? real : real.then(() => substitute.answer);
  }

  /** Returns the part of the last rule that has one. */
  #last<Part>(of: (rule: FaultRule) => Part | undefined): Part | undefined {
    return this.#rules.reduce<Part | undefined>((found, rule) => of(rule) ?? found, undefined);
  }
}
