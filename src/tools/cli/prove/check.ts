// What a check of `leasehound prove` is, and what it may find.
import type { Health } from "../doctor/finding.ts";
import type { TestedDatabase } from "./tested-database.ts";

/** What a check found. */
export interface Outcome {
  readonly health: Health;
  /** One sentence. */
  readonly found: string;
}

/** One check. The file of its family lists it. */
export interface Check {
  readonly name: string;
  /** What it means for locks if the database does not pass. */
  readonly means: string;
  /** The option or the step that avoids the harm. */
  readonly avoid: string;
  /** If it finds a problem, the checks after it are not made. */
  readonly isNeeded?: true;
  /** Asks the database. A thrown error is a problem, too. */
  run(database: TestedDatabase): Promise<Outcome>;
}

export function ok(found: string): Outcome {
  return { health: "ok", found };
}

/** Returns what makes locks slower or dearer, or shows them wrong. */
export function warning(found: string): Outcome {
  return { health: "warning", found };
}

/** Returns what breaks a promise of the locks. */
export function problem(found: string): Outcome {
  return { health: "problem", found };
}

/** Returns that the database does not tell. */
export function untold(found: string): Outcome {
  return { health: "unknown", found };
}

/** Returns the first of several texts, and how many there are beside. */
export function listed(texts: readonly string[]): string {
  const [first = "", ...others] = texts;
  return others.length === 0 ? first : `${first}; and ${others.length} more`;
}
