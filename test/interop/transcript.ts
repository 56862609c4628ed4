// What a version of Redisson was seen to do, as it is kept in transcripts/: a line for each step.
import { readFileSync, writeFileSync } from "node:fs";
import type { RecordedStep } from "./record.ts";

/** By the title of the sequence. */
export type Transcript = Readonly<Record<string, readonly RecordedStep[]>>;

// A TTL, or a score, is written as it was set, not as it was read a moment later.
const GRAIN_MS = 100;

export function readTranscript(version: string): Transcript {
  return JSON.parse(readFileSync(pathOf(version), "utf8"));
}

export function writeTranscript(version: string, transcript: Transcript): void {
  const sequences = Object.entries(transcript).map(([title, steps]) => {
    return `${JSON.stringify(title)}: [\n${steps.map((step) => `  ${JSON.stringify(rounded(step))}`).join(",\n")}\n]`;
  });
  writeFileSync(pathOf(version), `{\n${sequences.join(",\n")}\n}\n`);
}

function rounded(step: RecordedStep): RecordedStep {
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
  return `test/interop/transcripts/${version}.json`;
}
