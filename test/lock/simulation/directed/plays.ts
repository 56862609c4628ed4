// All directed worlds but those that differ by phases.
import { ANSWERS } from "./answers.ts";
import { CALLERS_AT_ONCE } from "./callers.ts";
import { ENDS } from "./ends.ts";
import { HOLDS } from "./holds.ts";
import { KINDS } from "./kinds.ts";
import type { DirectedPlay } from "./play.ts";
import { RELEASES } from "./releases.ts";

export const DIRECTED: readonly DirectedPlay[] = [
  ...RELEASES,
  ...ENDS,
  ...ANSWERS,
  ...HOLDS,
  ...KINDS,
  ...CALLERS_AT_ONCE,
];
