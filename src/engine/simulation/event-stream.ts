// One event stream of a simulated world, from its request to its end on both sides.

import { eventOf } from "../event-text.ts";
import { fromBytes, toBytes } from "../keyspace/byte-text.ts";
import { RedisError } from "../keyspace/reply.ts";
import type { Database } from "./database.ts";
import type { Random } from "./random.ts";
import { SimulatedBody, SimulatedResponse, wholeResponse } from "./response.ts";
import type { RestCall } from "./rest.ts";
import { mayCut, Way } from "./way.ts";
import type { World } from "./world.ts";

/** How probable each fault of a stream or of its messages is, 0 to 1. */
export interface StreamRates {
  /** A message is late by seconds. */
  late: number;
  lostMessage: number;
  doubledMessage: number;
  /** A stream is cut within seconds. Its client may not notice. */
  cutStream: number;
  /** A stream opens, and brings neither its confirmation nor a message. */
  deafStream: number;
}

/** The parts of the world that a stream uses. */
interface Parts {
  readonly world: World;
  readonly database: Database;
  readonly random: Random;
  readonly rates: StreamRates;
  /** Returns the time of one way, ms. */
  readonly delay: () => number;
  /** Returns by how much a message is late, ms; undefined: it is lost. */
  readonly delayOf: () => number | undefined;
}

/** Where it ends. */
interface Receiver {
  readonly name: string;
  deliver(ms: number, run: () => void): void;
  onEnd(ended: () => void): void;
}

const LATE_MESSAGE_MS = 1_000;
const LATE_COPY_MS = 500;
// Isolates whose number is even, to a database for which that makes a difference.
const OVER_TCP = /[02468]$/;
// As Upstash's streams do.
const PING_EVERY_MS = 60_000;

export class EventStream {
  readonly receiver: Receiver;
  readonly #call: Extract<RestCall, { kind: "stream" }>;
  readonly #parts: Parts;
  readonly #onEnd: () => void;
  readonly #body = new SimulatedBody(() => this.leave());
  /** Ends the subscription at the database; undefined: it has not begun, or has ended. */
  #unfollow: (() => void) | undefined;
  #hasEnded = false;
  #isDeaf = false;
  readonly #way: Way;

  /** `onEnd`: called when the database has ended it. */
  constructor(receiver: Receiver, call: Extract<RestCall, { kind: "stream" }>, parts: Parts, onEnd: () => void) {
    this.receiver = receiver;
    this.#call = call;
    this.#parts = parts;
    this.#onEnd = onEnd;
    this.#way = new Way(parts.world, (ms, run) => receiver.deliver(ms, run));
    receiver.onEnd(() => this.leave());
  }

  /** Sends its request. One of both is called if it is answered. `lateMs`: by how much the answer is late. */
  open(answered: (response: SimulatedResponse) => void, failed: () => void, lateMs: number): void {
    const { world, database, rates, random, delay } = this.#parts;
    world.after(delay(), () => {
      if (this.#hasEnded) return;
      if (!database.isUp) {
        this.#endHere();
        this.receiver.deliver(delay(), failed);
        return;
      }
      const { name } = this.receiver;
      this.#isDeaf = random.chance(rates.deafStream);
      if (this.#isDeaf) world.fault(`deaf stream of ${name}`, { isSoft: true });
      const refusal = this.#follow();
      if (refusal !== undefined) {
        this.#endHere();
        this.receiver.deliver(delay(), () =>
          answered(wholeResponse({ status: 400, text: JSON.stringify({ error: refusal }) })),
        );
        return;
      }
      world.log(`${name} follows ${this.#call.channel}`);
      this.#ping();
      this.#way.arrive(delay() + lateMs, () => {
        answered(new SimulatedResponse(200, { "content-type": "text/event-stream" }, this.#body));
        const word = this.#call.isPattern ? "psubscribe" : "subscribe";
        if (!this.#isDeaf) this.#body.arrive(eventOf(`${word},${this.#call.channel},1`));
      });
      if (database.streamsEndAt < Number.POSITIVE_INFINITY) {
        world.after(database.streamsEndAt - world.now, () => this.#lose(false));
      }
      mayCut({ world, random, probability: rates.cutStream }, (isSilent) => this.cut(isSilent));
    });
  }

  /** Its client wants no more: the database learns it a way later. */
  leave(): void {
    this.#parts.world.after(this.#parts.delay(), () => this.#endHere());
  }

  /** The connection is cut. `isSilent`: its client does not learn it. */
  cut(isSilent: boolean): void {
    if (this.#hasEnded) return;
    this.#parts.world.fault(`cut stream of ${this.receiver.name}${isSilent ? ", in silence" : ""}`, { isSoft: true });
    this.#lose(isSilent);
  }

  #lose(isSilent: boolean): void {
    if (this.#hasEnded) return;
    this.#endHere();
    if (!isSilent) this.#way.arrive(this.#parts.delay(), () => this.#body.end());
  }

  #endHere(): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    this.#unfollow?.();
    this.#onEnd();
  }

  #ping(): void {
    this.#parts.world.after(PING_EVERY_MS, () => {
      if (this.#hasEnded) return;
      this.#way.arrive(this.#parts.delay(), () => this.#body.arrive(": ping\n\n"));
      this.#ping();
    });
  }

  /** Begins the subscription. Returns the error of a database that refuses it. */
  #follow(): string | undefined {
    const { database } = this.#parts;
    const { channel, isPattern } = this.#call;
    const tell = (message: string, from: string): void => this.#tell(message, from);
    try {
      const stop = database.follow(toBytes(channel), isPattern, tell, OVER_TCP.test(this.receiver.name));
      const forget = database.onRestart(() => this.#lose(false));
      this.#unfollow = () => {
        stop();
        forget();
      };
      return undefined;
    } catch (error) {
      if (error instanceof RedisError) return fromBytes(error.message);
      throw error;
    }
  }

  #tell(message: string, from: string): void {
    const { world, rates, random, delay, delayOf } = this.#parts;
    const { name } = this.receiver;
    if (this.#isDeaf) return;
    const directedMs = delayOf();
    if (directedMs === undefined || random.chance(rates.lostMessage)) {
      world.fault(`lost message to ${name}`, { isSoft: true });
      return;
    }
    const lateMs = directedMs + (random.chance(rates.late) ? random.exponential(LATE_MESSAGE_MS) : 0);
    if (lateMs > 0) world.fault(`late message to ${name}`, { forMs: lateMs, isSoft: true });
    const [channel, content] = [fromBytes(from), fromBytes(message)];
    const { isPattern, channel: followed } = this.#call;
    const line = isPattern ? `pmessage,${followed},${channel},${content}` : `message,${channel},${content}`;
    world.log(`message to ${name} ${line}`);
    const arrive = (): void => this.#body.arrive(eventOf(line));
    this.#way.arrive(delay() + lateMs, arrive);
    if (!random.chance(rates.doubledMessage)) return;
    world.fault(`doubled message to ${name}`, { isSoft: true });
    this.#way.arrive(delay() + random.exponential(LATE_COPY_MS), arrive);
  }
}
