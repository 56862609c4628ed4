// Checks what a caller sent against a schema. The errors name the member, and quote nothing of its value.
import {
  array,
  type CheckAction,
  check,
  checkItems,
  type GenericSchema,
  maxLength,
  maxValue,
  minLength,
  minValue,
  number,
  type ObjectEntries,
  picklist,
  pipe,
  regex,
  safeInteger,
  safeParse,
  string,
} from "valibot";
import { InvalidOptionError } from "../errors.ts";
import { own } from "../validate.ts";

/** A schema of an object with these members, which refuses unknown ones. */
export type Fields<Members extends object> = GenericSchema<Members> & { readonly entries: ObjectEntries };

const LONGEST_NAME = 80;

/**
 * Returns the own members of an object.
 * @throws INVALID_OPTION naming the path of the first wrong member, such as `names.2`
 */
export function valid<Members extends object>(schema: Fields<Members>, given: object): Members {
  const known = Object.keys(schema.entries);
  const unknown = Object.keys(given).find((name) => !known.includes(name));
  // First, because a misspelt member is also a missing one.
  if (unknown !== undefined && schema.type === "strict_object") {
    const which = known.length === 0 ? "" : `; known are ${known.join(", ")}`;
    throw new InvalidOptionError(unknown.slice(0, LONGEST_NAME), `is unknown${which}`);
  }
  const { success, output, issues } = safeParse(schema, own(given), { abortEarly: true });
  if (success) return own(output);
  const [{ path = [], expected, message }] = issues;
  const name = path.map(({ key }) => String(key)).join(".");
  throw new InvalidOptionError(name, expected === `"${name}"` ? "must be given" : message);
}

/** A whole number within bounds. `unit` follows the words "a whole number". */
export function whole(from: number, to: number, unit = ""): GenericSchema<number> {
  const says = `must be a whole number${unit} from ${from} to ${to}`;
  return pipe(number(says), safeInteger(says), minValue(from, says), maxValue(to, says));
}

/** A whole number of milliseconds within bounds. */
export function duration(from: number, to: number): GenericSchema<number> {
  return whole(from, to, " of milliseconds");
}

/** A text of this form. */
export function textOf(form: RegExp, says: string): GenericSchema<string> {
  return pipe(string(says), regex(form, says));
}

/** A list of 1 to `most` texts of this form. `ofOne` is about one text, `ofAll` about the list. */
export function textsOf(form: RegExp, most: number, ofOne: string, ofAll: string): GenericSchema<string[]> {
  return pipe(array(textOf(form, ofOne), ofAll), minLength(1, ofAll), maxLength(most, ofAll));
}

/** A list of some of these words, each at most once. */
export function someOf<const Word extends string>(words: readonly Word[]): GenericSchema<Word[]> {
  const isFirst = (word: Word, at: number, all: Word[]): boolean => all.indexOf(word) === at;
  const known = `${words.join(", ")}, each at most once`;
  const ofOne = `must be one of ${known}`;
  const ofAll = `must be a list of ${known}`;
  return pipe(array(picklist(words, ofOne), ofAll), minLength(1, ofAll), checkItems(isFirst, ofOne));
}

/** A check of members against each other. A missing one is undefined, whatever `Object.prototype` has. */
export function fits<Input extends object>(
  isRight: (fields: Input) => boolean,
  problem: string,
): CheckAction<Input, string> {
  return check((fields) => isRight(own(fields)), problem);
}
