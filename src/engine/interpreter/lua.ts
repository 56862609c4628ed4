// An interpreter of Lua 5.1, as Redis 7 runs it: scripts become closures, so it needs neither eval nor WebAssembly.
import { remembered } from "../remembered.ts";
import { asLuaError, isTooDeep, TOO_DEEP } from "./failures.ts";
import { parse } from "./parser.ts";
import { Runtime } from "./runtime.ts";
import { StatementCompiler } from "./statements.ts";
import { LuaError, type LuaFunction, type LuaTable, type Position } from "./values.ts";

export { ENTRY_STEPS, MOST_STEPS, ScriptTooLong, spend, spendOnBytes } from "./budget.ts";
export { isTooDeep } from "./failures.ts";
export { library } from "./library.ts";
export { general, numberText } from "./numbers.ts";
export { LuaError, type LuaFunction, LuaTable, type Position, type Value } from "./values.ts";

const parsed = remembered(parse);

/**
 * Compiles a script to a function that runs it.
 *
 * @param position - Tells which line runs, from then on. It is the same that the library of `globals` has.
 * @throws LuaError when the source has a syntax error.
 */
export function compile(source: string, globals: LuaTable, position: Position): LuaFunction {
  const run = compiled(source, globals, position);
  return (args) => {
    position.site = undefined;
    try {
      return run(args);
    } catch (error) {
      throw asLuaError(error, position);
    }
  };
}

function compiled(source: string, globals: LuaTable, position: Position): LuaFunction {
  try {
    return new StatementCompiler(new Runtime(globals, position)).script(parsed(source));
  } catch (error) {
    // Here a chain, such as a sum, is as deep as it is long. In the original it is not.
    throw isTooDeep(error) ? new LuaError(`user_script:1: ${TOO_DEEP}`) : error;
  }
}
