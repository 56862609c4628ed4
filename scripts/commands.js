// The commands behind the scripts of package.json, by name: steps that run one after the other until one fails.
// The last step gets the arguments after `--`. No shell reads the steps, so that a signal reaches the program itself.

const tests = "vitest run --config test/vitest.config.ts";
const allTests = "vitest run --config test/all.config.ts";

const matrix = "--reporter=default --reporter=./test/lock/matrix/reporter.ts";

const build = [
  "node scripts/build-lua.ts",
  "node scripts/build-assets.ts",
  "node scripts/build-public.ts",
  "node scripts/build.ts",
];

const types = ["node scripts/check-types.ts"];

const check = ["node scripts/check-lockfiles.ts", "biome check .", ...build, ...types, "node scripts/check-package.ts"];

const model = [
  "node test/lock/model/main.ts",
  "node test/lock/model/explore.ts",
  "node --max-old-space-size=8192 test/lock/model/standing/explore.ts",
];

export const COMMANDS = {
  start: ["node scripts/start/main.ts"],
  gateway: ["node scripts/gateway.ts"],
  test: [...check, allTests],
  "test:full": [...check, `env EXHAUSTIVE=1 ${allTests} ${matrix}`],
  "test:matrix": [`env EXHAUSTIVE=1 ${tests} ${matrix} test/node/contract test/engine/contract.test.ts`],
  "test:near": ["node test/near.ts"],
  "test:unit": [`${tests} --project unit`],
  "test:mutation": ["node test/lock/mutation/main.ts --traces 400"],
  "test:model": model,
  "test:soak": ["node --max-semi-space-size=64 test/together/soak/main.ts"],
  "test:interop": ["node test/together/interop/main.ts"],
  "test:frameworks": [...build, "node test/together/frameworks/main.ts"],
  "test:browser": [...build, "node test/together/browser/main.ts"],
  "test:runtimes": [...build, "node test/together/runtimes/main.ts"],
  "test:starters": [...build, "node test/tools/starters/main.ts"],
  "test:openapi": ["node test/service/openapi/main.ts"],
  "test:hosts": [...build, "node test/together/hosts/main.ts"],
  bench: [...build, "node scripts/bench/main.ts"],
  build,
  check,
  types,
  format: ["biome check --write ."],
  size: [...build, "node scripts/size/main.ts"],
  docs: ["node scripts/site/main.ts"],
  // Its static assets and its code must be of one build.
  deploy: [...build, "wrangler deploy"],
};

/** The text that a command prints before its first step. Times are of two idle cores. */
export const ABOUT = {
  test: [
    "npm test takes 13 minutes on two cores. It checks, builds, and runs most of the tests: each contract in Node",
    "and in workerd, each fault once for every kind of lock. npm run test:full runs the others too, before a release:",
    "every kind in workerd, every recorded Redisson, every way to replay a script, more seeds and longer walks.",
  ],
  "test:full": [
    "npm run test:full takes longer than npm test. It checks, builds, and runs all tests, before a release: those of",
    "npm test, and every kind in workerd, every recorded Redisson, every way to replay a script, longer walks.",
  ],
};
