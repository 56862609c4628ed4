// table.sort(): the original's quicksort, step by step, because it decides the order of equal values.
import type { Arguments } from "./arguments.ts";
import { spend, spendOnBytes } from "./budget.ts";
import { callBack, isLess } from "./metatables.ts";
import { isTrue, LuaError, type LuaFunction, type LuaTable, type Value } from "./values.ts";

/** @param isBefore - Absent: the operator `<`. */
export function sort(args: Arguments, table: LuaTable, isBefore: LuaFunction | undefined): void {
  const { position } = args;
  const compare = (left: Value, right: Value): boolean => {
    spend(position, 2);
    if (typeof left === "string") spendOnBytes(position, left.length);
    if (isBefore !== undefined) return isTrue(callBack(isBefore, [left, right], position)[0]);
    const result = isLess(left, right, position);
    if (typeof result === "string") throw new LuaError(result);
    return result;
  };
  const values: Value[] = [];
  const { length } = table;
  spend(position, length);
  for (let at = 1; at <= length; at += 1) values.push(table.get(at));
  new Sorting(values, compare, () => args.fail("invalid order function for sorting")).run(0, length - 1);
  for (const [at, value] of values.entries()) table.set(at + 1, value);
}

class Sorting {
  readonly #values: Value[];
  readonly #isLess: (left: Value, right: Value) => boolean;
  readonly #fail: () => never;

  constructor(values: Value[], less: (left: Value, right: Value) => boolean, fail: () => never) {
    this.#values = values;
    this.#isLess = less;
    this.#fail = fail;
  }

  run(first: number, last: number): void {
    let low = first;
    let high = last;
    while (low < high) {
      this.#order(low, high);
      if (high - low === 1) return;
      const middle = Math.floor((low + high) / 2);
      if (!this.#order(low, middle)) this.#order(middle, high);
      if (high - low === 2) return;
      this.#swap(middle, high - 1);
      const border = this.#divide(low, high);
      // The smaller part first, by recursion.
      if (border - low < high - border) {
        this.run(low, border - 1);
        low = border + 1;
      } else {
        this.run(border + 1, high);
        high = border - 1;
      }
    }
  }

  /** Moves values less than the one before the last to its left, and others to its right. */
  #divide(low: number, high: number): number {
    const pivot = this.#values[high - 1];
    let left = low;
    let right = high - 1;
    for (;;) {
      for (left += 1; this.#isLess(this.#values[left], pivot); left += 1) if (left > high) this.#fail();
      for (right -= 1; this.#isLess(pivot, this.#values[right]); right -= 1) if (right < low) this.#fail();
      if (right < left) break;
      this.#swap(left, right);
    }
    this.#swap(high - 1, left);
    return left;
  }

  /** Returns whether it swapped them. */
  #order(left: number, right: number): boolean {
    const isWrong = this.#isLess(this.#values[right], this.#values[left]);
    if (isWrong) this.#swap(left, right);
    return isWrong;
  }

  #swap(left: number, right: number): void {
    const value = this.#values[left];
    this.#values[left] = this.#values[right];
    this.#values[right] = value;
  }
}
