// Numbers as texts, and texts as numbers, as C writes and reads them.
import type { Value } from "./values.ts";

const DECIMAL = /^[ \t-\r]*[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?[ \t-\r]*$/i;
const HEXADECIMAL = /^[ \t-\r]*([+-]?)0x(?=\.?[\da-f])([\da-f]*)(?:\.([\da-f]*))?(?:p([+-]?\d+))?[ \t-\r]*$/i;
const NOT_FINITE = /^[ \t-\r]*([+-]?)(?:(nan)|inf(?:inity)?)[ \t-\r]*$/i;

/** Returns the number that a value is, or that a text stands for. */
export function toNumber(value: Value): number | undefined {
  if (typeof value === "number") return value;
  if (typeof value !== "string") return undefined;
  // C reads a text until a zero byte.
  const text = value.split("\0", 1).join();
  if (DECIMAL.test(text)) return Number(text);
  const [, minus, whole = "", part = "", exponent = "0"] = HEXADECIMAL.exec(text) ?? [];
  if (minus !== undefined) {
    const digits = Number(`0x${whole}${part}`) * 2 ** (Number(exponent) - 4 * part.length);
    return minus === "-" ? -digits : digits;
  }
  const [, sign, nan] = NOT_FINITE.exec(text) ?? [];
  if (sign === undefined) return undefined;
  if (nan !== undefined) return Number.NaN;
  return sign === "-" ? -Infinity : Infinity;
}

/** Returns a number as tostring() and the operator .. write it: as %.14g. */
export function numberText(value: number): string {
  if (Number.isInteger(value) && Math.abs(value) < 1e14 && !Object.is(value, -0)) return `${value}`;
  return general(value, 14);
}

/** Returns a power as C does: NaN of JavaScript is 1 there. */
export function power(base: number, exponent: number): number {
  return base === 1 || (base === -1 && Math.abs(exponent) === Infinity) ? 1 : base ** exponent;
}

/** Returns a number as %.<digits>g. @param keepZeros - As of the flag #. */
export function general(value: number, digits: number, keepZeros = false): string {
  const precision = Math.max(digits, 1);
  if (!Number.isFinite(value)) return notFinite(value);
  const [mantissa = "", exponent] = scientific(value, precision - 1).split("e");
  const places = Number(exponent);
  const isShort = places >= -4 && places < precision;
  const text = isShort ? fixed(value, precision - 1 - places) : mantissa;
  const shorter = keepZeros || !text.includes(".") ? text : withoutZeros(text);
  return isShort ? shorter : `${shorter}e${exponent}`;
}

/** Removes zeros from the end of a fraction. */
function withoutZeros(text: string): string {
  let end = text.length;
  while (text[end - 1] === "0") end -= 1;
  return text.slice(0, text[end - 1] === "." ? end - 1 : end);
}

/** Returns a number as %.<digits>f. */
export function fixed(value: number, digits: number): string {
  if (!Number.isFinite(value)) return notFinite(value);
  if (digits === 0 && Number.isInteger(value) && Math.abs(value) < 2 ** 53 && !Object.is(value, -0)) return `${value}`;
  const text = `${scaled(value, digits)}`.padStart(digits + 1, "0");
  const whole = text.slice(0, text.length - digits);
  return signOf(value) + (digits === 0 ? whole : `${whole}.${text.slice(-digits)}`);
}

/** Returns a number as %.<digits>e. */
export function scientific(value: number, digits: number): string {
  if (!Number.isFinite(value)) return notFinite(value);
  let power = value === 0 ? 0 : Number(value.toExponential().split("e")[1]);
  let text = `${scaled(value, digits - power)}`.padStart(digits + 1, "0");
  // It was rounded up to one digit more.
  if (text.length > digits + 1) {
    text = text.slice(0, -1);
    power += 1;
  }
  const mantissa = digits === 0 ? text : `${text.slice(0, 1)}.${text.slice(1)}`;
  return `${signOf(value)}${mantissa}e${power < 0 ? "-" : "+"}${`${Math.abs(power)}`.padStart(2, "0")}`;
}

/**
 * Returns |value| × 10^digits, rounded to the nearest integer, and to the even one of two. toFixed() rounds half up,
 * and has at most 100 digits.
 */
function scaled(value: number, digits: number): bigint {
  const bits = new DataView(new ArrayBuffer(8));
  bits.setFloat64(0, value);
  const exponent = (bits.getUint16(0) >> 4) & 0x7ff;
  const fraction = bits.getBigUint64(0) & 0xfffffffffffffn;
  const mantissa = exponent === 0 ? fraction : fraction | 0x10000000000000n;
  const power = Math.max(exponent, 1) - 1_075;
  const above = mantissa * 10n ** BigInt(Math.max(digits, 0)) * 2n ** BigInt(Math.max(power, 0));
  const below = 10n ** BigInt(Math.max(-digits, 0)) * 2n ** BigInt(Math.max(-power, 0));
  const whole = above / below;
  const twice = (above % below) * 2n;
  return twice > below || (twice === below && whole % 2n === 1n) ? whole + 1n : whole;
}

function signOf(value: number): string {
  return value < 0 || Object.is(value, -0) ? "-" : "";
}

/** A script's NaN is the result of an operation, and has a sign on x86, where most servers run. */
function notFinite(value: number): string {
  if (Number.isNaN(value)) return "-nan";
  return value > 0 ? "inf" : "-inf";
}
