// Equivalent mutants of the scripts of the fair read/write lock, with reasons.
import type { Equivalent } from "./equivalent.ts";

export const equivalentFairReadWrite: readonly Equivalent[] = [];
