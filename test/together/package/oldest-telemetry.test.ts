// leasehound/otel with the oldest API that it is for.
import { mkdirSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { build } from "esbuild";
import { expect, it } from "vitest";
import type { telemetry } from "../../../src/edge/otel/index.ts";
import { createLocks } from "../../support/bare-locks.ts";
import { sharedGateway } from "../../support/gateways.ts";
import { RecordedTelemetry } from "../../support/recorded-telemetry.ts";
import { uniqueName } from "../../support/unique-name.ts";

it("telemetry works with version 1.9.0 of the API, and providers of the newest SDK", async () => {
  const { outputFiles } = await build({
    ...{ entryPoints: ["src/edge/otel/index.ts"], bundle: true, format: "esm", platform: "node", write: false },
    alias: { "@opentelemetry/api": resolve("test/others/node_modules/opentelemetry-api-1.9") },
    // Its API is CommonJS, whose modules may require others.
    banner: { js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);' },
  });
  const folder = `${process.cwd()}/node_modules/.cache`;
  mkdirSync(folder, { recursive: true });
  const file = `${folder}/telemetry-1.9.mjs`;
  writeFileSync(file, outputFiles[0]?.contents ?? "");
  const older: { telemetry: typeof telemetry } = await import(file);
  const recorded = new RecordedTelemetry();
  const lock = createLocks({ redis: await sharedGateway(), onEvent: older.telemetry(recorded) }).lock(uniqueName());
  await lock.withLock(async () => {
    expect(await lock.tryAcquire()).toBeNull();
  });
  expect(await recorded.outcomes()).toEqual({ acquired: 1, busy: 1, released: 1 });
  const [acquire, , hold] = recorded.spans();
  expect(hold?.parentSpanContext?.spanId).toBe(acquire?.spanContext().spanId);
  expect(await recorded.total("hold.active")).toBe(0);
});
