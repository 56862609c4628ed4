// The order of two values.
import { typeOf, type Value } from "./values.ts";

/** Returns whether `left` is less than `right`. Returns why if they cannot be compared. */
export function isLess(left: Value, right: Value): boolean | string {
  if (typeof left === "number" && typeof right === "number") return left < right;
  if (typeof left === "string" && typeof right === "string") return left < right;
  return incomparable(left, right);
}

/** As isLess(), or equal. */
export function isLessOrEqual(left: Value, right: Value): boolean | string {
  if (typeof left === "number" && typeof right === "number") return left <= right;
  if (typeof left === "string" && typeof right === "string") return left <= right;
  return incomparable(left, right);
}

function incomparable(left: Value, right: Value): string {
  const [a, b] = [typeOf(left), typeOf(right)];
  return `attempt to compare ${a === b ? `two ${a} values` : `${a} with ${b}`}`;
}
