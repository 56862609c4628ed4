// The tests with the real OpenTofu, which main.ts builds. Paths are from the repository's root.
import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    name: "tofu",
    include: ["test/tofu/**/*.test.ts"],
    setupFiles: ["./test/support/rejections.ts"],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    retry: 1,
  },
});
