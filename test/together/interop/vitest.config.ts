// The tests with the real Redisson, which need Java and Maven. Paths are from the repository's root.
import { defineConfig } from "vitest/config";
import { LongestFirst } from "../../longest-first.ts";

export default defineConfig({
  test: {
    name: "interop",
    include: ["test/together/interop/live/**/*.test.ts"],
    setupFiles: ["./test/support/rejections.ts"],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    retry: 1,
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
    // Concurrent tests mostly wait.
    maxConcurrency: 20,
  },
});
