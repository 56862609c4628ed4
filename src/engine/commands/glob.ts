// Patterns of Redis, as its function stringmatchlen reads them. A regular expression could take exponential time.

/** Returns whether a text matches a pattern. */
export function matches(pattern: string, text: string): boolean {
  return new Match(pattern, text).from(0, 0);
}

// As in Redis: a text that would need more is no match.
const MOST_NESTED = 1_000;

class Match {
  readonly #pattern: string;
  readonly #text: string;
  /** The end of the pattern matched nowhere. An earlier `*` need not try longer parts of the text. */
  #isHopeless = false;
  #nested = 0;

  constructor(pattern: string, text: string) {
    this.#pattern = pattern;
    this.#text = text;
  }

  /** Returns whether the rest of the text matches the rest of the pattern. */
  from(patternAt: number, textAt: number): boolean {
    const pattern = this.#pattern;
    let at = patternAt;
    let place = textAt;
    while (at < pattern.length && place < this.#text.length) {
      const sign = pattern[at];
      if (sign === "*") return this.#star(at, place);
      if (sign === "[") {
        const end = this.#set(at + 1, this.#text.charCodeAt(place));
        if (end === undefined) return false;
        at = end;
      } else if (sign !== "?") {
        if (sign === "\\" && at + 1 < pattern.length) at += 1;
        if (pattern[at] !== this.#text[place]) return false;
      }
      at += 1;
      place += 1;
    }
    if (place > textAt && place === this.#text.length) while (pattern[at] === "*") at += 1;
    return at >= pattern.length && place === this.#text.length;
  }

  #star(patternAt: number, textAt: number): boolean {
    let at = patternAt;
    while (this.#pattern[at + 1] === "*") at += 1;
    if (at + 1 === this.#pattern.length) return true;
    if (this.#nested === MOST_NESTED) return false;
    this.#nested += 1;
    for (let place = textAt; place < this.#text.length; place += 1) {
      if (this.from(at + 1, place)) return true;
      if (this.#isHopeless) return false;
    }
    this.#nested -= 1;
    this.#isHopeless = true;
    return false;
  }

  /** Returns the place of the last character of a set that has this one; undefined: it does not have it. */
  #set(patternAt: number, character: number): number | undefined {
    const pattern = this.#pattern;
    const isNegated = pattern[patternAt] === "^";
    let at = isNegated ? patternAt + 1 : patternAt;
    let isInSet = false;
    while (at < pattern.length && pattern[at] !== "]") {
      let [low, high] = [pattern.charCodeAt(at), pattern.charCodeAt(at)];
      if (pattern[at] === "\\" && at + 1 < pattern.length) {
        at += 1;
        low = high = pattern.charCodeAt(at);
      } else if (pattern[at + 1] === "-" && at + 2 < pattern.length) {
        at += 2;
        high = pattern.charCodeAt(at);
      }
      if (Math.min(low, high) <= character && character <= Math.max(low, high)) isInSet = true;
      at += 1;
    }
    if (isInSet === isNegated) return undefined;
    // A set that is not closed ends with the pattern.
    return Math.min(at, pattern.length - 1);
  }
}
