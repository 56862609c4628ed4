// The results of a run, as they are checked in: the page and the README's line are made of them alone.
import { readFileSync, writeFileSync } from "node:fs";
import type { FigureId } from "./figures.ts";
import type { Value } from "./statistics.ts";
import type { Subject, SubjectId } from "./subject.ts";

export interface Machine {
  readonly platform: string;
  readonly cores: number;
  readonly node: string;
  readonly redis: string;
  /** Other processes that were ready to run in the minute before. */
  readonly load: number;
}

export type Measured = Partial<Record<FigureId, Partial<Record<SubjectId, Value>>>>;

export interface Results {
  /** Such as 2026-11-23. */
  readonly day: string;
  readonly machine: Machine;
  readonly roundTripMs: number;
  readonly isQuick: boolean;
  readonly subjects: readonly Pick<Subject, "id" | "title" | "over" | "whose">[];
  /** Why a subject is missing. */
  readonly skipped: readonly string[];
  readonly measured: Measured;
}

const FILE = new URL("./results.json", import.meta.url);

export function readResults(): Results {
  return JSON.parse(readFileSync(FILE, "utf8"));
}

export function writeResults(results: Results): void {
  writeFileSync(FILE, `${JSON.stringify(results, rounded, 2)}\n`);
}

/** Four digits are more than any measurement has. */
function rounded(_key: string, value: unknown): unknown {
  return typeof value === "number" ? Number(value.toPrecision(4)) : value;
}

/** Collects the values of a run. */
export class Recorder {
  readonly measured: Measured = {};

  set(figure: FigureId, { id }: Subject, value: Value | undefined): void {
    if (value === undefined) return;
    this.measured[figure] = { ...this.measured[figure], [id]: value };
  }
}
