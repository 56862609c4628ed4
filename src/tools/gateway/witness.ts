// The witness log: every command executed over HTTP or RESP, in Redis' order of execution.
import { epochNowMs } from "../../base/clock.ts";
import type { Command } from "./command.ts";
import { textOrBase64, type WitnessValue } from "./reply.ts";

/** The log keeps the newest: at most so many commands, and so many characters in total. */
const maxCommands = 50_000;
const maxCharacters = 64_000_000;

export interface WitnessEntry {
  readonly seq: number;
  /** The number of its request; commands of one HTTP pipeline share it. */
  readonly request: number;
  /** The time when it was sent to Redis, epoch ms: it was executed between then and `atMs`. */
  readonly sentAtMs: number;
  /** The time when its reply arrived, epoch ms. */
  readonly atMs: number;
  readonly command: readonly WitnessValue[];
  readonly reply?: WitnessValue;
  readonly error?: string;
  /** The connection broke before the reply: the outcome is unknown. */
  readonly unknown?: true;
  /**
   * The fault that was drawn for its reply: the client got another reply, or may have. "duplicate": this is the copy,
   * whose reply was dropped.
   */
  readonly faulted?: string;
}

/** The facts about a command before its reply. */
export type Sent = Pick<WitnessEntry, "request" | "sentAtMs"> & { readonly faulted: string | undefined };

export type Outcome = { readonly reply: WitnessValue } | { readonly error: string } | { readonly unknown: true };

/** Called as the reply arrives, before the client gets it. It must not throw, which would be another fault. */
export type WitnessListener = (entry: WitnessEntry) => void;

export class Witness {
  #entries: { readonly entry: WitnessEntry; readonly characters: number }[] = [];
  #characters = 0;
  #seq = 0;
  readonly #listeners = new Set<WitnessListener>();

  /** Returns the function that stops it. */
  listen(listener: WitnessListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  record({ request, sentAtMs, faulted }: Sent, command: Command, outcome: Outcome): void {
    this.#seq += 1;
    const words = command.map(textOrBase64);
    const entry = {
      seq: this.#seq,
      request,
      sentAtMs,
      atMs: epochNowMs(),
      command: words,
      ...outcome,
      ...(faulted && { faulted }),
    };
    const characters = size(words) + size("reply" in outcome ? outcome.reply : null);
    this.#entries.push({ entry, characters });
    this.#characters += characters;
    if (this.#entries.length > maxCommands || this.#characters > maxCharacters) this.#forgetOldest();
    for (const listener of this.#listeners) listener(entry);
  }

  /** Entries after `sinceSeq`. A gap before its first entry means that older ones were dropped. */
  entries(sinceSeq = 0): WitnessEntry[] {
    const first = this.#entries.findIndex(({ entry }) => entry.seq > sinceSeq);
    return first < 0 ? [] : this.#entries.slice(first).map(({ entry }) => entry);
  }

  clear(): void {
    this.#entries = [];
    this.#characters = 0;
    this.#seq = 0;
  }

  /** Drops a tenth at once: one by one would move the whole array for every command. */
  #forgetOldest(): void {
    const forgotten = this.#entries.splice(0, Math.ceil(this.#entries.length / 10));
    for (const { characters } of forgotten) this.#characters -= characters;
  }
}

function size(value: WitnessValue | readonly WitnessValue[]): number {
  if (typeof value === "string") return value.length;
  if (Array.isArray(value)) return value.reduce((sum: number, item: WitnessValue) => sum + size(item), 0);
  if (value !== null && typeof value === "object" && "base64" in value) return value.base64.length;
  return 8;
}
