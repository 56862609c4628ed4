// One run of a script, and how its reply is read. A reply that the script cannot give is an error, never an answer.
// Every reply names the attempt that it answers, by the nonce of that attempt. So the reply to another request, or to
// an earlier attempt, is recognised.
import { UnexpectedReplyError } from "../../base/errors.ts";
import { type Ended, holdEnd, type LuaScript, type ScriptCall } from "../protocol.ts";

// A grant counts from the attempt that it names, and an end never changes. Other replies may be outdated.
const TRUE_FOR_LATER_TRIES: readonly unknown[] = ["held", "ended"];

/** Returns the words after EVALSHA and the script's hash, in the attempt with this nonce. */
export function argumentsOf({ keys, args }: ScriptCall<unknown>, nonce: string): string[] {
  return [String(keys.length), ...keys, nonce, ...args];
}

/**
 * Returns the nonce of the attempt that a reply answers: this attempt, or an earlier one whose answer is as good.
 * @param isEarlier returns whether a nonce is that of an earlier attempt of the same call
 * @throws UNEXPECTED_REPLY when the reply answers neither
 */
export function answeredTry(
  { script }: ScriptCall<unknown>,
  reply: unknown,
  nonce: string,
  isEarlier: (nonce: string) => boolean,
): string {
  const named: unknown = Array.isArray(reply) ? reply[1] : undefined;
  if (named === nonce) return nonce;
  const [kind]: unknown[] = Array.isArray(reply) ? reply : [];
  if (typeof named === "string" && TRUE_FOR_LATER_TRIES.includes(kind) && isEarlier(named)) return named;
  throw foreignReply(script);
}

/** Returns the error of a reply that answers another request. */
export function foreignReply({ name }: LuaScript, options?: ErrorOptions): UnexpectedReplyError {
  return new UnexpectedReplyError(`script ${name} returned an unexpected reply: it answers another request`, options);
}

/** Reads a reply slot by slot. The first two slots are always its kind and the nonce of the attempt that it answers. */
export class ReplyReader {
  readonly kind: string;
  readonly #script: string;
  readonly #slots: readonly unknown[];

  constructor(script: Pick<LuaScript, "name">, reply: unknown) {
    this.#script = script.name;
    if (!Array.isArray(reply)) throw this.unexpected("is not a list");
    this.#slots = reply;
    this.kind = this.text(0);
  }

  /** The number of slots. */
  get length(): number {
    return this.#slots.length;
  }

  text(slot: number): string {
    const value = this.#slots[slot];
    if (typeof value !== "string") throw this.unexpected(`has no text in place ${slot}`);
    return value;
  }

  integer(slot: number): number {
    const value = this.#slots[slot];
    if (typeof value !== "number" || !Number.isSafeInteger(value)) {
      throw this.unexpected(`has no integer in place ${slot}`);
    }
    return value;
  }

  /** Returns whether the reply goes on with this word in this slot. Throws when another word is there. */
  has(word: string, slot: number): boolean {
    if (this.#slots.length <= slot) return false;
    if (this.text(slot) === word) return true;
    throw this.unexpected(`has an unknown word in place ${slot}`);
  }

  end(): Ended {
    const end = holdEnd(this.text(2));
    if (end === undefined) throw this.unexpected("tells an unknown end");
    return { kind: "ended", end };
  }

  unexpected(problem: string): UnexpectedReplyError {
    return new UnexpectedReplyError(`script ${this.#script} returned an unexpected reply: it ${problem}`);
  }
}

/** Returns the reader of a reply of this kind. Throws for another one. */
export function expectKind(read: ReplyReader, kind: string): ReplyReader {
  if (read.kind !== kind) throw read.unexpected("is of another kind");
  return read;
}
