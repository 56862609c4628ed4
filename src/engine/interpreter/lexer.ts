// The words of a script's source, one at a time.
import { toNumber } from "./numbers.ts";
import { LuaError } from "./values.ts";

export interface Token {
  /** A keyword or a symbol itself, "<name>", "<string>", "<number>" or "<eof>". */
  readonly kind: string;
  /** As messages show it. A name's text is its name. */
  readonly text: string;
  /** Of a string or number. */
  readonly value: string | number | undefined;
  /** The line of its end. */
  readonly line: number;
}

const WORDS =
  "and break do else elseif end false for function if in local nil not or repeat return then true until while";
const KEYWORDS: ReadonlySet<string> = new Set(WORDS.split(" "));
const SPACE = /[ \t-\r]+/y;
const COMMENT = /--(?!\[=*\[)[^\r\n]*/y;
const LONG_COMMENT = /--(?=\[=*\[)/y;
const LONG = /\[(=*)\[/y;
const NAME = /[A-Za-z_]\w*/y;
const NUMBER = /\.?\d[\d.]*(?:[eE][+-]?)?\w*/y;
const SYMBOL = /\.{1,3}|[=~<>]=|[\s\S]/y;
const PLAIN = /[^\\"'\r\n]+/y;
const DIGITS = /\d{1,3}/y;
const LINE_END = /\r\n|\n\r|[\r\n]/g;
const ONE_LINE_END = /\r\n|\n\r|[\r\n]/y;
const ESCAPES: ReadonlyMap<string, string> = new Map(
  Object.entries({ n: "\n", r: "\r", t: "\t", a: "\x07", b: "\b", f: "\f", v: "\v" }),
);

export class Lexer {
  line = 1;
  readonly #source: string;
  #at = 0;

  constructor(source: string) {
    this.#source = source;
    // Redis reads its options there.
    this.#take(/#![^\r\n]*/y);
  }

  next(): Token {
    this.#skip();
    if (this.#at >= this.#source.length) return this.#token("<eof>", "<eof>");
    const name = this.#take(NAME);
    if (name !== "") return this.#token(KEYWORDS.has(name) ? name : "<name>", name);
    const digits = this.#take(NUMBER);
    if (digits !== "") {
      return this.#token("<number>", digits, toNumber(digits) ?? this.fail("malformed number", digits));
    }
    const long = this.#long("unfinished long string");
    if (long !== undefined) return this.#token("<string>", `[[${long}]]`, long);
    const symbol = this.#take(SYMBOL);
    if (symbol === '"' || symbol === "'") {
      const value = this.#string(symbol);
      return this.#token("<string>", symbol + value + symbol, value);
    }
    return this.#token(symbol, symbol);
  }

  fail(what: string, near: string): never {
    throw new LuaError(`user_script:${this.line}: ${what} near '${near}'`);
  }

  #token(kind: string, text: string, value?: string | number): Token {
    return { kind, text, value, line: this.line };
  }

  #take(pattern: RegExp): string {
    pattern.lastIndex = this.#at;
    const [taken = ""] = pattern.exec(this.#source) ?? [];
    this.#at += taken.length;
    return taken;
  }

  #countLines(text: string): void {
    this.line += text.match(LINE_END)?.length ?? 0;
  }

  #skip(): void {
    for (let before = -1; before !== this.#at; ) {
      before = this.#at;
      this.#countLines(this.#take(SPACE));
      this.#take(COMMENT);
      if (this.#take(LONG_COMMENT) !== "") this.#long("unfinished long comment");
    }
  }

  /** Returns a text between long brackets. */
  #long(unfinished: string): string | undefined {
    const open = this.#take(LONG);
    if (open === "") return undefined;
    const close = open.replaceAll("[", "]");
    const end = this.#source.indexOf(close, this.#at);
    const inside = this.#source.slice(this.#at, end < 0 ? undefined : end);
    this.#countLines(inside);
    if (end < 0) this.fail(unfinished, "<eof>");
    this.#at = end + close.length;
    // A line end at the start is not part of the text. All others are one byte.
    return inside.replace(/^(?:\r\n|\n\r|[\r\n])/, "").replace(LINE_END, "\n");
  }

  #string(quote: string): string {
    for (let value = ""; ; ) {
      value += this.#take(PLAIN);
      const next = this.#source.charAt(this.#at);
      if (next === "") this.fail("unfinished string", "<eof>");
      if (next === "\n" || next === "\r") this.fail("unfinished string", quote + value);
      this.#at += 1;
      if (next === quote) return value;
      value += next === "\\" ? this.#escaped(quote + value) : next;
    }
  }

  #escaped(before: string): string {
    const end = this.#take(ONE_LINE_END);
    if (end !== "") {
      this.line += 1;
      return "\n";
    }
    const digits = this.#take(DIGITS);
    if (Number(digits) > 255) this.fail("escape sequence too large", before);
    if (digits !== "") return String.fromCharCode(Number(digits));
    const escaped = this.#source.charAt(this.#at);
    this.#at += 1;
    return ESCAPES.get(escaped) ?? escaped;
  }
}
