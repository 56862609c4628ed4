// The tests with the real Redisson, which need Java and Maven. Paths are from the repository's root. Two files at a time, as in
// ../vitest.config.ts.
import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    name: "interop",
    include: ["test/interop/live/**/*.test.ts"],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    maxWorkers: 2,
  },
});
