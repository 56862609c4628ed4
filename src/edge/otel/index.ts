// "leasehound/otel": metrics and spans of locks, for OpenTelemetry.
export type { LockEvent } from "../../lock/events.ts";
export { type TelemetryOptions, telemetry } from "./telemetry.ts";
