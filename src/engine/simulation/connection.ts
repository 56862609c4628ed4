// One connection of TCP between an isolate of a simulated world and a database. It keeps the order in both directions, so
// whatever is late or lost withholds what is behind it.

import type { Answer } from "../../lock/redis/script-port.ts";
import type { Tell } from "../channels.ts";
import { fromBytes, toBytes } from "../keyspace/byte-text.ts";
import type { Database } from "./database.ts";
import type { Random } from "./random.ts";
import { mayCut, Way } from "./way.ts";
import type { World } from "./world.ts";

/** The end of a connection in an isolate. */
interface Peer {
  readonly name: string;
  deliver(ms: number, run: () => void): void;
  onEnd(ended: () => void): void;
}

/** How probable each fault of a connection is, 0 to 1. */
interface ConnectionRates {
  /** A command ends the connection; it may have arrived before. */
  readonly reset: number;
  /** From a command or its reply on, the connection is dead, and neither side learns it. */
  readonly loss: number;
  /** A command or a reply is late by seconds, with all behind it. */
  readonly late: number;
  /** A connection with a subscription is cut within seconds. Its client may not notice. */
  readonly cutStream: number;
}

interface Parts {
  readonly world: World;
  /** Undefined: nobody has this address. */
  readonly database: Database | undefined;
  readonly random: Random;
  readonly rates: ConnectionRates;
  /** Returns the time of one way, ms. */
  readonly delay: () => number;
}

/** Gets a message, the channel that it came by, and the pattern that was subscribed; undefined: a channel was. */
export type OnMessage = (payload: string, channel: string, pattern: string | undefined) => void;

interface Pending {
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: Error) => void;
}

const LATE_MS = 1_500;

export class Connection {
  readonly peer: Peer;
  readonly #parts: Parts;
  readonly #onEnd: () => void;
  readonly #onMessage: OnMessage;
  readonly #pending = new Set<Pending>();
  /** Ends each subscription at the database, by its name and kind. */
  readonly #subscriptions = new Map<string, () => void>();
  #forgetRestarts: () => void = () => {};
  /** No byte passes any more, in either direction. */
  #isDead = false;
  #hasEnded = false;
  /** To the database, and to the isolate. */
  readonly #wayThere: Way;
  readonly #wayHere: Way;

  /**
   * @param onMessage gets the messages of its subscriptions
   * @param onEnd called once, when its client learns that it has ended
   */
  constructor(peer: Peer, parts: Parts, onMessage: OnMessage, onEnd: () => void) {
    this.peer = peer;
    this.#parts = parts;
    this.#wayThere = new Way(parts.world, (ms, run) => parts.world.after(ms, run));
    this.#wayHere = new Way(parts.world, (ms, run) => peer.deliver(ms, run));
    this.#onMessage = onMessage;
    this.#onEnd = onEnd;
    peer.onEnd(() => this.close());
  }

  /** Opens it. Rejects if nobody listens. */
  open(): Promise<void> {
    const { database } = this.#parts;
    return new Promise((resolve, reject) => {
      this.#there(() => {
        if (database?.isUp !== true) {
          this.#here(() => reject(Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNREFUSED" })));
          return;
        }
        this.#forgetRestarts = database.onRestart(() => this.cut(false));
        this.#here(resolve);
      });
    });
  }

  /** Sends a command. Resolves with its reply. Rejects when the connection ends before. */
  send(words: readonly string[]): Promise<Answer> {
    return this.#ask(() => {
      const { database, world } = this.#parts;
      const answer = database?.run(words) ?? { error: "ERR no database" };
      world.log(`${this.peer.name} over TCP ${words.join(" ")} -> ${JSON.stringify(answer)}`);
      return answer;
    });
  }

  /** Follows a channel, or the channels of a pattern. Resolves when the database has confirmed it. */
  async subscribe(name: string, isPattern: boolean): Promise<void> {
    const { random, rates, world } = this.#parts;
    await this.#ask(() => {
      const tell: Tell = (message, from) => {
        const [payload, channel] = [fromBytes(message), fromBytes(from)];
        world.log(`message to ${this.peer.name} over TCP ${channel} ${payload}`);
        this.#here(() => this.#onMessage(payload, channel, isPattern ? name : undefined));
      };
      const stop = this.#parts.database?.follow(toBytes(name), isPattern, tell, true);
      if (stop !== undefined) this.#subscriptions.set(`${isPattern} ${name}`, stop);
      return { result: 1 };
    });
    mayCut({ world, random, probability: rates.cutStream }, (isSilent) => this.cut(isSilent));
  }

  async unsubscribe(name: string, isPattern: boolean): Promise<void> {
    await this.#ask(() => {
      this.#subscriptions.get(`${isPattern} ${name}`)?.();
      this.#subscriptions.delete(`${isPattern} ${name}`);
      return { result: 0 };
    });
  }

  /** Ends it, as its client does. */
  close(): void {
    if (this.#hasEnded) return;
    this.#parts.world.after(this.#parts.delay(), () => this.#endThere());
    this.#endHere();
  }

  /** It is cut. `isSilent`: its client does not learn it. */
  cut(isSilent: boolean): void {
    if (this.#hasEnded || this.#isDead) return;
    this.#parts.world.fault(`cut connection of ${this.peer.name}${isSilent ? ", in silence" : ""}`);
    if (!isSilent) this.#here(() => this.#endHere());
    this.#die();
  }

  #ask(carryOut: () => Answer): Promise<Answer> {
    const { random, rates, world } = this.#parts;
    const { name } = this.peer;
    return new Promise((resolve, reject) => {
      if (this.#hasEnded) {
        reject(new Error("Stream isn't writeable and enableOfflineQueue options is false"));
        return;
      }
      const pending = { resolve, reject };
      this.#pending.add(pending);
      if (random.chance(rates.reset)) {
        world.fault(`reset of the connection of ${name}`);
        if (random.chance(0.5)) this.#there(() => void carryOut());
        this.#here(() => this.#endHere());
        this.#die();
        return;
      }
      if (random.chance(rates.loss)) {
        world.fault(`the connection of ${name} is dead`);
        if (random.chance(0.5)) this.#there(() => void carryOut());
        this.#die();
        return;
      }
      this.#there(() => {
        if (this.#parts.database?.isUp !== true) return;
        const answer = carryOut();
        this.#here(() => {
          if (this.#pending.delete(pending)) resolve(answer);
        }, this.#lateness("reply"));
      }, this.#lateness("command"));
    });
  }

  #lateness(what: string): number {
    const { random, rates, world } = this.#parts;
    if (!random.chance(rates.late)) return 0;
    const ms = random.exponential(LATE_MS);
    world.fault(`late ${what} over TCP of ${this.peer.name}`, { forMs: ms });
    return ms;
  }

  /** Runs something at the database, in order. */
  #there(run: () => void, lateMs: number = 0): void {
    if (!this.#isDead) this.#wayThere.arrive(this.#parts.delay() + lateMs, run);
  }

  /** Runs something in the isolate, in order. */
  #here(run: () => void, lateMs: number = 0): void {
    if (this.#isDead) return;
    this.#wayHere.arrive(this.#parts.delay() + lateMs, () => {
      if (!this.#hasEnded) run();
    });
  }

  #die(): void {
    this.#isDead = true;
    this.#endThere();
  }

  #endThere(): void {
    this.#forgetRestarts();
    for (const stop of this.#subscriptions.values()) stop();
    this.#subscriptions.clear();
  }

  #endHere(): void {
    this.#hasEnded = true;
    for (const { reject } of this.#pending) reject(new Error("Connection is closed."));
    this.#pending.clear();
    this.#onEnd();
  }
}
