// The sequences of read/write locks, semaphores and latches with one service of each side: what is in Redis after each
// step is what two services of Redisson left there, but for what is written in deviations.ts.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Gateway, startGateway } from "../../../scripts/gateway/index.ts";
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
    // Recorded anew for a test that is run again: a machine that stood still changes what is seen.
    if (task.result?.retryCount) seen = { ...seen, ...(await recordMixed(gateway, jvm, [sequence], isOurs)) };
    const [steps, mixed] = [redisson[title] ?? [], seen[title] ?? []];
    expect(mixed.map(({ step }) => step)).toEqual(steps.map(({ step }) => step));
    const unexplained = steps.flatMap((step, at) => {
      const taken = steps.slice(0, at + 1).map((recorded) => recorded.step);
      const found = mixed[at] === undefined ? [] : differences(step, mixed[at], kind, taken);
      // Those that 3.52 to 4.2 leave are numbered as they come, and ours leaves none.
      const latch = (one: Difference): boolean => one.at === "key" && one.key.startsWith("redisson_unlock_latch:");
      return found.filter((one) => !latch(one) && !DEVIATIONS.some(({ covers }) => covers(one)));
    });
    expect(unexplained).toEqual([]);
  });
});
