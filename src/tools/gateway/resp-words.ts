// Commands in a stream of bytes, as a client of RESP sends them: arrays of bulk strings, or words in a line. The limits
// and their errors are those of Redis, but for the size of a command, which is Upstash's.
import { printable } from "../../base/errors.ts";
import { maxBytes, tooLarge } from "./http.ts";

/** Later bytes cannot be understood: Redis answers, and closes the connection. */
export class ProtocolError extends Error {}

const maxWords = 1_048_576;
/** Shared by all commands, because one may have a million empty words. */
const EMPTY = Buffer.alloc(0);
const maxLineBytes = 64 * 1024;
/** Until a client has logged in. */
const strangers = { words: 10, wordBytes: 16_384 };

interface Step {
  readonly end: number;
  /** The command that ends here. */
  readonly command?: readonly Buffer[];
}

export class RespWords {
  readonly #isTrusted: () => boolean;
  /** Joined once there is enough for a step: joining each chunk would copy a large word for every one. */
  #chunks: Buffer[] = [];
  #length = 0;
  #wanted = 1;
  /** The words of a command whose end is missing. */
  #words: Buffer[] = [];
  #wordsLeft = 0;
  #wordBytes: number | undefined;
  #commandBytes = 0;

  /** @param isTrusted asked at each command, since the one before may be the login */
  constructor(isTrusted: () => boolean) {
    this.#isTrusted = isTrusted;
  }

  /** Returns the commands that end in this chunk. Throws a `ProtocolError`. */
  *add(chunk: Buffer): Generator<readonly Buffer[]> {
    this.#chunks.push(chunk);
    this.#length += chunk.length;
    if (this.#length < this.#wanted) return;
    const bytes = this.#chunks.length === 1 ? chunk : Buffer.concat(this.#chunks);
    let at = 0;
    for (let next = this.#step(bytes, at); next !== undefined; next = this.#step(bytes, at)) {
      at = next.end;
      if (next.command !== undefined) yield next.command;
    }
    const rest = bytes.subarray(at);
    this.#chunks = rest.length === 0 ? [] : [rest];
    this.#length = rest.length;
  }

  /** Reads a line or a word. Undefined: a part of it is missing. */
  #step(bytes: Buffer, at: number): Step | undefined {
    if (this.#wordBytes !== undefined) return this.#readWord(bytes, at, this.#wordBytes);
    const end = bytes.indexOf(10, at) + 1;
    if (end === 0 || end - at > maxLineBytes) {
      this.#wanted = bytes.length - at + 1;
      if (bytes.length - at > maxLineBytes) throw new ProtocolError(`ERR Protocol error: ${this.#longLine(bytes[at])}`);
      return undefined;
    }
    this.#wanted = 1;
    const line = bytes.toString("latin1", at, end).replace(/\r?\n$/, "");
    if (this.#wordsLeft > 0) this.#startWord(line);
    else if (line.startsWith("*")) this.#startCommand(line);
    else return inline(line, end);
    this.#commandBytes += end - at;
    return { end };
  }

  #startCommand(line: string): void {
    const count = numberIn(line);
    if (count === undefined || count > maxWords)
      throw new ProtocolError("ERR Protocol error: invalid multibulk length");
    if (count > strangers.words && !this.#isTrusted())
      throw new ProtocolError("ERR Protocol error: unauthenticated multibulk length");
    this.#words = [];
    this.#commandBytes = 0;
    this.#wordsLeft = Math.max(0, count); // Redis ignores an empty command
  }

  #startWord(line: string): void {
    if (!line.startsWith("$"))
      throw new ProtocolError(`ERR Protocol error: expected '$', got '${printable(line.slice(0, 1))}'`);
    const bytes = numberIn(line);
    if (bytes === undefined || bytes < 0) throw new ProtocolError("ERR Protocol error: invalid bulk length");
    if (bytes > strangers.wordBytes && !this.#isTrusted())
      throw new ProtocolError("ERR Protocol error: unauthenticated bulk length");
    const total = this.#commandBytes + bytes;
    if (total > maxBytes) throw new ProtocolError(tooLarge(total));
    this.#wordBytes = bytes;
  }

  #readWord(bytes: Buffer, at: number, length: number): Step | undefined {
    const end = at + length + 2;
    if (bytes.length < end) {
      this.#wanted = length + 2;
      return undefined;
    }
    this.#words.push(length === 0 ? EMPTY : bytes.subarray(at, end - 2));
    this.#wordBytes = undefined;
    this.#wanted = 1;
    this.#commandBytes += length + 2;
    this.#wordsLeft -= 1;
    return this.#wordsLeft === 0 ? { end, command: this.#words } : { end };
  }

  #longLine(first: number | undefined): string {
    if (this.#wordsLeft > 0) return "too big bulk count string";
    return first === 42 ? "too big mbulk count string" : "too big inline request";
  }
}

/** A line of words, for people at a terminal. Quotes have no meaning. */
function inline(line: string, end: number): Step {
  const words = line.split(/[ \t]+/).filter((word) => word !== "");
  return words.length === 0 ? { end } : { end, command: words.map((word) => Buffer.from(word, "latin1")) };
}

/** Returns the number behind the first character. */
function numberIn(line: string): number | undefined {
  return /^-?\d{1,15}$/.test(line.slice(1)) ? Number(line.slice(1)) : undefined;
}
