// The keys of the database. Time stands still while a command or a script runs.
import { fail } from "./reply.ts";
import { type Page, ScanOrder } from "./scan-order.ts";
import type { Value } from "./values.ts";

// Each command looks at so many keys for expired ones, which would otherwise fill the memory.
const SWEPT = 2;
// Each key is looked up, and compared with a pattern.
const KEY_WALK = 8;

export class Keyspace {
  /** The time of the running command, epoch ms. */
  nowMs = 0;
  /** The same in microseconds. */
  nowUs = 0;
  /** How many entries commands have read, beyond those that they reply. It only grows. */
  walked = 0;
  /** Returns a random number from 0 to 1, without 1. */
  readonly random: () => number;
  readonly #values = new Map<string, Value>();
  readonly #order = new ScanOrder();
  #swept: Iterator<string> = this.#values.keys();

  constructor(random: () => number) {
    this.random = random;
  }

  /** Begins a command or a script. `nowUs`: the time, epoch microseconds. */
  begin(nowUs: number): void {
    this.nowUs = nowUs;
    this.nowMs = Math.floor(nowUs / 1_000);
    for (let looked = 0; looked < SWEPT; looked += 1) {
      const { value: key, done } = this.#swept.next();
      if (done === true) this.#swept = this.#values.keys();
      else this.find(key);
    }
  }

  /** Returns the value of a key of any type. Like Redis, it has the key until the millisecond of its expiry is over. */
  find(key: string): Value | undefined {
    const value = this.#values.get(key);
    if (value === undefined || value.expireAt >= this.nowMs) return value;
    this.#values.delete(key);
    return undefined;
  }

  /** Returns the value of a key. Throws WRONGTYPE for a value of another type. */
  of<Kind extends Value>(type: new () => Kind, key: string): Kind | undefined {
    const value = this.find(key);
    if (value === undefined || value instanceof type) return value;
    return fail("WRONGTYPE Operation against a key holding the wrong kind of value");
  }

  /** Returns the value of a key, which is created if there is none. */
  make<Kind extends Value>(type: new () => Kind, key: string): Kind {
    const found = this.of(type, key);
    if (found !== undefined) return found;
    const made = new type();
    this.set(key, made);
    return made;
  }

  set(key: string, value: Value): void {
    if (!this.#values.has(key)) this.#order.add(key, this.#values);
    this.#values.set(key, value);
  }

  /** Returns whether there was such a key. */
  delete(key: string): boolean {
    return this.find(key) !== undefined && this.#values.delete(key);
  }

  /** Deletes the key if its value has no more elements. */
  tidy(key: string): void {
    if (this.#values.get(key)?.size === 0) this.#values.delete(key);
  }

  clear(): void {
    this.#values.clear();
    this.#order.clear();
  }

  keys(): string[] {
    this.walked += KEY_WALK * this.#values.size;
    return [...this.#values.keys()].filter((key) => this.find(key) !== undefined);
  }

  scan(cursor: number, count: number): Page {
    const { keys, next } = this.#order.page(cursor, count, this.#values);
    this.walked += KEY_WALK * keys.length;
    return { keys: keys.filter((key) => this.find(key) !== undefined), next };
  }
}
