// The form of an operation of the lock API: plain data.
import type { ProblemStatus, Verb } from "./vocabulary.ts";

/** The ids of operations in openapi.json. */
export type OperationId =
  | "acquire"
  | "renew"
  | "check"
  | "release"
  | "releaseOwner"
  | "renewOwner"
  | "forceRelease"
  | "state"
  | "inspect"
  | "permits"
  | "setPermits"
  | "list"
  | "handOff"
  | "handOffStatus"
  | "withdraw"
  | "mint"
  | "revoke";

/** One operation. */
export interface Operation<Request extends object = object, Answer extends object = object> {
  /** Its id in openapi.json. */
  readonly id?: OperationId;
  /** The right that the caller needs. Default: none. */
  readonly verb?: Verb;
  /** The members of the body, or for GET, of the query. */
  readonly request: FieldForms<Request>;
  readonly answer: Answered<Answer>;
  /** The statuses of its problems, besides those that any operation may have. */
  readonly problems?: readonly ProblemStatus[];
  /** It takes an `Idempotency-Key`. */
  readonly hasKey?: true;
  /** It can be answered as events. */
  readonly hasEvents?: true;
}

/** Returns the method of an operation, and its path behind the address of the API. */
export function placeOf(key: string): { readonly method: "GET" | "POST"; readonly path: string } {
  const [method = "", path = ""] = key.split(" ");
  return { method: method === "GET" ? method : "POST", path: path === "/" ? "" : path };
}

/** The form of each member of a request. A member that may be missing is `optional`. */
export type FieldForms<Fields extends object> = {
  readonly [Name in keyof Fields]-?: AskedForm<Exclude<Fields[Name], undefined>> & Presence<Fields[Name]>;
};

/** The form of each member of an answer. */
export type Answered<Fields extends object> = {
  readonly [Name in keyof Fields]-?: AnsweredForm<Exclude<Fields[Name], undefined>> & Presence<Fields[Name]>;
};

/** True or false. */
export interface Flag {
  readonly type: "flag";
}

/** A whole number within bounds. */
export interface Whole {
  readonly type: "whole";
  readonly from: number;
  /** Default: any. */
  readonly to?: number;
  readonly unit?: "milliseconds";
}

/** Any number; with `orUnknown` also the text "unknown". */
export interface Numeric {
  readonly type: "number";
  readonly orUnknown?: true;
}

/** Any text. */
export interface Text {
  readonly type: "text";
}

/** A text of this form. */
export interface FormedText {
  readonly type: "formed";
  readonly form: RegExp;
  /** What is wrong with another text: the words after the name of the member. */
  readonly says: string;
}

/** One of these words. */
export interface Word<Known extends string = string> {
  readonly type: "word";
  readonly of: readonly Known[];
}

/** A list of some of these words, each at most once. */
export interface Words<Known extends string = string> {
  readonly type: "words";
  readonly of: readonly Known[];
}

/** A list of texts. */
interface Texts {
  readonly type: "texts";
}

/** A list of 1 to `most` texts of this form. */
export interface FormedTexts {
  readonly type: "formed texts";
  readonly form: RegExp;
  readonly most: number;
  /** What is wrong with one text, and with the list. */
  readonly says: readonly [ofOne: string, ofAll: string];
}

interface Group<Fields extends object = object> {
  readonly type: "group";
  readonly of: Answered<Fields>;
}

/** A list of objects. */
interface Groups<Fields extends object = object> {
  readonly type: "groups";
  readonly of: Answered<Fields>;
}

type AskedForm<Value> = [Value] extends [boolean]
  ? Flag
  : [Value] extends [number]
    ? Whole
    : [Value] extends [string]
      ? IsAny<Value, FormedText | Word, Word<Value>>
      : [Value] extends [readonly (infer One extends string)[]]
        ? IsAny<One, FormedTexts, Words<One>>
        : never;
type AnsweredForm<Value> = [Value] extends [boolean]
  ? Flag
  : [Value] extends [number]
    ? Whole | Numeric
    : [Value] extends [number | "unknown"]
      ? Numeric & { readonly orUnknown: true }
      : [Value] extends [string]
        ? IsAny<Value, Text, Word<Value>>
        : [Value] extends [readonly string[]]
          ? Texts
          : [Value] extends [readonly (infer One extends object)[]]
            ? Groups<One>
            : Group<Value & object>;
type IsAny<Value extends string, Any, Known> = string extends Value ? Any : Known;
type Presence<Value> = undefined extends Value ? { readonly optional: true } : { readonly optional?: never };

/** A form, of a member that may be missing. */
export type Optional<Form> = Form & { readonly optional: true };

/** The form of any member of a request. */
export type AnyAsked = (Flag | Whole | FormedText | Word | FormedTexts | Words) & { readonly optional?: boolean };
/** The form of any member of an answer. */
export type AnyAnswered = (Flag | Whole | Numeric | Text | Word | Texts | Group | Groups) & {
  readonly optional?: boolean;
};

/** Returns whether an object has the members of an answer. It may have others. */
export function isAnswer<Fields extends object>(members: Answered<Fields>, given: object): given is Fields {
  const forms: [string, AnyAnswered][] = Object.entries(members);
  return forms.every(([name, form]) => {
    const value: unknown = Object.hasOwn(given, name) ? Reflect.get(given, name) : undefined;
    return value === undefined ? form.optional === true : isOf(form, value);
  });
}

function isOf(form: AnyAnswered, value: unknown): boolean {
  switch (form.type) {
    case "flag":
      return typeof value === "boolean";
    case "whole":
      return typeof value === "number" && Number.isSafeInteger(value) && value >= form.from;
    case "number":
      return typeof value === "number" || (form.orUnknown === true && value === "unknown");
    case "text":
      return typeof value === "string";
    case "word":
      return typeof value === "string" && form.of.includes(value);
    case "texts":
      return Array.isArray(value) && value.every((one) => typeof one === "string");
    case "group":
      return typeof value === "object" && value !== null && isAnswer(form.of, value);
    case "groups":
      return Array.isArray(value) && value.every((one) => isOf({ type: "group", of: form.of }, one));
  }
}
