// The minimal compatibility date of a Worker, in real workerd: the oldest one with which a hand-off works, and the day
// before.
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { sharedGateway } from "../../support/gateways.ts";
import { startModule } from "../../support/start-module.ts";
import { uniqueName } from "../../support/unique-name.ts";
import type { Story } from "./dated-worker/story.ts";

const OLDEST = "2024-04-03";
const DAY_BEFORE = "2024-04-02";

async function storyAt(compatibilityDate: string, compatibilityFlags: readonly string[] = []): Promise<Story> {
  const { url, token } = await sharedGateway();
  const name = "dated";
  const text = (value: string) => ({ type: "text" as const, value });
  const miniflare = await startModule("test/together/e2e/dated-worker/index.ts", name, {
    compatibilityDate,
    compatibilityFlags: [...compatibilityFlags],
    env: {
      UPSTASH_REDIS_REST_URL: text(url),
      UPSTASH_REDIS_REST_TOKEN: text(token),
      NAME: text(uniqueName()),
      LEASE_WATCHDOG: { type: "durable-object", worker: name, exportName: "LeaseWatchdog" },
    },
    exports: { LeaseWatchdog: { type: "durable-object", storage: "sqlite" } },
  });
  try {
    const response = await fetch(await miniflare.ready);
    const story: Story = await response.json();
    return story;
  } finally {
    await miniflare.dispose();
  }
}

it(`a hand-off works at compatibility date ${OLDEST}`, async () => {
  expect(await storyAt(OLDEST)).toEqual({ handOff: "kept", status: "kept", held: true });
});

it("a hand-off at the day before names the date, and the hold stays", async () => {
  const refusal = {
    code: "NO_WATCHDOG",
    message: expect.stringContaining(`needs compatibility_date ${OLDEST} or later`),
  };
  expect(await storyAt(DAY_BEFORE)).toEqual({ handOff: refusal, status: refusal, held: true });
});

it("a hand-off at the day before works with the flag that the error names", async () => {
  expect(await storyAt(DAY_BEFORE, ["rpc"])).toEqual({ handOff: "kept", status: "kept", held: true });
});

it("the docs on the watchdog's set-up state the same date", () => {
  for (const page of ["docs/kinds/handing-off.md", "docs/platforms/durable-objects.md"])
    expect(readFileSync(page, "utf8")).toContain(OLDEST);
});
