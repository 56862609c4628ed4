let names = 0;

/** Returns a lock name that no other test uses: tests share one Redis. */
export function uniqueName(): string {
  names += 1;
  return `t:${crypto.randomUUID().slice(0, 8)}:${names}`;
}

/**
 * Names, also of channels, with characters that have a meaning in a path, a list of words, a hash tag, a pattern or a
 * line of a stream.
 */
export const ODD_NAMES = [
  ...["a/b?c#d%e", "{t}:7", "a{b", "a}b", "{}x", "été ☃😀", "x,y,z", "two\nlines", "message,", "*?[x]", "a b"],
] as const;
