// The tests that run in Node. all.config.ts adds those that run in workerd, because its plugin takes half a second to
// load. Paths are from the repository's root, where vitest is started.
import { delimiter, resolve } from "node:path";
import { defineConfig, type TestProjectInlineConfiguration, type ViteUserConfig } from "vitest/config";
import { EXHAUSTIVE_FILES, isExhaustive } from "./exhaustive-files.ts";
import { LongestFirst } from "./longest-first.ts";
import { hasRedis, REDIS_FILES } from "./redis-files.ts";

// These compile or bundle the package, or read the compiled one.
const OF_THE_BUILD = ["test/unit/{bundles,docstring-examples,generated,sizes,surface}.test.ts"];

// These files change nothing that other files of their process can see. One process therefore runs many of them, and
// loads each module once.
const SHARE_A_PROCESS = ["test/lock/model/**/*.test.ts", "test/node/*-trace.test.ts", "test/node/{,*-}replay.test.ts"];

// The gateway's tests share a process, too, but depend on the machine.
const GATEWAY = "test/tools/gateway/**/*.test.ts";

// These compare instants, and mostly wait: beside files that need the processors, a busy machine would fail them. They
// run first, with files of low priority beside them, which take only the processor time that is left.
const ON_THE_CLOCK = [
  "test/edge/durable-object/{faults,lease-watchdog,many-leases}.test.ts",
  "test/together/e2e/invocation.test.ts",
  "test/together/interop/transcripts.test.ts",
  "test/node/{newest,told}-at-once.test.ts",
  "test/lock/hold/renewals-together.test.ts",
];

// These make thousands of requests at once, or measure how busy a process is: beside other files, they would wait for
// the processors. They run last, one after the other.
const CROWDS = [
  "test/node/{attempts-in-flight,connections,foreign-keys,hostile-streams,impatient-waiters,many-waiters}.test.ts",
  // Their server or their clients are in the process of the tests: beside them, other files miss deadlines of a second.
  "test/engine/*.test.ts",
  "test/node/{tcp-ports,tcp-sentinel,contract/kinds-over-{ioredis,node-redis},contract/tcp-port}.test.ts",
];

// One process runs many files, and loads each module once: a second of processor time less for each. This one loads
// modules anew, each time with other clocks.
const ALONE = ["test/base/clock.test.ts"];

// Stand-ins for programs that a machine may lack.
process.env["PATH"] += delimiter + resolve("test/tools/programs");

export const leftOut: readonly string[] = [...(isExhaustive ? [] : EXHAUSTIVE_FILES), ...(hasRedis ? [] : REDIS_FILES)];

/** The first files of a run, in the order of longest-first.ts. Three on the clock use less than two processors. */
const atFirst = { maxWorkers: 3, sequence: { groupOrder: 0 } };

/** No machine may change the results of these tests: a retry would hide a race. */
const inOneProcess = { ...atFirst, isolate: false, retry: 0, setupFiles: ["./test/support/low-priority.ts"] };

export const projects: readonly TestProjectInlineConfiguration[] = [
  {
    extends: true,
    test: {
      name: "node, alone",
      include: ALONE,
      exclude: [...leftOut],
      sequence: { groupOrder: 1 },
    },
  },
  {
    extends: true,
    test: {
      name: "node",
      isolate: false,
      restoreMocks: true,
      unstubGlobals: true,
      include: ["test/{cli,e2e,engine,node,soak,durable-object}/**/*.test.ts", "test/together/interop/*.test.ts"],
      exclude: [...ON_THE_CLOCK, ...CROWDS, ...SHARE_A_PROCESS, ...ALONE, ...leftOut],
      sequence: { groupOrder: 1 },
    },
  },
  {
    extends: true,
    test: {
      name: "node, on the clock",
      ...atFirst,
      include: ON_THE_CLOCK,
      exclude: [...leftOut],
    },
  },
  {
    extends: true,
    test: {
      name: "node, crowds",
      include: CROWDS,
      exclude: [...leftOut],
      maxWorkers: 1,
      sequence: { groupOrder: 2 },
    },
  },
  {
    extends: true,
    test: {
      name: "replays and models",
      ...inOneProcess,
      include: SHARE_A_PROCESS,
      exclude: [...leftOut],
    },
  },
  {
    extends: true,
    test: {
      name: "unit",
      ...inOneProcess,
      include: ["test/unit/**/*.test.ts"],
      exclude: OF_THE_BUILD,
    },
  },
  {
    extends: true,
    test: { name: "build", ...inOneProcess, include: OF_THE_BUILD },
  },
  {
    extends: true,
    test: { name: "gateway", isolate: false, include: [GATEWAY], exclude: [...leftOut], sequence: { groupOrder: 1 } },
  },
];

export const options: ViteUserConfig = {
  // Otherwise each element would get its place in the source as attributes.
  oxc: { jsx: { development: false } },
  test: {
    globalSetup: ["./test/global-setup.ts"],
    setupFiles: ["./test/support/rejections.ts"],
    // Much longer than any test, for busy machines.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // A shared machine pauses for moments, and leases end meanwhile. `.ci/run` lists the tests that ran twice, and
    // fails if they are more than a few.
    retry: 1,
    // Most tests mostly wait: on two cores, fewer files at a time would waste processor time, and more would miss
    // deadlines.
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
  },
};

export default defineConfig({ ...options, test: { ...options.test, projects: [...projects] } });
