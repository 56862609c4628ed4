// The faults of a request: rules by number, by command and by a seeded draw.
import type { Affected, Drawn } from "./effect.ts";
import { faultKinds } from "./kinds.ts";
import { sequence } from "./random.ts";
import type { FaultPlan, FaultRule } from "./rules.ts";

/** The order of the table is that in which several faults of one request act, stage by stage. */
const ORDER = Object.keys(faultKinds);

interface ActiveRule<Rule> extends Drawn<Rule> {
  readonly only: Affected | undefined;
  readonly draw: () => number;
  fired: number;
}

export class Faults<Rule extends FaultRule = FaultRule> {
  #seed = 0;
  #requests = 0;
  #rules: ActiveRule<Rule>[] = [];
  #inOrder: ActiveRule<Rule>[] = [];
  #announceChange = (): void => {};
  #change = this.#nextChange();

  /** Resolves when the current rules are replaced or cleared. */
  get change(): Promise<void> {
    return this.#change;
  }

  /** Replaces all rules and counts requests from 1 again. The rules were checked, or are typed. */
  set(plan: FaultPlan<Rule>): void {
    this.#seed = plan.seed;
    this.#requests = 0;
    this.#rules = plan.rules.map((rule, index) => ({
      rule,
      effect: faultKinds[rule.fault].effect(rule),
      only: faultKinds[rule.fault].only,
      // Each rule has its own sequence, so that a new rule does not change the draws of others.
      draw: sequence(plan.seed, index),
      fired: 0,
    }));
    const placeOf = ({ rule }: ActiveRule<Rule>): number => ORDER.indexOf(rule.fault);
    this.#inOrder = [...this.#rules].sort((a, b) => placeOf(a) - placeOf(b));
    this.#announceChange();
    this.#change = this.#nextChange();
  }

  clear(): void {
    this.set({ seed: 0, rules: [] });
  }

  /** Returns the rules as they were set, each with the number of its matches. */
  state(): { seed: number; requests: number; rules: (Rule & { fired: number })[] } {
    const rules = this.#rules.map(({ rule, fired }) => ({ ...rule, fired }));
    return { seed: this.#seed, requests: this.#requests, rules };
  }

  /** Counts the request and returns the rules that fire on it, in the order in which they act. */
  draw(names: readonly string[], isStream: boolean): Drawn<Rule>[] {
    this.#requests += 1;
    return this.#drawn(names, isStream ? "streams" : "commands");
  }

  /** Whether a rule fires on this new connection. */
  refusesConnection(): boolean {
    return this.#drawn([], "connections").length > 0;
  }

  #drawn(names: readonly string[], by: Affected): Drawn<Rule>[] {
    const hits = this.#inOrder.filter((active) => this.#fires(active, names, by));
    for (const hit of hits) hit.fired += 1;
    return hits;
  }

  #nextChange(): Promise<void> {
    return new Promise((resolve) => {
      this.#announceChange = resolve;
    });
  }

  #fires({ rule, only, draw, fired }: ActiveRule<Rule>, names: readonly string[], by: Affected): boolean {
    if (only === undefined ? by === "connections" : only !== by) return false;
    if (rule.request !== undefined && ![rule.request].flat().includes(this.#requests)) return false;
    if (rule.command !== undefined && !names.includes(rule.command.toUpperCase())) return false;
    if (rule.times !== undefined && fired >= rule.times) return false;
    // Only matching requests draw: others in between do not shift the sequence.
    return rule.probability === undefined || draw() < rule.probability;
  }
}
