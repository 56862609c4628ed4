// Which errors a caller of a simulated world may get.
import { isClean } from "./profile.ts";
import { WorkFailed } from "./programs.ts";
import type { Turn } from "./turn.ts";

/** Those of a busy lock, and of what the callers do to each other. */
const ALWAYS = new Set(["LOCK_BUSY", "FLIGHT_FAILED", "CLOSED"]);

const UNDER_FAULTS = new Set([
  "REDIS_UNREACHABLE",
  "OUTCOME_UNKNOWN",
  "LOCK_LOST",
  "LOCK_STOLEN",
  "PERMITS_UNSET",
  "NOT_HELD",
]);

/** Those of a database that is not Redis: it refused a script, perhaps in the middle, and then perhaps its cancel. */
const OF_DEVIATIONS = new Set(["REDIS_REFUSED", "OUTCOME_UNKNOWN", "REDIS_UNREACHABLE"]);

/** Returns whether a call may end so only because its database is not Redis. */
export function isOfDeviation({ stage }: Turn, error: unknown): boolean {
  return stage.profile.deviation !== undefined && OF_DEVIATIONS.has(Object(error).code);
}

/** Returns whether the documentation says that this turn may end so. */
export function acceptsError(turn: Turn, error: unknown): boolean {
  if (error instanceof WorkFailed || isOfDeviation(turn, error)) return true;
  const { code, message, httpStatus } = Object(error);
  const { profile } = turn.stage;
  if (ALWAYS.has(code)) return true;
  if (code === "ABORTED") return turn.options.signal?.aborted === true;
  // The newest call steals.
  if (code === "LOCK_STOLEN" && turn.resource.program === "newest") return true;
  // A caller may keep a hold for longer than its lease.
  if (code === "LOCK_LOST" && !turn.isKept) return true;
  // Each answer passes two isolates, or waits for those before it: it may be too late for a hold.
  if ((turn.isRemote || turn.actor.isOverTcp) && turn.hasShortLease && UNDER_FAULTS.has(code)) return true;
  // The holders have changed between a look and the release that is forced.
  if (turn.isRemote && profile.forces && code === "REDIS_REFUSED" && httpStatus === 409) return true;
  if (isClean(profile)) return false;
  if (UNDER_FAULTS.has(code)) return true;
  return profile.harm.foreignReplies && (code === "UNEXPECTED_REPLY" || String(message).includes("NOSCRIPT"));
}
