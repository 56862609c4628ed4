// What Redis did to one lock, from the witness log: lines to look at, and whether the promises held.
import type { Gateway, WitnessEntry } from "../gateway/index.ts";

interface Hold {
  readonly owner: string;
  readonly grantedAtMs: number;
  /** When its lease ends unless it is renewed, at the earliest, on the log's clock. */
  leaseEndsAtMs: number;
}

export class Timeline {
  readonly #gateway: Gateway;
  readonly #lock: string;
  readonly #leaseMs: number;
  readonly #letters = new Map<string, string>();
  readonly #startMs = Date.now();
  #seen: number;
  #holder: Hold | undefined;
  #renewalsInARow = 0;
  readonly #done = new Set<string>();
  readonly broken: string[] = [];
  readonly counts = { grants: 0, renewals: 0, watched: 0, releases: 0, expiries: 0 };

  constructor(gateway: Gateway, lock: string, leaseMs: number) {
    this.#gateway = gateway;
    this.#lock = lock;
    this.#leaseMs = leaseMs;
    this.#seen = gateway.witness().at(-1)?.seq ?? 0;
  }

  say(text: string, atMs: number = Date.now()): void {
    const seconds = (Math.max(0, atMs - this.#startMs) / 1_000).toFixed(2).padStart(6);
    console.log(`${seconds} s  ${text}`);
  }

  /** Prints what is new in the log. */
  catchUp(): void {
    for (const entry of this.#gateway.witness(this.#seen)) {
      this.#seen = entry.seq;
      // Its key, whatever the prefix is.
      if (entry.command.some((word) => String(word).endsWith(this.#lock))) this.#read(entry);
    }
  }

  /** Prints what is new every 50 ms until `done` settles. */
  async follow<T>(done: Promise<T>): Promise<T> {
    const timer = setInterval(() => this.catchUp(), 50);
    try {
      return await done;
    } finally {
      clearInterval(timer);
      this.catchUp();
    }
  }

  #read(entry: WitnessEntry): void {
    const { command, reply, atMs } = entry;
    if (!Array.isArray(reply)) return;
    const [kind, , third] = reply;
    // EVALSHA, hash, number of keys, the keys, nonce, owner, and the hold: nobody here has two.
    const owner = String(command[5 + Number(command[2])]);
    if (kind === "held") this.#granted(owner, entry);
    if (kind === "busy") this.#name(owner);
    if (kind === "renewed") this.#renewed(owner, entry);
    // The watchdog's: who is renewed stands in the command. Less than the lease: it was only asked for.
    const watched = kind === "renewals" && third === this.#leaseMs ? this.#holder?.owner : undefined;
    if (watched !== undefined && command.includes(watched)) this.#watched(watched, entry);
    if (kind === "ended" && third === "released") this.#released(owner, atMs);
  }

  #granted(owner: string, { sentAtMs, atMs }: WitnessEntry): void {
    const before = this.#holder;
    // A try sent again, because its answer was slow or lost, is answered again.
    if (before?.owner === owner) return;
    if (before !== undefined && atMs < before.leaseEndsAtMs - 5) {
      this.broken.push(`${this.#name(owner)} got the lock while ${this.#name(before.owner)} still had it`);
    } else if (before !== undefined) {
      this.counts.expiries += 1;
      this.say(
        `the lease of ${this.#name(before.owner)} ran out: Redis freed the lock by itself`,
        before.leaseEndsAtMs,
      );
    }
    this.counts.grants += 1;
    this.#holder = { owner, grantedAtMs: atMs, leaseEndsAtMs: sentAtMs + this.#leaseMs };
    this.#renewalsInARow = 0;
    this.say(`${this.#name(owner)} holds the lock`, atMs);
  }

  #renewed(owner: string, { sentAtMs, atMs }: WitnessEntry): void {
    if (this.#holder?.owner !== owner) {
      this.broken.push(`${this.#name(owner)} renewed a lock it does not hold`);
      return;
    }
    this.counts.renewals += 1;
    this.#renewalsInARow += 1;
    this.#holder.leaseEndsAtMs = sentAtMs + this.#leaseMs;
    // The first holder shows how; of the others the sum is told at the release.
    if (this.counts.grants === 1) this.say(`    renews: ${this.#leaseMs} ms from now`, atMs);
  }

  #watched(owner: string, { sentAtMs, atMs }: WitnessEntry): void {
    if (this.#holder === undefined) return;
    this.counts.watched += 1;
    this.#renewalsInARow += 1;
    this.#holder.leaseEndsAtMs = sentAtMs + this.#leaseMs;
    this.say(`    the watchdog renews for ${this.#name(owner)}: ${this.#leaseMs} ms from now`, atMs);
  }

  #released(owner: string, atMs: number): void {
    if (this.#done.has(owner)) return;
    this.#done.add(owner);
    if (this.#holder?.owner !== owner) {
      this.broken.push(`${this.#name(owner)} released a lock it does not hold`);
      return;
    }
    const heldMs = atMs - this.#holder.grantedAtMs;
    const renewals =
      this.#renewalsInARow === 0 ? "" : `, kept past its ${this.#leaseMs} ms lease by ${this.#renewalsInARow} renewals`;
    this.counts.releases += 1;
    this.#holder = undefined;
    this.say(`${this.#name(owner)} releases after ${heldMs} ms${renewals}`, atMs);
  }

  /** A, B, C …: an owner is a UUID and a number. */
  #name(owner: string): string {
    const known = this.#letters.get(owner);
    if (known !== undefined) return known;
    const letter = `request ${String.fromCharCode(65 + this.#letters.size)}`;
    this.#letters.set(owner, letter);
    return letter;
  }
}
