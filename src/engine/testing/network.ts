// The way between the clients of a test and its database, where requests and replies get lost, late or repeated.
import { neverSent, OutcomeUnknownError, RedisUnreachableError } from "../../base/errors.ts";
import { unrefTimer } from "../../base/timers.ts";
import { oneRequest } from "../../lock/http/http.ts";
import type { ChannelListener, RunLimits, StreamEnd } from "../../lock/protocol.ts";
import type { Answer, CommandTransport } from "../../lock/redis/script-port.ts";
import type { Timers } from "../faults/effect.ts";
import { type ClientConnection, Exchange } from "../faults/exchange.ts";
import { Faults } from "../faults/faults.ts";
import { ReplyMemory, ReplySwaps } from "../faults/misdirected-replies.ts";
import type { NeutralRule } from "../faults/rules.ts";
import { FaultedStream } from "../faults/stream.ts";
import { checkClocks } from "./clocks.ts";

const timers: Timers = {
  after(ms, work) {
    const started = unrefTimer(work, ms);
    return () => clearTimeout(started);
  },
};

/** The database at the end of the way. */
interface Destination {
  /** Follows channels without faults. */
  readonly direct: CommandTransport;
  /** Runs a command that has arrived. */
  readonly run: (command: readonly string[]) => Answer;
  /** Whether a command names a script that the database does not know. */
  readonly isUnknownScript: (command: readonly string[]) => boolean;
}

type Followed = Parameters<CommandTransport["follow"]>;

export class Network {
  readonly faults: Faults<NeutralRule> = new Faults<NeutralRule>();
  readonly #place: Destination;
  readonly #replies = new ReplyMemory<Answer>();
  readonly #shared = { timers, swaps: new ReplySwaps<Answer>(timers), replyOf: (given: Answer) => given };
  readonly #hanging = new Set<Promise<void>>();
  readonly #streams = new Set<AbortController>();
  #away = 0;

  constructor(place: Destination) {
    this.#place = place;
  }

  /** Returns the transport of a client. */
  transport(): CommandTransport {
    return {
      ...this.#place.direct,
      send: (command, limits) => this.#send(command, limits),
      follow: (...followed) => this.#follow(followed),
    };
  }

  hang(): () => void {
    let end = (): void => {};
    const hanging = new Promise<void>((resolve) => {
      end = resolve;
    });
    this.#hanging.add(hanging);
    this.#endStreams();
    return () => {
      this.#hanging.delete(hanging);
      end();
    };
  }

  goAway(): () => void {
    let isAway = true;
    this.#away += 1;
    this.#endStreams();
    return () => {
      if (isAway) this.#away -= 1;
      isAway = false;
    };
  }

  #endStreams(): void {
    for (const stream of this.#streams) stream.abort();
  }

  #send(command: readonly string[], limits: RunLimits): Promise<Answer> {
    return oneRequest(limits, [], async (signal) => {
      checkClocks();
      if (this.#away > 0) throw neverSent(new RedisUnreachableError("the test made Redis unreachable"));
      // At least one step, so that no request runs before its caller goes on. Ends when every hang has ended: one may
      // begin while another is awaited.
      do await Promise.all(this.#hanging);
      while (this.#hanging.size > 0);
      // Its caller has its answer already.
      if (signal.aborted) throw new OutcomeUnknownError("the deadline has passed");
      // It is sent again, whole: the rules then hit the request that runs.
      if (this.#place.isUnknownScript(command)) return this.#place.run(command);
      const caller = new Caller();
      return Promise.race([caller.lost, this.#answered(command, caller)]);
    });
  }

  async #answered(command: readonly string[], caller: Caller): Promise<Answer> {
    const exchange = this.#exchange(caller, command[0] ?? "", false);
    if (await exchange.beforeExecuting()) {
      const answer = await exchange.execute(
        async () => this.#place.run(command),
        (real) => {
          const before = this.#replies.replace(command, real);
          return () => before;
        },
      );
      if (await exchange.beforeReply()) return answer;
    }
    return caller.lost;
  }

  async #follow([channel, listener, signal]: Followed): Promise<StreamEnd> {
    if (this.#away > 0 || this.#hanging.size > 0 || signal.aborted) return "ended";
    const stream = new AbortController();
    const stop = (): void => stream.abort();
    this.#streams.add(stream);
    signal.addEventListener("abort", stop);
    const ended = new Promise<StreamEnd>((resolve) => {
      stream.signal.addEventListener("abort", () => resolve("ended"));
    });
    const end = await Promise.race([ended, this.#opened(channel, listener, stream)]);
    this.#streams.delete(stream);
    signal.removeEventListener("abort", stop);
    return end;
  }

  async #opened(channel: Followed[0], listener: ChannelListener, stream: AbortController): Promise<StreamEnd> {
    const destroy = (): void => stream.abort();
    const connection = { destroyed: false, destroy, resetAndDestroy: destroy };
    const exchange = this.#exchange(connection, channel.perWaiter ? "PSUBSCRIBE" : "SUBSCRIBE", true);
    if (!(await exchange.beforeExecuting())) return "ended";
    const { substitute } = exchange;
    if (substitute !== undefined) {
      await exchange.beforeReply();
      return "error" in substitute ? "refused" : "ended";
    }
    const { signal } = stream;
    const messages = new FaultedStream<Parameters<ChannelListener["onMessage"]>>(exchange, timers, (message) => {
      if (!signal.aborted) listener.onMessage(...message);
    });
    const confirm = (): void => {
      if (signal.aborted) return;
      if (!exchange.holdsConfirmation) listener.onSubscribed();
      messages.confirm({ once: (_, ended) => signal.addEventListener("abort", ended), destroy });
    };
    const onSubscribed = (): void => void exchange.beforeReply().then(confirm);
    const onMessage = (...message: Parameters<ChannelListener["onMessage"]>): void => messages.pass(message);
    return this.#place.direct.follow(channel, { onSubscribed, onMessage }, signal);
  }

  #exchange(connection: ClientConnection, name: string, isStream: boolean): Exchange<Answer> {
    const word = name.toUpperCase();
    // A script that Redis did not know is sent whole.
    const drawn = this.faults.draw(word === "EVAL" ? [word, "EVALSHA"] : [word], isStream);
    return new Exchange(connection, drawn, { ...this.#shared, rulesChange: this.faults.change });
  }
}

/** The connection of one request. */
class Caller implements ClientConnection {
  destroyed = false;
  /** Rejects when the connection is lost. */
  readonly lost: Promise<never>;
  #reject = (_: Error): void => {};

  constructor() {
    this.lost = new Promise((_, reject) => {
      this.#reject = reject;
    });
  }

  destroy(): void {
    this.destroyed = true;
    this.#reject(new OutcomeUnknownError("the test lost the request or its reply"));
  }

  resetAndDestroy(): void {
    this.destroy();
  }
}
