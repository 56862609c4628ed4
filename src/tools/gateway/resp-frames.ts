// The messages of a subscriber's connection to Redis: words, or lists of words.

/** One message: its bytes, and its words. A status or an error is one word with its first character. */
export interface Frame {
  readonly bytes: Buffer;
  readonly words: readonly Buffer[];
}

interface Word {
  readonly word: Buffer;
  readonly end: number;
}

export class RespFrames {
  #rest: Buffer = Buffer.alloc(0);

  /** Returns the messages that are complete with these bytes. */
  *add(chunk: Buffer): Generator<Frame> {
    this.#rest = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk]);
    for (let frame = frameIn(this.#rest); frame !== undefined; frame = frameIn(this.#rest)) {
      this.#rest = this.#rest.subarray(frame.bytes.length);
      yield frame;
    }
  }
}

function frameIn(bytes: Buffer): Frame | undefined {
  const first = wordAt(bytes, 0);
  if (first === undefined || bytes[0] !== 42)
    return first && { bytes: bytes.subarray(0, first.end), words: [first.word] };
  const words: Buffer[] = [];
  let { end } = first;
  for (let left = Number(first.word.subarray(1)); left > 0; left -= 1) {
    const next = wordAt(bytes, end);
    if (next === undefined) return undefined;
    words.push(next.word);
    end = next.end;
  }
  return { bytes: bytes.subarray(0, end), words };
}

/** A missing word, `$-1`, is empty. */
function wordAt(bytes: Buffer, at: number): Word | undefined {
  const lineEnd = bytes.indexOf("\r\n", at, "latin1");
  if (lineEnd < 0) return undefined;
  const line = bytes.subarray(at, lineEnd);
  const next = lineEnd + 2;
  if (line[0] === 58) return { word: line.subarray(1), end: next };
  if (line[0] !== 36) return { word: line, end: next };
  const length = Number(line.subarray(1));
  if (length < 0) return { word: Buffer.alloc(0), end: next };
  const end = next + length + 2;
  return end <= bytes.length ? { word: bytes.subarray(next, end - 2), end } : undefined;
}
