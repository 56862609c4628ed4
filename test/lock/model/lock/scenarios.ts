// The scenarios that are explored completely. Each is small in some way; together they cover everything.
import { PASS_SCENARIOS } from "./pass-scenarios.ts";
import type { Scenario } from "./scenario.ts";
import { asks, base, passed, renews, stranger, waits } from "./scenario-parts.ts";
import { THEFT_SCENARIOS } from "./theft-scenarios.ts";

/** Pages and records expire meanwhile, a tick after the lease; requests take less than a tick. */
const timed = { tries: 1, beyond: 1, latest: 0, judged: "holds" } as const;

export const SCENARIOS: readonly Scenario[] = [
  {
    ...base,
    name: "default-owners-wait",
    holds: [
      { ...waits, ...renews },
      { ...waits, ...stranger },
    ],
  },
  {
    ...base,
    name: "default-owners-ask",
    holds: [
      { ...asks, ...renews },
      { ...asks, ...stranger },
    ],
    duplicates: 2,
  },
  {
    ...base,
    name: "give-up-anywhere",
    holds: [
      { ...waits, ...renews },
      { ...asks, ...passed },
    ],
    givesUp: "anywhere",
  },
  {
    ...base,
    name: "check",
    holds: [
      { ...waits, checks: 1 },
      { ...asks, ...passed, checks: 1 },
    ],
    duplicates: 1,
  },
  {
    ...base,
    name: "default-owner-entered-again",
    holds: [
      { ...waits, ...renews },
      { ...asks, ...passed },
    ],
  },
  {
    ...base,
    name: "shared-owner",
    holds: [
      { ...waits, ...passed, ...renews },
      { ...asks, ...passed },
    ],
  },
  {
    ...base,
    name: "unequal-leases",
    holds: [
      { ...asks, ...passed, ...renews },
      { ...asks, ...passed, lease: 1 },
    ],
  },
  {
    ...base,
    name: "shared-owner-and-stranger",
    holds: [
      { ...waits, ...passed, ...renews },
      { ...asks, ...passed },
      { ...asks, ...stranger },
    ],
    tries: 1,
  },
  {
    ...base,
    name: "entered-again-and-stranger",
    holds: [
      { ...asks, ...renews },
      { ...asks, ...passed },
      { ...asks, ...stranger },
    ],
    tries: 1,
  },
  {
    ...base,
    name: "asked-by-text",
    holds: [
      { ...asks, byText: 1 },
      { ...asks, ...passed, byText: 1 },
    ],
  },
  {
    ...base,
    name: "replies-of-earlier-tries",
    holds: [
      { ...waits, renewals: 2, checks: 1 },
      { ...waits, ...stranger },
    ],
    mixups: 2,
  },
  {
    ...base,
    name: "java",
    holds: [
      { ...waits, ...renews },
      { ...asks, ...stranger },
    ],
    java: { owner: 2, locks: 1, lease: 2 },
  },
  {
    ...base,
    name: "java-with-our-owner",
    holds: [
      { ...asks, ...passed, ...renews },
      { ...asks, ...stranger },
    ],
    duplicates: 0,
    java: { owner: 0, locks: 2, lease: 2 },
  },
  {
    ...base,
    name: "forced-release",
    holds: [
      { ...waits, ...renews },
      { ...asks, ...stranger },
    ],
    ticks: 2,
    forces: 2,
  },
  {
    ...base,
    name: "released-by-owner",
    holds: [
      { ...asks, ...passed, ...renews },
      { ...asks, ...passed },
    ],
    ticks: 2,
    tries: 1,
    forces: 2,
    byOwner: "release",
  },
  {
    ...base,
    name: "renewed-by-owner",
    holds: [
      { ...asks, ...passed, ...renews },
      { ...asks, ...passed },
    ],
    ticks: 2,
    tries: 1,
    forces: 2,
    byOwner: "renew",
  },
  {
    ...base,
    name: "three-holds",
    holds: [asks, { ...asks, ...passed }, { ...asks, ...passed }],
    tries: 1,
  },
  {
    ...base,
    ...timed,
    name: "records-run-out",
    holds: [
      { ...asks, ...passed, lease: 1 },
      { ...asks, ...passed, renewals: 2 },
    ],
    ticks: 6,
  },
  {
    ...base,
    ...timed,
    name: "page-renewed",
    holds: [
      { ...asks, ...passed, lease: 1 },
      { ...asks, ...passed, renewals: 2 },
    ],
    ticks: 4,
    duplicates: 0,
  },
  {
    ...base,
    ...timed,
    name: "reentry-outlasts-page",
    holds: [
      { ...asks, ...passed, lease: 1 },
      { ...asks, ...passed, lease: 1 },
      { ...asks, ...passed, lease: 4 },
    ],
    ticks: 4,
    duplicates: 0,
  },
  {
    ...base,
    ...timed,
    name: "page-serves-longer-lease",
    holds: [
      { ...asks, ...passed, lease: 1 },
      { ...asks, ...passed, lease: 4 },
      { ...asks, ...passed, lease: 1 },
    ],
    ticks: 4,
    duplicates: 0,
  },
  {
    ...base,
    ...timed,
    name: "partial-release-outlasts-page",
    holds: [
      { ...asks, lease: 1 },
      { ...asks, ...passed, lease: 3 },
      { ...asks, ...passed, lease: 3 },
    ],
    ticks: 5,
    duplicates: 0,
  },
  {
    ...base,
    ...timed,
    name: "released-again",
    holds: [
      { ...asks, renewals: 3, byText: 1 },
      { ...asks, ...passed, lease: 1, byText: 2 },
    ],
    ticks: 5,
  },
  {
    ...base,
    ...timed,
    name: "released-again-shared-owner",
    holds: [
      { ...asks, ...passed, renewals: 3, byText: 1 },
      { ...asks, ...passed, lease: 1, byText: 2 },
    ],
    ticks: 5,
  },
  {
    ...base,
    ...timed,
    name: "nested-hold-only-checks",
    holds: [
      { ...asks, ...passed, renewals: 3 },
      { ...asks, ...passed, lease: 1, checks: 2, renewals: 1 },
    ],
    ticks: 6,
    duplicates: 0,
  },
  {
    ...base,
    ...timed,
    name: "short-hold-in-long-one",
    holds: [
      { ...asks, lease: 5, renewals: 1 },
      { ...asks, ...passed, lease: 1, checks: 1, renewals: 1, byText: 1 },
    ],
    ticks: 8,
  },
  {
    ...base,
    ...timed,
    name: "second-try-told-longer-lease",
    holds: [
      { ...asks, ...passed, lease: 6, renewals: 1 },
      { ...waits, ...passed, lease: 1, checks: 1 },
    ],
    tries: 2,
    beyond: 4,
    latest: 1,
    ticks: 12,
    duplicates: 0,
  },
  {
    ...base,
    name: "records-lost",
    holds: [
      { ...asks, ...renews },
      { ...asks, ...stranger },
    ],
    forgets: 1,
  },
  ...PASS_SCENARIOS,
  ...THEFT_SCENARIOS,
];
