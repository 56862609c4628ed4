// Paths are from the repository's root: that is where vitest is started.
import { cloudflareTest } from "@cloudflare/vitest-plugin";
import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    globalSetup: ["./test/global-setup.ts"],
    testTimeout: 20_000,
    hookTimeout: 30_000,
    // Most tests wait most of the time: on two cores, one file at a time would waste one of them.
    maxWorkers: 2,
    projects: [
      {
        extends: true,
        test: {
          name: "node",
          include: ["test/{unit,node,gateway,model,soak,e2e}/**/*.test.ts", "test/interop/*.test.ts"],
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
