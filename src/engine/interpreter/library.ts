// The globals of a script.
import { Arguments, tableOf } from "./arguments.ts";
import { CATCH_STEPS, ENTRY_STEPS, numberOf, spend, TABLE_STEPS } from "./budget.ts";
import { callBack } from "./call-back.ts";
import { asLuaError } from "./failures.ts";
import { mathLibrary } from "./math-library.ts";
import { numberText } from "./numbers.ts";
import { stringLibrary } from "./string-library.ts";
import { rawSet, tableLibrary } from "./table-library.ts";
import { isTrue, LuaError, type LuaFunction, LuaTable, type Position, typeOf, type Value } from "./values.ts";

/** As many values as the original's stack holds. */
const MAX_RESULTS = 8_000;

/** The events of metatables that scripts for Redis do not use: operators, calls, texts and new keys. */
const LACKED_EVENTS =
  "__add __sub __mul __div __mod __pow __unm __concat __eq __lt __le __call __tostring __newindex".split(" ");

/** Returns new globals. Scripts cannot change them; `set()` can. @param position - The same as of `compile()`. */
export function library(position: Position): LuaTable {
  const args = new Arguments(position);
  const strings = stringLibrary(args);
  const globals = tableOf({
    ...valueFunctions(args, strings),
    ...tableFunctions(args),
    ...errorFunctions(args),
    _VERSION: "Lua 5.1",
    math: mathLibrary(args),
    string: strings,
    table: tableLibrary(args),
  });
  globals.set("_G", globals);
  globals.meta = tableOf({
    __index: (given) => {
      const name = given[1];
      const isText = typeof name === "string" || typeof name === "number";
      if (!isText) return args.fail("Second argument to luaProtectedTableError must be a string or number");
      return args.fail(`Script attempted to access nonexistent global variable '${name}'`);
    },
  });
  return globals;
}

function valueFunctions(args: Arguments, strings: LuaTable): Record<string, LuaFunction> {
  const addresses = new WeakMap<object, string>();
  let count = 0;
  /** Any text that no other table or function has. */
  const addressOf = (value: LuaTable | LuaFunction): string => {
    count += 1;
    const address = addresses.get(value) ?? `0x${(0x7f0000000000 + count * 64).toString(16)}`;
    addresses.set(value, address);
    return address;
  };
  const stringMeta = tableOf({ __index: strings });
  return {
    getmetatable: (given) => {
      const value = args.any(given, 1);
      if (typeof value === "string") return [stringMeta];
      const meta = value instanceof LuaTable ? value.meta : undefined;
      return [meta?.get("__metatable") ?? meta];
    },
    rawequal: (given) => [args.any(given, 1) === args.any(given, 2)],
    select: (given) => {
      if (given[0] === "#") return [given.length - 1];
      const place = args.integer(given, 1);
      const from = place < 0 ? given.length + place : place;
      if (from < 1) args.refuse(1, "index out of range");
      return given.slice(from);
    },
    tonumber: (given) => {
      const base = args.integer(given, 2, 10);
      return [base === 10 ? numberOf(args.any(given, 1), args.position) : numberOfBase(args, given, base)];
    },
    tostring: (given) => {
      const value = args.any(given, 1);
      if (typeof value === "string") return [value];
      if (typeof value === "number") return [numberText(value)];
      if (value === undefined || typeof value === "boolean") return [`${value ?? "nil"}`];
      spend(args.position, TABLE_STEPS);
      return [`${typeOf(value)}: ${addressOf(value)}`];
    },
    type: (given) => [typeOf(args.any(given, 1))],
  };
}

function numberOfBase(args: Arguments, given: readonly Value[], base: number): number | undefined {
  const text = args.text(given, 1);
  if (base < 2 || base > 36) args.refuse(2, "base out of range");
  // Each digit is read by itself.
  spend(args.position, text.length);
  const [, minus, digits = ""] = /^\s*([+-]?)(?:0x(?=[\da-f]))?([\da-z]+)\s*$/i.exec(text) ?? [];
  const all = Array.from(base === 16 ? digits : (/^\s*[+-]?([\da-z]+)\s*$/i.exec(text)?.[1] ?? ""));
  const values = all.map((digit) => Number.parseInt(digit, 36));
  if (values.length === 0 || values.some((value) => value >= base)) return undefined;
  const number = values.reduce((sum, value) => sum * base + value, 0);
  // As strtoul() of C: at most 64 bits, and a negative number wraps around.
  if (number >= 2 ** 64) return 2 ** 64;
  return minus === "-" && number > 0 ? 2 ** 64 - number : number;
}

function tableFunctions(args: Arguments): Record<string, LuaFunction> {
  const next: LuaFunction = (given) => {
    const table = args.table(given, 1);
    spend(args.position, table.costOfNext(given[1]));
    const entry = table.next(given[1]);
    if (entry === undefined) throw new LuaError("invalid key to 'next'");
    const [key, before = 0] = [entry[0], given[1]];
    // It passed over the holes of the list between them.
    if (typeof key === "number" && typeof before === "number" && key <= table.list.length) {
      spend(args.position, Math.max(key - before, 0));
    }
    return entry.length === 0 ? [undefined] : [entry[0], entry[1]];
  };
  const nextIndex: LuaFunction = (given) => {
    const index = args.integer(given, 2) + 1;
    const value = args.table(given, 1).get(index);
    return value === undefined ? [] : [index, value];
  };
  return {
    ipairs: (given) => [nextIndex, args.table(given, 1), 0],
    next,
    pairs: (given) => [next, args.table(given, 1), undefined],
    rawget: (given) => [args.table(given, 1).get(args.any(given, 2))],
    rawset: (given) => {
      const table = args.table(given, 1);
      spend(args.position, ENTRY_STEPS);
      rawSet(table, args.any(given, 2), args.any(given, 3));
      return [table];
    },
    setmetatable: (given) => {
      const table = args.table(given, 1);
      const meta = given[1];
      if (given.length < 2 || !(meta === undefined || meta instanceof LuaTable)) {
        args.refuse(2, "nil or table expected");
      }
      const event = LACKED_EVENTS.find((name) => meta instanceof LuaTable && meta.get(name) !== undefined);
      if (event !== undefined) args.fail(`the engine lacks the event '${event}' of metatables, which Redis has`);
      if (table.meta?.get("__metatable") !== undefined) args.fail("cannot change a protected metatable");
      if (table.isReadonly) throw new LuaError("Attempt to modify a readonly table");
      table.meta = meta instanceof LuaTable ? meta : undefined;
      return [table];
    },
    unpack: (given) => {
      const table = args.table(given, 1);
      const first = args.integer(given, 2, 1);
      const last = args.integer(given, 3, table.length);
      if (last - first + 1 + given.length > MAX_RESULTS) args.fail("too many results to unpack");
      spend(args.position, Math.max(last - first + 1, 0));
      if (first === 1 && last === table.list.length) return table.list.slice();
      const values: Value[] = [];
      for (let at = first; at <= last; at += 1) values.push(table.get(at));
      return values;
    },
  };
}

function errorFunctions(args: Arguments): Record<string, LuaFunction> {
  const { position } = args;
  /** Calls the first value with the others. Gives the caught error, or its value, to `failed`. */
  const protect = (called: readonly Value[], failed: (error: Value) => Value[]): Value[] => {
    const { line, site, caller, callBacks } = position;
    try {
      const [callee, ...rest] = called.length === 0 ? [true] : called;
      if (typeof callee !== "function") throw new LuaError(`attempt to call a ${typeOf(callee)} value`);
      return [true, ...callBack(callee, rest, position)];
    } catch (error) {
      const { value } = asLuaError(error, position);
      spend(position, CATCH_STEPS);
      Object.assign(position, { line, site, caller, callBacks });
      return failed(value);
    }
  };
  return {
    assert: (given) => {
      if (isTrue(args.any(given, 1))) return given;
      return args.fail(given[1] === undefined ? "assertion failed!" : args.text(given, 2));
    },
    error: (given) => {
      const [value] = given;
      const level = args.integer(given, 2, 1);
      if (typeof value !== "string" && typeof value !== "number") throw new LuaError(value);
      const { caller = 0 } = position;
      const callerText = level === 2 && position.site !== undefined && caller > 0 ? `user_script:${caller}: ` : "";
      throw new LuaError((level === 1 ? args.where() : callerText) + args.text(given, 1));
    },
    // That of Redis: a table with a text "err" becomes that text.
    pcall: (given) =>
      protect(given, (error) => {
        if (!(error instanceof LuaTable)) return [false, error];
        const text = error.get("err");
        return typeof text === "string" || typeof text === "number" ? [false, text] : [false, error, text];
      }),
    xpcall: (given) =>
      protect(given.slice(0, 1), (error) => {
        const handler = given[1];
        return [false, ...(typeof handler === "function" ? callBack(handler, [error], position) : [error])];
      }),
  };
}
