// The metrics. Their names follow OpenTelemetry's conventions, and durations are in seconds.
import {
  type Counter,
  type Histogram,
  type Meter,
  type MeterProvider,
  metrics,
  type UpDownCounter,
} from "@opentelemetry/api";

/** The name of the tracer and of the meter. */
export const SCOPE = "leasehound";

export interface Instruments {
  /** How long calls that acquire or resume took, by outcome. */
  readonly callTime: Histogram;
  /** How long holds lasted, by outcome. */
  readonly holdTime: Histogram;
  /** Calls that were refused, and wait. */
  readonly waiting: UpDownCounter;
  readonly holds: UpDownCounter;
  /** Ends of calls and of holds. */
  readonly outcomes: Counter;
}

/**
 * Returns a function that returns the instruments. It looks at the global provider each time, because a program may
 * register its provider after it creates its locks, and instruments of the former provider record nothing.
 */
export function instrumentsOf(given: MeterProvider | undefined): () => Instruments {
  let last: { readonly provider: MeterProvider; readonly instruments: Instruments } | undefined;
  return () => {
    const provider = given ?? metrics.getMeterProvider();
    if (last?.provider !== provider) last = { provider, instruments: created(provider.getMeter(SCOPE)) };
    return last.instruments;
  };
}

function created(meter: Meter): Instruments {
  const duration = (what: string, description: string, explicitBucketBoundaries: number[]): Histogram =>
    meter.createHistogram(`${SCOPE}.${what}.duration`, {
      description,
      unit: "s",
      advice: { explicitBucketBoundaries },
    });
  return {
    callTime: duration(
      "acquire",
      "Time of a call that acquires or resumes",
      [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60],
    ),
    holdTime: duration(
      "hold",
      "Time from a grant to the end of the hold",
      [0.01, 0.05, 0.1, 0.5, 1, 5, 10, 30, 60, 300, 900, 3600],
    ),
    waiting: meter.createUpDownCounter(`${SCOPE}.acquire.waiting`, {
      description: "Calls that wait for a busy lock",
      unit: "{call}",
    }),
    holds: meter.createUpDownCounter(`${SCOPE}.hold.active`, { description: "Holds of locks", unit: "{hold}" }),
    outcomes: meter.createCounter(`${SCOPE}.outcomes`, { description: "Ends of calls and holds", unit: "{outcome}" }),
  };
}
