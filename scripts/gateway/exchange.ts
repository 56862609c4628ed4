// One request with the faults that were drawn for it: what they may do to it.

import type { Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { type FaultRule, faultKinds } from "./fault-rules.ts";

export class Exchange {
  readonly #socket: Socket;
  readonly #rules: readonly FaultRule[];
  readonly #closing: AbortSignal;
  #isDropped = false;

  constructor(socket: Socket, rules: readonly FaultRule[], closing: AbortSignal) {
    this.#socket = socket;
    this.#rules = rules;
    this.#closing = closing;
  }

  /** The mark a witness puts on commands that are executed although nobody hears of it. */
  get faulted(): "drop-reply" | undefined {
    return this.#rules.some((rule) => rule.fault === "drop-reply") ? "drop-reply" : undefined;
  }

  get holdsConfirmation(): boolean {
    return this.#rules.some((rule) => rule.beforeConfirmation === true);
  }

  /** False: nothing may be executed. */
  async beforeExecuting(): Promise<boolean> {
    for (const rule of this.#rules) await faultKinds[rule.fault].beforeExecuting?.(this, rule);
    // A client that went away by itself does not count: its request is on the way all the same, as on a real network.
    return !this.#isDropped && !this.#closing.aborted;
  }

  /** False: nobody is left to answer. */
  async beforeReply(): Promise<boolean> {
    for (const rule of this.#rules) await faultKinds[rule.fault].beforeReply?.(this, rule);
    return !this.#socket.destroyed;
  }

  /** How long the next line of a stream waits; Infinity: for ever. */
  lineDelayMs(): number {
    return this.#rules.reduce((sum, rule) => sum + (faultKinds[rule.fault].lineDelayMs?.(rule) ?? 0), 0);
  }

  drop(): void {
    this.#isDropped = true;
    this.#socket.destroy();
  }

  async pause(ms: number): Promise<void> {
    if (ms > 0) await sleep(ms, undefined, { signal: this.#closing }).catch(() => {}); // cut short when the gateway closes
  }
}
