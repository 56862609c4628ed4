// Planted bugs that change nothing that a user can see. They do not count in the score.

/** The proof that a bug is equivalent, in one line, by the id of the bug. */
export const EQUIVALENTS: Readonly<Record<string, string>> = {};
