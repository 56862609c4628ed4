// table.sort(), by the sort of JavaScript. Equal values keep their order: the original leaves them in any.
import type { Arguments } from "./arguments.ts";
import { spend, spendOnBytes } from "./budget.ts";
import { callBack } from "./call-back.ts";
import { isLess } from "./comparison.ts";
import { isTrue, LuaError, type LuaFunction, type LuaTable, type Value } from "./values.ts";

/** @param isBefore - Absent: the operator `<`. */
export function sort({ position }: Arguments, table: LuaTable, isBefore: LuaFunction | undefined): void {
  const compare = (left: Value, right: Value): boolean => {
    spend(position, 2);
    if (typeof left === "string") spendOnBytes(position, left.length);
    if (isBefore !== undefined) return isTrue(callBack(isBefore, [left, right], position)[0]);
    const result = isLess(left, right);
    if (typeof result === "string") throw new LuaError(result);
    return result;
  };
  const { length } = table;
  spend(position, length);
  // In boxes, because JavaScript compares no undefined.
  const boxes = Array.from({ length }, (_, at) => ({ value: table.get(at + 1) }));
  boxes.sort(({ value: a }, { value: b }) => (compare(a, b) ? -1 : compare(b, a) ? 1 : 0));
  for (const [at, { value }] of boxes.entries()) table.set(at + 1, value);
}
