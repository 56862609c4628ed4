// leasehound/otel in workerd.
import { inject } from "vitest";
import { telemetryContract } from "../contract/telemetry/telemetry.ts";

telemetryContract(inject("shared"));
