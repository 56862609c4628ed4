// What `npm run test:full` runs beyond `npm test`: these files, and the tests that ask test/support/exhaustive.ts.

/** Set by `npm run test:full`. */
export const isExhaustive: boolean = process.env["EXHAUSTIVE"] === "1";

export const EXHAUSTIVE_FILES: readonly string[] = [
  // Takes each guard out of the model and searches for what breaks: it tests the model, not the package.
  "test/model/guards.test.ts",
];
