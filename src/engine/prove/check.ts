// What a check of `prove` is, and what it may find.
import { OutcomeUnknownError, RedisRefusedError } from "../../base/errors.ts";
import type { Finding } from "./finding.ts";
import type { TestedDatabase } from "./tested-database.ts";

/** What a check found: one sentence, and how bad it is. */
export type Outcome = Pick<Finding, "health" | "found">;

/** One check. The file of its family lists it. */
export interface Check {
  readonly name: string;
  /** What it means for locks if the database does not pass. */
  readonly means: string;
  /** The option or the step that avoids the harm. */
  readonly avoid: string;
  /** If it finds a problem, the checks after it are not made. */
  readonly isNeeded?: true;
  /** It asks about commands outside of scripts, so it is made only over a port that sends some. */
  readonly ofCommands?: true;
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

/** Returns whether Redis answered a script with an error: before its start, or in its middle. */
export function isRefusal(error: unknown): boolean {
  if (error instanceof RedisRefusedError) return true;
  return error instanceof OutcomeUnknownError && error.message.startsWith("Redis refused");
}

/** Returns the message of an error: its first line. */
export function messageOf(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).split("\n")[0] ?? "";
}

/** Returns what a promise rejects with. Undefined: it resolves. */
export function thrownBy(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => undefined,
    (error: unknown) => error,
  );
}
