// What a version of Redisson was seen to do, as it is kept in transcripts/: a line for each step.
import { readFileSync, writeFileSync } from "node:fs";
import type { RecordedStep } from "./record.ts";

/** By the title of the sequence. */
export type Transcript = Readonly<Record<string, readonly RecordedStep[]>>;

// A TTL is written as it was set, not as it was read a moment later.
const TTL_GRAIN_MS = 100;

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
  const keys = Object.entries(step.keys).map(([key, { ttlMs, ...stored }]) => {
    const whole = ttlMs < 0 ? ttlMs : Math.ceil(ttlMs / TTL_GRAIN_MS) * TTL_GRAIN_MS;
    return [key, { ...stored, ttlMs: whole }];
  });
  return { ...step, keys: Object.fromEntries(keys) };
}

function pathOf(version: string): string {
  return `test/interop/transcripts/${version}.json`;
}
