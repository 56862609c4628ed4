// Operators on values that are not simple: texts as numbers, `__index` of metatables, and errors.
import { ENTRY_STEPS, numberOf, spend, spendOnBytes } from "./budget.ts";
import { numberText, power } from "./numbers.ts";
import type { Call, Expression } from "./syntax.ts";
import { LuaError, LuaTable, MAX_TEXT, type Position, problemOfSet, typeOf, type Value } from "./values.ts";

/** The operators of numbers. */
export const ARITHMETIC: Readonly<Record<string, (left: number, right: number) => number>> = {
  "+": (left, right) => left + right,
  "-": (left, right) => left - right,
  "*": (left, right) => left * right,
  "/": (left, right) => left / right,
  "%": (left, right) => left - Math.floor(left / right) * right,
  "^": power,
  negated: (left) => -left,
};

/** Where an operation is in the script, and where its operands come from. */
export interface Operation {
  readonly line: number;
  readonly left: Expression | undefined;
  readonly right: Expression | undefined;
}

export class Runtime {
  readonly globals: LuaTable;
  readonly position: Position;

  constructor(globals: LuaTable, position: Position) {
    this.globals = globals;
    this.position = position;
  }

  fail(what: string, line: number): never {
    this.position.line = line;
    throw new LuaError(`user_script:${line}: ${what}`);
  }

  /** Fails because of a value. @param name - As of `describe()`. */
  refuse(verb: string, value: Value, name: string, line: number): never {
    const type = typeOf(value);
    return this.fail(`attempt to ${verb} ${name === "" ? `a ${type} value` : `${name} (a ${type} value)`}`, line);
  }

  index(table: Value, key: Value, { left, line }: Operation): Value {
    if (table instanceof LuaTable) {
      const value = table.get(key);
      const handler = value === undefined ? table.meta?.get("__index") : undefined;
      if (handler === undefined) return value;
      spend(this.position, 1);
      if (typeof handler !== "function") return this.index(handler, key, { left: undefined, line, right: undefined });
      this.position.line = line;
      this.position.site = { name: "?", isMethod: false, line };
      return handler([table, key])[0];
    }
    if (typeof table === "string") {
      const strings = this.globals.get("string");
      return strings instanceof LuaTable ? strings.get(key) : undefined;
    }
    return this.refuse("index", table, describe(left), line);
  }

  assign(table: Value, key: Value, value: Value, { left, line }: Operation): void {
    if (!(table instanceof LuaTable)) this.refuse("index", table, describe(left), line);
    const problem = problemOfSet(table, key);
    if (problem !== undefined) this.fail(problem, line);
    spend(this.position, ENTRY_STEPS);
    if (typeof key === "string") spendOnBytes(this.position, key.length);
    table.set(key, value);
  }

  /** Fails because a value is no function. */
  refuseCall(value: Value, { callee, method, line }: Call): never {
    return this.refuse("call", value, method === undefined ? describe(callee) : `method '${method}'`, line);
  }

  /** Handles operands that are not both numbers. */
  arithmetic(operator: string, left: Value, right: Value, operation: Operation): Value {
    const { position } = this;
    const [a, b] = [numberOf(left, position), numberOf(right, position)];
    if (a !== undefined && b !== undefined) return ARITHMETIC[operator]?.(a, b);
    const verb = "perform arithmetic on";
    if (a === undefined) return this.refuse(verb, left, describe(operation.left), operation.line);
    return this.refuse(verb, right, describe(operation.right), operation.line);
  }

  /** Handles operands that are not both strings. */
  concat(left: Value, right: Value, operation: Operation): Value {
    const [a, b] = [textOf(left), textOf(right)];
    if (a !== undefined && b !== undefined) {
      spendOnBytes(this.position, a.length + b.length);
      return joined(a, b);
    }
    if (a === undefined) return this.refuse("concatenate", left, describe(operation.left), operation.line);
    return this.refuse("concatenate", right, describe(operation.right), operation.line);
  }

  lengthOf(value: Value, { left, line }: Operation): number {
    if (value instanceof LuaTable) spend(this.position, value.costOfLength);
    if (typeof value === "string" || value instanceof LuaTable) return value.length;
    return this.refuse("get length of", value, describe(left), line);
  }
}

/** Returns one text behind another. */
export function joined(left: string, right: string): string {
  if (left.length + right.length > MAX_TEXT) throw new LuaError("not enough memory");
  return left + right;
}

function textOf(value: Value): string | undefined {
  if (typeof value === "number") return numberText(value);
  return typeof value === "string" ? value : undefined;
}

/** Returns the name of an expression's value: "?" if it is known only at run time, undefined if it has none. */
export function nameOf(source: Expression): string | undefined {
  switch (source.kind) {
    case "local":
      return source.local.name;
    case "upvalue":
    case "global":
      return source.name;
    case "index":
      return source.key.kind === "constant" && typeof source.key.value === "string" ? source.key.value : "?";
    default:
      return undefined;
  }
}

/** Returns how errors call an expression's value: "" if it has no name. */
function describe(source: Expression | undefined): string {
  if (source?.kind === "group") return describe(source.inner);
  const name = source === undefined ? undefined : nameOf(source);
  if (source === undefined || name === undefined) return "";
  return `${source.kind === "index" ? "field" : source.kind} '${name}'`;
}
