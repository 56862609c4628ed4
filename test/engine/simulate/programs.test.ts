// The five programs of docs/run/simulate.md: each wrong one is found, and each mended one is left alone.
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { PlanFailedError } from "../../../src/engine/testing/index.ts";
import { shortOrFull } from "../../support/exhaustive.ts";
import { PROGRAMS } from "./programs.ts";

const seeds = shortOrFull([1], [1, 2, 3, 4, 5, 6, 7, 8]);
const runs = shortOrFull(60, 1_000);

/** What the report says of each. */
const SAID: Readonly<Record<string, readonly RegExp[]>> = {
  "a look that is too early": [/isolate \d pauses for/, /believes that it still holds "seat"/, /use a fencedLock/],
  "a write after the loss": [/learns that it has lost "import"/, /check `held.signal` before each write/],
  "a token that is refreshed twice": [/writes refreshes: 2/, /write down what is done|read refreshes again inside/],
  "a cron job that runs twice": [/writes runs: 2/, /write down what is done/],
  "a permit that is not given back": [/ends, and still holds "slots"/, /ends with LOCK_BUSY/, /release each hold/],
};

async function failureOf(report: Promise<unknown>): Promise<PlanFailedError> {
  try {
    await report;
  } catch (error) {
    if (error instanceof PlanFailedError) return error;
    throw error;
  }
  throw new Error("no run failed");
}

it("the page shows what the error of its first program says", async () => {
  const { message } = await failureOf(PROGRAMS["a look that is too early"]?.wrong({}) ?? Promise.resolve());
  expect(readFileSync("docs/run/simulate.md", "utf8")).toContain(`\`\`\`text\n${message}\n\`\`\``);
});

describe.each(Object.entries(PROGRAMS))("%s", (name, { wrong, mended }) => {
  it.each(seeds)("is found from seed %d, told in words, and found again by its run alone", async (seed) => {
    const error = await failureOf(wrong({ seed }));
    expect(error).toMatchObject({ code: "PLAN_FAILED", reason: "invariant", seed });
    for (const said of SAID[name] ?? []) expect(error.message).toMatch(said);
    const again = await failureOf(wrong({ seed, run: error.run }));
    expect(again.message).toBe(error.message);
  });

  it.each(seeds)("is left alone from seed %d once it is mended", async (seed) => {
    expect(await mended({ seed, runs })).toMatchObject({ seed, runs });
  });
});
