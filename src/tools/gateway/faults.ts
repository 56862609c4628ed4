// The faults of a request: rules by number, by command and by a seeded draw.
import { type Affected, kindOf, placeOf } from "./exchange.ts";
import type { FaultPlan, FaultRule } from "./fault-rules.ts";
import { sequence } from "./random.ts";

export type { FaultName, FaultPlan, FaultRule } from "./fault-rules.ts";

interface ActiveRule {
  readonly rule: FaultRule;
  readonly draw: () => number;
  fired: number;
}

export class Faults {
  #seed = 0;
  #requests = 0;
  #rules: ActiveRule[] = [];
  #inOrder: ActiveRule[] = [];
  #announceChange = (): void => {};
  #change = this.#nextChange();

  /** Resolves when the current rules are replaced or cleared. */
  get change(): Promise<void> {
    return this.#change;
  }

  /** Replaces all rules and counts requests from 1 again. Rules over HTTP are checked earlier; these are typed. */
  set(plan: FaultPlan): void {
    this.#seed = plan.seed;
    this.#requests = 0;
    // Each rule has its own sequence, so that a new rule does not change the draws of others.
    this.#rules = plan.rules.map((rule, index) => ({ rule, draw: sequence(plan.seed, index), fired: 0 }));
    this.#inOrder = this.#rules.toSorted((a, b) => placeOf(a.rule) - placeOf(b.rule));
    this.#announceChange();
    this.#change = this.#nextChange();
  }

  clear(): void {
    this.set({ seed: 0, rules: [] });
  }

  state(): { seed: number; requests: number; rules: (FaultRule & { fired: number })[] } {
    const rules = this.#rules.map(({ rule, fired }) => ({ ...rule, fired }));
    return { seed: this.#seed, requests: this.#requests, rules };
  }

  /** Counts the request and returns the rules that fire on it, in the order in which they act. */
  draw(names: readonly string[], isStream: boolean): FaultRule[] {
    this.#requests += 1;
    return this.#drawn(names, isStream ? "streams" : "commands");
  }

  /** Whether a rule fires on this new connection. */
  refusesConnection(): boolean {
    return this.#drawn([], "connections").length > 0;
  }

  #drawn(names: readonly string[], by: Affected): FaultRule[] {
    const hits = this.#inOrder.filter((active) => this.#fires(active, names, by));
    for (const hit of hits) hit.fired += 1;
    return hits.map((hit) => hit.rule);
  }

  #nextChange(): Promise<void> {
    return new Promise((resolve) => {
      this.#announceChange = resolve;
    });
  }

  #fires({ rule, draw, fired }: ActiveRule, names: readonly string[], by: Affected): boolean {
    const { only } = kindOf(rule);
    if (only === undefined ? by === "connections" : only !== by) return false;
    if (rule.request !== undefined && ![rule.request].flat().includes(this.#requests)) return false;
    if (rule.command !== undefined && !names.includes(rule.command.toUpperCase())) return false;
    if (rule.times !== undefined && fired >= rule.times) return false;
    // Only matching requests draw: others in between do not shift the sequence.
    return rule.probability === undefined || draw() < rule.probability;
  }
}
