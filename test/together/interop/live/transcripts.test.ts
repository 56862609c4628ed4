// The transcripts against the real Redisson: every version still behaves as recorded. With RECORD set, they are
// recorded again.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Gateway, startGateway } from "../../../../src/tools/gateway/gateway.ts";
import { recordRedisson } from "../both-sides.ts";
import { differences } from "../compare.ts";
import { Jvm } from "../jvm.ts";
import type { Kind } from "../kinds.ts";
import { sequencesFor } from "../sequences.ts";
import { readTranscript, writeTranscript } from "../transcript.ts";
import type { Transcript } from "../transcript-lines.ts";
import { newest, versions, versionsUnlessShort } from "./versions.ts";

const RECORDS = process.env["RECORD"] !== undefined;
// Recorded for all versions, and compared with ours by `npm test`. Run again only with the newest requested version,
// because it takes minutes.
const ONLY_NEWEST: ReadonlySet<string> = new Set(["fenced", "read", "write"]);

function isRunAgain(version: string, kind: Kind): boolean {
  return RECORDS || version === newest || !ONLY_NEWEST.has(kind);
}

let gateway: Gateway;
beforeAll(async () => {
  gateway = await startGateway();
});
afterAll(() => gateway?.close());

describe.each(RECORDS ? versions : versionsUnlessShort)("Redisson %s", (version) => {
  const sequences = sequencesFor(version).filter(({ kind }) => isRunAgain(version, kind));
  let jvm: Jvm;
  let seen: Transcript;

  beforeAll(async () => {
    jvm = await Jvm.start(gateway.redisUrl, version);
    seen = await recordRedisson(gateway, jvm, sequences);
    if (RECORDS) writeTranscript(version, seen);
  }, 240_000);
  afterAll(() => jvm?.[Symbol.asyncDispose]());

  it.for(sequences)("$title", async (sequence, { task }) => {
    const { title, kind } = sequence;
    // A repeated test records again: a machine that paused changes the recording.
    if (task.result?.retryCount) seen = { ...seen, ...(await recordRedisson(gateway, jvm, [sequence])) };
    const written = readTranscript(version)[title] ?? [];
    expect(seen[title]?.map(({ step }) => step)).toEqual(written.map(({ step }) => step));
    expect(written.flatMap((step, at) => differences(step, seen[title]?.[at] ?? step, kind, []))).toEqual([]);
  });
});
