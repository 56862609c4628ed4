// All checks of `prove`, in their order.
import { BILL } from "./bill.ts";
import type { Check } from "./check.ts";
import { CLOCKS } from "./clocks.ts";
import { EVICTION } from "./eviction.ts";
import { EXCLUSION } from "./exclusion.ts";
import { IN_SCRIPTS } from "./in-scripts.ts";
import { LEASES } from "./leases.ts";
import { REPEATS } from "./repeats.ts";
import { EACH_KIND, FORGOTTEN, SCRIPTS } from "./scripts.ts";
import { STREAMS } from "./streams.ts";
import { WAKING } from "./wakes.ts";

export const CHECKS: readonly Check[] = [
  ...SCRIPTS,
  ...IN_SCRIPTS,
  ...STREAMS,
  ...CLOCKS,
  EVICTION,
  // Those below need locks.
  EACH_KIND,
  FORGOTTEN,
  ...EXCLUSION,
  ...REPEATS,
  ...WAKING,
  ...LEASES,
  ...BILL,
];
