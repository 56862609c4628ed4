// Compares the states of Redisson and of ours after a step.
import type { Kind } from "./kinds.ts";
import type { RecordedStep } from "./record.ts";
import type { StoredKey } from "./snapshot.ts";
import type { Step } from "./steps.ts";

/** The kind of lock and the steps so far. The states were recorded after the last one, on both sides. */
export interface Moment {
  readonly kind: Kind;
  readonly steps: readonly Step[];
  readonly recorded: RecordedStep;
  readonly own: RecordedStep;
}

export type Difference = Moment & Where;

type Where =
  | { readonly at: "answer" | "messages"; readonly redisson: unknown; readonly ours: unknown }
  /** A key that only one side has, or whose type or content differ. */
  | { readonly at: "key"; readonly key: string; readonly redisson: unknown; readonly ours: unknown }
  /** A key that both have. */
  | { readonly at: "ttl"; readonly key: string; readonly redisson: number; readonly ours: number }
  /** A member that both have. */
  | {
      readonly at: "score";
      readonly key: string;
      readonly member: string;
      readonly redisson: number;
      readonly ours: number;
    };

// The delay between a step and its snapshot, on a busy machine. Leases and waits of sequences differ by more.
export const SLACK_MS = 1_500;
// Redisson draws it at random: 16 to 20 s.
const LATCH_SLACK_MS = 4_500;

/** Compares `redisson` and `ours` after the last of `steps`. */
export function differences(
  redisson: RecordedStep,
  ours: RecordedStep,
  kind: Kind,
  steps: readonly Step[],
): Difference[] {
  const found: Where[] = [];
  for (const at of ["answer", "messages"] as const) {
    if (!same(redisson[at], ours[at])) found.push({ at, redisson: redisson[at], ours: ours[at] });
  }
  for (const key of new Set([...Object.keys(redisson.keys), ...Object.keys(ours.keys)])) {
    const [theirs, own] = [redisson.keys[key], ours.keys[key]];
    if (theirs === undefined || own === undefined || !same(contentOf(theirs), contentOf(own))) {
      found.push({ at: "key", key, redisson: theirs, ours: own });
      continue;
    }
    if (Math.abs(theirs.ttlMs - own.ttlMs) > slackMs(key)) {
      found.push({ at: "ttl", key, redisson: theirs.ttlMs, ours: own.ttlMs });
    }
    for (const [member, leftMs] of scoresOf(theirs)) {
      const ownLeftMs = Number(Object(own.value)[member]);
      if (Math.abs(leftMs - ownLeftMs) <= SLACK_MS) continue;
      found.push({ at: "score", key, member, redisson: leftMs, ours: ownLeftMs });
    }
  }
  return found.map((where) => ({ kind, steps, recorded: redisson, own: ours, ...where }));
}

/** Returns the content without scores. */
function contentOf({ type, value }: StoredKey): unknown {
  return type === "zset" ? [type, Object.keys(Object(value)).sort()] : [type, value];
}

function scoresOf({ type, value }: StoredKey): [string, number][] {
  return type === "zset" ? Object.entries(Object(value)) : [];
}

function slackMs(key: string): number {
  return key.startsWith("redisson_unlock_latch:") ? LATCH_SLACK_MS : SLACK_MS;
}

function same(one: unknown, other: unknown): boolean {
  return canonical(one) === canonical(other);
}

/** Sorts the fields of a hash, which Redis returns in any order. */
function canonical(value: unknown): string {
  return JSON.stringify(value ?? null, (_, part) => {
    if (typeof part !== "object" || part === null || Array.isArray(part)) return part;
    return Object.fromEntries(Object.entries(part).sort(([one], [other]) => (one < other ? -1 : 1)));
  });
}
