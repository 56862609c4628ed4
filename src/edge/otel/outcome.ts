// Outcomes: how a call or a hold ended, as attributes.
import type { Attributes } from "@opentelemetry/api";
import type { LockEvent } from "../../lock/events.ts";

const OF_CODE: ReadonlyMap<unknown, string> = new Map([
  ["REDIS_UNREACHABLE", "unreachable"],
  ["REDIS_REFUSED", "refused"],
  ["OUTCOME_UNKNOWN", "unknown"],
  ["LOCK_LOST", "lost"],
  ["LOCK_STOLEN", "stolen"],
  ["CLOSED", "closed"],
]);

/** The attributes of the end that this event tells of. */
export function attributesOfEnd(event: LockEvent): Attributes {
  if ("error" in event) {
    const type = errorType(event.error);
    return { "leasehound.outcome": OF_CODE.get(type) ?? "failed", "error.type": type };
  }
  if (event.type === "acquired" && event.stolenFrom !== undefined) return { "leasehound.outcome": "stole" };
  if (event.type !== "lost") return { "leasehound.outcome": event.type };
  if (event.reason === "stolen") return { "leasehound.outcome": "stolen", "error.type": "LOCK_STOLEN" };
  const isExpired = event.reason === "lease-ended" || event.end === "free";
  return { "leasehound.outcome": isExpired ? "expired" : "lost", "error.type": "LOCK_LOST" };
}

/** Returns the code of an error. Its message is left out, because it has the lock's name. */
export function errorType(error: unknown): string {
  const { code } = Object(error);
  return typeof code === "string" ? code : "_OTHER";
}
