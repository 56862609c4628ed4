// The latest reply to each script run, for requests that get an earlier one, as from a proxy that mistakes two attempts
// for one request.
import type { HttpAnswer } from "./http-answer.ts";

const MOST = 2_000;

export class ReplyMemory {
  readonly #latest = new Map<string, HttpAnswer>();

  /** Stores the reply to a run, and returns the reply to the previous similar run, if there was one. */
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

/** The same script and keys, with the same second and third argument: in our scripts the same hold, for any attempt. */
function likeness(words: readonly unknown[]): string | undefined {
  const [command, script, count, ...rest] = words.map(String);
  if (command?.toUpperCase() !== "EVALSHA") return undefined;
  const keys = Number(count);
  return JSON.stringify([script, rest.slice(0, keys), rest.slice(keys + 1, keys + 3)]);
}
