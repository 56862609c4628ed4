// The next action of a client, drawn from its seed alone: independent of earlier outcomes, so that the same seed gives
// the same sequence. Steps of a session that need a hold are skipped when none was granted.
import { between, type Random, weighted } from "./random.ts";

export type Step =
  | { readonly kind: "work"; readonly ms: number }
  | { readonly kind: "renew" | "check" | "status" | "resume" | "renew text" }
  /** Another hold of the same owner, and its release: at once, or only after that of the outer one. */
  | { readonly kind: "re-enter"; readonly leaseMs: number | undefined; readonly crossed: boolean }
  | { readonly kind: "keepAlive"; readonly ms: number; readonly maxHold: boolean };

export type SessionEnd =
  | "release"
  /** Two calls at the same time. */
  | "release twice"
  | "release text"
  | "dispose"
  /** Another object continues with it, and releases. */
  | "move"
  /** As by a crash: without a release, so that the lease ends it. */
  | "abandon";

export interface HoldSession {
  readonly kind: "hold";
  readonly lock: number;
  readonly call: "acquire" | "tryAcquire";
  readonly waitMs: number;
  /** "subscribe": by messages also where polling is cheaper, so that others of this process are in line. */
  readonly wait: "auto" | "subscribe";
  /** Undefined: a new owner. All clients share the others. */
  readonly owner: number | undefined;
  readonly leaseMs: number | undefined;
  readonly abortAfterMs: number | undefined;
  readonly steps: readonly Step[];
  readonly end: SessionEnd;
  readonly pauseMs: number;
}

export interface Question {
  readonly kind: "forceRelease" | "status";
  readonly lock: number;
  readonly pauseMs: number;
}

export type Session = HoldSession | Question;

export const MIN_LEASE_MS = 1_000;
export const MAX_LEASE_MS = 2_000;
const SHARED_OWNERS = 3;
// Plain locks at which some sessions meet, so that waiters stand in line.
const CROWDED_LOCKS: readonly number[] = [2, 5, 8, 11];

export function nextSession(random: Random, locks: number): Session {
  const kind = weighted<Session["kind"]>(random, [
    [96, "hold"],
    [3, "status"],
    [1, "forceRelease"],
  ]);
  const lock = between(random, 0, locks - 1);
  const pauseMs = between(random, 0, 30);
  if (kind !== "hold") return { kind, lock, pauseMs };
  const call = random() < 0.6 ? "acquire" : "tryAcquire";
  const waitMs = weighted(random, [
    [5, 0],
    [3, between(random, 1, 200)],
    [2, between(random, 200, 3_000)],
  ]);
  const owner = random() < 0.25 ? between(random, 0, SHARED_OWNERS - 1) : undefined;
  const leaseMs = random() < 0.3 ? between(random, MIN_LEASE_MS, MAX_LEASE_MS) : undefined;
  const abortAfterMs = random() < 0.04 ? between(random, 0, 60) : undefined;
  const stepCount = weighted(random, [
    [4, 0],
    [3, 1],
    [2, 2],
    [1, 4],
  ]);
  const steps = Array.from({ length: stepCount }, () => nextStep(random));
  const end = weighted<SessionEnd>(random, [
    [80, "release"],
    [4, "release twice"],
    [7, "release text"],
    [5, "dispose"],
    [3.5, "move"],
    [0.5, "abandon"],
  ]);
  const wait = random() < 0.5 ? "auto" : "subscribe";
  if (random() < 0.15) return { ...inLine(random, locks), leaseMs, abortAfterMs, steps, end, pauseMs };
  return { kind, lock, call, waitMs, wait, owner, leaseMs, abortAfterMs, steps, end, pauseMs };
}

/** Waits for a crowded lock, as a new owner. */
function inLine(
  random: Random,
  locks: number,
): Pick<HoldSession, "kind" | "lock" | "call" | "waitMs" | "wait" | "owner"> {
  const lock = (CROWDED_LOCKS[between(random, 0, CROWDED_LOCKS.length - 1)] ?? 0) % locks;
  return {
    kind: "hold",
    lock,
    call: "acquire",
    waitMs: between(random, 1_000, 3_000),
    wait: "subscribe",
    owner: undefined,
  };
}

function nextStep(random: Random): Step {
  const kind = weighted<Step["kind"]>(random, [
    [30, "work"],
    [16, "renew"],
    [16, "check"],
    [8, "status"],
    [6, "resume"],
    [4, "renew text"],
    [12, "re-enter"],
    [1.5, "keepAlive"],
  ]);
  const lease = between(random, MIN_LEASE_MS, MAX_LEASE_MS);
  const draw = random();
  if (kind === "work") return { kind, ms: Math.floor(draw * 20) };
  if (kind === "re-enter") return { kind, leaseMs: draw < 0.5 ? lease : undefined, crossed: (draw * 7) % 1 < 0.5 };
  if (kind === "keepAlive") return { kind, ms: Math.floor(400 + draw * 1_400), maxHold: draw > 0.8 };
  return { kind };
}
