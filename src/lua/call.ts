// One run of a script and how its reply is read. A reply that the script does not give is an error, never an answer; every
// reply names the hold or request it is about, so that the answer to another request is not taken for ours.
import type { HoldEnd } from "../errors.ts";
import { UnexpectedReplyError } from "../errors.ts";
import type { LuaScript } from "./generated.ts";

/** One run of a script: what is sent, and how the answer reads. */
export interface ScriptCall<Reply> {
  readonly script: LuaScript;
  readonly keys: readonly string[];
  readonly args: readonly string[];
  /** Throws UNEXPECTED_REPLY for anything the script does not answer to this call. */
  readonly decode: (reply: unknown) => Reply;
}

/** The hold asked about is over for good. */
export type Ended = { readonly kind: "ended"; readonly end: HoldEnd };

const HOLD_END = /^(released|still:[1-9]\d*|free|taken|refused|lost|reentered|upgrade|unset)$/;

/** Reads a reply slot by slot; the first two are always what it is and whom it answers. */
export class ReplyReader {
  readonly kind: string;
  readonly #script: string;
  readonly #slots: readonly unknown[];

  constructor(script: LuaScript, reply: unknown, id: string) {
    this.#script = script.name;
    if (!Array.isArray(reply)) throw this.unexpected("is not a list");
    this.#slots = reply;
    this.kind = this.text(0);
    if (this.text(1) !== id) throw this.unexpected("answers another request");
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

  end(): Ended {
    const end = holdEnd(this.text(2));
    if (end === undefined) throw this.unexpected("tells an unknown end");
    return { kind: "ended", end };
  }

  unexpected(problem: string): UnexpectedReplyError {
    return new UnexpectedReplyError(`the reply of script ${this.#script} ${problem}`);
  }
}

/** The text as an end, when it is one. */
export function holdEnd(text: string): HoldEnd | undefined {
  return isHoldEnd(text) ? text : undefined;
}

function isHoldEnd(text: string): text is HoldEnd {
  return HOLD_END.test(text);
}
