let names = 0;

/** Returns a lock name that no other test uses: tests share one Redis. */
export function uniqueName(): string {
  names += 1;
  return `t:${crypto.randomUUID().slice(0, 8)}:${names}`;
}

/**
 * Names, also of channels, with special characters: of paths, lists of words, hash tags, patterns and lines of a
 * stream.
 */
export const ODD_NAMES = [
  ...["a/b?c#d%e", "{t}:7", "a{b", "a}b", "{}x", "été ☃😀", "x,y,z", "two\nlines", "message,", "*?[x]", "a b"],
] as const;

/** Returns a prefix that no other test uses, so that its locks can be listed alone. */
export function uniquePrefix(): string {
  return `t-${crypto.randomUUID().slice(0, 8)}:`;
}
