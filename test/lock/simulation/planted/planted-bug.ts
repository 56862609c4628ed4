// A planted bug: a change of the source that the simulation must find.

/** One replacement in a file. */
export interface Edit {
  /** From the root of the repository. An edit of a Lua file becomes an edit of the generated scripts, see edits-of.ts. */
  readonly file: string;
  /** A text that the file contains once. */
  readonly from: string;
  readonly to: string;
}

export interface PlantedBug {
  readonly id: string;
  /** What the changed code does wrong, in one sentence. */
  readonly name: string;
  /**
   * "reverts <commit> <its subject>": the code of before that commit, in the words of today. "fallback cut: <which>":
   * a second line of defence is removed. "fault of earlier days: <which>": a fault that was mended under another title.
   */
  readonly origin: string;
  readonly edits: readonly Edit[];
}
