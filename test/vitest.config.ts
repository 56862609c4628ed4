// Paths are from the repository's root: that is where vitest is started.
import { cloudflareTest } from "@cloudflare/vitest-plugin";
import { defineConfig } from "vitest/config";
import { EXHAUSTIVE_FILES, isExhaustive } from "./exhaustive-files.ts";
import { LongestFirst } from "./longest-first.ts";

export default defineConfig({
  test: {
    globalSetup: ["./test/global-setup.ts"],
    exclude: isExhaustive ? [] : [...EXHAUSTIVE_FILES],
    // No test takes so long: for machines that are busy.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // A shared machine stops for moments, and leases end meanwhile. `.ci/run` tells which tests were run twice.
    retry: 2,
    // Most tests wait most of the time: on two cores, fewer files at a time would waste some of them.
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        extends: true,
        test: {
          name: "node",
          include: ["test/{unit,node,gateway,model,soak,e2e,durable-object}/**/*.test.ts", "test/interop/*.test.ts"],
        },
      },
      {
        extends: true,
        plugins: [
          cloudflareTest(({ inject }) => {
            // The LeaseWatchdog of wrangler.toml keeps what the tests hold in the Redis they share.
            const { url, token } = inject("shared");
            const bindings = { UPSTASH_REDIS_REST_URL: url, UPSTASH_REDIS_REST_TOKEN: token };
            return { wrangler: { configPath: "./wrangler.toml" }, miniflare: { bindings } };
          }),
        ],
        test: { name: "workerd", include: ["test/workerd/**/*.test.ts"] },
      },
    ],
  },
});
