// Secrets of the API's configuration: given as text, or read from the environment at each request.
import type { Context } from "hono";
import { InvalidOptionError } from "../errors.ts";
import { refused } from "./refusal.ts";

/**
 * A text; a list of one or two, of which the first is newer and both are valid; or a function of the context that
 * returns either.
 */
export type Credential =
  | string
  | readonly string[]
  | ((c: Context) => string | readonly (string | undefined)[] | undefined);

/** The one or two texts that are valid now. */
export type Texts = readonly string[];

/** The pattern of a text, and its description for error messages. */
export interface Form {
  readonly pattern: RegExp;
  readonly says: string;
}

/**
 * Checks a credential when it is given. A function's result is checked at each request: an invalid one is answered with
 * 503, so that the API is never open by accident.
 * @throws INVALID_OPTION naming `option`; no message contains a value
 */
export function credential(option: string, given: Credential, form: Form): (c: Context) => Texts {
  if (typeof given === "function") {
    return function read(c) {
      const texts = textsOf(given(c), form.pattern);
      if (texts === undefined) throw refused(503, `the ${option} of the lock API is missing, or not ${form.says}`);
      return texts;
    };
  }
  const texts = textsOf(given, form.pattern);
  if (texts === undefined) {
    throw new InvalidOptionError(option, `must be ${form.says}, one or a list of two, or a function that gives it`);
  }
  return () => texts;
}

function textsOf(given: unknown, pattern: RegExp): Texts | undefined {
  const list: readonly unknown[] = Array.isArray(given) ? given.filter((text) => text !== undefined) : [given];
  const texts = list.filter((text) => typeof text === "string").filter((text) => pattern.test(text));
  return texts.length === list.length && (texts.length === 1 || texts.length === 2) ? texts : undefined;
}
