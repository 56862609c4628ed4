// The tests that run in Node, and those that run in workerd.
import { cloudflareTest } from "@cloudflare/vitest-plugin";
import { defineConfig } from "vitest/config";
import type { Endpoint } from "./support/rest.ts";
import { inWorkerd, leftOut, options, projects } from "./vitest.config.ts";

export default defineConfig({
  ...options,
  test: {
    ...options.test,
    projects: [
      ...projects,
      {
        extends: true,
        plugins: [
          cloudflareTest(async ({ inject }) => {
            // The LeaseWatchdog of wrangler.toml keeps the tests' hand-offs in their shared Redis.
            const answer = await fetch(`${inject("gateways")}/shared`);
            const { url, token }: Endpoint = await answer.json();
            const bindings = { UPSTASH_REDIS_REST_URL: url, UPSTASH_REDIS_REST_TOKEN: token };
            return { wrangler: { configPath: "./wrangler.toml" }, miniflare: { bindings } };
          }),
        ],
        test: {
          name: "workerd",
          // Files share one runtime, whose start takes a second of processor time.
          isolate: false,
          include: [...inWorkerd],
          exclude: [...leftOut],
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
