// Equivalent mutants of a single flight's scripts, with reasons.
import type { Equivalent } from "./equivalent.ts";

const scripts = ["flight/acquire"];
const FITS =
  "local left = text and (string.sub(text, 1, 1) == '=' or string.sub(text, 1, #failed) == failed) and read('PTTL', KEYS[3]) or 0";

export const equivalentFlight: readonly Equivalent[] = [
  {
    scripts,
    before: FITS,
    after: FITS.replace("text, 1, 1", "text, 0, 1"),
    reason: "Lua takes 0 for the beginning.",
  },
  {
    scripts,
    before: FITS,
    after: FITS.replace("text, 1, #failed", "text, 0, #failed"),
    reason: "Lua takes 0 for the beginning.",
  },
];
