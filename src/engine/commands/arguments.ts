// The numbers in the words of a command, as Redis reads and writes them.
import { general } from "../interpreter/lua.ts";
import { fail } from "../keyspace/reply.ts";

const NOT_INTEGER = "ERR value is not an integer or out of range";
const INTEGER = /^(?:0|-?[1-9]\d{0,18})$/;
const MOST = 2n ** 63n - 1n;
const LEAST = -(2n ** 63n);
// Texts of so many digits are exact as numbers.
const EXACT_DIGITS = 15;

/** Reads an integer of 64 bits. */
export function bigInteger(text: string | undefined, error: string = NOT_INTEGER): bigint {
  if (text === undefined || !INTEGER.test(text)) return fail(error);
  const value = BigInt(text);
  return value > MOST || value < LEAST ? fail(error) : value;
}

/** Reads an integer of 64 bits. The number is exact up to 2^53. */
export function integer(text: string | undefined, error: string = NOT_INTEGER): number {
  if (text !== undefined && text.length <= EXACT_DIGITS && INTEGER.test(text)) return Number(text);
  return Number(bigInteger(text, error));
}

/** Reads an integer that is not negative. */
export function positive(
  text: string | undefined,
  error: string = "ERR value is out of range, must be positive",
): number {
  const value = integer(text, error);
  return value < 0 ? fail(error) : value;
}

/** Reads an integer whose negative also has 64 bits. */
export function symmetric(text: string | undefined): number {
  const value = bigInteger(text);
  if (value > LEAST) return Number(value);
  return fail(`ERR value is out of range, value must between ${-MOST} and ${MOST}`);
}

/** Adds two integers of 64 bits. Throws an error of Redis if the sum has more. */
export function sum(a: bigint, b: bigint): bigint {
  const value = a + b;
  return value > MOST || value < LEAST ? fail("ERR increment or decrement would overflow") : value;
}

/** Returns an integer as a reply. */
export function asReply(value: bigint): number | bigint {
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : value;
}

// Of all that Number() reads, C reads neither spaces, nor digits of base 2 and 8.
const FOREIGN = /[\sbo_]/i;
const INFINITY = /^inf(?:inity)?$/i;

/** Reads a text as strtod of C does; undefined: it is no number. */
function parseFloating(text: string): number | undefined {
  const digits = text.replace(/^[+-]/, "");
  const isForeign = /^0x/i.test(digits)
    ? /[^\da-fx]/i.test(digits)
    : FOREIGN.test(digits) || /^(?:$|[+-]|I)/.test(digits);
  const value = INFINITY.test(digits) ? Number.POSITIVE_INFINITY : isForeign ? Number.NaN : Number(digits);
  if (Number.isNaN(value)) return undefined;
  return text.startsWith("-") ? -value : value;
}

/** Reads a score. */
export function score(text: string): number {
  const value = parseFloating(text);
  const isOverflow = value !== undefined && !Number.isFinite(value) && !/inf/i.test(text);
  return value === undefined || isOverflow ? fail("ERR value is not a valid float") : value;
}

/** Writes a score, as `%.17g` of C. */
export function scoreText(value: number): string {
  return Number.isSafeInteger(value) && value !== 0 ? String(value) : general(value, 17);
}

/** One end of a range of scores. */
export interface Bound {
  readonly value: number;
  readonly isOpen: boolean;
}

/** Reads a bound. Unlike a score, it may begin with spaces, or be empty. */
export function bound(text: string): Bound {
  const isOpen = text.startsWith("(");
  // C reads up to the first NUL.
  const [digits = ""] = (isOpen ? text.slice(1) : text).split("\0");
  const value = digits === "" ? 0 : parseFloating(digits.trimStart());
  return value === undefined ? fail("ERR min or max is not a float") : { value, isOpen };
}

/**
 * Returns the first and last place of a range in `size` elements; the last one is -1 at least. A negative place counts
 * from the end.
 */
export function span(size: number, first: number, last: number): [number, number] {
  const end = Math.min(size - 1, last < 0 ? size + last : last);
  return [first < 0 ? Math.max(0, size + first) : first, Math.max(-1, end)];
}
