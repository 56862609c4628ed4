// The valid values of a fault rule's fields, with the text of an error.

export interface Check {
  /** `rule`: the rule that has the field. */
  test(value: unknown, rule: object): boolean;
  readonly want: string;
  readonly isRequired?: true;
}

/** A check for every field, and one that requires the field where the type does. */
export type Checks<Fields> = {
  readonly [Field in keyof Fields]-?: undefined extends Fields[Field] ? Check : Required<Check>;
};

export function required(check: Check): Required<Check> {
  return { ...check, isRequired: true };
}

export const maxDelayMs = 3_600_000;

const isNumber = (value: unknown): value is number => typeof value === "number";
const isWhole = (value: unknown): value is number => Number.isSafeInteger(value);
const isPositive = (value: unknown) => isWhole(value) && value > 0;
const isCount = (value: unknown) => isWhole(value) && value >= 0;
/** Excludes every character that could end a header and start another one. */
const isLine = (value: unknown) => typeof value === "string" && /^[\x20-\x7e]+$/.test(value);

export const requestNumbers: Check = {
  test: (v) => isPositive(v) || (Array.isArray(v) && v.length > 0 && v.every(isPositive)),
  want: "a number from 1, or an array of them",
};
export const commandName: Check = { test: (v) => typeof v === "string" && v !== "", want: "a command name" };
export const probability: Check = {
  test: (v) => isNumber(v) && v >= 0 && v <= 1,
  want: "a number from 0 to 1",
};
export const times: Check = { test: isPositive, want: "a whole number from 1" };
export const delay: Check = {
  test: (v) => isNumber(v) && v >= 0 && v <= maxDelayMs,
  want: "milliseconds, at most an hour",
};
export const flag: Check = { test: (v) => typeof v === "boolean", want: "true or false" };
export const errorText: Check = {
  // RESP has no other errors.
  test: (v) => typeof v === "string" && /^[^\r\n]+$/.test(v),
  want: "a text of one line",
};
export const json: Check = {
  test: (v, rule) => isJson(v) && !Object.hasOwn(rule, "error"),
  want: "JSON, without an error beside it",
};
export const byteCount: Check = { test: isCount, want: "a whole number from 0" };
export const text: Check = { test: (v) => typeof v === "string", want: "a string" };
export const line: Check = { test: isLine, want: "one line of printable ASCII" };
export const retryAfter: Check = {
  test: (v) => isCount(v) || isLine(v),
  want: "whole seconds, or one line of printable ASCII",
};
export const status: Check = {
  // Below 200 it would not be the final response, and these three have no body.
  test: (v) => isWhole(v) && v >= 200 && v <= 599 && ![204, 205, 304].includes(v),
  want: "a status from 200 to 599 that has a body",
};

function isJson(value: unknown): boolean {
  try {
    return JSON.stringify(value) !== undefined;
  } catch {
    return false;
  }
}
