// The protections of grants, each with a scenario that is small enough to show soon what goes wrong without it.
import type { Wrong } from "./judge.ts";
import type { Guard } from "./redis.ts";
import type { Scenario } from "./scenario.ts";

const two = { name: "two owners", leases: [3, 3], renewals: [0, 0], attempts: 2, left: {} } as const;

/** By guard: where a search without it finds what. */
export const GUARDS: Readonly<Record<Guard, readonly [Scenario, Wrong]>> = {
  "a grant looks at the owner state": [{ ...two, confirm: 2, ticks: 0 }, "ghost"],
  "a grant writes the owner state": [{ ...two, confirm: 2, ticks: 2, left: { again: 1 } }, "granted-twice"],
  "the last refusal is remembered": [{ ...two, confirm: 2, ticks: 2, left: { again: 1 } }, "answer-changed"],
  "no grant is taken back": [{ ...two, confirm: 2, ticks: 0 }, "belief"],
  "a freed lock is published if nobody gets it": [{ ...two, confirm: 2, ticks: 0 }, "untold"],
  "validity counts from Redis' clock": [{ ...two, confirm: 1, ticks: 1 }, "belief"],
  "the anchor counts from when its request was sent": [{ ...two, confirm: 1, ticks: 1 }, "belief"],
  "validity counts from the arrival at most": [{ ...two, confirm: 1, ticks: 1, left: { jumps: 1 } }, "belief"],
  "who leaves cancels": [{ ...two, confirm: 2, ticks: 0 }, "orphan"],
  "only grants of those known to have left are given back": [
    { ...two, confirm: 2, ticks: 0, left: { again: 1 } },
    "belief",
  ],
};
