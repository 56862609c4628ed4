// Explored scenarios in which a holder passes the lock on to a waiter of its isolate.
import type { Scenario } from "./scenario.ts";
import { asks, base, passed, renews, stranger, waits } from "./scenario-parts.ts";

/** A waiter may be passed the lock, before its first attempt or after one that was refused. */
const passes = { passes: true, givesUp: "anywhere" } as const;

export const PASS_SCENARIOS: readonly Scenario[] = [
  {
    ...base,
    ...passes,
    name: "pass",
    holds: [
      { ...waits, ...renews },
      { ...waits, ...stranger },
    ],
  },
  {
    ...base,
    ...passes,
    name: "pass-and-stranger",
    holds: [asks, { ...waits, ...stranger }, { ...asks, owner: 2 }],
    ticks: 2,
  },
  {
    ...base,
    ...passes,
    name: "pass-of-one-of-two",
    holds: [asks, { ...asks, ...passed }, { ...waits, ...stranger }],
    ticks: 2,
  },
  {
    ...base,
    ...passes,
    name: "pass-of-passed-owner",
    holds: [
      { ...asks, ...passed },
      { ...asks, ...passed, lease: 1 },
      { ...waits, ...stranger },
    ],
    ticks: 2,
    forces: 1,
  },
  {
    ...base,
    ...passes,
    name: "pass-on-and-on",
    holds: [asks, { ...waits, ...stranger }, { ...waits, owner: 2 }],
    ticks: 2,
  },
  {
    ...base,
    ...passes,
    name: "pass-and-java",
    holds: [
      { ...asks, ...renews },
      { ...waits, ...stranger },
    ],
    java: { owner: 2, locks: 1, lease: 2 },
  },
];
