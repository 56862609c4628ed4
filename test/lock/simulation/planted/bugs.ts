// The planted bugs, named before the simulation first ran on any of them. They measure its power: how many of them does
// it find? A bug that it does not find stays in the list. Half of them bring faults of this repository's history back.
// A change of the text that a bug replaces moves the bug to the new text.
import { IN_HOLDS } from "./in-holds.ts";
import { IN_KINDS } from "./in-kinds.ts";
import { IN_RELEASES } from "./in-releases.ts";
import { IN_WAITS } from "./in-waits.ts";
import type { PlantedBug } from "./planted-bug.ts";

export const BUGS: readonly PlantedBug[] = [...IN_WAITS, ...IN_HOLDS, ...IN_KINDS, ...IN_RELEASES];
