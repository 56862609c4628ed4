// One run of a script and how its reply is read. A reply that the script does not give is an error, never an answer.
// Every reply names the try that it answers, by the nonce which that try sent: so the reply to another request, or to
// an earlier try, is not taken for it.
import type { HoldEnd } from "../errors.ts";
import { UnexpectedReplyError } from "../errors.ts";
import type { LuaScript } from "./generated.ts";

/** One run of a script: what is sent, and how the answer reads. */
export interface ScriptCall<Reply> {
  readonly script: LuaScript;
  readonly keys: readonly string[];
  /** Those that follow the nonce. */
  readonly args: readonly string[];
  /** Its keys are those of no lock: one of another type is a refusal, and not NOT_A_LOCK. */
  readonly isNoLocks?: true;
  /** Throws UNEXPECTED_REPLY for anything the script does not answer to this call. */
  readonly decode: (reply: unknown) => Reply;
}

/** The hold asked about is over for good. */
export type Ended = { readonly kind: "ended"; readonly end: HoldEnd };

const HOLD_END =
  /^(released|released-elsewhere|still:[1-9]\d*|free|taken|refused|lost|reentered|crowded|upgrade|unset)$/;
// A grant counts from the try that it names, and an end never changes. Other replies were true once.
const TRUE_FOR_LATER_TRIES: readonly unknown[] = ["held", "ended"];

/** What follows EVALSHA and the script's hash, in the try with this nonce. */
export function argumentsOf({ keys, args }: ScriptCall<unknown>, nonce: string): string[] {
  return [String(keys.length), ...keys, nonce, ...args];
}

/**
 * Returns the nonce of the try that a reply answers: this try's, or that of an earlier one where its answer is as good.
 * @param isEarlier whether a nonce is that of an earlier try of the same call
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
  throw new UnexpectedReplyError(`script ${script.name} returned an unexpected reply: it answers another request`);
}

/** Reads a reply slot by slot; the first two are always what it is and which try it answers. */
export class ReplyReader {
  readonly kind: string;
  readonly #script: string;
  readonly #slots: readonly unknown[];

  constructor(script: LuaScript, reply: unknown) {
    this.#script = script.name;
    if (!Array.isArray(reply)) throw this.unexpected("is not a list");
    this.#slots = reply;
    this.kind = this.text(0);
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
    return new UnexpectedReplyError(`script ${this.#script} returned an unexpected reply: it ${problem}`);
  }
}

/** The text as an end, when it is one. */
export function holdEnd(text: string): HoldEnd | undefined {
  return isHoldEnd(text) ? text : undefined;
}

function isHoldEnd(text: string): text is HoldEnd {
  return HOLD_END.test(text);
}
