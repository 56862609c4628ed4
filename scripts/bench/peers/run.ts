// What every measurement gets.
import type { Recorder } from "./results.ts";
import type { PeersStage } from "./stage.ts";
import type { Subject, SubjectId } from "./subject.ts";

export interface Run {
  readonly stage: PeersStage;
  readonly record: Recorder;
  /** Few and short measurements: they show that the bench works. */
  readonly isQuick: boolean;
  /** Those that can be measured here, except the floors. */
  readonly subjects: readonly Subject[];
  readonly floors: readonly Subject[];
  /** What could not be measured. Stands on the page. */
  readonly skipped: string[];
}

/** Prints progress, with the seconds since the start. It is no part of the result. */
export function say(line: string): void {
  console.error(`${`${Math.round(performance.now() / 1_000)}`.padStart(4)} s  ${line}`);
}

export function except(subjects: readonly Subject[], ...ids: readonly SubjectId[]): Subject[] {
  return subjects.filter(({ id }) => !ids.includes(id));
}
