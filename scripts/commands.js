// The steps behind the scripts of package.json. They run one after the other until one fails; the last one gets the
// arguments after `--`. No shell reads them, so that a signal reaches the program itself.

const build = [
  "node scripts/lua/main.ts",
  "node scripts/build-assets.ts",
  "node scripts/build-public.ts",
  "node scripts/build-library.ts",
  "node scripts/build.ts",
];

const types = ["node scripts/check-types.ts"];

// Those of the programs that need packages of their own.
const otherTypes = ["node scripts/check-types.ts test/others test/together/browser"];

const check = ["biome check .", ...build, ...types];

const sbom = ["node scripts/sbom.ts"];

const matrix = "--reporter=default --reporter=./test/lock/matrix/reporter.ts";

const testsOf = (house) => [`node test/run.ts quick ${house}`];

const full = [...check, ...otherTypes, `node test/run.ts full ${matrix}`];

export const COMMANDS = {
  start: ["node scripts/start/main.ts"],
  test: [...check, "node test/run.ts quick"],
  "test:all": [...build, ...otherTypes, "node test/run.ts rest"],
  "test:full": full,
  gateway: ["node scripts/gateway.ts"],
  bench: [...build, "node scripts/bench/main.ts"],
  build,
  check,
  format: ["biome check --write ."],
  docs: ["node scripts/site/main.ts"],
  // `npm run lua -- show lock/release` prints a script as one text.
  lua: ["node scripts/lua/main.ts"],
  // Its static assets and its code must be of one build.
  deploy: [...build, "wrangler deploy"],
  // npm runs it before `npm pack`, and before `npm publish`.
  prepack: process.env.npm_command === "publish" ? [...full, ...sbom] : build,
};

/** The parts of a script, which its first argument names: `npm run test:full -- interop`. */
export const PARTS = {
  // The tests of one house, without the checks of the whole.
  test: {
    base: testsOf("base"),
    lock: testsOf("lock"),
    engine: [...build, ...testsOf("engine")],
    edge: [...build, ...testsOf("edge")],
    service: [...build, ...testsOf("service")],
    tools: [...build, ...testsOf("tools")],
    together: [...build, ...testsOf("together")],
  },
  "test:full": {
    // The real Redisson, with Java 17 and Maven.
    interop: ["node test/together/interop/main.ts"],
    frameworks: [...build, "node test/together/frameworks/main.ts"],
    hosts: [...build, "node test/together/hosts/main.ts"],
    runtimes: [...build, "node test/together/runtimes/main.ts"],
    browser: [...build, "node test/together/browser/main.ts"],
    starters: [...build, "node test/tools/starters/main.ts"],
    openapi: ["node test/service/openapi/main.ts"],
    matrix: [`node test/run.ts full ${matrix} test/lock/contract/`],
    soak: ["node --max-semi-space-size=64 test/together/soak/main.ts"],
    simulate: ["node --max-semi-space-size=64 test/lock/simulation/main.ts"],
    mutation: ["node test/lock/mutation/main.ts --traces 400"],
    // The commands of simulated worlds, repeated on a real Redis whose clock is set.
    judge: ["node --max-semi-space-size=64 test/lock/simulation/judge/main.ts"],
    // How many planted bugs the simulation finds.
    planted: ["node --max-semi-space-size=64 test/lock/simulation/planted/main.ts"],
    model: ["node test/lock/model/main.ts", "node --max-old-space-size=8192 test/lock/model/explore.ts"],
  },
  bench: { size: [...build, "node scripts/size/main.ts"] },
  build: { sbom },
  check: { types },
};

/** The text that a command prints before its first step. Times are of two idle cores. */
export const ABOUT = {
  test: [
    "npm test takes 3 minutes on two cores. It checks, builds, and runs each promise once. npm run test:all runs the",
    "other tests. npm run test:full runs both, and the exhaustive ones, before a release.",
  ],
};
