// The text of a transcript: lines of JSON, a title and then one line for each step. With a base, it contains only the
// differences: six whole transcripts take 2 MB, and changes to them cannot be reviewed.
import type { RecordedStep } from "./record.ts";
import type { StoredKey } from "./snapshot.ts";

/** By the title of the sequence. */
export type Transcript = Readonly<Record<string, readonly RecordedStep[]>>;

/** How a step differs from the same step of the base. */
interface Change {
  /** The index of the step, from 0. */
  readonly at: number;
  readonly answer?: unknown;
  readonly messages?: RecordedStep["messages"];
  readonly keys?: ChangedKeys;
}

/** A number is the TTL of a key with the same content; null is a key that only the base has. */
type ChangedKeys = Readonly<Record<string, StoredKey | number | null>>;

interface Lacking {
  /** The title of a sequence that only the base has. */
  readonly lacks: string;
}

type Line = string | Lacking | RecordedStep | Change;

/** Writes a transcript as text. */
export function textOf(transcript: Transcript, base: Transcript = {}): string {
  const lines: Line[] = [];
  for (const [title, steps] of Object.entries(transcript)) {
    const own = linesOf(steps, base[title]);
    if (own.length > 0) lines.push(title, ...own);
  }
  const lacking = Object.keys(base).filter((title) => !(title in transcript));
  lines.push(...lacking.map((title) => ({ lacks: title })));
  return lines.map((line) => `${JSON.stringify(line)}\n`).join("");
}

/** Inverse of `textOf`, with the same base. */
export function transcriptOf(text: string, base: Transcript = {}): Transcript {
  const lines: Line[] = text
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line));
  const transcript: Record<string, readonly RecordedStep[]> = { ...base };
  let title = "";
  let whole: RecordedStep[] = [];
  for (const line of lines) {
    if (typeof line === "string") {
      title = line;
      whole = [];
    } else if ("lacks" in line) {
      delete transcript[line.lacks];
    } else if ("at" in line) {
      transcript[title] = (transcript[title] ?? []).map((step, at) => (at === line.at ? changed(step, line) : step));
    } else {
      whole.push(line);
      transcript[title] = whole;
    }
  }
  return transcript;
}

/** The changes; every step where changes cannot express the difference. */
function linesOf(steps: readonly RecordedStep[], base: readonly RecordedStep[] | undefined): readonly Line[] {
  if (base?.length !== steps.length) return steps;
  const lines: Change[] = [];
  for (const [at, step] of steps.entries()) {
    const before = base[at];
    // JSON has no `undefined` with which a change could take an answer away.
    const isLost = step.answer === undefined && before?.answer !== undefined;
    if (before === undefined || isLost || !same(step.step, before.step)) return steps;
    if (!same(step, before)) lines.push(changeOf(at, step, before));
  }
  return lines;
}

function changeOf(at: number, { answer, keys, messages }: RecordedStep, base: RecordedStep): Change {
  return {
    at,
    ...(same(answer, base.answer) ? {} : { answer }),
    ...(same(messages, base.messages) ? {} : { messages }),
    ...(same(keys, base.keys) ? {} : { keys: changedKeys(keys, base.keys) }),
  };
}

function changedKeys(keys: RecordedStep["keys"], base: RecordedStep["keys"]): ChangedKeys {
  const names = Object.keys({ ...base, ...keys }).filter((name) => !same(keys[name], base[name]));
  return Object.fromEntries(
    names.map((name) => {
      const [own, before] = [keys[name], base[name]];
      const hasSameContent = own !== undefined && same({ ...own, ttlMs: 0 }, { ...before, ttlMs: 0 });
      return [name, hasSameContent ? own.ttlMs : (own ?? null)];
    }),
  );
}

function changed(base: RecordedStep, { at: _, keys = {}, ...change }: Change): RecordedStep {
  const names = Object.keys({ ...base.keys, ...keys }).sort();
  const known = names.flatMap((name): [string, StoredKey][] => {
    const [own, before] = [keys[name], base.keys[name]];
    if (typeof own === "number") return before === undefined ? [] : [[name, { ...before, ttlMs: own }]];
    const key = own === undefined ? before : own;
    return key === undefined || key === null ? [] : [[name, key]];
  });
  return { ...base, ...change, keys: Object.fromEntries(known) };
}

function same(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
