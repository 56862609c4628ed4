// Schemas of what the lock API answers, made of its contract. Tests compare them with real answers.
import {
  array,
  boolean,
  type GenericSchema,
  literal,
  looseObject,
  number,
  optional,
  picklist,
  strictObject,
  string,
  union,
} from "valibot";
import { HOLDER } from "../../src/service/api/contract/answers.ts";
import type { AnyAnswered, Operation } from "../../src/service/api/contract/operation.ts";

type Schemas = Record<string, GenericSchema>;

// In an answer to a request with the header.
const nonce = optional(string());

/** Returns the schema of the answers of an operation. */
export function answerOf({ answer }: Operation): GenericSchema {
  return strictObject({ ...schemasOf(answer), nonce });
}

export const PROBLEM: GenericSchema = looseObject({
  type: string(),
  status: number(),
  title: string(),
  code: string(),
  nonce,
  holders: optional(array(strictObject(schemasOf(HOLDER)))),
});

function schemasOf(members: object): Schemas {
  const forms: [string, AnyAnswered][] = Object.entries(members);
  return Object.fromEntries(
    forms.map(([name, form]) => [name, form.optional === true ? optional(schemaOf(form)) : schemaOf(form)]),
  );
}

function schemaOf(form: AnyAnswered): GenericSchema {
  switch (form.type) {
    case "flag":
      return boolean();
    case "whole":
      return number();
    case "number":
      return form.orUnknown === true ? union([number(), literal("unknown")]) : number();
    case "text":
      return string();
    case "word": {
      const [only = "", ...others] = form.of;
      return others.length === 0 ? literal(only) : picklist(form.of);
    }
    case "texts":
      return array(string());
    case "group":
      return strictObject(schemasOf(form.of));
    case "groups":
      return array(strictObject(schemasOf(form.of)));
  }
}
