// Errors that pcall() catches.
import { LuaError, type Position } from "./values.ts";

/** Returns an error that was caught as one of Lua. Throws any other one again. */
export function asLuaError(error: unknown, position: Position): LuaError {
  if (error instanceof LuaError) return error;
  // Firefox has an error of its own for recursion that is too deep.
  if (!(error instanceof RangeError) && Object(error).name !== "InternalError") throw error;
  const isTooDeep = /call stack|recursion/.test(`${Object(error).message}`);
  return new LuaError(isTooDeep ? `user_script:${position.line}: stack overflow` : "not enough memory");
}
