// Our state in Redis and our messages, step by step, against what each version of the real Redisson was seen to do.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Gateway, startGateway } from "../../scripts/gateway/index.ts";
import { recordOurs } from "./both-sides.ts";
import { differences } from "./compare.ts";
import { DEVIATIONS } from "./deviations.ts";
import { VERSIONS } from "./redisson-build.ts";
import { LOCK_SEQUENCES, type Step, WATCHDOG_MS } from "./sequences.ts";
import { readTranscript, type Transcript } from "./transcript.ts";

let gateway: Gateway;
let ours: Transcript;
const needed = new Set<string>();

beforeAll(async () => {
  gateway = await startGateway();
  ours = await recordOurs(gateway, LOCK_SEQUENCES);
}, 60_000);
afterAll(() => gateway?.close());

describe.each(VERSIONS)("as Redisson %s, but for what is written in deviations.ts", (version) => {
  const redisson = readTranscript(version);

  it.each(LOCK_SEQUENCES.map(({ title }) => title))("%s", (title) => {
    const steps = redisson[title] ?? [];
    const own = ours[title] ?? [];
    expect(own.map(({ step }) => step)).toEqual(steps.map(({ step }) => step));
    const unexplained = steps.flatMap((step, at) => {
      const promised = steps.slice(0, at + 1).flatMap((taken) => leaseOf(taken.step));
      const found = own[at] === undefined ? [] : differences(step, own[at], promised);
      return found.filter((difference) => {
        const deviations = DEVIATIONS.filter(({ covers }) => covers(difference));
        for (const { what } of deviations) needed.add(what);
        return deviations.length === 0;
      });
    });
    expect(unexplained).toEqual([]);
  });

  it("no other sequences were recorded", () => {
    expect(Object.keys(redisson).sort()).toEqual(LOCK_SEQUENCES.map(({ title }) => title).sort());
  });
});

function leaseOf(step: Step): number[] {
  if (!("do" in step) || (step.do !== "lock" && step.do !== "tryLock")) return [];
  return [step.leaseMs ?? WATCHDOG_MS];
}

it("each deviation is needed", () => {
  expect(DEVIATIONS.map(({ what }) => what).filter((what) => !needed.has(what))).toEqual([]);
});
