// Telemetry that is recorded in memory by the real SDK.
import type { Attributes, HrTime } from "@opentelemetry/api";
import {
  AggregationTemporality,
  DataPointType,
  InMemoryMetricExporter,
  MeterProvider,
  type MetricData,
  PeriodicExportingMetricReader,
} from "@opentelemetry/sdk-metrics";
import {
  InMemorySpanExporter,
  type ReadableSpan,
  SimpleSpanProcessor,
  type SpanProcessor,
  TracerProvider,
} from "@opentelemetry/sdk-trace";
import { telemetry } from "../../src/edge/otel/index.ts";
import type { LockEvent, Locks, LocksOptions } from "../../src/index.ts";
import { createLocks } from "./bare-locks.ts";

/** One time series of a metric: a sum, or the count and sum of a histogram. */
export interface Series {
  readonly attributes: Attributes;
  readonly value: number | { readonly count: number; readonly sum?: number | undefined };
}

export class RecordedTelemetry {
  readonly tracerProvider: TracerProvider;
  readonly meterProvider: MeterProvider;
  readonly #spans = new InMemorySpanExporter();
  readonly #metrics = new InMemoryMetricExporter(AggregationTemporality.CUMULATIVE);

  /** @param others span processors beside the one that records */
  constructor(others: readonly SpanProcessor[] = []) {
    const recording = new SimpleSpanProcessor({ exporter: this.#spans });
    this.tracerProvider = new TracerProvider({ spanProcessors: [...others, recording] });
    const reader = new PeriodicExportingMetricReader({ exporter: this.#metrics, exportIntervalMillis: 3_600_000 });
    this.meterProvider = new MeterProvider({ readers: [reader] });
  }

  /** The spans that have ended, in this order. `what`: without the prefix of their names. */
  spans(what?: string): ReadableSpan[] {
    return this.#spans.getFinishedSpans().filter(({ name }) => what === undefined || name === `leasehound.${what}`);
  }

  async metrics(): Promise<MetricData[]> {
    await this.meterProvider.forceFlush();
    const last = this.#metrics.getMetrics().at(-1);
    return last?.scopeMetrics.flatMap(({ metrics }) => metrics) ?? [];
  }

  /** The series of a metric. `name`: without its prefix. */
  async series(name: string): Promise<Series[]> {
    const metric = (await this.metrics()).find(({ descriptor }) => descriptor.name === `leasehound.${name}`);
    if (metric === undefined) return [];
    if (metric.dataPointType === DataPointType.SUM) return metric.dataPoints.map(withoutTimes);
    if (metric.dataPointType !== DataPointType.HISTOGRAM) throw new Error(`${name} is no sum and no histogram`);
    return metric.dataPoints.map(({ attributes, value: { count, sum } }) => ({ attributes, value: { count, sum } }));
  }

  /** The sum of all series of a counter. */
  async total(name: string): Promise<number> {
    return (await this.series(name)).reduce((sum, { value }) => sum + (typeof value === "number" ? value : 0), 0);
  }

  /** How often each outcome was counted. */
  async outcomes(): Promise<Record<string, number>> {
    const counts = (await this.series("outcomes")).map(({ attributes, value }) => {
      return [String(attributes["leasehound.outcome"]), Number(value)] as const;
    });
    const sums: Record<string, number> = {};
    for (const [outcome, count] of counts) sums[outcome] = (sums[outcome] ?? 0) + count;
    return sums;
  }

  /** Everything that was exported, as text. */
  async text(): Promise<string> {
    const spans = this.spans().map(({ name, attributes, events, status }) => ({ name, attributes, events, status }));
    return JSON.stringify([spans, await this.metrics()]);
  }
}

export function seconds([whole, nanos]: HrTime): number {
  return whole + nanos / 1e9;
}

function withoutTimes({ attributes, value }: { attributes: Attributes; value: number }): Series {
  return { attributes, value };
}

/** Locks with telemetry, and the types of their events, each after telemetry has recorded it. */
export interface RecordedLocks {
  readonly recorded: RecordedTelemetry;
  readonly types: readonly LockEvent["type"][];
  readonly locks: Locks;
}

export function recordedLocks(options: Omit<LocksOptions, "onEvent">): RecordedLocks {
  const recorded = new RecordedTelemetry();
  const record = telemetry(recorded);
  const types: LockEvent["type"][] = [];
  const onEvent = (event: LockEvent): void => {
    record(event);
    types.push(event.type);
  };
  return { recorded, types, locks: createLocks({ ...options, onEvent }) };
}
