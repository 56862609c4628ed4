let names = 0;

/** A lock name no other test uses: tests share one Redis. */
export function uniqueName(): string {
  names += 1;
  return `t:${crypto.randomUUID().slice(0, 8)}:${names}`;
}

/**
 * What a name, or its channel, may have in it that a path, a list of words, a hash tag, a pattern or a line of a stream
 * has too.
 */
export const ODD_NAMES = [
  ...["a/b?c#d%e", "{t}:7", "a{b", "a}b", "{}x", "été ☃😀", "x,y,z", "two\nlines", "message,", "*?[x]", "a b"],
] as const;
