// The latest reply to each script run, for requests that get an earlier one: what a proxy does that takes two tries for
// one request.
import type { HttpAnswer } from "./http-answer.ts";

const MOST = 2_000;

export class ReplyMemory {
  readonly #latest = new Map<string, HttpAnswer>();

  /** Notes the reply to a run, and returns the one to the run before it that was like it, if there was one. */
  replace(words: readonly unknown[], answer: HttpAnswer): HttpAnswer | undefined {
    const like = likeness(words);
    if (like === undefined) return undefined;
    const before = this.#latest.get(like);
    this.#latest.delete(like);
    this.#latest.set(like, answer);
    const [oldest] = this.#latest.keys();
    if (this.#latest.size > MOST && oldest !== undefined) this.#latest.delete(oldest);
    return before;
  }
}

/**
 * Of the same script and keys, with the same second and third argument: in our scripts the same hold, whatever the try.
 */
function likeness(words: readonly unknown[]): string | undefined {
  const [command, script, count, ...rest] = words.map(String);
  if (command?.toUpperCase() !== "EVALSHA") return undefined;
  const keys = Number(count);
  return JSON.stringify([script, rest.slice(0, keys), rest.slice(keys + 1, keys + 3)]);
}
