// The story of a run in words: one line for each action, belief or fault.
import type { LockEvent } from "../../lock/events.ts";

export interface StoryLine {
  /** Virtual time since the start of the run, in ms. */
  readonly atMs: number;
  readonly text: string;
  /** It is left out first, of a story that is too long. */
  readonly isMinor: boolean;
}

// The end of a long run shows why it failed.
const MOST_LINES = 40;
const MOST_LAST = 10;
const MOST_VALUE = 80;

/** Returns the lines as texts, each with its time in seconds. A long story lacks the minor lines, and then the oldest. */
export function tell(lines: readonly StoryLine[]): string[] {
  const major = lines.length > MOST_LINES ? lines.filter(({ isMinor }) => !isMinor) : lines;
  const kept = new Set([...major.slice(-MOST_LINES), ...lines.slice(-MOST_LAST)]);
  const told = lines.filter((line) => kept.has(line));
  const left = lines.length - told.length;
  const texts = told.map(({ atMs, text }) => `${(atMs / 1_000).toFixed(3).padStart(9)} s  ${text}`);
  return left > 0 ? [`${"".padStart(11)}  (${left} lines are left out)`, ...texts] : texts;
}

/** Returns a value as text, on one line and not too long. */
export function shownValue(value: unknown): string {
  const text = jsonOf(value);
  return text.length > MOST_VALUE ? `${text.slice(0, MOST_VALUE)}…` : text;
}

// Data may have more than JSON: such as a bigint, or an object that contains itself.
function jsonOf(value: unknown): string {
  try {
    return JSON.stringify(value) ?? String(value);
  } catch {
    return String(value);
  }
}

/** Returns the text of an event in a story: "$" stands for the lock. Undefined: the story leaves the event out. */
export function toldOf(event: LockEvent): string | undefined {
  switch (event.type) {
    case "acquired":
      return event.stolenFrom === undefined ? "gets $" : "steals $";
    case "found":
      return "finds a stored result of $";
    case "resumed":
      return "resumes its hold of $";
    case "waiting":
      return "waits for $";
    case "wanted":
      return "learns that somebody waits for $";
    case "busy":
      return "does not get $: it is busy";
    case "released":
      return `releases $: ${event.outcome}`;
    case "lost":
      return `learns that it has lost $: ${event.reason}`;
    case "release-failing":
      return "cannot release $: no answer";
    case "renewal-failing":
      return "cannot renew $: no answer";
    default:
      return undefined;
  }
}
