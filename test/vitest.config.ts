// Paths are from the repository's root: that is where vitest is started.
import { cloudflareTest } from "@cloudflare/vitest-plugin";
import { defineConfig } from "vitest/config";
import { EXHAUSTIVE_FILES, isExhaustive } from "./exhaustive-files.ts";
import { LongestFirst } from "./longest-first.ts";

// These files change nothing that other files of their process could see. So one process runs many of them, and loads
// each module once.
const SHARE_A_PROCESS = [
  "test/{unit,gateway,model}/**/*.test.ts",
  "test/node/*-trace.test.ts",
  "test/node/{,*-}replay.test.ts",
];

const leftOut = isExhaustive ? [] : EXHAUSTIVE_FILES;

export default defineConfig({
  test: {
    globalSetup: ["./test/global-setup.ts"],
    // No test takes so long: for machines that are busy.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // A shared machine stops for moments, and leases end meanwhile. `.ci/run` tells which tests were run twice.
    retry: 2,
    // Most tests wait most of the time: on two cores, fewer files at a time would waste some of them.
    maxWorkers: 4,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        extends: true,
        test: {
          name: "node",
          include: ["test/{node,soak,e2e,durable-object}/**/*.test.ts", "test/interop/*.test.ts"],
          exclude: [...SHARE_A_PROCESS, ...leftOut],
        },
      },
      {
        extends: true,
        test: { name: "node, one process", isolate: false, include: SHARE_A_PROCESS, exclude: [...leftOut] },
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
        test: { name: "workerd", include: ["test/workerd/**/*.test.ts"], exclude: [...leftOut] },
      },
    ],
  },
});
