// All directed worlds.
import { ANSWERS } from "./answers.ts";
import { CALLERS_AT_ONCE, CALLERS_BY_PHASES } from "./callers.ts";
import { ENDS } from "./ends.ts";
import { FORGERS } from "./forgers.ts";
import { HOLDS } from "./holds.ts";
import { KINDS } from "./kinds.ts";
import { PHASES } from "./phases.ts";
import type { DirectedPlay } from "./play.ts";
import { LATER_RELEASES, RELEASES } from "./releases.ts";
import { SINGLE_FAULTS } from "./single-faults.ts";
import { WANTED } from "./wanted.ts";

/** Those of which each plays a world or two. */
export const DIRECTED: readonly DirectedPlay[] = [...RELEASES, ...ENDS, ...ANSWERS, ...FORGERS];

/** Those that last longer, or play a world for each phase, or for each request. */
export const VARIED: readonly DirectedPlay[] = [
  ...LATER_RELEASES,
  ...HOLDS,
  ...KINDS,
  ...CALLERS_AT_ONCE,
  ...CALLERS_BY_PHASES,
  ...PHASES,
  ...SINGLE_FAULTS,
  ...WANTED,
];
