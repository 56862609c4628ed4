// Errors that pcall() catches.
import { LuaError, type Position } from "./values.ts";

/** The error of a source whose parts are nested too deeply. */
export const TOO_DEEP = "chunk has too many syntax levels";

/** Returns an error that was caught as one of Lua. Throws any other one again. */
export function asLuaError(error: unknown, position: Position): LuaError {
  if (error instanceof LuaError) return error;
  if (isTooDeep(error)) return new LuaError(`user_script:${position.line}: stack overflow`);
  if (error instanceof RangeError) return new LuaError("not enough memory");
  throw error;
}

/**
 * Returns whether the stack of the JavaScript engine was full: a RangeError, or in Firefox an error of its own. V8 raises
 * a SyntaxError where a regular expression found no room.
 */
export function isTooDeep(error: unknown): boolean {
  const { name, message } = Object(error);
  if (name !== "RangeError" && name !== "InternalError" && name !== "SyntaxError") return false;
  // Not a regular expression: there may be no room for it.
  return ["call stack", "recursion", "Stack overflow"].some((words) => String(message).includes(words));
}
