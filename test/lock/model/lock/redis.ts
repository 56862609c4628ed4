// The state of one lock in Redis, and an independent implementation of each script, run one at a time. Time is in
// ticks.
import { type End, type Epoch, endIn, epochOfHold } from "./ends.ts";
import type { Without } from "./guards.ts";
import { isQuicklyRefused } from "./quick-refusal.ts";
import type { HoldPlan } from "./scenario.ts";
import { takeAway } from "./theft.ts";

/** No TTL. */
export const NEVER = 255;

export interface Page {
  readonly epoch: Epoch;
  /** The end of the owner's default hold; "+" since its grant; "" when the page has no such hold. */
  readonly end: End | "+";
  readonly until: number;
}

export interface HoldRecord {
  /** "" once it has ended. */
  readonly epoch: Epoch;
  readonly end: End;
  readonly until: number;
}

export interface Redis {
  /** Hold count by owner; 0: no field. Without any field, the lock is free. */
  counts: number[];
  /** The tick at which the lock's hash expires. */
  until: number;
  pages: (Page | undefined)[];
  records: (HoldRecord | undefined)[];
  /** The reply of the forced release, which it remembers. */
  latch: { readonly freed: 0 | 1; readonly until: number } | undefined;
  /** Messages published on the release channel so far. */
  messages: number;
}

/** A pass is a release that grants the freed lock to a waiter. */
export type Op = "acquire" | "renew" | "check" | "release" | "cancel" | "pass";

export interface ScriptRun {
  readonly op: Op;
  readonly hold: number;
  /** For an acquire: it is the last attempt. */
  readonly last: boolean;
  /** For a release: this hold may have been released before. */
  readonly again: boolean;
  /** The epoch in the client's reply, or "". */
  readonly epoch: Epoch;
  /** For a pass: the next hold, of a new owner. */
  readonly next?: number | undefined;
}

export type Reply =
  | { readonly kind: "held"; readonly holdCount: number; readonly remaining: number; readonly epoch: Epoch }
  | { readonly kind: "busy"; readonly remaining: number }
  /** NOT_A_LOCK: a hash without a TTL is invalid. */
  | { readonly kind: "no-lock" }
  | { readonly kind: "renewed"; readonly holdCount: number }
  | { readonly kind: "counted"; readonly holdCount: number; readonly remaining: number }
  /** `passed`: the next hold was granted. */
  | { readonly kind: "ended"; readonly end: End; readonly passed?: boolean };

export function isLocked(redis: Redis): boolean {
  return redis.counts.some((count) => count > 0);
}

/** Like a TTL reply: -2 free, -1 no TTL, else ticks. */
export function remaining(redis: Redis, now: number): number {
  if (!isLocked(redis)) return -2;
  return redis.until === NEVER ? -1 : redis.until - now;
}

export function free(redis: Redis): void {
  redis.counts.fill(0);
  redis.until = 0;
}

/** One run of a script for one hold, atomic as in Redis. */
export class Run {
  readonly #redis: Redis;
  readonly #now: number;
  readonly #plan: HoldPlan;
  readonly #run: ScriptRun;
  readonly #without: Without;
  readonly #life: number;
  readonly #beyond: number;
  readonly #epoch: Epoch;
  readonly #end: End;
  /** The epoch in which this hold was granted, as Redis remembers it; undefined when it remembers no grant. */
  readonly #born: Epoch | undefined;

  constructor(redis: Redis, now: number, plan: HoldPlan, beyond: number, run: ScriptRun, without: Without) {
    this.#redis = redis;
    this.#now = now;
    this.#plan = plan;
    this.#run = run;
    this.#without = without;
    this.#life = plan.lease + beyond;
    this.#beyond = beyond;
    const page = redis.pages[plan.owner];
    const record = redis.records[run.hold];
    this.#epoch = without.has("epoch") ? "" : (page?.epoch ?? "");
    const end = (plan.isDefault ? page?.end : record?.end) ?? "";
    this.#end = end === "+" ? "" : end;
    this.#born = plan.isDefault ? "" : record?.end === "" ? record.epoch : undefined;
  }

  reply(): Reply {
    const { op, last } = this.#run;
    const { counts, pages } = this.#redis;
    const plan = this.#plan;
    const left = remaining(this.#redis, this.#now);
    const [hasField, hasPage] = [counts[plan.owner] !== 0, pages[plan.owner] !== undefined];
    const isQuick =
      op === "acquire" && !plan.steals && isQuicklyRefused({ plan, last, left, hasField, hasPage }, this.#without);
    if (isQuick) return this.#busy();
    const blind =
      (op === "acquire" && this.#without.has("reads-end")) || (op === "renew" && this.#without.has("renew-asks-hold"));
    if (op === "release" || op === "cancel") this.#takePage();
    if (this.#end !== "" && !blind) return { kind: "ended", end: this.#end };
    if (op === "acquire") return this.#acquire();
    if (op === "renew") return this.#renew();
    if (op === "check") return this.#check();
    return this.#finish();
  }

  #acquire(): Reply {
    const { isDefault, owner, lease } = this.#plan;
    const count = this.#redis.counts[owner] ?? 0;
    const granted = isDefault ? !this.#without.has("field-is-hold") : this.#born !== undefined;
    if (count > 0 && granted) {
      if (!this.#isInLife(this.#born)) return this.#remember(this.#lostHow("lost"));
      if (isDefault) this.#takeFound(lease);
      this.#keepRecord("record-told", remaining(this.#redis, this.#now));
      const epoch = isDefault ? "" : (this.#born ?? "");
      return { kind: "held", holdCount: count, remaining: remaining(this.#redis, this.#now), epoch };
    }
    if (count > 0) return this.#redis.until === NEVER ? { kind: "no-lock" } : this.#enterAgain(count);
    const remembered = isDefault ? this.#redis.pages[owner] !== undefined : this.#born !== undefined;
    if (remembered && !this.#without.has("no-second-grant")) return this.#remember(this.#lostHow("lost"));
    if (isLocked(this.#redis) && this.#redis.until === NEVER) return { kind: "no-lock" };
    if (isLocked(this.#redis) && !this.#plan.steals) return this.#busy();
    if (isLocked(this.#redis)) takeAway(this.#redis, this.#now, this.#run.hold, this.#beyond, this.#without);
    this.#redis.counts[owner] = 1;
    this.#redis.until = this.#now + lease;
    const epoch = isDefault ? "" : epochOfHold(this.#run.hold);
    if (!isDefault) this.#rememberGrant(epoch);
    else if (!this.#without.has("default-grant")) this.#writePage("", "+");
    return { kind: "held", holdCount: 1, remaining: lease, epoch };
  }

  /** A hold that Redis does not remember may be a reservation, which has a short lease. */
  #takeFound(lease: number): void {
    const { pages, until } = this.#redis;
    if (pages[this.#plan.owner] !== undefined || this.#without.has("default-grant")) return;
    this.#writePage("", "+");
    if (until !== NEVER) this.#redis.until = Math.max(until, this.#now + lease);
  }

  #busy(): Reply {
    if (this.#run.last && !this.#without.has("last-refused")) this.#remember("refused");
    return { kind: "busy", remaining: remaining(this.#redis, this.#now) };
  }

  #enterAgain(count: number): Reply {
    // After a theft, only Java can have started a life of this owner.
    const epoch = endIn(this.#epoch) === undefined ? this.#epoch : epochOfHold(this.#run.hold);
    if (!this.#plan.isDefault) this.#rememberGrant(epoch, "reentry-page");
    this.#keepAtLeast("reentry-keeps");
    this.#keepRecord("record-told", remaining(this.#redis, this.#now));
    this.#redis.counts[this.#plan.owner] = count + 1;
    return { kind: "held", holdCount: count + 1, remaining: remaining(this.#redis, this.#now), epoch };
  }

  #renew(): Reply {
    const count = this.#without.has("renew-asks-hold") ? (this.#redis.counts[this.#plan.owner] ?? 0) : this.#asked();
    if (count === 0) {
      return this.#without.has("renew-lost") ? { kind: "ended", end: "lost" } : this.#remember(this.#lostHow("lost"));
    }
    this.#keepAtLeast();
    this.#keepPage("page-renewed");
    this.#keepRecord("record-renewed", 0);
    return { kind: "renewed", holdCount: count };
  }

  #check(): Reply {
    const count = this.#asked();
    if (count > 0) this.#keepRecord("record-told", remaining(this.#redis, this.#now));
    if (count > 0) return { kind: "counted", holdCount: count, remaining: remaining(this.#redis, this.#now) };
    return this.#without.has("check-lost") ? { kind: "ended", end: "lost" } : this.#remember(this.#lostHow("lost"));
  }

  #finish(): Reply {
    const { owner } = this.#plan;
    const locked = isLocked(this.#redis);
    const blind = this.#without.has("release-asks-field") && locked;
    const count = blind ? Math.max(1, this.#redis.counts[owner] ?? 0) : this.#counted(this.#isTakenAtItsWord());
    if (count === 0) return this.#rememberNone(this.#lostHow(locked ? "taken" : "free"));
    if (count > 1) {
      this.#redis.counts[owner] = count - 1;
      this.#keepAtLeast("rest-keeps");
      this.#keepPage("rest-page");
      return this.#remember(`still:${count - 1}`);
    }
    free(this.#redis);
    this.#redis.messages += 1;
    return this.#remember("released");
  }

  /** For a release or cancel: where Redis remembers no grant, the client's epoch applies. */
  #isTakenAtItsWord(): boolean {
    const { op, again } = this.#run;
    if (op === "cancel") return this.#without.has("cancel-proves");
    return again ? this.#without.has("release-again") : !this.#without.has("first-release");
  }

  /** Returns the count for a renewal or check. */
  #asked(): number {
    return this.#counted(this.#without.has("asks-record"));
  }

  /** Returns the owner's count if this hold is one of those counted; else 0. */
  #counted(atItsWord: boolean): number {
    const born = this.#born ?? (atItsWord ? this.#run.epoch : undefined);
    if (this.#redis.until === NEVER && !this.#isKnown()) return 0;
    return this.#isInLife(born) ? (this.#redis.counts[this.#plan.owner] ?? 0) : 0;
  }

  #isInLife(born: Epoch | undefined): boolean {
    return born !== undefined && (this.#epoch === "" || this.#epoch === born);
  }

  /**
   * The end of a default hold with its owner's count at 1 uses the page. A page that serves other holds outlives the
   * lock.
   */
  #takePage(): void {
    const { isDefault, owner } = this.#plan;
    const page = this.#redis.pages[owner];
    if (!isDefault || page === undefined || this.#redis.counts[owner] !== 1) return;
    const servesOthers = (page.epoch !== "" || page.end !== "+") && !this.#without.has("page-life");
    const lockLeft = servesOthers ? Math.max(remaining(this.#redis, this.#now), 0) : 0;
    this.#redis.pages[owner] = { ...page, until: this.#now + this.#life + lockLeft };
  }

  /**
   * A hold of a passed owner keeps the page as long as the lock may last, now that its lease was set. A renewal of a
   * default hold does so for its label.
   */
  #keepPage(guard: "page-renewed" | "rest-page"): void {
    const { isDefault, owner } = this.#plan;
    const page = this.#redis.pages[owner];
    if ((isDefault && guard === "rest-page") || page === undefined || this.#without.has(guard)) return;
    this.#redis.pages[owner] = { ...page, until: Math.max(page.until, this.#now + this.#life) };
  }

  /** Keeps the record for its whole life after the lease in the reply. */
  #keepRecord(guard: "record-renewed" | "record-told", told: number): void {
    const record = this.#redis.records[this.#run.hold];
    if (record === undefined || this.#without.has(guard)) return;
    const until = Math.max(record.until, this.#now + this.#life + Math.max(told, 0));
    this.#redis.records[this.#run.hold] = { ...record, until };
  }

  /** Returns how a hold ended that does not count: `how`, or by a theft that its page remembers. */
  #lostHow(how: End): End {
    return endIn(this.#epoch) ?? how;
  }

  /** The lease lasts at least this hold's, from now. A lock whose TTL was removed gets a lease again. */
  #keepAtLeast(guard?: "reentry-keeps" | "rest-keeps"): void {
    const { until } = this.#redis;
    const mine = this.#now + this.#plan.lease;
    this.#redis.until =
      until === NEVER || (guard !== undefined && this.#without.has(guard)) ? mine : Math.max(until, mine);
  }

  #rememberGrant(epoch: Epoch, guard?: "reentry-page"): void {
    const page = this.#redis.pages[this.#plan.owner];
    if (guard === undefined || !this.#without.has(guard)) this.#writePage(epoch, page?.end ?? "");
    if (this.#without.has("hold-record")) return;
    this.#redis.records[this.#run.hold] = { epoch, end: "", until: this.#now + this.#life };
  }

  /**
   * Records the end of a hold that does not count. Without a page or record it may never have been granted, so that
   * only a late copy matters.
   */
  #rememberNone(end: End): Reply {
    return this.#remember(end, this.#isKnown() ? this.#life : this.#beyond);
  }

  #isKnown(): boolean {
    const { isDefault, owner } = this.#plan;
    return this.#redis.pages[owner] !== undefined || (!isDefault && this.#born !== undefined);
  }

  #remember(end: End, life: number = this.#life): Reply {
    if (this.#without.has("writes-end")) return { kind: "ended", end };
    if (this.#plan.isDefault) this.#writePage(this.#epoch, end, life);
    else this.#redis.records[this.#run.hold] = { epoch: "", end, until: this.#now + life };
    return { kind: "ended", end };
  }

  #writePage(epoch: Epoch, end: Page["end"], life: number = this.#life): void {
    const mine = this.#now + life;
    const before = this.#without.has("page-life") ? 0 : (this.#redis.pages[this.#plan.owner]?.until ?? 0);
    this.#redis.pages[this.#plan.owner] = { epoch, end, until: Math.max(before, mine) };
  }
}
