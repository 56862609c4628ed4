// The tests that run in Node. all.config.ts adds those that run in workerd, because its plugin takes half a second to
// load. Paths are from the repository's root, where vitest is started.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join, resolve } from "node:path";
import { defineConfig, type TestProjectInlineConfiguration, type ViteUserConfig } from "vitest/config";
import { EXHAUSTIVE_FILES, isExhaustive } from "./exhaustive-files.ts";
import { LongestFirst } from "./longest-first.ts";
import { ONCE, ONLY_QUICK, QUICK } from "./quick.ts";
import { hasRedis, REDIS_FILES } from "./redis-files.ts";

// These compare instants, and mostly wait: beside files that need the processors, a busy machine would fail them. They
// run first, with files of low priority beside them, which take only the processor time that is left.
const ON_THE_CLOCK = [
  "test/edge/durable-object/{cost,durable-locks,faults,lease-watchdog,many-leases}.test.ts",
  "test/together/e2e/invocation.test.ts",
  "test/together/interop/transcripts.test.ts",
  "test/lock/kinds/newest-at-once.test.ts",
  "test/lock/hold/{renewals-together,told-at-once}.test.ts",
];

// These only compute, and change nothing that other files of their process can see. No machine may change their
// results: a retry would hide a race.
const COMPUTING = [
  "test/base/{messages,shared-timer,unref-timer}.test.ts",
  "test/lock/model/**/*.test.ts",
  "test/lock/simulation/**/*.test.ts",
  "test/lock/lua/{generated,lua-names-corners,replay,scripts-that-free,*-replay,*-states}.test.ts",
  "test/lock/lua/{counters,fair-queue,fenced-keys,lock-keys,permit-expirable}.test.ts",
  "test/lock/wait/standing-waiter.test.ts",
  "test/service/dashboard/{html,lock-answers,watched-lease}.test.ts",
  "test/tools/scripts/bench-pages.test.ts",
  "test/together/{*,package/bundles,package/sizes,package/surface,docs/docstring-examples}.test.ts",
];

// These make thousands of requests at once, or measure how busy a process is: beside other files, they would wait for
// the processors. They run last, one after the other.
const CROWDS = [
  "test/lock/hold/{attempts-in-flight,connections}.test.ts",
  "test/lock/wait/{hostile-streams,many-waiters}.test.ts",
  "test/lock/foreign-keys.test.ts",
  "test/tools/gateway/script-bombs.test.ts",
  // Their server or their clients are in the process of the tests: beside them, other files miss deadlines of a second.
  "test/engine/*.test.ts",
  "test/lock/contract/{kinds-over-ioredis,kinds-over-node-redis,tcp-port}.test.ts",
  "test/lock/tcp/{tcp-ports,tcp-sentinel}.test.ts",
];

// One process runs many files, and loads each module once: a second of processor time less for each. This one loads
// modules anew, each time with other clocks.
const ALONE = ["test/base/clock.test.ts"];

// These run in workerd, or have a configuration of their own, or are those of installed packages.
const ELSEWHERE = [
  "test/others/**",
  "test/*/workerd/**",
  "test/service/openapi/**",
  "test/together/{browser,frameworks,hosts,runtimes}/**",
  "test/together/interop/live/**",
  "test/tools/starters/**",
];

// The contracts of all kinds, with their waiting and their faults. On real clocks, `npm run test:full` has them;
// `npm run test:all` has those of once.test.ts, and those in workerd.
const CONTRACTS = [
  "test/lock/contract/{hand-off,inspection,key-locking,renewal,wait}.test.ts",
  "test/lock/contract/{fair,fenced,light,lock,multi-lock,non-reentrant,spin-lock}.test.ts",
  "test/lock/contract/{fair-read-write,read-write,single-flight}.test.ts",
  "test/lock/contract/{count-down-latch,permit-expirable,semaphore}.test.ts",
];

// These need no server, and compare instants, or count what many callers get.
const ONLY_IN_VIRTUAL_TIME = [
  "test/engine/prove.test.ts",
  "test/lock/wait/{election,line,lines,member-wait}.test.ts",
  "test/service/remote/mixed-answers.test.ts",
];

// Those, and other files that mostly wait: on gateways in the process. A file with a socket, a process or a server of
// its own cannot run here.
const IN_VIRTUAL_TIME = [
  ...CONTRACTS,
  ...ONLY_IN_VIRTUAL_TIME,
  "test/lock/bills.test.ts",
  "test/lock/kind-mixes.test.ts",
  "test/lock/hold/not-now.test.ts",
  "test/lock/kinds/{freeing,refresh-once}.test.ts",
  "test/lock/wait/{busy-replies,end-of-wait,forged-token,shown-secrets}.test.ts",
  "test/edge/contract/{hono-route,otel,vercel-route,web-locks,web-route}.test.ts",
  "test/edge/web-locks/{outbox,web-lock-arguments,web-lock-names}.test.ts",
  "test/service/remote/{foreign-answers,remote-locks,wanted}.test.ts",
];

// No test depends on the databases of whoever runs it, or touches one.
const DATABASES = /^(REDIS_URL|(UPSTASH_REDIS_REST|KV_REST_API|LEASEHOUND_API)_(URL|TOKEN))$/;
for (const name of Object.keys(process.env).filter((given) => DATABASES.test(given))) delete process.env[name];

// The temporary files of the tests and their programs, also of killed ones, go with the run.
const temporary = mkdtempSync(join(tmpdir(), "leasehound-tests-"));
process.on("exit", () => rmSync(temporary, { recursive: true, force: true }));
process.env["TMPDIR"] = temporary;

// Workers of other programs on this machine, and what programs that died left there, do not meet those of the tests.
process.env["CLOUDFLARE_DEV_REGISTRY_PATH"] = join(temporary, "miniflare");
process.env["WRANGLER_REGISTRY_PATH"] = join(temporary, "wrangler");

// Stand-ins for programs that a machine may lack.
process.env["PATH"] += delimiter + resolve("test/tools/programs");

/** Which files run: "quick", those of `npm test`; "rest", the others; "full", all of them; undefined, by their paths. */
const run = process.env["TESTS"];

export const leftOut: readonly string[] = [
  ...(isExhaustive ? [] : EXHAUSTIVE_FILES),
  ...(hasRedis ? [] : REDIS_FILES),
  ...(run === "rest" ? [...QUICK.filter((files) => files !== ONCE), ...CONTRACTS] : []),
  ...(run === "full" ? ONLY_QUICK : []),
];

const isInWorkerd = (files: string): boolean => files.includes("/workerd/");

/** The files that run in workerd. */
export const inWorkerd: readonly string[] = run === "quick" ? QUICK.filter(isInWorkerd) : ["test/*/workerd/*.test.ts"];

/** The files that run in Node. */
const inNode = run === "quick" ? QUICK.filter((files) => !isInWorkerd(files)) : ["test/*/**/*.test.ts"];

const first = { groupOrder: 0 };
const second = { groupOrder: 1 };
const last = { groupOrder: 2 };

const notHere = [...ELSEWHERE, ...ONLY_IN_VIRTUAL_TIME, ...leftOut];

function project(name: string, test: Partial<TestProjectInlineConfiguration["test"]>): TestProjectInlineConfiguration {
  return { extends: true, test: { name, ...test, exclude: [...(test?.exclude ?? []), ...notHere] } };
}

const shared = { isolate: false, restoreMocks: true, unstubGlobals: true };

const alone = project("alone", { include: ALONE, sequence: second });

const virtual: TestProjectInlineConfiguration = {
  extends: true,
  test: {
    name: "virtual",
    ...shared,
    include: IN_VIRTUAL_TIME,
    setupFiles: ["./test/support/virtual/setup.ts"],
    // In place of what test/global-setup.ts provides: these gateways are answered by the setup file.
    provide: { clock: "virtual", gateways: "https://gateways.test" },
    // Here no test waits for another. See the setup file.
    maxConcurrency: 1,
    sequence: first,
  },
};

/** None of these files depends on the time that others take. */
const QUICK_PROJECTS = [
  virtual,
  alone,
  project("node", { ...shared, include: inNode, exclude: ALONE, sequence: second }),
];

const ALL_PROJECTS = [
  // `npm run test:all` leaves out what `npm test` runs.
  ...(run === "rest" ? [] : [virtual]),
  alone,
  project("node", {
    ...shared,
    include: inNode,
    exclude: [...ON_THE_CLOCK, ...CROWDS, ...COMPUTING, ...ALONE],
    sequence: second,
  }),
  project("on the clock", { include: ON_THE_CLOCK, maxWorkers: 3, sequence: first }),
  project("crowds", { include: CROWDS, maxWorkers: 1, sequence: last }),
  project("computing", {
    include: COMPUTING,
    isolate: false,
    retry: 0,
    maxWorkers: 3,
    setupFiles: ["./test/support/low-priority.ts"],
    sequence: first,
  }),
];

export const projects: readonly TestProjectInlineConfiguration[] = run === "quick" ? QUICK_PROJECTS : ALL_PROJECTS;

export const options: ViteUserConfig = {
  // Otherwise each element would get its place in the source as attributes.
  oxc: { jsx: { development: false } },
  test: {
    globalSetup: ["./test/global-setup.ts"],
    setupFiles: ["./test/support/rejections.ts"],
    // Much longer than any test takes. It ends a test that hangs, and must not end one on a busy machine.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    // `npm test` repeats no test. In the other runs, leases end while a shared machine pauses: `.ci/run` lists the tests
    // that ran twice, and fails if they are more than a few.
    retry: run === "quick" ? 0 : 1,
    // Most tests of `npm test` mostly wait: on two cores, fewer files at a time would waste processor time. The other
    // runs have many leases of a second, and more files at a time would miss their deadlines.
    maxWorkers: run === "quick" ? 4 : 2,
    sequence: { sequencer: LongestFirst },
    // Many tests let the lease of a hold end that nothing used: the warning of that is no news.
    onConsoleLog: (log) => !log.includes("its lease ended before anything of the hold was used"),
  },
};

export default defineConfig({ ...options, test: { ...options.test, projects: [...projects] } });
