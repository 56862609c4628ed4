// JSON without loss: a number keeps its text, because `JSON.parse` rounds it to 53 bits. Node gives the source of a
// parsed number, and writes a text as a number, only since version 21.

/** A number as it is written in JSON. */
export class JsonNumber {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type Json = string | boolean | null | JsonNumber | Json[] | { [name: string]: Json };

// Deeper values could end the stack. Commands and replies have a few levels.
const MOST_LEVELS = 1_000;

const BLANKS = /[ \t\n\r]*/y;
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const WORD = /true|false|null/y;

/** As `JSON.parse`, but each number is a `JsonNumber`. Throws a SyntaxError. */
export function parseJson(text: string): Json {
  const reader = new Reader(text);
  const value = reader.value(0);
  if (!reader.isAtEnd()) throw new SyntaxError("text behind the JSON value");
  return value;
}

/** As `JSON.stringify`, but a `JsonNumber` and a bigint become a number. */
export function stringifyJson(value: unknown): string {
  if (value instanceof JsonNumber) return value.text;
  if (typeof value === "bigint") return value.toString();
  if (Array.isArray(value)) return `[${value.map(stringifyJson).join()}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "null";
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${stringifyJson(member)}`).join()}}`;
}

class Reader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  isAtEnd(): boolean {
    this.#read(BLANKS);
    return this.#at === this.#text.length;
  }

  value(level: number): Json {
    if (level > MOST_LEVELS) throw new SyntaxError(`more than ${MOST_LEVELS} levels of JSON`);
    this.#read(BLANKS);
    switch (this.#text[this.#at]) {
      case '"':
        return this.#string();
      case "[":
        return this.#items("]", () => this.value(level + 1));
      case "{":
        return Object.fromEntries(this.#items("}", () => this.#member(level + 1)));
      default:
        return this.#wordOrNumber();
    }
  }

  #items<Item>(close: string, item: () => Item): Item[] {
    this.#at += 1;
    const items: Item[] = [];
    if (this.#takes(close)) return items;
    do items.push(item());
    while (this.#takes(","));
    this.#expect(close);
    return items;
  }

  #member(level: number): [name: string, value: Json] {
    this.#read(BLANKS);
    const name = this.#string();
    this.#expect(":");
    return [name, this.value(level)];
  }

  #string(): string {
    if (this.#text[this.#at] !== '"') throw this.#unexpected();
    let end = this.#text.indexOf('"', this.#at + 1);
    while (end >= 0 && this.#isEscaped(end)) end = this.#text.indexOf('"', end + 1);
    if (end < 0) throw this.#unexpected();
    const start = this.#at;
    this.#at = end + 1;
    // It knows the escapes, and refuses control characters.
    return JSON.parse(this.#text.slice(start, this.#at));
  }

  /** Returns whether an odd number of backslashes stands before this place. */
  #isEscaped(at: number): boolean {
    let before = at;
    while (this.#text[before - 1] === "\\") before -= 1;
    return (at - before) % 2 === 1;
  }

  #wordOrNumber(): Json {
    const word = this.#read(WORD);
    if (word !== "") return word === "null" ? null : word === "true";
    const digits = this.#read(NUMBER);
    if (digits === "") throw this.#unexpected();
    return new JsonNumber(digits);
  }

  /** Goes behind this character, if it is the next one. */
  #takes(character: string): boolean {
    this.#read(BLANKS);
    if (this.#text[this.#at] !== character) return false;
    this.#at += 1;
    return true;
  }

  #expect(character: string): void {
    if (!this.#takes(character)) throw this.#unexpected();
  }

  /** Returns what matches here, and goes behind it. "": nothing does. */
  #read(pattern: RegExp): string {
    pattern.lastIndex = this.#at;
    const [found] = pattern.exec(this.#text) ?? [""];
    this.#at += found.length;
    return found;
  }

  #unexpected(): SyntaxError {
    return new SyntaxError(`no JSON at character ${this.#at}`);
  }
}
