// The channels and patterns of one connection of RESP. Each SUBSCRIBE or PSUBSCRIBE is to the fault rules what a stream
// is over HTTP, with its own delays and silence. All share one connection to the database, which confirms and counts
// them.
import type { Exchange, OpenStream } from "../../engine/faults/exchange.ts";
import type { Upstream } from "./database.ts";
import type { HttpAnswer } from "./http.ts";
import { RedisAway } from "./redis-link.ts";
import type { Frame } from "./resp-frames.ts";
import type { Timers } from "./timers.ts";

interface SubscriberParts {
  readonly timers: Timers;
  /** Sends a message of Redis to the client. */
  readonly push: (bytes: Buffer) => void;
  /** Ends the client's connection. */
  readonly end: () => void;
}

/** The reply of Redis to a command, in RESP2: a message for each channel. */
interface Reply {
  readonly frames: readonly Buffer[];
  readonly isError: boolean;
}

interface Waiting {
  readonly frames: Buffer[];
  left: number;
  readonly subscription: Subscription | undefined;
  readonly resolve: (reply: Reply) => void;
  readonly reject: (error: RedisAway) => void;
}

/** The channels that one SUBSCRIBE or PSUBSCRIBE has opened. */
class Subscription implements OpenStream {
  readonly #exchange: Exchange<HttpAnswer>;
  readonly #parts: SubscriberParts;
  readonly #ending: (() => void)[] = [];
  #early: Buffer[] | undefined = [];
  /** Its channels that are still open. */
  open = 0;

  constructor(exchange: Exchange<HttpAnswer>, parts: SubscriberParts) {
    this.#exchange = exchange;
    this.#parts = parts;
  }

  get isFrozen(): boolean {
    return this.#exchange.lineDelayMs() === Number.POSITIVE_INFINITY;
  }

  /** The client has its confirmation, or never gets it. Messages that came before follow it. */
  confirm(): void {
    const early = this.#early ?? [];
    this.#early = undefined;
    for (const bytes of early) this.pass(bytes);
    if (this.open > 0) this.#exchange.confirmed(this);
  }

  pass(bytes: Buffer): void {
    const delayMs = this.#exchange.lineDelayMs();
    if (this.#early !== undefined) this.#early.push(bytes);
    else if (delayMs === 0) this.#parts.push(bytes);
    // Timers of one length fire in the order they were set, so delayed messages keep theirs.
    else if (delayMs < Number.POSITIVE_INFINITY) this.#parts.timers.after(delayMs, () => this.#pushIfOpen(bytes));
  }

  #pushIfOpen(bytes: Buffer): void {
    if (this.open > 0) this.#parts.push(bytes);
  }

  once(_event: "close", listener: () => void): void {
    this.#ending.push(listener);
  }

  destroy(): void {
    this.#parts.end();
  }

  /** One of its channels is closed, or belongs to a later subscription. */
  leave(): void {
    this.open -= 1;
    if (this.open === 0) for (const end of this.#ending.splice(0)) end();
  }
}

export class RespSubscriber {
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

  /** Makes the subscription of a command that is about to open it, with its faults. */
  subscription(exchange: Exchange<HttpAnswer>): Subscription {
    return new Subscription(exchange, this.#parts);
  }

  /**
   * Resolves with the reply of Redis to a command that opens or closes channels; one at a time. Rejects with
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

  #receive({ bytes, words }: Frame): void {
    const [verb = "", channel = ""] = words.map((word) => word.toString("latin1"));
    const key = keyOf(verb, channel);
    if (verb === "message" || verb === "pmessage") {
      this.#channels.get(key)?.pass(bytes);
      return;
    }
    const waiting = this.#waiting;
    if (waiting === undefined) return;
    const isError = verb.startsWith("-");
    if (verb.endsWith("unsubscribe")) this.#remove(key);
    else if (!isError && waiting.subscription !== undefined) this.#add(key, waiting.subscription);
    waiting.frames.push(bytes);
    waiting.left -= 1;
    if (waiting.left > 0 && !isError) return;
    this.#waiting = undefined;
    waiting.resolve({ frames: waiting.frames, isError });
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
