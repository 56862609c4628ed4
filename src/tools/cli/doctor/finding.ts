// Findings of `leasehound doctor` alone.
import type { Finding } from "../../../engine/prove/finding.ts";
import { shortDuration } from "../duration.ts";
import type { CommandError } from "../exit-code.ts";

/** Returns the finding of a check that was not answered. */
export function failed(check: string, { message }: CommandError, advice?: string): Finding {
  return { check, health: "problem", found: message, advice };
}

/** What a difference of clocks means. */
export interface ClockLimits {
  readonly mostMs: number;
  /** Whose clock it is compared with. */
  readonly of: string;
  /** What a wrong clock does. */
  readonly effect: string;
}

/** Returns the finding about the difference of two clocks. */
export function clockOf(differenceMs: number, { mostMs, of, effect }: ClockLimits): Finding {
  const check = "clock";
  const found = `this machine's clock differs by ${shortDuration(differenceMs)} from that of ${of}`;
  if (differenceMs <= mostMs) return { check, health: "ok", found };
  return { check, health: "warning", found, advice: `set the clock of this machine by NTP: ${effect}` };
}
