// The tests of the page in a real browser, which main.ts finds. Paths are from the repository's root.
import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    name: "browser",
    include: ["test/together/browser/**/*.test.ts"],
    setupFiles: ["./test/support/rejections.ts"],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    retry: 1,
    // Each file has a browser, a workerd and a redis-server.
    maxWorkers: 2,
  },
});
