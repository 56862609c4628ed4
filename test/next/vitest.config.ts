// The tests with a real Next.js server, which main.ts starts. Paths are from the repository's root.
import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    name: "next",
    include: ["test/next/*.test.ts"],
    testTimeout: 60_000,
    retry: 2,
    // Most of them wait most of the time.
    sequence: { concurrent: true },
  },
});
