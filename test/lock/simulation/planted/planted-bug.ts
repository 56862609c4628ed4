// A planted bug: a change of the source that the simulation must find.
import type { Edit } from "../bundle.ts";

export interface PlantedBug {
  readonly id: string;
  /** The fault of the changed code, in one sentence. */
  readonly name: string;
  /**
   * "reverts <commit> <its subject>": the code of before that commit, in the words of today. "fallback cut: <which>":
   * a second line of defence is removed. "fault of earlier days: <which>": a fault that was mended under another title.
   */
  readonly origin: string;
  /** Each `from` occurs once in its file. An edit of a Lua file becomes one of the generated scripts: see edits-of.ts. */
  readonly edits: readonly Edit[];
}
