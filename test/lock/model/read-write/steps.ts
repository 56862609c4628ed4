// Possible steps, as data: the model and Redis take the same ones.
import type { HoldEnd } from "../../../../src/base/errors.ts";
import type { Access } from "../../../../src/lock/lua/read-write.ts";
import { type JavaOp, java } from "./java.ts";
import type { Reply } from "./memory.ts";
import { acquire, check, end, forceRelease, renew, status, steal } from "./ours.ts";
import { BEYOND, type Hold, lockLeft, ownerToField, passTime, type World } from "./world.ts";

/** One renewal of a batch: sets `lease`, which may be less than the hold's. */
export interface OneRenewal {
  readonly hold: Hold;
  readonly epoch: string;
  readonly lease: number;
}

/** A client's request. */
export type Request =
  | { readonly kind: "acquire"; readonly hold: Hold; readonly last: boolean }
  /** Of a write hold. */
  | { readonly kind: "steal"; readonly hold: Hold }
  | { readonly kind: "release"; readonly hold: Hold; readonly epoch: string; readonly first: boolean }
  | { readonly kind: "cancel"; readonly hold: Hold }
  | { readonly kind: "renew"; readonly hold: Hold; readonly epoch: string }
  | { readonly kind: "batch"; readonly renewals: readonly OneRenewal[]; readonly enough: number | undefined }
  | { readonly kind: "check"; readonly hold: Hold; readonly epoch: string }
  | { readonly kind: "force"; readonly request: string; readonly access: Access };

export type Step =
  /** `age`: ticks since the client sent it; `heard`: the client gets this reply. */
  | { readonly kind: "run"; readonly request: Request; readonly age: number; readonly heard: boolean }
  /** Sent, and not executed: lost, or late. */
  | { readonly kind: "sent"; readonly request: Request }
  | { readonly kind: "java"; readonly op: JavaOp; readonly holder: string; readonly lease: number }
  | { readonly kind: "pass"; readonly ticks: number }
  | { readonly kind: "status"; readonly access: Access; readonly owner: string };

/** For a batch: the remaining ticks, or the end, of each hold. */
export type Outcome = Reply | readonly (number | HoldEnd)[] | boolean | number | null | string | undefined;

export function apply(world: World, step: Step): Outcome {
  switch (step.kind) {
    case "run":
      return run(world, step.request);
    case "sent":
      return undefined;
    case "java":
      return java(world, step.op, step.holder, step.lease);
    case "pass":
      passTime(world, step.ticks);
      return undefined;
    case "status":
      return status(world, step.access, step.owner);
  }
}

function run(world: World, request: Request): Outcome {
  switch (request.kind) {
    case "acquire":
      return acquire(world, request.hold, request.last);
    case "steal":
      return steal(world, request.hold);
    case "release":
      return end(world, request.hold, request.first ? request.epoch : undefined);
    case "cancel":
      return end(world, request.hold, undefined);
    case "renew":
      return renew(world, request.hold, request.hold.lease);
    case "batch":
      return request.renewals.map((each) => renewed(world, each, request.enough));
    case "check":
      return check(world, request.hold);
    case "force":
      return forceRelease(world, request.request, request.access);
  }
}

/** Returns whether a copy of it may grant a hold. */
export function isAcquire({ kind }: Request): boolean {
  return kind === "acquire" || kind === "steal";
}

/** `enough` is only valid for a writer: the lock's lease is not a reader's. */
function renewed(world: World, { hold, lease }: OneRenewal, enough: number | undefined): number | HoldEnd {
  const remembered = [world.records.get(hold.holdId), world.pages.get(ownerToField(hold))];
  const left = Math.min(
    lockLeft(world),
    ...(hold.isDefault ? [] : remembered.map((kept) => (kept?.until ?? 0) - BEYOND - world.now)),
  );
  if (hold.access === "write" && enough !== undefined && left > enough) {
    const reply = check(world, hold);
    return reply.kind === "ended" ? reply.end : left;
  }
  const reply = renew(world, hold, lease);
  return reply.kind === "ended" ? reply.end : lease;
}

/** Returns one line of a story. */
export function told(step: Step): string {
  if (step.kind === "run") {
    return `${toldRequest(step.request)} (${step.age === 0 ? "" : `sent ${step.age} ago, `}${step.heard ? "heard" : "answer lost"})`;
  }
  if (step.kind === "sent") return `not carried out: ${toldRequest(step.request)}`;
  if (step.kind === "java") return `Java ${step.op} of ${step.holder}, lease ${step.lease}`;
  if (step.kind === "pass") return `${step.ticks} ticks pass`;
  return `status ${step.access} ${step.owner}`;
}

function toldRequest(request: Request): string {
  switch (request.kind) {
    case "acquire":
      return `${request.last ? "last try" : "try"} of ${named(request.hold)}`;
    case "release":
      return `${request.first ? "release" : "release again"} of ${named(request.hold)}, epoch "${request.epoch}"`;
    case "batch": {
      const each = request.renewals.map(({ hold, lease }) => `${named(hold)} to ${lease}`);
      return `batch renewal of ${each.join(" and ")}${request.enough === undefined ? "" : `, enough ${request.enough}`}`;
    }
    case "force":
      return `force ${request.access} ${request.request}`;
    default:
      return `${request.kind} of ${named(request.hold)}`;
  }
}

function named({ access, owner, holdId, isDefault, lease }: Hold): string {
  return `${access} ${isDefault ? owner : `${owner}/${holdId}`} (lease ${lease})`;
}
