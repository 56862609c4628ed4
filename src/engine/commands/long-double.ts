// The sums of INCRBYFLOAT and HINCRBYFLOAT. Redis adds numbers of C's type `long double`, with 64 bits of precision on
// x86, and writes 17 decimals: 0.1 and 0.2 are 0.3 there, unlike in the numbers of JavaScript.
import type { Keyspace } from "../keyspace/keyspace.ts";
import { fail } from "../keyspace/reply.ts";

/** `sign * mantissa * 2^exponent`. The sign of an infinite number is infinite. */
export interface LongDouble {
  readonly sign: number;
  readonly mantissa: bigint;
  readonly exponent: number;
}

const PRECISION = 64;
// Numbers out of range, before they are computed: of more digits in front of the point, or of more zeros behind it.
const MOST_DIGITS = 4_933;
const MOST_ZEROS = 4_950;
const MOST_EXPONENT = 16_384 - PRECISION;
const MOST_CHARACTERS = 5_120;
const DECIMALS = 17;
/** A sum takes as long as its numbers are large or small. */
const EXPONENT_STEPS = 2;
const INFINITE = "ERR increment would produce NaN or Infinity";

/** Reads a number. */
export function floating(text: string, error: string = "ERR value is not a valid float"): LongDouble {
  const number = text.length < MOST_CHARACTERS ? parse(text) : undefined;
  return number === undefined || number.exponent > MOST_EXPONENT ? fail(error) : number;
}

/** Returns the text of a sum. Throws an error of Redis if it is not finite. */
export function floatSum(space: Keyspace, a: LongDouble, b: LongDouble): string {
  space.walked += EXPONENT_STEPS * (Math.abs(a.exponent) + Math.abs(b.exponent));
  if (!Number.isFinite(a.sign + b.sign)) fail(INFINITE);
  const exponent = Math.min(a.exponent, b.exponent);
  const total = aligned(a, exponent) + aligned(b, exponent);
  const { mantissa, exponent: scale } = rounded(total < 0n ? -total : total, 1n, exponent);
  if (scale > MOST_EXPONENT) fail(INFINITE);
  const scaled = quotient(mantissa * 10n ** BigInt(DECIMALS), 1n, -scale);
  const digits = String(scaled).padStart(DECIMALS + 1, "0");
  let end = digits.length;
  while (end > digits.length - DECIMALS && digits[end - 1] === "0") end -= 1;
  const whole = digits.slice(0, -DECIMALS);
  const fraction = digits.slice(whole.length, end);
  const text = fraction === "" ? whole : `${whole}.${fraction}`;
  return total < 0n && text !== "0" ? `-${text}` : text;
}

function parse(text: string): LongDouble | undefined {
  const sign = text.startsWith("-") ? -1 : 1;
  const digits = text.replace(/^[+-]/, "");
  if (/^inf(?:inity)?$/i.test(digits)) return { sign: sign * Number.POSITIVE_INFINITY, mantissa: 0n, exponent: 0 };
  if (/^0x[\da-f]+$/i.test(digits)) return { sign, ...rounded(BigInt(digits), 1n, 0) };
  const [, whole = "", fraction = "", power = "0"] = /^(\d*)(?:\.(\d*))?(?:e([+-]?\d+))?$/i.exec(digits) ?? [];
  if (whole + fraction === "") return undefined;
  const value = BigInt(whole + fraction);
  const shift = Number(power) - fraction.length;
  const magnitude = shift + String(value).length;
  if (value === 0n) return { sign, mantissa: 0n, exponent: 0 };
  if (magnitude > MOST_DIGITS || magnitude < -MOST_ZEROS) return undefined;
  const factor = 10n ** BigInt(Math.abs(shift));
  return { sign, ...(shift < 0 ? rounded(value, factor, 0) : rounded(value * factor, 1n, 0)) };
}

/** Returns `numerator / denominator * 2^exponent` with the precision of a long double. */
function rounded(numerator: bigint, denominator: bigint, exponent: number): Omit<LongDouble, "sign"> {
  const bits = numerator.toString(2).length - denominator.toString(2).length;
  // The quotient has one bit more than the precision, or as many.
  let shift = bits - PRECISION;
  while (quotient(numerator, denominator, shift) >> BigInt(PRECISION) > 0n) shift += 1;
  return { mantissa: quotient(numerator, denominator, shift), exponent: exponent + shift };
}

/** Returns `numerator / denominator / 2^shift`, rounded to the nearest integer, and from the middle to an even one. */
function quotient(numerator: bigint, denominator: bigint, shift: number): bigint {
  const above = shift < 0 ? numerator << BigInt(-shift) : numerator;
  const below = shift > 0 ? denominator << BigInt(shift) : denominator;
  const whole = above / below;
  const twice = 2n * (above - whole * below);
  const isUp = twice > below || (twice === below && whole % 2n === 1n);
  return isUp ? whole + 1n : whole;
}

function aligned({ sign, mantissa, exponent }: LongDouble, to: number): bigint {
  return BigInt(sign) * (mantissa << BigInt(exponent - to));
}
