// A client of ioredis as a port over TCP sees it: connections to the database of a simulated world.

import type { Connection, OnMessage } from "../../../src/engine/simulation/connection.ts";
import type { Answer } from "../../../src/lock/redis/script-port.ts";

/** Starts a connection, which is not open yet. */
type Connect = (onMessage: OnMessage, onEnd: () => void) => Connection;

type Listener = (...args: never[]) => void;

class Emitter {
  readonly #listeners = new Map<string, Listener[]>();

  on(event: string, listener: Listener): this {
    this.#listeners.set(event, [...(this.#listeners.get(event) ?? []), listener]);
    return this;
  }

  protected emit(event: string, ...args: unknown[]): void {
    for (const listener of this.#listeners.get(event) ?? []) Reflect.apply(listener, this, args);
  }
}

/** The client of a program. The port uses its options, and none of its connections. */
export class SimulatedIoredis extends Emitter {
  readonly status = "ready";
  readonly options: object;
  readonly #connect: Connect;

  constructor(host: string, connect: Connect) {
    super();
    this.options = { host, port: 6_379 };
    this.#connect = connect;
  }

  duplicate(): SimulatedIoredisConnection {
    return new SimulatedIoredisConnection(this.#connect);
  }

  async callBuffer(): Promise<never> {
    throw new Error("the port must not use the connection of the given client");
  }
}

/** A connection of the port: what the library does with the options that the port sets. */
class SimulatedIoredisConnection extends Emitter {
  status = "wait";
  readonly #connection: Connection;

  constructor(connect: Connect) {
    super();
    this.#connection = connect(
      (payload, channel, pattern) =>
        pattern === undefined
          ? this.emit("message", channel, payload)
          : this.emit("pmessage", pattern, channel, payload),
      () => {
        this.status = "end";
        this.emit("close");
        this.emit("end");
      },
    );
  }

  async connect(): Promise<void> {
    this.status = "connecting";
    await this.#connection.open();
    this.status = "ready";
    this.emit("connect");
  }

  disconnect(): void {
    this.#connection.close();
  }

  ping(): Promise<unknown> {
    return this.callBuffer("PING");
  }

  async callBuffer(...words: string[]): Promise<unknown> {
    return rawIn(await this.#connection.send(words));
  }

  subscribe(name: string): Promise<void> {
    return this.#connection.subscribe(name, false);
  }

  psubscribe(pattern: string): Promise<void> {
    return this.#connection.subscribe(pattern, true);
  }

  unsubscribe(name: string): Promise<void> {
    return this.#connection.unsubscribe(name, false);
  }

  punsubscribe(pattern: string): Promise<void> {
    return this.#connection.unsubscribe(pattern, true);
  }
}

/** An error of Redis, as the library throws it. */
class ReplyError extends Error {}

function rawIn(answer: Answer): unknown {
  if ("error" in answer) throw new ReplyError(answer.error);
  return rawOf(answer.result);
}

/** Returns a reply as `callBuffer` does with `stringNumbers`: texts as bytes, and integers as texts. */
function rawOf(result: unknown): unknown {
  if (typeof result === "string") return new TextEncoder().encode(result);
  if (typeof result === "number") return String(result);
  return Array.isArray(result) ? result.map(rawOf) : result;
}
