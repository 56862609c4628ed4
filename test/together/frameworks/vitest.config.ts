// The tests with real frameworks, whose sites main.ts builds. Paths are from the repository's root.
import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    name: "frameworks",
    include: ["test/together/frameworks/**/*.test.ts"],
    setupFiles: ["./test/support/rejections.ts"],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    retry: 1,
    // These tests mostly wait.
    sequence: { concurrent: true },
  },
});
