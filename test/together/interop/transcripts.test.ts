// Our state in Redis and our messages, step by step, against the recorded behaviour of each version of the real
// Redisson.
import { afterAll, beforeAll, describe, expect, it, type RunnerTestCase as Task } from "vitest";
import { type Gateway, startGateway } from "../../../src/tools/gateway/gateway.ts";
import { exhaustive, shortOrFull } from "../../support/exhaustive.ts";
import { recordOurs } from "./both-sides.ts";
import { differences } from "./compare.ts";
import { DEVIATIONS } from "./deviations.ts";
import type { RecordedStep } from "./record.ts";
import { VERSIONS } from "./redisson-build.ts";
import { SEQUENCES, sequencesFor } from "./sequences.ts";
import type { Sequence } from "./steps.ts";
import { readTranscript } from "./transcript.ts";

const AT_ONCE = 8;
const versions = shortOrFull<readonly string[]>(VERSIONS.slice(0, 1), VERSIONS);
const ofVersions = shortOrFull(sequencesFor(VERSIONS[0]), SEQUENCES);

const gateways: Gateway[] = [];
const ours: Record<string, RecordedStep[]> = {};
const needed = new Set<string>();

// Several at the same time, each on a Redis of its own, because they mostly wait.
beforeAll(async () => {
  const transcripts = await Promise.all(
    Array.from({ length: AT_ONCE }, async (_, hand) => {
      const gateway = await startGateway();
      gateways.push(gateway);
      const share = ofVersions.filter((_, nth) => nth % AT_ONCE === hand);
      return recordOurs(gateway, share);
    }),
  );
  Object.assign(ours, ...transcripts);
}, 120_000);
afterAll(() => Promise.all(gateways.map((gateway) => gateway.close())));

/** Returns the recording. A repeated test records again, because a machine that paused changes the recording. */
async function recordedOf(sequence: Sequence, { result }: Task): Promise<readonly RecordedStep[]> {
  const [gateway] = gateways;
  if (gateway !== undefined && result?.retryCount) Object.assign(ours, await recordOurs(gateway, [sequence]));
  return ours[sequence.title] ?? [];
}

describe.each(versions)("our state equals that of Redisson %s, except for deviations.ts", (version) => {
  const redisson = readTranscript(version);
  const sequences = sequencesFor(version);

  it.for(sequences)("$title", async (sequence, { task }) => {
    const { title, kind } = sequence;
    const steps = redisson[title] ?? [];
    const own = await recordedOf(sequence, task);
    expect(own.map(({ step }) => step)).toEqual(steps.map(({ step }) => step));
    const unexplained = steps.flatMap((step, at) => {
      const taken = steps.slice(0, at + 1).map((recorded) => recorded.step);
      const found = own[at] === undefined ? [] : differences(step, own[at], kind, taken);
      return found.filter((difference) => {
        const deviations = DEVIATIONS.filter(({ covers }) => covers(difference));
        for (const { what } of deviations) needed.add(what);
        return deviations.length === 0;
      });
    });
    expect(unexplained).toEqual([]);
  });

  it.for(sequences.filter(({ kind }) => kind === "fenced"))(
    "$title: tokens rise at the same steps",
    async (sequence, { task }) => {
      const { title, name } = sequence;
      const steps = redisson[title] ?? [];
      const theirs = tokens(steps);
      const expected = theirs.map((token, at) => {
        if (token === theirs[at - 1]) return "stays";
        // Redisson's re-entry raises it too.
        return Number(holdsIn(steps[at], name)) > 1 ? "stays" : "rises";
      });
      const own = tokens(await recordedOf(sequence, task));
      expect(own.map((token, at) => (token === own[at - 1] ? "stays" : "rises"))).toEqual(expected);
      const known = own.filter((token) => token !== undefined).map(Number);
      expect(known).toEqual(known.toSorted((one, other) => one - other));
    },
  );

  it("in the recorded sequences, which are these alone", () => {
    expect(Object.keys(redisson).sort()).toEqual(sequences.map(({ title }) => title).sort());
  });
});

/** Returns the latest token after each step. */
function tokens(steps: readonly RecordedStep[]): unknown[] {
  return steps.map(
    ({ keys }) => Object.entries(keys).find(([key]) => key.startsWith("redisson_lock_token:"))?.[1].value,
  );
}

function holdsIn(step: RecordedStep | undefined, name: string): unknown {
  return Object.values(Object(step?.keys[name]?.value))[0];
}

// Older versions need some of them.
exhaustive(() => {
  it("some transcript needs each deviation", () => {
    expect(DEVIATIONS.map(({ what }) => what).filter((what) => !needed.has(what))).toEqual([]);
  });
});
