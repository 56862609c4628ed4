// The results of the last runs, as they are checked in: the pages are made of them alone.
import { readFileSync, writeFileSync } from "node:fs";
import { cpus, loadavg, platform } from "node:os";
import type { FigureId, TaskId } from "./peers/figures.ts";
import { today } from "./settings.ts";
import type { Value } from "./statistics.ts";
import type { Subject } from "./subjects.ts";

/** When and where something was measured. */
export interface Machine {
  /** Such as 2026-11-23. */
  readonly day: string;
  readonly platform: string;
  readonly cores: number;
  readonly node: string;
  /** Other processes that were ready to run in the minute before. */
  /** Undefined: it was not noted. */
  readonly load?: number;
}

export type Shown = Pick<Subject, "id" | "title" | "over" | "whose">;

export type Measured = Partial<Record<FigureId, Readonly<Record<string, Value>>>>;

/** What one package did under one fault, in all rounds. */
export interface Outcome {
  /** Pairs of sessions of which the earlier one wrote after the later one. */
  readonly overlaps: number;
  readonly acknowledged: number;
  readonly lost: number;
  readonly idleMs: number;
  /** Undefined: no holder lost its lock. "never": not before the round ended. */
  readonly learnedLateMs?: number | "never";
  /** In how many fair rounds of a healthy holder somebody learned of a loss. */
  readonly misled: number;
  /** Rounds in which Redis was not away for so long that even a holder that renews early can lose its lock. */
  readonly fair: number;
}

export interface FaultResults {
  readonly machine: Machine;
  readonly leaseMs: number;
  readonly seed: number;
  /** With the promises that were tried. */
  readonly promises: readonly string[];
  readonly subjects: readonly Pick<Shown, "id" | "title">[];
  /** By fault, and by subject. */
  readonly outcomes: Readonly<Record<string, Readonly<Record<string, Outcome>>>>;
}

export interface Results {
  readonly machines: Partial<Record<TaskId, Machine>>;
  readonly redis: string;
  readonly subjects: readonly Shown[];
  /** Why a subject is missing. */
  readonly skipped: readonly string[];
  readonly measured: Measured;
  readonly faults: FaultResults;
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

/** This machine, now. */
export function thisMachine(): Machine {
  const load = Math.round((loadavg()[0] ?? 0) * 10) / 10;
  return { day: today(), platform: platform(), cores: cpus().length, node: process.version, load };
}

export const machineText = ({ day, platform, cores, node, load }: Machine): string =>
  `${day}, Node ${node}, ${platform} with ${cores} cores${load === undefined ? "" : `, at a load of ${load}`}`;

/** The title without a version. */
export const nameOf = ({ title }: Pick<Shown, "title">): string => title.replace(/ [\d.]+$/, "");
