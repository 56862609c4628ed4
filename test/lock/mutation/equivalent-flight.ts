// Equivalent mutants of a single flight's scripts, with reasons.
import type { Equivalent } from "./equivalent.ts";

const scripts = ["flight/acquire"];
const FITS =
  "local left = text and (string.sub(text, 1, 1) == '=' or string.sub(text, 1, #failed) == failed) and read('PTTL', KEYS[3]) or 0";
const OUTLASTS = "local outlasts = string.sub(ARGV[10], 1, 1) == '=' and tonumber(ARGV[11]) >= NEVER_GRANTED_MS";

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
  {
    scripts: ["flight/finish"],
    before: OUTLASTS,
    after: OUTLASTS.replace("ARGV[10], 1, 1", "ARGV[10], 0, 1"),
    reason: "Lua takes 0 for the beginning.",
  },
];
