// The listener that turns events into metrics and spans.
import type { MeterProvider, TracerProvider } from "@opentelemetry/api";
import { callable, ownMembers } from "../../base/validate.ts";
import type { LockEvent } from "../../lock/events.ts";
import { Recorder } from "./recorder.ts";

/** Options of `telemetry`. */
export interface TelemetryOptions {
  /** Makes the spans. Default: the global provider, also if it is registered later. */
  tracerProvider?: TracerProvider | undefined;
  /** Makes the metrics. Default: the global provider, also if it is registered later. */
  meterProvider?: MeterProvider | undefined;
  /**
   * Returns the group of a lock's name: the attribute `leasehound.group`. Return one of a few texts, because a metric
   * has a time series for each of them. Default: none, and no metric or span has any part of a name.
   */
  groupName?: ((name: string) => string | undefined) | undefined;
}

/**
 * Creates a listener that records metrics and spans with `@opentelemetry/api`. Several clients may share one listener.
 * It sends nothing to Redis, and an error of the SDK never reaches a lock.
 * @param options `tracerProvider`, `meterProvider`: default the global ones; `groupName`: default none. See
 * TelemetryOptions
 * @returns the value for `onEvent` of `createLocks` and `createClient`
 * @throws INVALID_OPTION when an option is wrong
 * @example
 * const groupName = (name: string) => name.split(":")[0];
 * const locks = createLocks({ redis: { url, token }, onEvent: telemetry({ groupName }) });
 */
export function telemetry(options: TelemetryOptions = {}): (event: LockEvent) => void {
  const own = ownMembers("options", options, ["tracerProvider", "meterProvider", "groupName"]);
  const { tracerProvider, meterProvider, groupName } = own;
  if (tracerProvider !== undefined) callable("tracerProvider", tracerProvider?.getTracer, "must have getTracer(name)");
  if (meterProvider !== undefined) callable("meterProvider", meterProvider?.getMeter, "must have getMeter(name)");
  if (groupName !== undefined) callable("groupName", groupName);
  const recorder = new Recorder(tracerProvider, meterProvider, groupName);
  return (event) => recorder.on(event);
}
