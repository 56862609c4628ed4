// What every measurement gets, and the isolates of several subjects.
import type { Endpoint } from "../locker.ts";
import type { Stage } from "../stage.ts";
import type { Value } from "../statistics.ts";
import type { Subject } from "../subjects.ts";
import type { FigureId } from "./figures.ts";
import { Isolates } from "./isolates.ts";

export interface Run {
  readonly stage: Stage;
  /** Few and short measurements: they show that the bench works. */
  readonly isQuick: boolean;
  /** Those that can be measured here. */
  readonly subjects: readonly Subject[];
  record(figure: FigureId, subject: Pick<Subject, "id">, value: Value | undefined): void;
}

export interface Opened {
  readonly subject: Subject;
  readonly isolates: Isolates;
}

/** Opens so many isolates of each subject. They end with `opened`. */
export async function openEach(
  opened: AsyncDisposableStack,
  subjects: readonly Subject[],
  endpoint: Endpoint,
  count = 1,
): Promise<Opened[]> {
  const all: Opened[] = [];
  for (const subject of subjects) {
    all.push({ subject, isolates: opened.use(await Isolates.open(subject, count, endpoint)) });
  }
  return all;
}
