// The library "table".
import { type Arguments, tableOf } from "./arguments.ts";
import { ENTRY_STEPS, spend, spendOnBytes } from "./budget.ts";
import { numberText } from "./numbers.ts";
import { sort } from "./sort.ts";
import { LuaError, type LuaTable, MAX_TEXT, problemOfSet, typeOf, type Value } from "./values.ts";

export function tableLibrary(args: Arguments): LuaTable {
  return tableOf({
    concat: (given) => {
      const table = args.table(given, 1);
      const separator = given[1] === undefined ? "" : args.text(given, 2);
      const last = args.integer(given, 4, table.length);
      const texts: string[] = [];
      let length = 0;
      for (let at = args.integer(given, 3, 1); at <= last; at += 1) {
        const value = table.get(at);
        if (typeof value === "string") texts.push(value);
        else if (typeof value === "number") texts.push(numberText(value));
        else args.fail(`invalid value (${typeOf(value)}) at index ${at} in table for 'concat'`);
        const more = separator.length + (texts.at(-1)?.length ?? 0);
        length += more;
        spend(args.position, 1);
        spendOnBytes(args.position, more);
        if (length > MAX_TEXT) args.fail("not enough memory");
      }
      return [texts.join(separator)];
    },
    getn: (given) => [args.table(given, 1).length],
    insert: (given) => {
      const table = args.table(given, 1);
      const end = table.length + 1;
      if (given.length !== 2 && given.length !== 3) args.fail("wrong number of arguments to 'insert'");
      const place = given.length === 2 ? end : args.integer(given, 2);
      spend(args.position, ENTRY_STEPS + Math.max(end - place, 0));
      for (let at = Math.max(end, place); at > place; at -= 1) rawSet(table, at, table.get(at - 1));
      rawSet(table, place, given[given.length - 1]);
      return [];
    },
    maxn: (given) => {
      let most = 0;
      const table = args.table(given, 1);
      for (let [key] = table.next(undefined) ?? []; key !== undefined; [key] = table.next(key) ?? []) {
        spend(args.position, 1);
        if (typeof key === "number") most = Math.max(most, key);
      }
      return [most];
    },
    remove: (given) => {
      const table = args.table(given, 1);
      const end = table.length;
      const place = args.integer(given, 2, end);
      if (place < 1 || place > end) return [];
      spend(args.position, end - place + 1);
      const removed = table.get(place);
      for (let at = place; at < end; at += 1) rawSet(table, at, table.get(at + 1));
      rawSet(table, end, undefined);
      return [removed];
    },
    sort: (given) => {
      const table = args.table(given, 1);
      const isBefore = given[1];
      if (isBefore !== undefined && typeof isBefore !== "function") args.refuseType(given, 2, "function");
      sort(args, table, isBefore);
      return [];
    },
  });
}

/** Sets a value without a metatable. The error, like any that C code raises, has no line. */
export function rawSet(table: LuaTable, key: Value, value: Value): void {
  const problem = problemOfSet(table, key);
  if (problem !== undefined) throw new LuaError(problem);
  table.set(key, value);
}
