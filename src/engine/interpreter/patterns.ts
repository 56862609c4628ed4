// Matches the patterns of Lua.
import { MATCH_STEPS } from "./budget.ts";

/** A part of the subject that parentheses enclose. */
interface Capture {
  readonly start: number;
  /** OPEN while its end is not known. */
  length: number;
}

const OPEN = -1;
/** Of `()`, which captures a position. */
const POSITION = -2;
const MAX_CAPTURES = 32;

const CLASSES: Readonly<Record<string, RegExp>> = {
  a: /[A-Za-z]/,
  c: /[^ -~\x80-\xff]/,
  d: /\d/,
  l: /[a-z]/,
  p: /[!-/:-@[-`{-~]/,
  s: /[\t-\r ]/,
  u: /[A-Z]/,
  w: /[A-Za-z0-9]/,
  x: /[\dA-Fa-f]/,
  z: /\0/,
};

/** One attempt to match a pattern after another. */
export class Matcher {
  readonly #subject: string;
  readonly #pattern: string;
  readonly #fail: (what: string) => never;
  readonly #spend: (steps: number) => void;
  #captures: Capture[] = [];

  /** @param fail - Raises an error, for a malformed pattern. @param spend - Charges for bytes that are compared. */
  constructor(
    subject: string,
    pattern: string,
    { fail, spend }: { readonly fail: (what: string) => never; readonly spend: (steps: number) => void },
  ) {
    this.#subject = subject;
    // C reads a pattern until a zero byte.
    this.#pattern = pattern.split("\0", 1).join();
    this.#fail = fail;
    this.#spend = spend;
  }

  /** Returns the end of the match at `start`; -1 if there is none. @param from - Where the pattern starts. */
  match(start: number, from: number): number {
    this.#captures = [];
    return this.#match(start, from);
  }

  /** Returns the captures of the last match. If it has none: the whole match, where one is wanted. */
  captures(start: number, end: number, isWholeWanted: boolean): (string | number)[] {
    if (this.#captures.length === 0 && isWholeWanted) return [this.#subject.slice(start, end)];
    return this.#captures.map((_, index) => this.#captured(index));
  }

  /** Returns one capture, counted from 1, or the whole match. */
  capture(number: number, start: number, end: number): string | number {
    if (number === 0 || (number === 1 && this.#captures.length === 0)) return this.#subject.slice(start, end);
    return this.#captured(number - 1);
  }

  #captured(index: number): string | number {
    const { start, length } = this.#captures[index] ?? this.#fail("invalid capture index");
    if (length === OPEN) this.#fail("unfinished capture");
    return length === POSITION ? start + 1 : this.#subject.slice(start, start + length);
  }

  #match(start: number, from: number): number {
    this.#spend(MATCH_STEPS);
    const pattern = this.#pattern;
    let at = start;
    for (let item = from; item < pattern.length; ) {
      const next = pattern[item + 1];
      switch (pattern[item]) {
        case "(":
          return next === ")" ? this.#open(at, item + 2, POSITION) : this.#open(at, item + 1, OPEN);
        case ")":
          return this.#close(at, item + 1);
        case "$":
          if (next === undefined) return at === this.#subject.length ? at : -1;
          break;
        case "%":
          if (next === "b" || next === "f" || (next !== undefined && next >= "0" && next <= "9")) {
            const end = next === "f" ? this.#classEnd(this.#frontier(item)) : item + (next === "b" ? 4 : 2);
            if (next === "f") at = this.#isFrontier(at, item + 2, end) ? at : -1;
            else at = next === "b" ? this.#balanced(at, item + 2) : this.#repeated(at, Number(next));
            if (at < 0) return -1;
            item = end;
            continue;
          }
      }
      const end = this.#classEnd(item);
      const suffix = pattern[end];
      if (suffix === "*" || suffix === "+") return this.#longest(at, item, end, suffix === "+" ? 1 : 0);
      if (suffix === "-") return this.#shortest(at, item, end);
      const isMatch = this.#isMatch(at, item, end);
      if (suffix === "?") {
        if (isMatch) {
          const rest = this.#match(at + 1, end + 1);
          if (rest >= 0) return rest;
        }
        item = end + 1;
        continue;
      }
      if (!isMatch) return -1;
      at += 1;
      item = end;
    }
    return at;
  }

  #longest(start: number, item: number, end: number, least: number): number {
    let at = start;
    while (this.#isMatch(at, item, end)) at += 1;
    this.#spend(at - start);
    for (; at >= start + least; at -= 1) {
      const rest = this.#match(at, end + 1);
      if (rest >= 0) return rest;
    }
    return -1;
  }

  #shortest(start: number, item: number, end: number): number {
    for (let at = start; ; at += 1) {
      const rest = this.#match(at, end + 1);
      if (rest >= 0) return rest;
      if (!this.#isMatch(at, item, end)) return -1;
    }
  }

  #open(at: number, item: number, length: number): number {
    if (this.#captures.length >= MAX_CAPTURES) this.#fail("too many captures");
    this.#captures.push({ start: at, length });
    const end = this.#match(at, item);
    if (end < 0) this.#captures.pop();
    return end;
  }

  #close(at: number, item: number): number {
    const open = this.#captures.filter(({ length }) => length === OPEN);
    const capture = open[open.length - 1] ?? this.#fail("invalid pattern capture");
    capture.length = at - capture.start;
    const end = this.#match(at, item);
    if (end < 0) capture.length = OPEN;
    return end;
  }

  /** Matches the text of an earlier capture. */
  #repeated(at: number, number: number): number {
    const { start, length } = this.#captures[number - 1] ?? { start: 0, length: OPEN };
    if (length === OPEN) this.#fail("invalid capture index");
    // The original compares the length without its sign, and finds it too long.
    if (length === POSITION) return -1;
    this.#spend(length);
    return this.#subject.startsWith(this.#subject.slice(start, start + length), at) ? at + length : -1;
  }

  /** Matches from an opening byte to the closing byte that belongs to it. */
  #balanced(start: number, item: number): number {
    const [open, close] = [this.#pattern[item], this.#pattern[item + 1]];
    if (open === undefined || close === undefined) this.#fail("unbalanced pattern");
    if (this.#subject[start] !== open) return -1;
    let depth = 1;
    for (let at = start + 1; at < this.#subject.length; at += 1) {
      this.#spend(1);
      const byte = this.#subject[at];
      if (byte === close) {
        depth -= 1;
        if (depth === 0) return at + 1;
      } else if (byte === open) {
        depth += 1;
      }
    }
    return -1;
  }

  /** Returns where the set of a frontier `%f[set]` starts. */
  #frontier(item: number): number {
    return this.#pattern[item + 2] === "[" ? item + 2 : this.#fail("missing '[' after '%f' in pattern");
  }

  #isFrontier(at: number, item: number, end: number): boolean {
    const byte = (index: number): string => this.#subject[index] ?? "\0";
    return !this.#isInSet(byte(at - 1), item, end) && this.#isInSet(byte(at), item, end);
  }

  /** Returns the end of an item that stands for one byte. */
  #classEnd(item: number): number {
    const pattern = this.#pattern;
    if (pattern[item] === "%") {
      return item + 1 < pattern.length ? item + 2 : this.#fail("malformed pattern (ends with '%')");
    }
    if (pattern[item] !== "[") return item + 1;
    let at = pattern[item + 1] === "^" ? item + 2 : item + 1;
    do {
      if (at >= pattern.length) this.#fail("malformed pattern (missing ']')");
      at += pattern[at] === "%" ? 2 : 1;
    } while (pattern[at] !== "]");
    this.#spend(at - item);
    return at + 1;
  }

  /** Returns whether the byte at a place matches the item. */
  #isMatch(at: number, item: number, end: number): boolean {
    const byte = this.#subject[at];
    if (byte === undefined) return false;
    switch (this.#pattern[item]) {
      case ".":
        return true;
      case "%":
        return isInClass(byte, this.#pattern[item + 1] ?? "");
      case "[":
        return this.#isInSet(byte, item, end);
      default:
        return this.#pattern[item] === byte;
    }
  }

  #isInSet(byte: string, item: number, end: number): boolean {
    const pattern = this.#pattern;
    const last = end - 1;
    this.#spend(last - item);
    const isNegated = pattern[item + 1] === "^";
    for (let at = isNegated ? item + 2 : item + 1; at < last; at += 1) {
      const first = pattern[at] ?? "";
      if (first === "%") {
        at += 1;
        if (isInClass(byte, pattern[at] ?? "")) return !isNegated;
      } else if (pattern[at + 1] === "-" && at + 2 < last) {
        at += 2;
        if (first <= byte && byte <= (pattern[at] ?? "")) return !isNegated;
      } else if (first === byte) {
        return !isNegated;
      }
    }
    return isNegated;
  }
}

function isInClass(byte: string, letter: string): boolean {
  const bytes = CLASSES[letter.toLowerCase()];
  if (bytes === undefined) return letter === byte;
  return bytes.test(byte) === letter >= "a";
}
