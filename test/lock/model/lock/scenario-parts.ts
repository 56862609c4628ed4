// The common parts of the explored scenarios.
import type { HoldPlan, Scenario } from "./scenario.ts";

export const waits: HoldPlan = {
  owner: 0,
  isDefault: true,
  lease: 2,
  once: false,
  looks: false,
  steals: false,
  renewals: 0,
  checks: 0,
  byText: 0,
};
export const asks: HoldPlan = { ...waits, once: true };
export const passed: Pick<HoldPlan, "isDefault"> = { isDefault: false };
export const renews: Pick<HoldPlan, "renewals"> = { renewals: 1 };
export const thief: Pick<HoldPlan, "steals" | "looks"> = { steals: true, looks: true };
export const stranger: Pick<HoldPlan, "owner"> = { owner: 1 };

export const base: Omit<Scenario, "name" | "holds"> = {
  tries: 2,
  givesUp: "after its tries",
  ticks: 3,
  duplicates: 1,
  java: undefined,
  forces: 0,
  persists: 0,
  forgets: 0,
  mixups: 0,
  passes: false,
  beyond: 6,
  latest: undefined,
  judged: "all",
};
