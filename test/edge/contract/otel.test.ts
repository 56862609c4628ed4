// leasehound/otel in Node, also with a Redis that is away.
import { expect, it } from "vitest";
import { telemetry } from "../../../src/edge/otel/index.ts";
import { createLocks } from "../../support/bare-locks.ts";
import { separateGateway, sharedGateway } from "../../support/gateways.ts";
import { RecordedTelemetry } from "../../support/recorded-telemetry.ts";
import { startTestGateway } from "../../support/test-gateway.ts";
import { uniqueName } from "../../support/unique-name.ts";
import { telemetryFailuresContract } from "./telemetry/failures.ts";
import { telemetryMetricsContract } from "./telemetry/metrics.ts";
import { telemetryOptionsContract } from "./telemetry/options.ts";
import { telemetrySpansContract } from "./telemetry/spans.ts";

telemetryMetricsContract(await sharedGateway());
telemetrySpansContract(await sharedGateway());
telemetryFailuresContract(await separateGateway());
telemetryOptionsContract();

it("calls of locks whose gateway is away are unreachable", async () => {
  const gateway = await startTestGateway();
  const recorded = new RecordedTelemetry();
  const lock = createLocks({ redis: gateway, onEvent: telemetry(recorded) }).lock(uniqueName());
  const held = await lock.acquire();
  await gateway.close();
  // The client has noticed, and would otherwise send to a connection that has just ended.
  await expect(fetch(gateway.url)).rejects.toThrow();
  await expect(lock.acquire()).rejects.toMatchObject({ code: "REDIS_UNREACHABLE" });
  expect(await recorded.outcomes()).toEqual({ acquired: 1, unreachable: 1 });
  await expect(held.release()).rejects.toMatchObject({ code: "REDIS_UNREACHABLE" });
  expect(await recorded.outcomes()).toEqual({ acquired: 1, unreachable: 2 });
});
