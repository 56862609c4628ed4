// The turns of isolates that wait for one lock. Redis lists them, and a release names the isolate that is next, so that
// of many isolates one attempts. Two more look after it: each attempts later, unless it hears of another release. List
// and names are hints: an isolate that is not in the list attempts after each release.
import { nowMs } from "../../base/clock.ts";
import type { Listing } from "../protocol.ts";

/** A message, as this isolate understands it. */
export type Turn =
  | { readonly kind: "mine" }
  /** This isolate attempts in `ms`, unless it hears more before. */
  | { readonly kind: "look"; readonly ms: number }
  | { readonly kind: "others" }
  /** The release whose names came before. */
  | { readonly kind: "named" }
  /** A message without names. */
  | { readonly kind: "unnamed" };

const NAMES = /^1(\d{6})(\d{6})(\d{6})?$/;
// About three round trips, and then as long again as for the first to come and go.
const LOOK_MS = [0, 65, 420] as const;
// The message of the release follows its names at once.
const ANNOUNCED_MS = 1_000;
// Less than LISTED_MS of the scripts.
const LISTED_MS = 40_000;
// After this time, an attempt makes sure that this isolate is still in the list.
const SURE_MS = 14_000;

let ownName: string | undefined;

/** Returns the name of this isolate in lists: six digits. Made at the first wait: a Worker has no randomness before. */
export function isolateName(): string {
  ownName ??= String((crypto.getRandomValues(new Uint32Array(1))[0] ?? 0) % 1_000_000).padStart(6, "0");
  return ownName;
}

/** Returns the name of this isolate if nobody else waits here. */
export function nameIfLeaving(listing: Listing | undefined): string | undefined {
  return listing?.leaves === true ? listing.isolate : undefined;
}

/** The turns of this isolate. Instants are on the local clock. */
export class NamedTurns {
  #listedAt = Number.NEGATIVE_INFINITY;
  /** This isolate was named, and may have been taken for dead since. */
  #isDoubtful = false;
  #announcedAt = Number.NEGATIVE_INFINITY;
  #absent: readonly string[] = [];

  get isListed(): boolean {
    return nowMs() < this.#listedAt + LISTED_MS;
  }

  read(payload: string): Turn {
    const now = nowMs();
    const [, ...names] = NAMES.exec(payload) ?? [];
    if (names.length > 0) {
      this.#absent = [];
      // The message that follows is for those who are not in the list.
      if (!this.isListed) return { kind: "others" };
      this.#announcedAt = now;
      const place = names.indexOf(isolateName());
      this.#absent = names.slice(0, Math.max(place, 0));
      const ms = LOOK_MS[place];
      if (ms === undefined) return { kind: "others" };
      this.#isDoubtful = true;
      return ms === 0 ? { kind: "mine" } : { kind: "look", ms };
    }
    const isAnnounced = now - this.#announcedAt < ANNOUNCED_MS;
    this.#announcedAt = Number.NEGATIVE_INFINITY;
    return { kind: isAnnounced ? "named" : "unnamed" };
  }

  /** Returns what an attempt tells Redis. `isAlone`: nobody else waits here. */
  listing(isAlone: boolean): Listing {
    const joins = this.#isDoubtful || nowMs() > this.#listedAt + SURE_MS;
    return { isolate: isolateName(), joins, leaves: isAlone && this.isListed, absent: this.#absent };
  }

  /** A refusal put this isolate into the list. */
  listed(): void {
    this.#listedAt = nowMs();
    this.#isDoubtful = false;
    this.#absent = [];
  }

  /** A grant took this isolate out of the list. */
  left(): void {
    this.#listedAt = Number.NEGATIVE_INFINITY;
  }
}
