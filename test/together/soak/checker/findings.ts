// The violations found, counted by metric, with the first few traces of each.

export const METRICS = {
  M1: "two owners inside windows that the server granted",
  M4: "fencing tokens that do not rise from holder to holder",
  M5: "released, renewed or forced on behalf of somebody else",
  M6: "hold count other than the holds that count",
  M7: "lock not obtainable after its last holder's end",
  M8: "TTL extended after a release, or beyond maxHold",
  M11: "told of the end later than the server's end",
  M12: "false outcome",
  M13: "keys left",
  M14: "operations that sent more than they may",
  M15: "left over after close()",
} as const;

export type Metric = keyof typeof METRICS;

export const METRIC_NAMES: readonly Metric[] = Object.keys(METRICS).filter((name): name is Metric => name in METRICS);

const KEPT = 5;

export class Findings {
  readonly #counts = new Map<Metric, number>();
  readonly #traces = new Map<Metric, string[]>();

  count(metric: Metric): number {
    return this.#counts.get(metric) ?? 0;
  }

  get total(): number {
    return [...this.#counts.values()].reduce((sum, count) => sum + count, 0);
  }

  get metrics(): Metric[] {
    return [...this.#counts.keys()].sort();
  }

  add(metric: Metric, trace: string): void {
    this.#counts.set(metric, this.count(metric) + 1);
    const traces = this.#traces.get(metric) ?? [];
    if (traces.length < KEPT) traces.push(trace);
    this.#traces.set(metric, traces);
  }

  traces(): string {
    return [...this.#traces].flatMap(([metric, traces]) => traces.map((trace) => `${metric}: ${trace}`)).join("\n\n");
  }
}
