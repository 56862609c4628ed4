// One request with the faults that were drawn for it. Its stages, whatever the order of the rules:
//
// 1. `drop-before` or `reset` ends it: nothing else happens.
// 2. `delay` or `hold-back` keeps it waiting; `late-order` does, too, and its client loses the connection before.
// 3. It is executed, unless a `reply` or an `answer` says otherwise. `duplicate` executes it once more, counted from
//    here, also when it was not executed the first time: the copy went another way.
// 4. `reply` or `answer` takes the place of the reply.
// 5. `swap-replies` gives it to another request, and that one's reply to this one; `replay-reply` takes that to an
//    earlier one like it.
// 6. `delay` or `hold-back` keeps the reply waiting.
// 7. `drop-reply` loses it; else `cut-body`, else `stall-body` stops it in the middle; else it arrives.
import type { Cut, Drawn, FaultedReply, FaultedRequest, ReplyMaker, Timers } from "./effect.ts";
import type { ReplySwaps } from "./misdirected-replies.ts";

/** Never rejects because Redis is away: that is a reply too. `faulted`: the fault of its reply. */
type Execute<Reply> = (faulted: string | undefined) => Promise<Reply>;

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

export interface ExchangeParts<Reply> extends ReplyMaker<Reply> {
  readonly timers: Timers;
  readonly swaps: ReplySwaps<Reply>;
  /** Resolves when the drawn rules are no longer in force. */
  readonly rulesChange: Promise<void>;
}

interface Faulted {
  readonly fault: string;
}

export class Exchange<Reply> implements FaultedRequest, FaultedReply<Reply> {
  readonly #connection: ClientConnection;
  readonly #drawn: readonly Drawn<Faulted>[];
  readonly #parts: ExchangeParts<Reply>;
  #isDropped = false;
  replyBefore: () => Reply | undefined = () => undefined;

  /** `drawn`: in the order of the table of faults. */
  constructor(connection: ClientConnection, drawn: readonly Drawn<Faulted>[], parts: ExchangeParts<Reply>) {
    this.#connection = connection;
    this.#drawn = drawn;
    this.#parts = parts;
  }

  /** Returns the replacement of the real reply, if there is one. */
  get substitute(): Reply | undefined {
    return this.#last(({ effect }) => effect.substitute)?.reply(this.#parts);
  }

  get holdsConfirmation(): boolean {
    return this.#drawn.some(({ effect }) => effect.holdsConfirmation);
  }

  /** False: nothing may be executed. */
  async beforeExecuting(): Promise<boolean> {
    for (const { effect } of this.#drawn) {
      await effect.beforeExecuting?.(this);
      if (this.#isDropped) return false;
    }
    // A client that disconnected does not matter: its request is still under way, as on a real network.
    return true;
  }

  /**
   * Executes it as often as the faults require. Resolves with the reply to the client.
   * @param remember stores the real reply. Returns the function of the reply to earlier runs of the same holds
   */
  async execute(execute: Execute<Reply>, remember: (reply: Reply) => () => Reply | undefined): Promise<Reply> {
    const first = this.#executeFirst(execute);
    for (const { effect } of this.#drawn) {
      const ms = effect.copyAfterMs;
      if (ms === undefined) continue;
      // The first has been sent in this tick, so that a copy in the same tick directly follows.
      if (ms === 0) execute("duplicate");
      else this.#parts.timers.after(ms, () => execute("duplicate"));
    }
    let reply = await first;
    this.replyBefore = remember(reply);
    for (const { effect } of this.#drawn) reply = (await effect.rewrite?.(reply, this)) ?? reply;
    return reply;
  }

  /** False: the client has disconnected. */
  async beforeReply(): Promise<boolean> {
    for (const { effect } of this.#drawn) await effect.beforeReply?.(this);
    return !this.#connection.destroyed;
  }

  /** A stream has been confirmed. */
  confirmed(stream: OpenStream): void {
    for (const { effect } of this.#drawn) {
      const ms = effect.cutAfterMs;
      if (ms === undefined) continue;
      stream.once(
        "close",
        this.#parts.timers.after(ms, () => stream.destroy()),
      );
    }
  }

  /** Returns the delay of a stream's next line; Infinity: it is never written. */
  lineDelayMs(): number {
    return this.#drawn.reduce((sum, { effect }) => sum + (effect.lineDelayMs ?? 0), 0);
  }

  drop(end: "destroy" | "resetAndDestroy" = "destroy"): void {
    this.#isDropped = true;
    this.#connection[end]();
  }

  loseClient(): void {
    this.#connection.destroy();
  }

  async pause(ms: number): Promise<void> {
    if (ms > 0) await new Promise<void>((resolve) => void this.#parts.timers.after(ms, resolve));
  }

  untilRulesChange(): Promise<void> {
    return this.#parts.rulesChange;
  }

  swap(rule: { readonly delayMs: number }, reply: Reply): Promise<Reply> | Reply {
    return this.#parts.swaps.swap(rule, reply);
  }

  cut(reply: Reply, cut: Cut): Reply {
    return this.#parts.cut?.(reply, cut) ?? reply;
  }

  #executeFirst(execute: Execute<Reply>): Promise<Reply> | Reply {
    const { substitute } = this;
    if (substitute !== undefined && this.#last(({ effect }) => effect.substitute?.executes) === false)
      return substitute;
    const real = execute(this.#last(({ rule, effect }) => (effect.isMarked ? rule.fault : undefined)));
    return substitute === undefined ? real : real.then(() => substitute);
  }

  /** Returns the part of the last fault that has one. */
  #last<Part>(of: (drawn: Drawn<Faulted>) => Part | undefined): Part | undefined {
    return this.#drawn.reduce<Part | undefined>((found, drawn) => of(drawn) ?? found, undefined);
  }
}
