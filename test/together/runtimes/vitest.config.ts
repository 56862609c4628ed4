// The tests in other runtimes, which runtimes.ts finds. Paths are from the repository's root.
import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    name: "runtimes",
    include: ["test/together/runtimes/**/*.test.ts"],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    retry: 1,
  },
});
