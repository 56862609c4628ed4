// Remembers results that depend only on a text: tests and simulations start many engines with the same scripts.

// Enough for all scripts of this package.
const MOST_TEXTS = 256;
const MOST_CHARACTERS = 32_768;

/**
 * Returns the function with a memory: it computes the result of a text once while the text is among the newest ones.
 */
export function remembered<Result>(compute: (text: string) => Result): (text: string) => Result {
  const results = new Map<string, Result>();
  return (text) => {
    const known = results.get(text);
    if (known !== undefined) return known;
    const result = compute(text);
    if (text.length > MOST_CHARACTERS) return result;
    const [oldest] = results.keys();
    if (results.size >= MOST_TEXTS && oldest !== undefined) results.delete(oldest);
    results.set(text, result);
    return result;
  };
}
