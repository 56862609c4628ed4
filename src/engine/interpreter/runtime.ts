// Operators on values that are not simple: metatables, texts as numbers, and errors.
import { ENTRY_STEPS, numberOf, spend, spendOnBytes } from "./budget.ts";
import { compareByHandler, handlerOf, problemOfSet } from "./metatables.ts";
import { numberText, power } from "./numbers.ts";
import type { Call, Expression } from "./syntax.ts";
import { LuaError, type LuaFunction, LuaTable, MAX_TEXT, type Position, typeOf, type Value } from "./values.ts";

/** The operators of numbers, by their events. */
export const ARITHMETIC: Readonly<Record<string, (left: number, right: number) => number>> = {
  __add: (left, right) => left + right,
  __sub: (left, right) => left - right,
  __mul: (left, right) => left * right,
  __div: (left, right) => left / right,
  __mod: (left, right) => left - Math.floor(left / right) * right,
  __pow: power,
  __unm: (left) => -left,
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
      return this.#handle(handler, [table, key], line);
    }
    if (typeof table === "string") {
      const strings = this.globals.get("string");
      return strings instanceof LuaTable ? strings.get(key) : undefined;
    }
    return this.refuse("index", table, describe(left), line);
  }

  assign(table: Value, key: Value, value: Value, { left, line }: Operation): void {
    if (!(table instanceof LuaTable)) this.refuse("index", table, describe(left), line);
    const handler = table.meta === undefined || table.get(key) !== undefined ? undefined : table.meta.get("__newindex");
    if (typeof handler === "function") {
      this.#handle(handler, [table, key, value], line);
    } else if (handler !== undefined) {
      spend(this.position, 1);
      this.assign(handler, key, value, { left: undefined, line, right: undefined });
    } else {
      const problem = problemOfSet(table, key);
      if (problem !== undefined) this.fail(problem, line);
      spend(this.position, ENTRY_STEPS);
      if (typeof key === "string") spendOnBytes(this.position, key.length);
      table.set(key, value);
    }
  }

  /** Calls a value that is no function. */
  call(value: Value, args: Value[], { callee, method, line }: Call): Value[] {
    const handler = handlerOf(value, "__call");
    if (handler !== undefined) return handler([value, ...args]);
    return this.refuse("call", value, method === undefined ? describe(callee) : `method '${method}'`, line);
  }

  /** Handles operands that are not both numbers. */
  arithmetic(event: string, left: Value, right: Value, operation: Operation): Value {
    const { position } = this;
    const [a, b] = [numberOf(left, position), numberOf(right, position)];
    if (a !== undefined && b !== undefined) return ARITHMETIC[event]?.(a, b);
    const handler = handlerOf(left, event) ?? handlerOf(right, event);
    if (handler !== undefined) return this.#handle(handler, [left, right], operation.line);
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
    const handler = handlerOf(left, "__concat") ?? handlerOf(right, "__concat");
    if (handler !== undefined) return this.#handle(handler, [left, right], operation.line);
    if (a === undefined) return this.refuse("concatenate", left, describe(operation.left), operation.line);
    return this.refuse("concatenate", right, describe(operation.right), operation.line);
  }

  lengthOf(value: Value, { left, line }: Operation): number {
    if (value instanceof LuaTable) spend(this.position, value.costOfLength);
    if (typeof value === "string" || value instanceof LuaTable) return value.length;
    return this.refuse("get length of", value, describe(left), line);
  }

  /** Compares different values. */
  isEqual(left: LuaTable, right: Value): boolean {
    return compareByHandler("__eq", left, right, this.position) === true;
  }

  #handle(handler: LuaFunction, args: Value[], line: number): Value {
    this.position.line = line;
    this.position.site = { name: "?", isMethod: false, line };
    return handler(args)[0];
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
