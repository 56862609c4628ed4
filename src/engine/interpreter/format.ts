// string.format(), which writes values as C does.
import type { Arguments } from "./arguments.ts";
import { FLOAT_STEPS, FORMAT_STEPS, spend } from "./budget.ts";
import { fixed, general, scientific } from "./numbers.ts";
import type { Value } from "./values.ts";

const ITEM = /%(?:%|([-+ #0]*)(\d{0,2})(?:\.(\d{0,2}))?([\s\S]?))/g;

interface Item {
  readonly flags: string;
  readonly width: number;
  readonly precision: number | undefined;
}

export function format(args: Arguments, given: readonly Value[]): string {
  let place = 1;
  return args.text(given, 1).replace(ITEM, (whole, flags: string | undefined, width, precision, kind: string) => {
    spend(args.position, FORMAT_STEPS);
    if (flags === undefined) return "%";
    place += 1;
    if (place > given.length) args.refuse(place, "no value");
    if (flags.length > 5) args.fail("invalid format (repeated flags)");
    if (/\d/.test(kind)) args.fail("invalid format (width or precision too long)");
    const item = { flags, width: Number(width), precision: precision === undefined ? undefined : Number(precision) };
    const text = formatted(args, given, place, item, kind);
    return text ?? args.fail(`invalid option '%${whole.slice(-1) === "%" ? "" : kind}' to 'format'`);
  });
}

function formatted(
  args: Arguments,
  given: readonly Value[],
  place: number,
  item: Item,
  kind: string,
): string | undefined {
  switch (kind) {
    case "c":
      return untilZero(padded(String.fromCharCode(args.number(given, place) & 255), item));
    case "d":
    case "i":
      return integer(BigInt(args.integer(given, place)), item, 10);
    case "u":
      return integer(unsigned(args, given, place), { ...item, flags: item.flags.replaceAll(/[+ ]/g, "") }, 10);
    case "o":
      return integer(unsigned(args, given, place), item, 8);
    case "x":
      return integer(unsigned(args, given, place), item, 16);
    case "X":
      return integer(unsigned(args, given, place), item, 16).toUpperCase();
    case "e":
    case "f":
    case "g":
      spend(args.position, FLOAT_STEPS);
      return float(args.number(given, place), item, kind);
    case "E":
    case "G":
      spend(args.position, FLOAT_STEPS);
      return float(args.number(given, place), item, kind.toLowerCase()).toUpperCase();
    case "q":
      return quoted(args.text(given, place));
    case "s": {
      const text = args.text(given, place);
      if (item.precision === undefined && text.length >= 100) return text;
      return padded(untilZero(text).slice(0, item.precision), item);
    }
    default:
      return undefined;
  }
}

function unsigned(args: Arguments, given: readonly Value[], place: number): bigint {
  const number = args.number(given, place);
  // As C on x86 converts what does not fit.
  if (number >= 2 ** 63) return number < 2 ** 64 ? BigInt(Math.trunc(number)) : 0n;
  return BigInt.asUintN(64, BigInt(args.integer(given, place)));
}

/** C reads a text until a zero byte. */
function untilZero(text: string): string {
  return text.split("\0", 1).join();
}

function padded(text: string, { flags, width }: Item): string {
  return flags.includes("-") ? text.padEnd(width) : text.padStart(width);
}

/** Adds a sign, and zeros or spaces. @param prefix - Of the digits, before any zeros. */
function signed(digits: string, item: Item, prefix = ""): string {
  const { flags, width } = item;
  const isNegative = digits.startsWith("-");
  const sign = isNegative ? "-" : flags.includes("+") ? "+" : flags.includes(" ") ? " " : "";
  const start = sign + prefix;
  const rest = isNegative ? digits.slice(1) : digits;
  if (!flags.includes("0") || flags.includes("-")) return padded(start + rest, item);
  return start + rest.padStart(width - start.length, "0");
}

function integer(value: bigint, { flags, width, precision }: Item, base: number): string {
  const isNegative = value < 0n;
  const digits = precision === 0 && value === 0n ? "" : `${(isNegative ? -value : value).toString(base)}`;
  const isOctal = base === 8 && flags.includes("#") && !digits.startsWith("0");
  const all = (isOctal ? `0${digits}` : digits).padStart(precision ?? 0, "0");
  // A precision takes the place of the flag 0.
  const item = { flags: precision === undefined ? flags : flags.replaceAll("0", ""), width, precision };
  // Only signed numbers get a sign.
  const withoutSign = base === 10 ? item : { ...item, flags: item.flags.replaceAll(/[+ ]/g, "") };
  const prefix = base === 16 && flags.includes("#") && value !== 0n ? "0x" : "";
  return signed(isNegative ? `-${all}` : all, withoutSign, prefix);
}

function float(value: number, item: Item, kind: string): string {
  const { flags, precision = 6 } = item;
  const hasPoint = flags.includes("#");
  if (!Number.isFinite(value)) return signed(fixed(value, 0), { ...item, flags: flags.replaceAll("0", "") });
  const write = kind === "e" ? scientific : kind === "f" ? fixed : general;
  const text = write(value, precision, hasPoint);
  return signed(hasPoint && !text.includes(".") ? text.replace(/^-?\d+/, "$&.") : text, item);
}

/** Writes a text as a script would contain it. */
function quoted(text: string): string {
  return `"${text
    .replace(/["\\\n]/g, "\\$&")
    .replaceAll("\r", "\\r")
    .replaceAll("\0", "\\000")}"`;
}
