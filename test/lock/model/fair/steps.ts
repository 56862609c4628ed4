// Possible steps, as data: the model and Redis take the same ones.
import type { Reply } from "./holds.ts";
import { type JavaOp, type JavaWaiter, java } from "./java.ts";
import { acquire, cancel, forceRelease, handOver, release, stand, steal } from "./ours.ts";
import type { Asked } from "./requests.ts";
import { free, type Hold, loseTries, passTime, setBack, type World } from "./world.ts";

export type Step =
  | { readonly kind: "acquire"; readonly hold: Hold; readonly last: boolean }
  /** An attempt of a new owner whose isolate has a mailbox. */
  | {
      readonly kind: "stand";
      readonly hold: Hold;
      readonly last: boolean;
      readonly listed: Listed;
      readonly asked: Asked;
    }
  /** A mailbox is heard from now on, or no longer. */
  | { readonly kind: "mailbox"; readonly mailbox: number; readonly opens: boolean }
  | { readonly kind: "release"; readonly hold: Hold; readonly epoch: string; readonly first: boolean }
  | {
      readonly kind: "hand-over";
      readonly hold: Hold;
      readonly epoch: string;
      readonly first: boolean;
      readonly next: Hold;
    }
  | { readonly kind: "steal"; readonly hold: Hold }
  | { readonly kind: "cancel"; readonly hold: Hold }
  | { readonly kind: "force"; readonly request: string }
  | { readonly kind: "java"; readonly op: JavaOp; readonly waiter: JavaWaiter }
  /** `keptTrying`: live waiters of ours tried throughout, and were refused. */
  | { readonly kind: "pass"; readonly ms: number; readonly keptTrying: boolean }
  /** The Redis clock is set back. */
  | { readonly kind: "set-back"; readonly ms: number }
  /** The lease ends, or is removed. */
  | { readonly kind: "expire" }
  | { readonly kind: "persist" }
  /** As old versions of Redisson left it. */
  | { readonly kind: "lose-score"; readonly waiter: string }
  /** The attempts of ours are deleted. */
  | { readonly kind: "lose-tries" };

/**
 * What it says of its request, if the last reply that its client read said that all before it are ours: it is still
 * kept as that reply told, or no longer. "": all else.
 */
export type Listed = "" | "kept" | "older";

export type Outcome = Reply | number | null | undefined;

/** Changes the world, and returns the caller's reply. */
export function apply(world: World, step: Step): Outcome {
  switch (step.kind) {
    case "acquire":
      return acquire(world, step.hold, step.last);
    case "stand":
      return stand(world, step.hold, step.last, step.listed === "kept", step.asked);
    case "mailbox":
      if (step.opens) world.open.add(step.mailbox);
      else world.open.delete(step.mailbox);
      return undefined;
    case "release":
      return release(world, step.hold, step.epoch, step.first);
    case "hand-over":
      return handOver(world, step.hold, step.epoch, step.first, step.next);
    case "steal":
      return steal(world, step.hold);
    case "cancel":
      return cancel(world, step.hold);
    case "force":
      return forceRelease(world, step.request);
    case "java":
      return java(world, step.op, step.waiter);
    case "pass":
      passTime(world, step.ms, step.keptTrying);
      return undefined;
    case "set-back":
      setBack(world, step.ms);
      return undefined;
    case "expire":
      free(world);
      return undefined;
    case "persist":
      if (world.counts.size > 0) world.until = Number.POSITIVE_INFINITY;
      return undefined;
    case "lose-score":
      world.scores.delete(step.waiter);
      return undefined;
    case "lose-tries":
      loseTries(world);
      return undefined;
  }
}

/** Returns a step as an attempt to acquire, if it is one. */
export function attemptIn(step: Step): { readonly hold: Hold; readonly last: boolean } | undefined {
  return step.kind === "acquire" || step.kind === "stand" ? step : undefined;
}

/** Returns one line of a story. */
export function told(step: Step): string {
  switch (step.kind) {
    case "acquire":
      return `${step.last ? "last try" : "try"} of ${named(step.hold)}`;
    case "stand": {
      const { mailbox, isMarked, agoMs, counts } = step.asked;
      const how = [
        step.listed && `behind ours, its request is ${step.listed}`,
        isMarked && "marked",
        counts && "counts",
      ]
        .filter(Boolean)
        .join(", ");
      return `${step.last ? "last try" : "try"} of ${named(step.hold)}, mailbox ${mailbox}, seen ${agoMs} ms ago, ${how}`;
    }
    case "mailbox":
      return `mailbox ${step.mailbox} ${step.opens ? "opens" : "closes"}`;
    case "release":
      return `${step.first ? "release" : "release again"} of ${named(step.hold)}, epoch "${step.epoch}"`;
    case "hand-over":
      return `${step.first ? "pass" : "pass again"} of ${named(step.hold)}, epoch "${step.epoch}", to ${named(step.next)}`;
    case "steal":
      return `theft by ${named(step.hold)}`;
    case "cancel":
      return `cancel of ${named(step.hold)}`;
    case "force":
      return `force ${step.request}`;
    case "java": {
      const { holder, aheadMs, leaseMs, waitMs } = step.waiter;
      return `Java ${step.op} of ${holder}, ${aheadMs} ms ahead, lease ${leaseMs}, wait ${waitMs}`;
    }
    case "pass":
      return `${step.ms} ms pass${step.keptTrying ? ", with tries of the living" : ""}`;
    case "set-back":
      return `the clock is set back by ${step.ms} ms`;
    case "lose-score":
      return `${step.waiter} loses its score`;
    default:
      return step.kind;
  }
}

function named({ owner, holdId, ownerIsNew, leaseMs, once }: Hold): string {
  return `${ownerIsNew ? owner : `${owner}/${holdId}`} (lease ${leaseMs}${once ? ", once" : ""})`;
}
