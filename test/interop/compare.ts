// What differs after a step between what Redisson did and what we did.
import type { RecordedStep } from "./record.ts";
import type { Step } from "./sequences.ts";

/** After which step, and where. `promised`: the leases that were asked for so far, ms. */
export type Difference = { readonly step: Step; readonly promised: readonly number[] } & Where;

type Where =
  | { readonly at: "answer" | "messages"; readonly redisson: unknown; readonly ours: unknown }
  /** A key that only one side has, or of which type or content differ. */
  | { readonly at: "key"; readonly key: string; readonly redisson: unknown; readonly ours: unknown }
  /** Of a key that both have. */
  | { readonly at: "ttl"; readonly key: string; readonly redisson: number; readonly ours: number };

// Between a step and the look at it, on a busy machine; the leases of sequences differ by more.
export const TTL_SLACK_MS = 1_500;
// Redisson draws it: 16 to 20 s.
const LATCH_SLACK_MS = 4_500;

export function differences(
  redisson: RecordedStep,
  ours: RecordedStep,
  promised: readonly number[] = [],
): Difference[] {
  const found: Where[] = [];
  for (const at of ["answer", "messages"] as const) {
    if (!same(redisson[at], ours[at])) found.push({ at, redisson: redisson[at], ours: ours[at] });
  }
  for (const key of new Set([...Object.keys(redisson.keys), ...Object.keys(ours.keys)])) {
    const [theirs, own] = [redisson.keys[key], ours.keys[key]];
    if (theirs === undefined || own === undefined || !same([theirs.type, theirs.value], [own.type, own.value])) {
      found.push({ at: "key", key, redisson: theirs, ours: own });
    } else if (Math.abs(theirs.ttlMs - own.ttlMs) > slackMs(key)) {
      found.push({ at: "ttl", key, redisson: theirs.ttlMs, ours: own.ttlMs });
    }
  }
  return found.map((where) => ({ step: redisson.step, promised, ...where }));
}

function slackMs(key: string): number {
  return key.startsWith("redisson_unlock_latch:") ? LATCH_SLACK_MS : TTL_SLACK_MS;
}

function same(one: unknown, other: unknown): boolean {
  return canonical(one) === canonical(other);
}

/** Redis tells the fields of a hash in any order. */
function canonical(value: unknown): string {
  return JSON.stringify(value ?? null, (_, part) => {
    if (typeof part !== "object" || part === null || Array.isArray(part)) return part;
    return Object.fromEntries(Object.entries(part).sort(([one], [other]) => (one < other ? -1 : 1)));
  });
}
