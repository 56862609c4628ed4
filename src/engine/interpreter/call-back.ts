// Calls of functions by the library, such as those of pcall() and string.gsub().
import { spend } from "./budget.ts";
import { LuaError, type LuaFunction, type Position, type Value } from "./values.ts";

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
