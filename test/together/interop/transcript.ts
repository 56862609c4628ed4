// The recorded behaviour of each version of Redisson, as kept in transcripts/.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import type { RecordedStep } from "./record.ts";
import { type Transcript, textOf, transcriptOf } from "./transcript-lines.ts";

const FOLDER = "test/together/interop/transcripts";
const ENDING = ".jsonl";
/** The version that is kept completely; the others are kept as differences from it. */
const BASE = "4.7.0";

// A TTL, or a score, is rounded to the value that was set.
const GRAIN_MS = 100;

export function readTranscript(version: string): Transcript {
  return transcriptOf(readFileSync(pathOf(version), "utf8"), baseOf(version));
}

export function writeTranscript(version: string, transcript: Transcript): void {
  // Their texts depend on the base.
  const others = version === BASE ? writtenVersions().filter((other) => other !== BASE) : [];
  const kept = others.map((other) => [other, readTranscript(other)] as const);
  const rounded = Object.entries(transcript).map(([title, steps]) => [title, steps.map(roundedStep)]);
  write(version, Object.fromEntries(rounded));
  for (const [other, unchanged] of kept) write(other, unchanged);
}

function write(version: string, transcript: Transcript): void {
  writeFileSync(pathOf(version), textOf(transcript, baseOf(version)));
}

function baseOf(version: string): Transcript | undefined {
  return version === BASE ? undefined : readTranscript(BASE);
}

function writtenVersions(): string[] {
  const files = readdirSync(FOLDER).filter((file) => file.endsWith(ENDING));
  return files.map((file) => basename(file, ENDING));
}

function roundedStep(step: RecordedStep): RecordedStep {
  const keys = Object.entries(step.keys).map(([key, { type, value, ttlMs }]) => {
    const whole = { type, value: type === "zset" ? roundedScores(Object(value)) : value, ttlMs: roundedUp(ttlMs) };
    return [key, whole];
  });
  return { ...step, keys: Object.fromEntries(keys) };
}

function roundedScores(scores: Record<string, number>): Record<string, number> {
  return Object.fromEntries(Object.entries(scores).map(([member, leftMs]) => [member, roundedUp(leftMs)]));
}

function roundedUp(ms: number): number {
  return ms < 0 ? ms : Math.ceil(ms / GRAIN_MS) * GRAIN_MS;
}

function pathOf(version: string): string {
  return join(FOLDER, version + ENDING);
}
