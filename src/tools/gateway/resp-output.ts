// The way back to a client of RESP: replies in their order, messages in between, and the end of the connection.
import type { Socket } from "node:net";
import type { ClientConnection } from "../../engine/faults/exchange.ts";
import type { HttpAnswer } from "./http.ts";
import type { Turn } from "./resp-turns.ts";
import { maxUnreadBytes } from "./streams.ts";
import type { Timers } from "./timers.ts";

const goodbyeMs = 1_000;

export class RespOutput {
  readonly #socket: Socket;
  readonly #closed: Promise<void>;
  /** A reply has stopped in the middle. */
  #isStalled = false;

  constructor(socket: Socket) {
    this.#socket = socket;
    this.#closed = new Promise((resolve) => socket.once("close", () => resolve()));
  }

  /** Writes a reply, when it is its turn. Resolves when the next one may follow, which is never after half a reply. */
  async write({ body, cut }: HttpAnswer): Promise<void> {
    const isWhole = cut === undefined || cut.atByte >= body.length;
    await this.#send(isWhole ? body : body.subarray(0, cut.atByte));
    if (cut?.closes === true) this.end();
    else if (!isWhole) {
      this.#isStalled = true;
      await this.stall();
    }
  }

  /** Writes a message, which answers no command. A client that does not read is left, as Redis does. */
  push(bytes: Buffer): void {
    if (this.#isStalled || !this.#socket.writable) return;
    this.#socket.write(bytes);
    if (this.#socket.writableLength > maxUnreadBytes) this.#socket.destroy();
  }

  /** Replies to nothing any more. Resolves when the connection has ended. */
  async stall(): Promise<void> {
    await this.#closed;
  }

  /** Ends the connection after the bytes that were written. */
  end(): void {
    this.#socket.destroySoon();
  }

  /**
   * Ends this side alone, and soon the connection. At once, a client that is still sending would see an error of its
   * connection instead of the last reply.
   */
  leave(timers: Timers): void {
    this.#socket.end();
    this.#socket.once(
      "close",
      timers.after(goodbyeMs, () => this.#socket.destroy()),
    );
  }

  /** A client that does not read its replies waits for later ones, and they for it. */
  async #send(bytes: Buffer): Promise<void> {
    if (bytes.length === 0 || !this.#socket.writable || this.#socket.write(bytes)) return;
    let ready = (): void => {};
    const drained = new Promise<void>((resolve) => {
      ready = resolve;
      this.#socket.once("drain", ready);
    });
    await Promise.race([drained, this.#closed]);
    this.#socket.off("drain", ready);
  }
}

/** The connection as the faults of one of its commands see it: they act on it in its turn. */
export class RespLine implements ClientConnection {
  readonly #socket: Socket;
  readonly #turn: Turn;
  readonly #onLost: () => void;
  #isCut = false;
  /** Resolves when the connection has ended, if it has to. */
  ended: Promise<void> = Promise.resolve();

  /** @param onLost called when the commands behind it must no longer be executed */
  constructor(socket: Socket, turn: Turn, onLost: () => void) {
    this.#socket = socket;
    this.#turn = turn;
    this.#onLost = onLost;
  }

  /** Whether this command itself ends the connection. */
  get isCut(): boolean {
    return this.#isCut;
  }

  get destroyed(): boolean {
    return this.#isCut || this.#socket.destroyed;
  }

  destroy(): void {
    this.#cut(() => this.#socket.destroySoon());
  }

  resetAndDestroy(): void {
    this.#cut(() => this.#socket.resetAndDestroy());
  }

  #cut(end: () => void): void {
    if (this.#isCut) return;
    this.#isCut = true;
    this.ended = this.#inTurn(end);
  }

  async #inTurn(end: () => void): Promise<void> {
    await this.#turn.toExecute;
    this.#onLost();
    this.#turn.executed();
    await this.#turn.toAnswer;
    end();
    this.#turn.answered();
  }
}
