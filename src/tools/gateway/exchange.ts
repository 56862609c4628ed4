// One request with the faults that were drawn for it. Its stages, whatever the order of the rules:
//
// 1. `drop-before` or `reset` ends it: nothing else happens.
// 2. `delay` or `hold-back` keeps it waiting; `late-order` does, too, and its client loses the connection before.
// 3. It is executed, unless an `answer` says otherwise. `duplicate` executes it once more, counted from here, also when
//    it was not executed the first time: the copy went another way.
// 4. `answer` takes the place of the reply.
// 5. `swap-replies` gives it to another request, and that one's reply to this one; `replay-reply` takes that to an
//    earlier one like it.
// 6. `delay` or `hold-back` keeps the reply waiting.
// 7. `drop-reply` loses it; else `cut-body`, else `stall-body` stops it in the middle; else it arrives.
import type { Call } from "./call.ts";
import { byteCount, type Checks, delay, flag, line, required, retryAfter, status, text } from "./fault-fields.ts";
import type { FaultDetails, FaultName, FaultRule, FaultRuleOf } from "./fault-rules.ts";
import type { HttpAnswer } from "./http.ts";
import type { ReplyMemory, ReplySwaps } from "./misdirected-replies.ts";
import type { Timers } from "./timers.ts";

/** Never rejects because Redis is away: that is a reply too. */
type Execute = (faulted: FaultName | undefined) => Promise<HttpAnswer>;

/** The connection of a request: a `Socket`, or what stands for one. */
export interface ClientConnection {
  readonly destroyed: boolean;
  destroy(): unknown;
  resetAndDestroy(): unknown;
}

/** An open stream. */
export interface OpenStream {
  once(event: "close", listener: () => void): unknown;
  destroy(): unknown;
}

export interface ExchangeParts {
  readonly timers: Timers;
  readonly swaps: ReplySwaps;
  readonly replies: ReplyMemory;
  /** Resolves when the drawn rules are no longer in force. */
  readonly rulesChange: Promise<void>;
  /** Returns the reply of a rule in another protocol than HTTP. */
  readonly translate?: (substitute: HttpAnswer) => HttpAnswer;
}

export class Exchange {
  readonly #connection: ClientConnection;
  readonly #rules: readonly FaultRule[];
  readonly #parts: ExchangeParts;
  #isDropped = false;
  /** Returns the reply to earlier runs of the same holds. */
  replyBefore: () => HttpAnswer | undefined = () => undefined;

  /** The rules in the order of the table of faults. */
  constructor(connection: ClientConnection, rules: readonly FaultRule[], parts: ExchangeParts) {
    this.#connection = connection;
    this.#rules = rules;
    this.#parts = parts;
  }

  /** Returns the replacement of the real reply, if there is one. */
  get substitute(): Substitute | undefined {
    const { translate = (answer) => answer } = this.#parts;
    const found = this.#last((rule) => kindOf(rule).substitute?.(rule));
    return found && { ...found, answer: translate(found.answer) };
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
    return !this.#connection.destroyed;
  }

  /** A stream has been confirmed. */
  confirmed(stream: OpenStream): void {
    for (const rule of this.#rules) {
      const ms = kindOf(rule).cutAfterMs?.(rule);
      if (ms === undefined) continue;
      stream.once(
        "close",
        this.#parts.timers.after(ms, () => stream.destroy()),
      );
    }
  }

  /** Returns the delay of a stream's next line; Infinity: it is never written. */
  lineDelayMs(): number {
    return this.#rules.reduce((sum, rule) => sum + (kindOf(rule).lineDelayMs?.(rule) ?? 0), 0);
  }

  /** Ends the connection, and the request if it was not executed yet. */
  drop(end: "destroy" | "resetAndDestroy" = "destroy"): void {
    this.#isDropped = true;
    this.#connection[end]();
  }

  /** Ends the connection, and not the request. */
  loseClient(): void {
    this.#connection.destroy();
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

/** A reply that replaces the request's own. */
interface Substitute {
  readonly answer: HttpAnswer;
  readonly executes: boolean;
}

/** What a rule fires on. */
export type Affected = "commands" | "streams" | "connections";

interface FaultKind<Name extends FaultName> {
  readonly fields: Checks<FaultDetails[Name]>;
  /** Undefined: it affects commands and streams. */
  readonly only?: Affected;
  /** It acts between the execution and the client's reply: the witness marks the commands. */
  readonly isMarked?: true;
  beforeExecuting?(exchange: Exchange, rule: FaultRuleOf<Name>): Promise<void> | void;
  substitute?(rule: FaultRuleOf<Name>): Substitute;
  /** Returns the delay of a copy after the first execution. */
  copyAfterMs?(rule: FaultRuleOf<Name>): number;
  rewrite?(answer: HttpAnswer, rule: FaultRuleOf<Name>, exchange: Exchange): Promise<HttpAnswer> | HttpAnswer;
  beforeReply?(exchange: Exchange, rule: FaultRuleOf<Name>): Promise<void> | void;
  /** Infinity: the line is never written. */
  lineDelayMs?(rule: FaultRuleOf<Name>): number;
  /** Returns the time from a stream's confirmation to its end. */
  cutAfterMs?(rule: FaultRuleOf<Name>): number;
}

/**
 * The fields and effects of each fault. Several faults of one request act in this order, stage by stage. Where two
 * exclude each other, the later one acts.
 */
export const faultKinds: { readonly [Name in FaultName]: FaultKind<Name> } = {
  "drop-before": {
    fields: {},
    beforeExecuting: (exchange) => exchange.drop(),
  },
  reset: {
    fields: {},
    beforeExecuting: (exchange) => exchange.drop("resetAndDestroy"),
  },
  delay: {
    fields: { delayMs: delay, replyDelayMs: delay },
    beforeExecuting: (exchange, rule) => exchange.pause(rule.delayMs ?? 0),
    beforeReply: (exchange, rule) => exchange.pause(rule.replyDelayMs ?? 0),
    lineDelayMs: (rule) => rule.replyDelayMs ?? 0,
  },
  "hold-back": {
    fields: { reply: required(flag) },
    only: "commands",
    isMarked: true,
    beforeExecuting: (exchange, { reply }) => (reply ? undefined : exchange.untilRulesChange()),
    beforeReply: (exchange, { reply }) => (reply ? exchange.untilRulesChange() : undefined),
  },
  "late-order": {
    fields: { delayMs: delay },
    only: "commands",
    isMarked: true,
    beforeExecuting: (exchange, { delayMs }) => {
      exchange.loseClient();
      return delayMs === undefined ? exchange.untilRulesChange() : exchange.pause(delayMs);
    },
  },
  duplicate: {
    fields: { delayMs: delay },
    only: "commands",
    copyAfterMs: (rule) => rule.delayMs ?? 0,
  },
  answer: {
    fields: {
      status: required(status),
      body: text,
      contentType: line,
      retryAfter,
      location: line,
      executes: flag,
    },
    isMarked: true,
    substitute: (rule) => ({ answer: substituteOf(rule), executes: rule.executes ?? false }),
  },
  "swap-replies": {
    fields: { delayMs: required(delay) },
    only: "commands",
    isMarked: true,
    rewrite: (answer, rule, exchange) => exchange.swap(rule, answer),
  },
  "replay-reply": {
    fields: {},
    only: "commands",
    isMarked: true,
    rewrite: (answer, _, exchange) => exchange.replyBefore() ?? answer,
  },
  "stall-body": {
    fields: { atByte: required(byteCount) },
    only: "commands",
    isMarked: true,
    rewrite: (answer, { atByte }) => ({ ...answer, cut: { atByte, closes: false } }),
  },
  "cut-body": {
    fields: { atByte: required(byteCount) },
    only: "commands",
    isMarked: true,
    rewrite: (answer, { atByte }) => ({ ...answer, cut: { atByte, closes: true } }),
  },
  "drop-reply": {
    fields: {},
    isMarked: true,
    beforeReply: (exchange) => exchange.drop(),
  },
  "freeze-stream": {
    fields: { beforeConfirmation: flag },
    only: "streams",
    lineDelayMs: () => Number.POSITIVE_INFINITY,
  },
  "cut-stream": {
    fields: { delayMs: required(delay) },
    only: "streams",
    cutAfterMs: (rule) => rule.delayMs,
  },
  refuse: {
    fields: {},
    only: "connections",
  },
};

const order = Object.keys(faultKinds);

export function kindOf<Name extends FaultName>(rule: FaultRuleOf<Name>): FaultKind<Name> {
  return faultKinds[rule.fault];
}

/** Returns its place in the table. */
export function placeOf({ fault }: { readonly fault: FaultName }): number {
  return order.indexOf(fault);
}

/** Without a sync token, like the reply of a proxy. */
function substituteOf(rule: FaultRuleOf<"answer">): HttpAnswer {
  const headers = {
    "content-type": rule.contentType ?? "application/json",
    ...(rule.retryAfter !== undefined && { "retry-after": `${rule.retryAfter}` }),
    ...(rule.location !== undefined && { location: rule.location }),
  };
  return { status: rule.status, headers, body: Buffer.from(rule.body ?? "") };
}
