// The whole system in simulated worlds: fixed seeds, and the seeds that once failed. `simulate` plays hundreds more.
import { readFileSync } from "node:fs";
import { setTimeout } from "node:timers/promises";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compiledFrom } from "./bundle.ts";
import { DirectedWorld } from "./directed-world.ts";
import { PROFILES, PROGRAMS, type Profile, type ProfileName, profileOf, SERVICE_PROGRAMS } from "./profile.ts";
import { simulate } from "./simulate.ts";

const compiled = await compiledFrom();

const FIXED: Readonly<Record<ProfileName, readonly number[]>> = {
  clean: [11, 16],
  faulty: [23, 29],
  quiet: [33, 36],
  served: [43],
  mixed: [51],
  called: [61],
};

const fixed = Object.entries(FIXED).flatMap(([name, seeds]) => seeds.map((seed) => [name, seed] as const));

/** The lines of seeds.txt: a profile, a seed, and its story. */
const failedOnce = readFileSync(new URL("seeds.txt", import.meta.url), "utf8")
  .split("\n")
  .filter((line) => line !== "" && !line.startsWith("#"))
  .map((line) => line.split(/\s+/, 2))
  .map(([name = "", seed]) => [name, Number(seed)] as const);

function isProfileName(name: string): name is ProfileName {
  return Object.hasOwn(PROFILES, name);
}

async function problemsOf(name: string, seed: number, own: Partial<Profile> = {}): Promise<readonly string[]> {
  if (!isProfileName(name)) throw new Error(`there is no profile "${name}"`);
  const { problems, operations } = await simulate(compiled, seed, { ...profileOf(name, seed), ...own });
  expect(operations).toBeGreaterThan(0);
  return problems;
}

it.each(fixed)("a %s world of seed %i keeps all promises", async (name, seed) => {
  expect(await problemsOf(name, seed)).toEqual([]);
});

it.each([...PROGRAMS, ...SERVICE_PROGRAMS])(
  "a small world with the program %s alone keeps all promises",
  async (program) => {
    const small = { programs: [program], isolates: 2, callers: 3, seconds: 40, meanPauseMs: 1_000, serviceIsolates: 1 };
    const { problems, grants } = await simulate(compiled, 51, { ...profileOf("faulty", 51), ...small });
    expect(problems).toEqual([]);
    // A latch grants nothing, and the result of a flight serves many calls.
    if (program !== "countDownLatch") expect(grants).toBeGreaterThan(2);
  },
);

it.each(failedOnce)("a %s world of seed %i, which once failed, keeps all promises", async (named, seed) => {
  const [name = "", wanted] = named.split("+");
  expect(await problemsOf(name, seed, { wanted: wanted !== undefined })).toEqual([]);
});

describe("one seed", () => {
  it("gives the profile that fast-check shrinks first", () => {
    const property = fc.property(PROFILES.faulty, () => false);
    const { counterexample } = fc.check(property, { seed: 77, numRuns: 1, endOnFailure: true });
    expect(counterexample).toEqual([profileOf("faulty", 77)]);
  });

  it.each(["faulty", "served"] as const)("of a %s world gives one hash, whatever ran before", async (name) => {
    const profile = { ...profileOf(name, 41), seconds: 40 };
    const first = await simulate(compiled, 41, profile);
    const other = await simulate(compiled, 42, profile);
    const again = await simulate(compiled, 41, profile);
    expect(first.hash).not.toBe(other.hash);
    expect(again).toEqual(first);
  });
});

describe("nothing but the world settles a promise", () => {
  const settlers: Readonly<Record<string, () => Promise<unknown>>> = {
    "a thread": () => crypto.subtle.digest("SHA-256", new Uint8Array(1)),
    "a timer": () => setTimeout(1),
    "a signal that times out": () =>
      new Promise((resolve) => AbortSignal.timeout(1).addEventListener("abort", resolve)),
  };

  it.each(Object.entries(settlers))("or the world has a problem: %s", async (_, settle) => {
    const directed = new DirectedWorld(compiled);
    const { world } = directed;
    // It has enough to do until then.
    const goOn = (): void => void world.after(0.001, goOn);
    goOn();
    const caller = directed.isolate("caller");
    const asked = async (): Promise<boolean> => {
      await caller.isolate.sleep(1);
      await settle();
      return caller.locks.lock("x").isLocked();
    };
    await expect(directed.play([caller, asked])).rejects.toThrow(
      "NOT BY THE WORLD: something else runs code of caller",
    );
  });
});

describe("the bundle", () => {
  it("uses no global that the world does not shadow", () => {
    expect(compiled.unknownGlobals).toEqual([]);
  });

  it("names a global that the world does not shadow", async () => {
    const edit = {
      file: "src/base/clock.ts",
      from: "return Date.now();",
      to: "setImmediate(() => {}); return Date.now();",
    };
    const { unknownGlobals } = await compiledFrom([edit]);
    expect(unknownGlobals).toEqual(["setImmediate"]);
  });

  it("refuses an edit whose text is not there once", async () => {
    const edit = { file: "src/base/clock.ts", from: "performance.now()", to: "0" };
    await expect(compiledFrom([edit])).rejects.toThrow(/has \d times: performance.now\(\)/);
  });
});
