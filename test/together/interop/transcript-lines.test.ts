// The text of a transcript contains everything that was recorded, whatever differs from the base.
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import type { RecordedStep } from "./record.ts";
import { VERSIONS } from "./redisson-build.ts";
import { readTranscript } from "./transcript.ts";
import { textOf, transcriptOf } from "./transcript-lines.ts";

const ASKED: RecordedStep = {
  step: { by: "A1", do: "ask" },
  answer: { locked: true, holds: 1 },
  keys: {
    orders: { type: "hash", value: { A1: "1" }, ttlMs: 30_000 },
    "{orders}:1": { type: "string", value: "1", ttlMs: -1 },
  },
  messages: [["channel", "0"]],
};
const PASSED: RecordedStep = { step: { pass: 100 }, answer: undefined, keys: {}, messages: [] };
const BASE = { same: [ASKED, PASSED], other: [ASKED, PASSED] };

it.each<[string, RecordedStep[], lines: number]>([
  ["nothing", [ASKED, PASSED], 0],
  ["an answer", [{ ...ASKED, answer: null }, PASSED], 2],
  ["an answer where the base has none", [ASKED, { ...PASSED, answer: false }], 2],
  ["no answer where the base has one", [{ ...ASKED, answer: undefined }, PASSED], 3],
  ["messages", [{ ...ASKED, messages: [] }, PASSED], 2],
  ["a TTL", [{ ...ASKED, keys: { ...ASKED.keys, orders: { type: "hash", value: { A1: "1" }, ttlMs: 1 } } }, PASSED], 2],
  ["a key less", [{ ...ASKED, keys: {} }, PASSED], 2],
  ["a key more", [ASKED, { ...PASSED, keys: { x: { type: "list", value: ["A1"], ttlMs: -1 } } }], 2],
  ["a step less", [ASKED], 2],
  ["another step", [ASKED, { ...PASSED, step: { pass: 200 } }], 3],
])("a transcript that differs by %s is read as it was written", (_, other, lines) => {
  const transcript = { same: [ASKED, PASSED], other };
  const text = textOf(transcript, BASE);
  expect(transcriptOf(text, BASE)).toEqual(transcript);
  expect(text.split("\n")).toHaveLength(lines + 1);
});

it("a transcript without a sequence of its base, and with one of its own, is read as it was written", () => {
  const transcript = { same: BASE.same, own: [PASSED] };
  expect(transcriptOf(textOf(transcript, BASE), BASE)).toEqual(transcript);
});

it.each(VERSIONS)("the transcript of Redisson %s is in the form that a recording writes", (version) => {
  const base = version === VERSIONS[0] ? undefined : readTranscript(VERSIONS[0]);
  expect(textOf(readTranscript(version), base)).toBe(
    readFileSync(`test/together/interop/transcripts/${version}.jsonl`, "utf8"),
  );
});
