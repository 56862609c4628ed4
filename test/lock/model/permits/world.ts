// The state of one permit-expirable semaphore in Redis, and an independent implementation of each script. Times are ms
// of a clock that moves only on request.
import type { PermitChange } from "../../../../src/lock/protocol.ts";

export const BEYOND_MS = 60_000;
export const UNLEASED_MS = 3_600_000;
export const NEVER = 922_337_203_685_477;

export type Ids = readonly [string, ...string[]];

export type Request =
  | { readonly kind: "acquire"; readonly ids: Ids; readonly lease: number; readonly last: boolean }
  /** Releases one permit of a holder, or all permits of a cancelled acquire. No lease: by its id alone. */
  | { readonly kind: "release"; readonly ids: Ids; readonly lease: number | undefined }
  | { readonly kind: "renew"; readonly ids: Ids; readonly lease: number }
  | { readonly kind: "check"; readonly ids: Ids; readonly lease: number }
  | { readonly kind: "list"; readonly ids: Ids; readonly request: string }
  | { readonly kind: "set"; readonly change: PermitChange; readonly permits: number; readonly request: string }
  | { readonly kind: "status"; readonly request: string };

export type Step =
  | { readonly kind: "run"; readonly request: Request; readonly heard: boolean }
  | { readonly kind: "sent"; readonly request: Request }
  | { readonly kind: "pass"; readonly ms: number }
  | { readonly kind: "java-acquires"; readonly id: string; readonly lease: number | undefined }
  | { readonly kind: "java-releases"; readonly id: string }
  | { readonly kind: "deleted" };

interface Remembered {
  /** "+": leased; otherwise the end, or the reply. */
  readonly text: string;
  readonly until: number;
}

/** A script takes back at most so many expired leases. */
export const MOST_SWEPT = 1_000;

export class World {
  readonly #mostSwept: number;
  now = 1_700_000_000_000;
  /** Undefined: the number was never set. */
  available: number | undefined;
  readonly leases = new Map<string, number>();
  readonly records = new Map<string, Remembered>();
  messages: number[] = [];

  constructor(mostSwept: number) {
    this.#mostSwept = mostSwept;
  }

  apply(step: Step): unknown {
    if (step.kind === "run") return this.#answer(step.request);
    if (step.kind === "pass") this.#pass(step.ms);
    if (step.kind === "deleted") this.available = undefined;
    if (step.kind === "java-acquires") return this.#javaAcquires(step.id, step.lease);
    if (step.kind === "java-releases") return this.#javaReleases(step.id);
    return undefined;
  }

  #answer(request: Request): unknown {
    switch (request.kind) {
      case "acquire":
        return this.#acquire(request);
      case "release":
        return this.#release(request.ids, request.lease);
      case "renew":
      case "check":
        return this.#renew(request.ids, request.lease, request.kind);
      case "list":
        return this.#once(request.request, () => this.#releaseList(request.ids));
      case "set":
        return this.#once(request.request, () => this.#set(request.change, request.permits));
      case "status": {
        const available = this.#sweep();
        const leased = [...this.leases.values()].filter((till) => till > this.now).length;
        return { available, leased, isSet: this.available !== undefined };
      }
    }
  }

  #acquire({ ids, lease, last }: Extract<Request, { kind: "acquire" }>): unknown {
    const remembered = this.records.get(ids[0])?.text;
    const remember = (end: string) => this.#remember(ids[0], end, lease);
    if (remembered === "+") {
      if (this.#left(ids) <= 0) return remember("lost");
      return { kind: "held", remainingMs: this.#left(ids), available: this.available ?? 0 };
    }
    if (remembered !== undefined) return ended(remembered);
    if (this.available === undefined) return remember("unset");
    const free = this.#sweep();
    if (free < ids.length) {
      if (last) remember("refused");
      const first = Math.min(...[...this.leases.values()].filter((till) => till > this.now));
      return { kind: "busy", remainingMs: first < NEVER ? first - this.now : -1, available: free };
    }
    const missing = ids.filter((id) => !this.leases.has(id));
    for (const id of missing) this.leases.set(id, this.now + lease);
    this.available -= missing.length;
    if (this.#left(ids) <= 0) return remember("lost");
    this.records.set(ids[0], { text: "+", until: this.now + lease + BEYOND_MS });
    return { kind: "held", remainingMs: this.#left(ids), available: free - missing.length };
  }

  #release(ids: Ids, lease: number | undefined): unknown {
    const [left, there] = [this.#left(ids), ids.filter((id) => this.leases.has(id))];
    if (there.length === 0) return this.#gone(ids[0], lease);
    for (const id of there) this.leases.delete(id);
    this.#giveBack(there.length, 0);
    return this.#remember(ids[0], left > 0 ? "released" : "lost", lease);
  }

  #renew(ids: Ids, lease: number, kind: "renew" | "check"): unknown {
    const left = this.#left(ids);
    if (left <= 0) return this.#gone(ids[0], lease);
    if (kind === "check") return { kind: "counted", remainingMs: left };
    for (const id of ids) this.leases.set(id, Math.max(this.leases.get(id) ?? 0, this.now + lease));
    return { kind: "renewed" };
  }

  #releaseList(ids: Ids): boolean {
    if (this.#left(ids) <= 0) return false;
    this.#sweep();
    for (const id of ids) this.leases.delete(id);
    if (this.available !== undefined) {
      this.available += ids.length;
      this.messages.push(ids.length);
    }
    for (const id of ids) this.#remember(id, "released", undefined);
    return true;
  }

  #set(change: PermitChange, permits: number): boolean {
    const before = this.available;
    if (before !== undefined && change === "try") return false;
    if (before === undefined) this.leases.clear();
    const total = (before ?? 0) + this.leases.size;
    const more = change === "set" ? permits - total : permits;
    this.available = (before ?? 0) + more;
    if (change === "add" ? more > 0 : more !== 0 || before === undefined) this.messages.push(permits);
    return true;
  }

  /** Redisson's acquire takes back at most one expired lease. */
  #javaAcquires(id: string, lease: number | undefined): unknown {
    const over = this.#byEnd().find(([, till]) => till <= this.now);
    if (over !== undefined) {
      this.leases.delete(over[0]);
      this.available = (this.available ?? 0) + 1;
      if (this.available > 0) this.messages.push(this.available);
    }
    if (this.available !== undefined && this.available >= 1) {
      this.available -= 1;
      this.leases.set(id, lease === undefined ? NEVER : this.now + lease);
      return "OK";
    }
    const first = this.#byEnd()[0]?.[1];
    return first === undefined || first === NEVER ? null : `:${first}`;
  }

  #javaReleases(id: string): unknown {
    const till = this.leases.get(id);
    if (till === undefined) return 0;
    this.leases.delete(id);
    this.available = (this.available ?? 0) + 1;
    this.messages.push(this.available);
    return till > this.now ? 1 : 0;
  }

  #pass(ms: number): void {
    this.now += ms;
    for (const [id, { until }] of this.records) if (until <= this.now) this.records.delete(id);
  }

  /** Returns how many permits are free: also those of expired leases that remain. */
  #sweep(): number {
    if (this.available === undefined) return 0;
    const over = this.#byEnd().filter(([, till]) => till <= this.now);
    const free = this.available + over.length;
    const swept = over.slice(0, this.#mostSwept);
    for (const [id] of swept) this.leases.delete(id);
    if (swept.length > 0) this.#giveBack(swept.length, 1);
    return free;
  }

  /** Does not restore a deleted semaphore. */
  #giveBack(many: number, least: number): void {
    if (this.available === undefined) return;
    this.available += many;
    if (this.available >= least) this.messages.push(this.available);
  }

  /** In Redis' order: by end, then by bytes. */
  #byEnd(): [string, number][] {
    return [...this.leases].sort(([one, till], [other, later]) => till - later || (one < other ? -1 : 1));
  }

  #left(ids: Ids): number {
    return Math.min(...ids.map((id) => (this.leases.get(id) ?? this.now) - this.now));
  }

  #gone(id: string, lease: number | undefined): unknown {
    const remembered = this.records.get(id)?.text;
    return remembered === undefined || remembered === "+" ? this.#remember(id, "lost", lease) : ended(remembered);
  }

  #remember(id: string, end: string, lease: number | undefined): unknown {
    const life = lease === undefined ? UNLEASED_MS : lease + BEYOND_MS;
    this.records.set(id, { text: end, until: this.now + life });
    return ended(end);
  }

  #once(request: string, work: () => boolean): boolean {
    const before = this.records.get(request);
    if (before !== undefined) return before.text === "1";
    const done = work();
    this.records.set(request, { text: done ? "1" : "0", until: this.now + UNLEASED_MS });
    return done;
  }
}

function ended(end: string): unknown {
  return { kind: "ended", end };
}
