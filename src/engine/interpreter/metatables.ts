// Metatables, as operators and the library use them.
import { spend } from "./budget.ts";
import { isTrue, LuaError, type LuaFunction, LuaTable, type Position, typeOf, type Value } from "./values.ts";

/** As many calls of functions by the library, inside one another, as the original allows. */
const MOST_CALL_BACKS = 200;

/** Calls a function that no line of a script calls. */
export function callBack(callee: LuaFunction, args: Value[], position: Position): Value[] {
  const { line, site, callBacks = 0 } = position;
  if (callBacks === MOST_CALL_BACKS) throw new LuaError("C stack overflow");
  position.callBacks = callBacks + 1;
  position.site = undefined;
  spend(position, args.length);
  const results = callee(args);
  spend(position, results.length);
  position.callBacks = callBacks;
  position.site = site;
  position.line = line;
  return results;
}

/** Returns the function that handles an event for a value. */
export function handlerOf(value: Value, event: string): LuaFunction | undefined {
  const handler = value instanceof LuaTable ? value.meta?.get(event) : undefined;
  return typeof handler === "function" ? handler : undefined;
}

/** Returns whether `left` is less than `right`. Returns why if they cannot be compared. */
export function isLess(left: Value, right: Value, position: Position): boolean | string {
  if (typeof left === "number" && typeof right === "number") return left < right;
  if (typeof left === "string" && typeof right === "string") return left < right;
  return compareByHandler("__lt", left, right, position) ?? incomparable(left, right);
}

/** As isLess(), or equal. */
export function isLessOrEqual(left: Value, right: Value, position: Position): boolean | string {
  if (typeof left === "number" && typeof right === "number") return left <= right;
  if (typeof left === "string" && typeof right === "string") return left <= right;
  const result = compareByHandler("__le", left, right, position);
  if (result !== undefined) return result;
  const isGreater = compareByHandler("__lt", right, left, position);
  return isGreater === undefined ? incomparable(left, right) : !isGreater;
}

/** Compares two values by the handler that they share. */
export function compareByHandler(event: string, left: Value, right: Value, position: Position): boolean | undefined {
  const handler = handlerOf(left, event);
  if (handler === undefined || handler !== handlerOf(right, event)) return undefined;
  return isTrue(callBack(handler, [left, right], position)[0]);
}

function incomparable(left: Value, right: Value): string {
  const [a, b] = [typeOf(left), typeOf(right)];
  return `attempt to compare ${a === b ? `two ${a} values` : `${a} with ${b}`}`;
}

/** Returns why a script cannot set a value of a table. */
export function problemOfSet(table: LuaTable, key: Value): string | undefined {
  if (table.isReadonly) return "Attempt to modify a readonly table";
  if (key === undefined) return "table index is nil";
  return Number.isNaN(key) ? "table index is NaN" : undefined;
}
