// How the server checks a request: each member by the contract, and members against each other. openapi.json is made of
// the same schemas.
import {
  array,
  boolean,
  checkItems,
  type GenericSchema,
  maxLength,
  maxValue,
  minLength,
  minValue,
  number,
  optional,
  picklist,
  pipe,
  regex,
  safeInteger,
  safeParse,
  strictObject,
  string,
} from "valibot";
import { InvalidOptionError } from "../../../base/errors.ts";
import { own } from "../../../base/validate.ts";
import type { AnyAsked, FieldForms, Whole } from "./operation.ts";

/** A rule between members of a request. */
interface Rule<Fields> {
  /** The member that the refusal names. */
  readonly option: keyof Fields & string;
  readonly isKept: (fields: Fields) => boolean;
  /** The refusal, after the name of the member. */
  readonly says: string;
}

/** What a request must be like. */
export interface RequestForm<Fields extends object> {
  /** Of the members. */
  readonly schema: GenericSchema & { readonly entries: object };
  readonly rules: readonly Rule<Fields>[];
  /** The rules as JSON Schema. */
  readonly rulesAsJson?: object | undefined;
}

const LONGEST_NAME = 80;

/** Returns the form of requests with these members, which must keep these rules. */
export function formOf<Fields extends object>(
  members: FieldForms<Fields>,
  rules: readonly Rule<Fields>[] = [],
  rulesAsJson?: object,
): RequestForm<Fields> {
  const forms: [string, AnyAsked][] = Object.entries(members);
  const schemas = forms.map(([name, form]): [string, GenericSchema] => {
    const schema = schemaOf(form);
    return [name, form.optional === true ? optional(schema) : schema];
  });
  return { schema: strictObject(Object.fromEntries(schemas)), rules, rulesAsJson };
}

/**
 * Returns the own members of a request. A missing one is undefined, whatever `Object.prototype` has.
 * @throws INVALID_OPTION naming the path of the first wrong member, such as `names.2`
 */
export function valid<Fields extends object>({ schema, rules }: RequestForm<Fields>, given: object): Fields {
  const fields = own(given);
  mustHaveMembers<Fields>(schema, fields);
  const broken = rules.find(({ isKept }) => !isKept(fields));
  if (broken !== undefined) throw new InvalidOptionError(broken.option, broken.says);
  return fields;
}

function mustHaveMembers<Fields extends object>(
  schema: RequestForm<Fields>["schema"],
  given: object,
): asserts given is Fields {
  const known = Object.keys(schema.entries);
  const unknown = Object.keys(given).find((name) => !known.includes(name));
  // First, because a misspelt member is also a missing one.
  if (unknown !== undefined) {
    const which = known.length === 0 ? "" : `; known are ${known.join(", ")}`;
    throw new InvalidOptionError(unknown.slice(0, LONGEST_NAME), `is unknown${which}`);
  }
  const { issues } = safeParse(schema, given, { abortEarly: true });
  if (issues === undefined) return;
  const [{ path = [], expected, message }] = issues;
  const name = path.map(({ key }) => String(key)).join(".");
  throw new InvalidOptionError(name, expected === `"${name}"` ? "must be given" : message);
}

function schemaOf(form: AnyAsked): GenericSchema {
  switch (form.type) {
    case "flag":
      return boolean("must be true or false");
    case "whole":
      return whole(form);
    case "formed":
      return textOf(form.form, form.says);
    case "word":
      return picklist(form.of, `must be one of ${form.of.join(", ")}`);
    case "formed texts": {
      const [ofOne, ofAll] = form.says;
      return pipe(array(textOf(form.form, ofOne), ofAll), minLength(1, ofAll), maxLength(form.most, ofAll));
    }
    case "words": {
      const known = `${form.of.join(", ")}, each at most once`;
      const [ofOne, ofAll] = [`must be one of ${known}`, `must be a list of ${known}`];
      const isFirst = (word: string, at: number, all: string[]): boolean => all.indexOf(word) === at;
      return pipe(array(picklist(form.of, ofOne), ofAll), minLength(1, ofAll), checkItems(isFirst, ofOne));
    }
  }
}

function whole({ from, to = Number.MAX_SAFE_INTEGER, unit }: Whole): GenericSchema {
  const says = `must be a whole number${unit === undefined ? "" : ` of ${unit}`} from ${from} to ${to}`;
  return pipe(number(says), safeInteger(says), minValue(from, says), maxValue(to, says));
}

function textOf(form: RegExp, says: string): GenericSchema<string> {
  return pipe(string(says), regex(form, says));
}
