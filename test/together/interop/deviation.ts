// An intended difference, and shared parts of the rules for it.
import type { Difference } from "./compare.ts";
import type { Step } from "./steps.ts";

export interface Deviation {
  readonly what: string;
  readonly why: string;
  covers(difference: Difference): boolean;
}

/** Returns the time by which a step advances every TTL. */
export function timeOf(step: Step): number {
  if ("pass" in step) return step.pass;
  return "wait" in step ? step.wait : 0;
}

export function isSingle(messages: unknown, channels: string, payloads: readonly string[]): boolean {
  if (!Array.isArray(messages) || messages.length !== 1) return false;
  const [channel, payload] = messages[0];
  return String(channel).startsWith(channels) && payloads.includes(payload);
}

export function isNone(messages: unknown): boolean {
  return Array.isArray(messages) && messages.length === 0;
}
