// The channels and patterns of one client: of a connection of RESP, or of a stream over HTTP. Each SUBSCRIBE or PSUBSCRIBE
// is a stream for the fault rules, with its own delays and silence. All share one connection to the database, which
// confirms and counts them.
import type { Exchange, OpenStream } from "../../engine/faults/exchange.ts";
import { FaultedStream } from "../../engine/faults/stream.ts";
import type { Upstream } from "./database.ts";
import type { HttpAnswer } from "./http.ts";
import { RedisAway } from "./redis-link.ts";
import type { Frame } from "./resp-frames.ts";
import type { Timers } from "./timers.ts";

interface SubscriberParts {
  readonly timers: Timers;
  /** Sends a message of Redis to the client. */
  readonly push: (message: Frame) => void;
  /** Ends the client's connection, like that to the database. */
  readonly end: () => void;
  /** Ends the client's connection for a fault. */
  readonly cut: () => void;
}

/** The reply of Redis to a command, in RESP2: a message for each channel. */
interface Reply {
  readonly frames: readonly Frame[];
  /** Undefined: it is none. */
  readonly error: string | undefined;
}

interface Waiting {
  readonly frames: Frame[];
  left: number;
  readonly subscription: Subscription | undefined;
  readonly resolve: (reply: Reply) => void;
  readonly reject: (error: RedisAway) => void;
}

/** The channels that one SUBSCRIBE or PSUBSCRIBE has opened. */
class Subscription implements OpenStream {
  readonly #messages: FaultedStream<Frame>;
  readonly #cut: () => void;
  readonly #ending: (() => void)[] = [];
  /** Its channels that are still open. */
  open = 0;

  constructor(exchange: Exchange<HttpAnswer>, { timers, push, cut }: SubscriberParts) {
    this.#messages = new FaultedStream(exchange, timers, (message) => {
      if (this.open > 0) push(message);
    });
    this.#cut = cut;
  }

  get isFrozen(): boolean {
    return this.#messages.isFrozen;
  }

  /** The client has its confirmation, or never gets it. */
  confirm(): void {
    if (this.open > 0) this.#messages.confirm(this);
  }

  pass(message: Frame): void {
    this.#messages.pass(message);
  }

  once(_event: "close", listener: () => void): void {
    this.#ending.push(listener);
  }

  destroy(): void {
    this.#cut();
  }

  /** One of its channels is closed, or belongs to a later subscription. */
  leave(): void {
    this.open -= 1;
    if (this.open === 0) for (const end of this.#ending.splice(0)) end();
  }
}

/** The only channel of MONITOR. */
const MONITORED = "m";

export class Subscriber {
  readonly #parts: SubscriberParts;
  /** By kind and name. */
  readonly #channels = new Map<string, Subscription>();
  #upstream: Upstream | undefined;
  #waiting: Waiting | undefined;
  #isClosed = false;

  constructor(parts: SubscriberParts) {
    this.#parts = parts;
  }

  /** The number of open channels and patterns. */
  get count(): number {
    return this.#channels.size;
  }

  /** False: the connection to the database has ended. */
  get isOpen(): boolean {
    return this.#upstream !== undefined;
  }

  /** Makes the subscription of a command that is about to open it, with its faults. */
  subscription(exchange: Exchange<HttpAnswer>): Subscription {
    return new Subscription(exchange, this.#parts);
  }

  /**
   * Resolves with the reply of Redis to MONITOR, or to a command that opens or closes channels; one at a time. Rejects with
   * `RedisAway`, also when the client has left.
   */
  async run(words: readonly Buffer[], open: () => Promise<Upstream>, subscription?: Subscription): Promise<Reply> {
    this.#upstream ??= await this.#open(open);
    const upstream = this.#upstream;
    if (this.#isClosed) throw new RedisAway("the client has left");
    const reply = await new Promise<Reply>((resolve, reject) => {
      this.#waiting = { frames: [], left: this.#repliesTo(words), subscription, resolve, reject };
      upstream.send(words);
    });
    if (this.count === 0) this.#closeUpstream();
    return reply;
  }

  /** The client has left. */
  close(): void {
    this.#isClosed = true;
    this.leaveAll();
  }

  /** Closes all channels and patterns. */
  leaveAll(): void {
    this.#closeUpstream();
    this.#lose();
    for (const key of [...this.#channels.keys()]) this.#remove(key);
  }

  async #open(open: () => Promise<Upstream>): Promise<Upstream> {
    const upstream = await open();
    if (this.#isClosed) upstream.close();
    upstream.listen(
      (frame) => this.#receive(frame),
      () => {
        this.#upstream = undefined;
        this.#lose();
        // A frozen stream stands for a silent network, and outlives the connection to Redis.
        if (![...this.#channels.values()].every(({ isFrozen }) => isFrozen)) this.#parts.end();
      },
    );
    return upstream;
  }

  #closeUpstream(): void {
    this.#upstream?.close();
    this.#upstream = undefined;
  }

  #lose(): void {
    this.#waiting?.reject(new RedisAway("the connection to Redis ended"));
    this.#waiting = undefined;
  }

  #repliesTo([name, ...names]: readonly Buffer[]): number {
    if (names.length > 0) return names.length;
    const kind = kindOf(String(name));
    return Math.max(1, [...this.#channels.keys()].filter((key) => key.startsWith(kind)).length);
  }

  #receive(frame: Frame): void {
    const [verb = "", channel = ""] = frame.words.map((word) => word.toString("latin1"));
    const key = verb.startsWith("+") ? MONITORED : keyOf(verb, channel);
    const waiting = this.#waiting;
    if (verb === "message" || verb === "pmessage" || waiting === undefined) {
      this.#channels.get(key)?.pass(frame);
      return;
    }
    const error = verb.startsWith("-") ? String(frame.words[0]).slice(1) : undefined;
    if (verb.endsWith("unsubscribe")) this.#remove(key);
    else if (error === undefined && waiting.subscription !== undefined) this.#add(key, waiting.subscription);
    waiting.frames.push(frame);
    waiting.left -= 1;
    if (waiting.left > 0 && error === undefined) return;
    this.#waiting = undefined;
    waiting.resolve({ frames: waiting.frames, error });
  }

  #add(key: string, subscription: Subscription): void {
    subscription.open += 1;
    this.#remove(key);
    this.#channels.set(key, subscription);
  }

  #remove(key: string): void {
    const subscription = this.#channels.get(key);
    this.#channels.delete(key);
    subscription?.leave();
  }
}

/** Channels and patterns of one name are different. */
function keyOf(verb: string, channel: string): string {
  return `${kindOf(verb)}${channel}`;
}

function kindOf(verb: string): "p" | "c" {
  return /^p/i.test(verb) ? "p" : "c";
}
