// Which errors a caller of a simulated world may get.
import { WorkFailed } from "./programs.ts";
import type { Turn } from "./turn.ts";

/** Those of a busy lock, and of what the callers do to each other. */
const ALWAYS = new Set(["LOCK_BUSY", "FLIGHT_FAILED", "CLOSED"]);

/** Those that a fault explains. */
const UNDER_FAULTS = new Set(["REDIS_UNREACHABLE", "OUTCOME_UNKNOWN", "NOT_HELD"]);

/** Returns whether the documentation says that this turn may end so. */
export function acceptsError(turn: Turn, error: unknown): boolean {
  if (error instanceof WorkFailed) return true;
  const { code, message } = Object(error);
  const { harm, steals } = turn.stage.profile;
  if (ALWAYS.has(code)) return true;
  if (code === "ABORTED") return turn.options.signal?.aborted === true;
  // The newest call steals.
  if (code === "LOCK_STOLEN") return steals || turn.resource.program === "newest";
  if (code === "LOCK_LOST") return acceptsLoss(turn);
  if (code === "PERMITS_UNSET") return harm.dataLoss;
  if (UNDER_FAULTS.has(code)) return turn.hadFault();
  return harm.foreignReplies && (code === "UNEXPECTED_REPLY" || String(message).includes("NOSCRIPT"));
}

/** A caller may keep a hold for longer than its lease. An acquire may lose what it never heard of, but by no message. */
function acceptsLoss(turn: Turn): boolean {
  const { gotAt, world, leaseMs, isKept } = turn;
  if (gotAt === undefined) return turn.hadFault(true);
  return turn.hadFault() || (!isKept && world.now - gotAt > leaseMs / 2);
}
