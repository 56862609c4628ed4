// Reads the events of an untrusted stream: each character is read once, and no stream keeps the process busy.
import { unrefSleep } from "../../base/timers.ts";

// Longer than any of our events, with a channel of 32 KB.
const MAX_EVENT_CHARACTERS = 200_000;
// After this much of a stream, other work runs. A line costs as much as CHARACTERS_OF_A_LINE characters, even if empty.
const CHARACTERS_AT_ONCE = 65_536;
const CHARACTERS_OF_A_LINE = 128;
// An endless stream is thus read at 13 MB or 100,000 lines per second, a small part of one core.
const BREATH_MS = 5;

/** Returns whether an answer is a stream of events. */
export function isEventStream({ status, headers, body }: Response): boolean {
  return status === 200 && body !== null && headers.get("content-type")?.startsWith("text/event-stream") === true;
}

/**
 * Yields the data of each event that has any. Ends with the stream. Throws if an event is longer than any of ours, or
 * the stream is cut.
 */
export async function* eventsOf(
  { body }: Response,
  onBytes: () => void,
  signal: AbortSignal,
): AsyncGenerator<string, void> {
  const reader = body?.getReader();
  const decoder = new TextDecoder();
  const lines = new Lines();
  // In some runtimes, aborting the request alone does not close the connection while its body is read.
  signal.addEventListener("abort", () => void reader?.cancel().catch(() => {}));
  // A channel or payload with line breaks arrives as several lines of data.
  let data: string[] = [];
  let characters = 0;
  let work = 0;
  while (reader !== undefined) {
    const { done, value } = await reader.read();
    if (done) return;
    onBytes();
    work += value.length;
    for (const line of lines.of(decoder.decode(value, { stream: true }))) {
      work += CHARACTERS_OF_A_LINE;
      if (work > CHARACTERS_AT_ONCE) {
        work = 0;
        await unrefSleep(BREATH_MS, signal);
      }
      characters += line.length;
      if (line.startsWith("data:")) data.push(line.slice(line.startsWith("data: ") ? "data: ".length : "data:".length));
      if (line === "" && data.length > 0) yield data.join("\n");
      if (line === "") [data, characters] = [[], 0];
    }
    if (characters + lines.pending > MAX_EVENT_CHARACTERS) throw new Error("an event without end");
  }
}

/**
 * Splits a text that arrives in pieces into lines. A line ends with CR, LF or CRLF, and a piece may end between CR and
 * LF.
 */
class Lines {
  #line = "";
  #endsWithCr = false;

  /** Characters of the unfinished line. */
  get pending(): number {
    return this.#line.length;
  }

  *of(piece: string): Generator<string, void> {
    const lineEnd = /\r\n?|\n/g;
    let from = this.#endsWithCr && piece.startsWith("\n") ? 1 : 0;
    lineEnd.lastIndex = from;
    if (piece !== "") this.#endsWithCr = piece.endsWith("\r");
    for (let end = lineEnd.exec(piece); end !== null; end = lineEnd.exec(piece)) {
      const line = this.#line + piece.slice(from, end.index);
      this.#line = "";
      from = lineEnd.lastIndex;
      yield line;
    }
    this.#line += piece.slice(from);
  }
}
