// How the server checks a request: by its schema.
import { type GenericSchema, getDotPath, safeParse } from "valibot";
import { InvalidOptionError } from "../../../base/errors.ts";
import { own } from "../../../base/validate.ts";

/** The schema of an object with known members. */
export type RequestSchema<Fields extends object = object> = GenericSchema<unknown, Fields> & {
  readonly entries: object;
};

const LONGEST_NAME = 80;

/**
 * Returns the own members of a request. A missing one is undefined, whatever `Object.prototype` has.
 * @throws INVALID_OPTION naming the path of the first wrong member, such as `names.2`
 */
export function valid<Fields extends object>(schema: RequestSchema<Fields>, given: object): Fields {
  const fields = own(given);
  const known = Object.keys(schema.entries);
  const unknown = Object.keys(fields).find((name) => !known.includes(name));
  // First, because a misspelt member is also a missing one.
  if (unknown !== undefined) {
    const which = known.length === 0 ? "" : `; known are ${known.join(", ")}`;
    throw new InvalidOptionError(unknown.slice(0, LONGEST_NAME), `is unknown${which}`);
  }
  const result = safeParse(schema, fields, { abortEarly: true });
  if (result.success) return own(result.output);
  const [issue] = result.issues;
  const name = getDotPath(issue) ?? "";
  throw new InvalidOptionError(name, issue.expected === `"${name}"` ? "must be given" : issue.message);
}
