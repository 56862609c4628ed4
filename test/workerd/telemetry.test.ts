// leasehound/otel in workerd.
import { inject } from "vitest";
import { telemetryFailuresContract } from "../contract/telemetry/failures.ts";
import { telemetryMetricsContract } from "../contract/telemetry/metrics.ts";
import { telemetryOptionsContract } from "../contract/telemetry/options.ts";
import { telemetrySpansContract } from "../contract/telemetry/spans.ts";

telemetryMetricsContract(inject("shared"));
telemetrySpansContract(inject("shared"));
telemetryFailuresContract(inject("faultyForTelemetry").workerd);
telemetryOptionsContract();
