// The expected counts, independent of Redis: each hold once, from the reply that granted it to the one that ended it.

import type { HoldEnd } from "../../../../src/base/errors.ts";
import { isNamed, ownerNamed } from "../../../support/owners.ts";
import type { Chances } from "./draw.ts";
import type { Belief, Finding } from "./finding.ts";
import { THEFT } from "./memory.ts";
import { counts, forgottenSooner, NOTHING, readLefts, state } from "./pictures.ts";
import type { Picture } from "./real.ts";
import { isAcquire, type Outcome, type Request, type Step } from "./steps.ts";
import { BEYOND, type Hold, ownerToField } from "./world.ts";

interface Entry {
  hold: Hold;
  state: "unknown" | "live" | "over";
  /** The end of the longest lease that was granted to it. */
  until: number;
  end: HoldEnd | undefined;
  /** The time until which its end is certainly remembered. */
  remembered: number;
}

export class Ledger {
  readonly #chances: Chances;
  readonly #entries = new Map<string, Entry>();
  #before: Picture = NOTHING;
  /** The end of the longest lease that was granted to any hold. */
  #granted = 0;
  /** The longest lease of a hold. */
  #longest = 0;
  /** Redisson renewed the lock, and possibly no timeout key. */
  #isStretched = false;

  constructor(chances: Chances) {
    this.#chances = chances;
  }

  /** The tick by which all granted leases and all records have ended. */
  get over(): number {
    return this.#granted + this.#longest + BEYOND;
  }

  /** Returns the violation after this step, if there is one. */
  check(
    step: Step,
    outcome: Outcome,
    after: Picture,
    now: number,
    messages: readonly string[],
    believed: readonly Belief[],
  ): Finding | undefined {
    const before = this.#before;
    this.#before = after;
    const wrong =
      this.#entered(step, outcome, before, after, now, messages) ??
      this.#tooLong(step, outcome, after, now) ??
      (step.kind === "pass" ? undefined : forgottenSooner(before, after)) ??
      this.#memory(after, now, believed);
    for (const entry of this.#entries.values()) {
      // Its count was in the deleted field, whatever happened to the hold.
      if (entry.state === "live" && !after.fields.has(ownerToField(entry.hold))) entry.state = "over";
    }
    return wrong ?? (this.#chances.late ? undefined : this.#miscounted(after));
  }

  #entered(
    step: Step,
    outcome: Outcome,
    before: Picture,
    after: Picture,
    now: number,
    messages: readonly string[],
  ): Finding | undefined {
    if (step.kind !== "run") return undefined;
    const { request } = step;
    if (request.kind === "force") return undefined;
    if (request.kind === "batch") {
      return (
        request.renewals
          .map(({ hold, lease }, index) => {
            const told =
              typeof outcome === "object" && outcome !== null && !("kind" in outcome) ? outcome[index] : undefined;
            const entry = this.#entry(hold);
            if (typeof told === "number") entry.until = Math.max(entry.until, now + lease);
            return this.#ended(entry, typeof told === "string" ? told : undefined, now);
          })
          .find((wrong) => wrong !== undefined) ??
        (counts(before) === counts(after) ? undefined : "M6: a renewal counts")
      );
    }
    if (typeof outcome !== "object" || outcome === null || !("kind" in outcome)) return `M12: ${outcome}`;
    const entry = this.#entry(request.hold);
    const wasOver = entry.end !== undefined && now < entry.remembered;
    const isRefused = outcome.kind === "busy" && request.kind === "acquire" && request.last;
    const end = outcome.kind === "ended" ? outcome.end : isRefused ? "refused" : undefined;
    const wrong = this.#ended(entry, end, now);
    if (wrong !== undefined) return wrong;
    if (wasOver && (state(before) !== state(after) || messages.length > 0))
      return "M12: a copy after the end does something";
    return this.#moved(entry, request, end, before, after, now);
  }

  #moved(
    entry: Entry,
    request: Request,
    end: HoldEnd | undefined,
    before: Picture,
    after: Picture,
    now: number,
  ): Finding | undefined {
    const field = ownerToField(entry.hold);
    const by = Number(after.fields.get(field) ?? 0) - Number(before.fields.get(field) ?? 0);
    const rest = [...before.fields].filter(([name]) => name !== field && name !== "mode");
    const kept = rest.every(([name, count]) => after.fields.get(name) === count);
    const isTheft = request.kind === "steal" && end === undefined;
    if (!kept && !isTheft && !(end !== undefined && /^(released|still:)/.test(end) && after.left === -2))
      return "M5: another field changed";
    if (isAcquire(request) && by === 1) {
      if (entry.state !== "unknown" && !this.#chances.late) return `M6: ${entry.hold.holdId} is counted again`;
      entry.state = "live";
      entry.until = now + entry.hold.lease;
      return undefined;
    }
    const has = (picture: Picture): boolean => (picture.pages.get(field)?.left ?? -2) > 0;
    if (request.kind === "acquire" && by <= 0 && before.fields.has(field) && !has(before) && has(after)) {
      // It replaced holds of this owner that outlived their leases and have no records.
      for (const one of this.#entries.values()) if (ownerToField(one.hold) === field) one.state = "over";
      entry.state = "live";
      entry.until = now + entry.hold.lease;
      return undefined;
    }
    if (request.kind === "renew" && end === undefined) entry.until = Math.max(entry.until, now + entry.hold.lease);
    if (by === 0) return undefined;
    if (request.kind !== "release" && request.kind !== "cancel") return `M6: a ${request.kind} counts`;
    const isForgotten = !has(before);
    const dead = [...this.#entries.values()].find(
      (one) => one.state === "live" && one.until <= now && ownerToField(one.hold) === field,
    );
    if (entry.state !== "live" && isForgotten && dead !== undefined) {
      // Others keep the lock, and with it the field of a dead reader, which any request may remove.
      dead.state = "over";
      return undefined;
    }
    // A late copy of an acquire restarts a life of the lock, whose other holds may end it.
    if (entry.state !== "live" && !this.#isTheirs(entry.hold) && !this.#chances.late)
      return `M5: ${entry.hold.holdId} ends what it does not have`;
    entry.state = "over";
    return undefined;
  }

  /** The reply stays the same as long as Redis remembers the end. */
  #ended(entry: Entry, end: HoldEnd | undefined, now: number): Finding | undefined {
    if (entry.end !== undefined && now < entry.remembered) {
      return end === entry.end ? undefined : `M12: ${entry.hold.holdId} was told "${entry.end}", and now "${end}"`;
    }
    // A repeated reply does not prolong the memory.
    if (end !== undefined && end === entry.end) return undefined;
    entry.end = end;
    // Without a known grant, which may be long ago, the end is remembered for less.
    const mayBeNews = end === "free" || end === "taken";
    entry.remembered = now + (mayBeNews ? 0 : entry.hold.lease) + BEYOND;
    // Since the theft, which may be long ago.
    if (end === THEFT && entry.hold.isDefault) entry.remembered = now;
    return undefined;
  }

  #tooLong(step: Step, outcome: Outcome, after: Picture, now: number): Finding | undefined {
    if (step.kind === "java") {
      // A writer of Redisson's that continues reading leaves its own lease to the lock.
      this.#isStretched ||= (step.op.startsWith("renew") || step.op === "unlock write") && outcome === 1;
      // Its write lock adds the remaining lease.
      const added = step.op === "write" && outcome === null ? Math.max(after.left, 0) : step.lease;
      this.#granted = Math.max(this.#granted, now + added);
    }
    // The memory of a forced release needs no grant.
    if (step.kind === "run") this.#granted = Math.max(this.#granted, now);
    if (step.kind === "run" && "hold" in step.request) {
      this.#granted = Math.max(this.#granted, now + step.request.hold.lease);
      this.#longest = Math.max(this.#longest, step.request.hold.lease);
    }
    if (step.kind === "run" && step.request.kind === "batch") {
      for (const { lease } of step.request.renewals) this.#granted = Math.max(this.#granted, now + lease);
    }
    if (after.left === -1) return "M8: the lock has no end";
    if (after.left > 0 && now + after.left > this.#granted)
      return `M8: the lock outlives every lease, until ${this.#granted}`;
    const ended = step.kind === "run" && (step.request.kind === "release" || step.request.kind === "cancel");
    const longest = Math.max(0, ...readLefts(after));
    if (
      ended &&
      isEnd(outcome, /^(released|still:)/) &&
      after.fields.get("mode") === "read" &&
      after.left > longest &&
      !this.#isStretched
    ) {
      const { hold } = step.request;
      if (hold.access === "read") return `M8: the lock outlives its readers' leases, ${longest}`;
    }
    return this.#readsTooLong(after, now);
  }

  /** A reader has no more leases, and no longer ones, than were granted to its holds. */
  #readsTooLong(after: Picture, now: number): Finding | undefined {
    const reads = [...this.#entries.values()].filter(({ hold }) => hold.access === "read" && !this.#isTheirs(hold));
    for (const owner of new Set(reads.map(({ hold }) => hold.owner))) {
      const granted = reads.filter(({ hold }) => hold.owner === owner).map(({ until }) => until - now);
      const longest = Math.max(...readLefts(after, owner));
      if (longest > Math.max(0, ...granted))
        return `M8: ${owner} has a lease of ${longest}, and was granted ${granted}`;
    }
    return undefined;
  }

  /** Redis remembers the life of every valid hold until a minute after its validity. */
  #memory(after: Picture, now: number, believed: readonly Belief[]): Finding | undefined {
    for (const { hold, until } of believed) {
      const left = after.records.get(hold.holdId)?.left ?? 0;
      if (!hold.isDefault && left < until - now + BEYOND) return `M12: ${hold.holdId} is forgotten in ${left}`;
      const page = after.pages.get(ownerToField(hold));
      if (!hold.isDefault && (page?.left ?? 0) < 1)
        return `M12: the life of ${ownerToField(hold)} is forgotten at ${now}`;
    }
    return undefined;
  }

  #miscounted(after: Picture): Finding | undefined {
    const live = [...this.#entries.values()].filter(({ state, hold }) => state === "live" && !this.#isTheirs(hold));
    for (const [field, count] of after.fields) {
      if (field === "mode" || this.#isTheirs({ owner: field.replace(/:write$/, "") })) continue;
      const mine = live.filter(({ hold }) => ownerToField(hold) === field).length;
      if (Number(count) !== mine) return `M6: ${field} is counted ${count} times, for ${mine} holds`;
    }
    return undefined;
  }

  #isTheirs({ owner }: { readonly owner: string }): boolean {
    return isNamed(owner, "j") || (this.#chances.shared && owner === ownerNamed("P"));
  }

  #entry(hold: Hold): Entry {
    const known = this.#entries.get(hold.holdId);
    const entry: Entry = known ?? { hold, state: "unknown", until: 0, end: undefined, remembered: 0 };
    entry.hold = hold;
    this.#entries.set(hold.holdId, entry);
    return entry;
  }
}

function isEnd(outcome: Outcome, end: RegExp): boolean {
  return (
    typeof outcome === "object" &&
    outcome !== null &&
    "kind" in outcome &&
    outcome.kind === "ended" &&
    end.test(outcome.end)
  );
}
