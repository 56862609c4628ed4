// The files that only `npm run test:full` runs, besides the tests that ask test/support/exhaustive.ts.

/** Set by `npm run test:full`. */
export const isExhaustive: boolean = process.env["EXHAUSTIVE"] === "1";

export const EXHAUSTIVE_FILES: readonly string[] = [
  // Removes each guard from the model and searches for a violation: it tests the model, not the package.
  "test/lock/model/lock/guards.test.ts",
  // Their ports have a contract of their own in every run, and the kinds run over ioredis.
  "test/lock/contract/kinds-over-client.test.ts",
  "test/lock/contract/kinds-over-node-redis.test.ts",
];
