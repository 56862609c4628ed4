// The sequences of read/write locks, semaphores and latches with one service of each side. After each step, Redis has
// the state that two services of Redisson leave, except for the deviations in deviations.ts.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Gateway, startGateway } from "../../../../src/tools/gateway/gateway.ts";
import { recordMixed } from "../both-sides.ts";
import { type Difference, differences } from "../compare.ts";
import { DEVIATIONS } from "../deviations.ts";
import { Jvm } from "../jvm.ts";
import { isCounter, isReadWrite } from "../kinds.ts";
import { sequencesFor } from "../sequences.ts";
import { ODD_NAMES } from "../steps.ts";
import { readTranscript } from "../transcript.ts";
import type { Transcript } from "../transcript-lines.ts";
import { versions } from "./versions.ts";

const [version = ""] = versions;

describe.each(["A", "B"] as const)(`the services of Redisson ${version}, and ours as %s`, (isOurs) => {
  const sequences = sequencesFor(version).filter(({ kind, name }) => {
    return isReadWrite(kind) || (isCounter(kind) && !ODD_NAMES.includes(name));
  });
  const redisson = readTranscript(version);
  let gateway: Gateway;
  let jvm: Jvm;
  let seen: Transcript;

  beforeAll(async () => {
    gateway = await startGateway();
    jvm = await Jvm.start(gateway.redisUrl, version);
    seen = await recordMixed(gateway, jvm, sequences, isOurs);
  }, 240_000);
  afterAll(async () => {
    await jvm?.[Symbol.asyncDispose]();
    await gateway?.close();
  });

  it.for(sequences)("$title", async (sequence, { task }) => {
    const { title, kind } = sequence;
    // A repeated test records again: a machine that paused changes the recording.
    if (task.result?.retryCount) seen = { ...seen, ...(await recordMixed(gateway, jvm, [sequence], isOurs)) };
    const [steps, mixed] = [redisson[title] ?? [], seen[title] ?? []];
    expect(mixed.map(({ step }) => step)).toEqual(steps.map(({ step }) => step));
    const unexplained = steps.flatMap((step, at) => {
      const taken = steps.slice(0, at + 1).map((recorded) => recorded.step);
      const found = mixed[at] === undefined ? [] : differences(step, mixed[at], kind, taken);
      // Versions 3.52 to 4.2 leave these, numbered in order; ours leaves none.
      const latch = (one: Difference): boolean => one.at === "key" && one.key.startsWith("redisson_unlock_latch:");
      return found.filter((one) => !latch(one) && !DEVIATIONS.some(({ covers }) => covers(one)));
    });
    expect(unexplained).toEqual([]);
  });
});
