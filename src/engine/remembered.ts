// Remembers results that depend on a text alone. Tests and simulations start many engines, which get the same scripts.

// Enough for all scripts of this package.
const MOST_TEXTS = 256;
const MOST_CHARACTERS = 32_768;

/** Returns the same function, which computes the result of a text once, as long as it is among the newest texts. */
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
