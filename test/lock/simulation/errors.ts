// Which errors a caller of a simulated world may get.
import { WorkFailed } from "./programs.ts";
import type { Turn } from "./turn.ts";

/** Those of a busy lock, and of what the callers do to each other. */
const ALWAYS = new Set(["LOCK_BUSY", "FLIGHT_FAILED", "CLOSED"]);

/** Those that a fault explains. */
const UNDER_FAULTS = new Set(["REDIS_UNREACHABLE", "OUTCOME_UNKNOWN", "NOT_HELD"]);

/** Those of a database that is not Redis: it refused a script, perhaps in the middle, and then perhaps its cancel. */
const OF_DEVIATIONS = new Set(["REDIS_REFUSED", "OUTCOME_UNKNOWN", "REDIS_UNREACHABLE"]);

/** Returns whether a call may end so only because its database is not Redis. */
export function isOfDeviation({ stage }: Turn, error: unknown): boolean {
  return stage.profile.deviation !== undefined && OF_DEVIATIONS.has(Object(error).code);
}

/** Returns whether the documentation says that this turn may end so. */
export function acceptsError(turn: Turn, error: unknown): boolean {
  if (error instanceof WorkFailed || isOfDeviation(turn, error)) return true;
  const { code, httpStatus } = Object(error);
  const { harm, steals, forces } = turn.stage.profile;
  if (ALWAYS.has(code)) return true;
  if (code === "ABORTED") return turn.options.signal?.aborted === true;
  // An answer passes two isolates, waits for those before it, or must come from most of several databases: it may be too
  // late for a hold.
  const isSlow = (turn.isRemote || turn.actor.isOverTcp || turn.resource.isSeveral) && turn.hasShortLease;
  if (isSlow && (UNDER_FAULTS.has(code) || code === "LOCK_LOST")) return true;
  // The holders have changed between a look and the release that is forced.
  if (turn.isRemote && forces && code === "REDIS_REFUSED" && httpStatus === 409) return true;
  // The newest call steals.
  if (code === "LOCK_STOLEN") return steals || turn.resource.program === "newest";
  if (code === "LOCK_LOST") return acceptsLoss(turn);
  if (code === "PERMITS_UNSET") return harm.dataLoss;
  if (UNDER_FAULTS.has(code)) return turn.hadFault();
  return harm.foreignReplies && code === "UNEXPECTED_REPLY";
}

/** A caller may keep a hold for longer than its lease. An acquire may lose what it never heard of, but by no message. */
function acceptsLoss(turn: Turn): boolean {
  const { gotAt, world, leaseMs, isKept } = turn;
  if (gotAt === undefined) return turn.hadFault(true);
  return turn.hadFault() || turn.hasShortLease || (!isKept && world.now - gotAt > leaseMs / 2);
}
