// Invariants that are independent of the scripts: which holds are valid, and which holds each count includes.

import type { HoldEnd } from "../../../../src/base/errors.ts";
import { ownerNamed } from "../../../support/owners.ts";
import type { Chances } from "./draw.ts";
import type { Belief, Finding } from "./finding.ts";
import { Ledger } from "./ledger.ts";
import type { Picture } from "./real.ts";
import type { Outcome, Request, Step } from "./steps.ts";
import { type Hold, ownerToField, writerField } from "./world.ts";

/** Checks one walk. */
export class Judge {
  readonly #chances: Chances;
  readonly #ledger: Ledger;
  readonly #loose: boolean;
  /** By hold id. */
  readonly #beliefs = new Map<string, Belief>();
  /** Holds whose end was requested: they are no longer valid. */
  readonly #asked = new Set<string>();
  /** Redisson's renewal shortened the lock's lease to its own. */
  #isCut = false;
  #left = -2;

  /** `loose`: only effects that clients notice. */
  constructor(chances: Chances, loose = false) {
    this.#loose = loose;
    this.#chances = chances;
    this.#ledger = new Ledger(chances);
  }

  /** Returns the violation after this step, if there is one. */
  check(step: Step, outcome: Outcome, after: Picture, now: number, messages: readonly string[]): Finding | undefined {
    if (step.kind === "run" || step.kind === "sent") this.#sends(step.request);
    if (step.kind === "run" && step.heard) this.#hears(step.request, now - step.age, outcome);
    if (step.kind === "run" && step.request.kind === "force" && outcome === true) this.#beliefs.clear();
    if (step.kind === "run" && step.request.kind === "steal") this.#robbed(after);
    const miscounted = this.#loose
      ? undefined
      : this.#ledger.check(step, outcome, after, now, messages, this.#living(now));
    return miscounted ?? this.#falseBelief(step, after, now);
  }

  /** The tick by which Redis must be empty. */
  get over(): number {
    return this.#ledger.over;
  }

  #sends(request: Request): void {
    if (request.kind !== "release" && request.kind !== "cancel") return;
    this.#asked.add(request.hold.holdId);
    this.#beliefs.delete(request.hold.holdId);
  }

  #hears(request: Request, sentAt: number, outcome: Outcome): void {
    if (typeof outcome !== "object" || outcome === null) return;
    if (request.kind === "batch") {
      if ("kind" in outcome) return;
      for (const [index, { hold }] of request.renewals.entries()) this.#told(hold, sentAt, outcome[index]);
    } else if (request.kind !== "force" && "kind" in outcome) {
      if (outcome.kind === "held" || outcome.kind === "counted") this.#told(request.hold, sentAt, outcome.remaining);
      if (outcome.kind === "renewed") this.#told(request.hold, sentAt, request.hold.lease);
      if (outcome.kind === "ended") this.#told(request.hold, sentAt, outcome.end);
    }
  }

  /** A theft deletes the fields of the robbed, who may not know it. */
  #robbed({ fields }: Picture): void {
    for (const [holdId, { hold }] of this.#beliefs) {
      if (!fields.has(ownerToField(hold))) this.#beliefs.delete(holdId);
    }
  }

  #told(hold: Hold, sentAt: number, told: number | HoldEnd | undefined): void {
    if (typeof told !== "number") this.#beliefs.delete(hold.holdId);
    else if (!this.#asked.has(hold.holdId)) {
      const before = this.#beliefs.get(hold.holdId)?.until ?? 0;
      this.#beliefs.set(hold.holdId, { hold, until: Math.max(before, sentAt + told) });
    }
  }

  /** Excludes holds under owners of ours that Redisson shares, which it counts arbitrarily. */
  #living(now: number): Belief[] {
    const all = [...this.#beliefs.values()].filter(({ until }) => until > now);
    return all.filter(({ hold }) => !(this.#chances.shared && hold.owner === ownerNamed("P")));
  }

  #falseBelief(step: Step, after: Picture, now: number): Finding | undefined {
    const believed = this.#living(now);
    const before = this.#left;
    this.#left = after.left;
    if (step.kind === "java" && step.op.startsWith("renew") && after.left < before) this.#isCut = true;
    if (this.#isCut) return undefined;
    for (const { hold, until } of believed) {
      const field = ownerToField(hold);
      const same = believed.filter((other) => ownerToField(other.hold) === field);
      const count = Number(after.fields.get(field) ?? "0");
      const readers = [...after.fields.keys()].filter((name) => name !== "mode" && !name.endsWith(":write"));
      const writers = [...after.fields.keys()].filter((name) => name.endsWith(":write"));
      const own = writerField(hold.owner);
      const writer = writers.find((name) => name !== own);
      const reader = readers.find((name) => name !== hold.owner);
      // A late copy started a life again in which holds of the previous one count too, once for all of them.
      if (count < same.length && this.#chances.late) {
        for (const other of same) this.#beliefs.delete(other.hold.holdId);
        return undefined;
      }
      if (count < same.length) return `M11: ${hold.holdId} is believed in until ${until}, and not counted`;
      if (writer !== undefined) return `M1: ${writer} writes beside ${hold.holdId}`;
      if (hold.access === "write" && reader !== undefined)
        return `M1: ${reader} reads beside ${hold.holdId}, who writes`;
      if (after.left !== -1 && after.left < until - now)
        return `M11: the lock ends before ${hold.holdId} does, at ${until}`;
    }
    return uncovered(believed, after, now);
  }
}

/** Each reader's leases must cover its clients' valid holds, one each. */
function uncovered(believed: readonly Belief[], after: Picture, now: number): Finding | undefined {
  for (const owner of new Set(believed.map(({ hold }) => hold.owner))) {
    const reads = believed.filter(({ hold }) => hold.owner === owner && hold.access === "read");
    const wanted = reads.map(({ until }) => until - now).sort((a, b) => b - a);
    const count = Number(after.fields.get(owner) ?? "0");
    const slots = [...(after.slots.get(owner) ?? [])].slice(0, count).sort((a, b) => b - a);
    const at = wanted.findIndex((left, n) => (slots[n] ?? 0) < left);
    if (at >= 0) return `M11: ${owner} is believed to read for ${wanted}, and its timeout keys have ${slots}`;
  }
  return undefined;
}
