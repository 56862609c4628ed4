// A model of a single flight: a lock with a lease, the fate of each caller, and a result. Time is in ticks.
import type { HoldEnd } from "../../../../src/base/errors.ts";

export const FLIGHT_LEASE = 3;
// An end is remembered for a minute plus the lease, unless no grant is known.
const MINUTE = 6;
/** A copy of an attempt arrives within this time. */
export const LATEST = MINUTE;
const REMEMBERED = FLIGHT_LEASE + MINUTE;

export type Answer =
  | { readonly kind: "held"; readonly left: number }
  | { readonly kind: "busy"; readonly owner: string; readonly left: number }
  | { readonly kind: "found"; readonly text: string; readonly left: number }
  | { readonly kind: "renewed" }
  | { readonly kind: "ended"; readonly end: HoldEnd };

interface Stored {
  readonly text: string;
  readonly by: string;
  readonly until: number;
}

/** The caller's hold, or its end, which never changes. */
interface Fate {
  readonly end: HoldEnd | undefined;
  readonly until: number;
}

const OVER: Answer = { kind: "found", text: "", left: 0 };

export class FlightModel {
  now = 0;
  readonly #fates = new Map<string, Fate>();
  #lock: { readonly owner: string; readonly until: number } | undefined;
  #result: Stored | undefined;

  /** Returns the visible state of lock and result. */
  seen(): { owners: string[]; result: string; left: number } {
    const [lock, result] = [this.#held, this.#there];
    const left = result === undefined ? 0 : result.until - this.now;
    return { owners: lock === undefined ? [] : [lock.owner], result: result?.text ?? "", left };
  }

  acquire(owner: string, last: boolean, waitedFor: string): Answer {
    const [lock, fate, result] = [this.#held, this.#fateOf(owner), this.#there];
    // A hold that counts gets this reply in any case.
    if (lock?.owner === owner && fate?.end === undefined) return { kind: "held", left: lock.until - this.now };
    const isForIt = result?.text.startsWith("=") === true || (waitedFor !== "" && result?.by === waitedFor);
    if (result !== undefined && isForIt) {
      if (fate?.end === undefined) this.#remember(owner, "lost");
      return { kind: "found", text: result.text, left: result.until - this.now };
    }
    if (fate !== undefined) {
      const end = fate.end ?? this.#remember(owner, "lost");
      return end === "lost" ? OVER : { kind: "ended", end };
    }
    if (lock === undefined) {
      this.#lock = { owner, until: this.now + FLIGHT_LEASE };
      this.#fates.set(owner, { end: undefined, until: this.now + REMEMBERED });
      return { kind: "held", left: FLIGHT_LEASE };
    }
    if (last) this.#remember(owner, "refused");
    return { kind: "busy", owner: lock.owner, left: lock.until - this.now };
  }

  /** With a result: the finish; without one: a cancel. */
  end(owner: string, result?: { readonly text: string; readonly ttl: number }): Answer {
    const known = this.#fateOf(owner)?.end;
    if (known !== undefined) return { kind: "ended", end: known };
    const lock = this.#held;
    if (lock?.owner !== owner) {
      return { kind: "ended", end: this.#rememberNone(owner, lock === undefined ? "free" : "taken") };
    }
    this.#lock = undefined;
    if (result !== undefined) {
      this.#result = { text: result.text, by: owner, until: this.now + result.ttl };
    }
    return { kind: "ended", end: this.#remember(owner, "released") };
  }

  renew(owner: string): Answer {
    const fate = this.#fateOf(owner);
    if (fate?.end !== undefined) return { kind: "ended", end: fate.end };
    if (this.#held?.owner !== owner) return { kind: "ended", end: this.#remember(owner, "lost") };
    this.#lock = { owner, until: this.now + FLIGHT_LEASE };
    // This renewal keeps what Redis remembers of the owner.
    if (fate !== undefined) this.#fates.set(owner, { end: undefined, until: this.now + REMEMBERED });
    return { kind: "renewed" };
  }

  get #held(): { readonly owner: string; readonly until: number } | undefined {
    return this.#lock !== undefined && this.#lock.until > this.now ? this.#lock : undefined;
  }

  get #there(): Stored | undefined {
    return this.#result !== undefined && this.#result.until > this.now ? this.#result : undefined;
  }

  #fateOf(owner: string): Fate | undefined {
    const fate = this.#fates.get(owner);
    return fate !== undefined && fate.until > this.now ? fate : undefined;
  }

  #rememberNone(owner: string, end: HoldEnd): HoldEnd {
    return this.#remember(owner, end, this.#fateOf(owner) === undefined ? MINUTE : REMEMBERED);
  }

  #remember(owner: string, end: HoldEnd, life: number = REMEMBERED): HoldEnd {
    const until = Math.max(this.#fateOf(owner)?.until ?? 0, this.now + life);
    this.#fates.set(owner, { end, until });
    return end;
  }
}
