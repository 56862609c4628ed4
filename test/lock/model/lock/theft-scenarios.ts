// Explored scenarios in which an acquire steals the lock.
import type { Scenario } from "./scenario.ts";
import { asks, base, passed, renews, stranger, thief, waits } from "./scenario-parts.ts";

export const THEFT_SCENARIOS: readonly Scenario[] = [
  {
    ...base,
    name: "theft",
    holds: [
      { ...waits, ...renews },
      { ...waits, ...stranger, ...thief },
    ],
  },
  {
    ...base,
    name: "two-thieves",
    holds: [
      { ...asks, ...thief, ...renews },
      { ...asks, ...stranger, ...thief },
    ],
    duplicates: 2,
  },
  {
    ...base,
    name: "theft-from-two-holds",
    holds: [asks, { ...asks, ...passed, checks: 1 }, { ...asks, ...stranger, ...thief }],
    ticks: 2,
    tries: 1,
  },
  {
    ...base,
    name: "robbed-owner-takes-again",
    holds: [
      { ...asks, ...passed, ...renews },
      { ...asks, ...passed, ...thief },
      { ...asks, ...stranger, ...thief },
    ],
    ticks: 2,
    tries: 1,
  },
  {
    ...base,
    name: "theft-after-a-pass",
    passes: true,
    givesUp: "anywhere",
    holds: [asks, { ...waits, ...stranger }, { ...asks, owner: 2, ...thief }],
    ticks: 2,
    tries: 1,
  },
  {
    ...base,
    name: "theft-from-java",
    holds: [
      { ...asks, ...thief, ...renews },
      { ...asks, ...stranger },
    ],
    java: { owner: 2, locks: 2, lease: 2 },
  },
  {
    ...base,
    name: "theft-from-java-with-our-owner",
    holds: [
      { ...asks, ...passed, ...renews },
      { ...asks, ...stranger, ...thief },
    ],
    duplicates: 0,
    java: { owner: 0, locks: 2, lease: 2 },
  },
];
