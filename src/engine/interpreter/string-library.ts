// The library "string".
import { type Arguments, tableOf } from "./arguments.ts";
import { FORMAT_STEPS, spend, spendOnBytes, TABLE_STEPS } from "./budget.ts";
import { callBack } from "./call-back.ts";
import { format } from "./format.ts";
import { numberText } from "./numbers.ts";
import { Matcher } from "./patterns.ts";
import { isTrue, type LuaFunction, LuaTable, MAX_TEXT, typeOf, type Value } from "./values.ts";

/** A byte of a text that is reversed is in an array of its own for a while. */
const REVERSE_STEPS = 4;
/** indexOf() may compare all bytes of a pattern at each place. */
const LONG_PATTERN = 64;

export function stringLibrary(args: Arguments): LuaTable {
  return tableOf({
    byte: (given) => {
      const text = args.text(given, 1);
      const first = args.integer(given, 2, 1);
      const part = slice(text, first, args.integer(given, 3, first));
      if (part.length >= 8_000) args.fail("stack overflow (string slice too long)");
      spend(args.position, part.length);
      return Array.from(part, (byte) => byte.charCodeAt(0));
    },
    char: (given) => {
      const codes = given.map((_, at) => args.number(given, at + 1) | 0);
      const wrong = codes.findIndex((code) => code < 0 || code > 255);
      if (wrong >= 0) args.refuse(wrong + 1, "invalid value");
      return [String.fromCharCode(...codes)];
    },
    find: (given) => find(args, given, true),
    format: (given) => [format(args, given)],
    gmatch: (given) => [eachMatch(args, given)],
    gsub: (given) => substitute(args, given),
    len: (given) => [args.text(given, 1).length],
    lower: (given) => [args.text(given, 1).replace(/[A-Z]+/g, (letters) => letters.toLowerCase())],
    match: (given) => find(args, given, false),
    rep: (given) => {
      const text = args.text(given, 1);
      const times = Math.max(args.number(given, 2) | 0, 0);
      if (text.length * times > MAX_TEXT) args.fail("not enough memory");
      spendOnBytes(args.position, text.length * times);
      return [text.repeat(times)];
    },
    reverse: (given) => {
      const text = args.text(given, 1);
      spend(args.position, REVERSE_STEPS * text.length);
      return [Array.from(text).reverse().join("")];
    },
    sub: (given) => [slice(args.text(given, 1), args.integer(given, 2), args.integer(given, 3, -1))],
    upper: (given) => [args.text(given, 1).replace(/[a-z]+/g, (letters) => letters.toUpperCase())],
  });
}

/** Returns the bytes from one place to another, which count from the end if they are negative. */
function slice(text: string, first: number, last: number): string {
  const from = first < 0 ? Math.max(text.length + first, 0) : Math.max(first - 1, 0);
  const to = last < 0 ? text.length + last + 1 : last;
  return to > from ? text.slice(from, to) : "";
}

function matcherOf(args: Arguments, subject: string, pattern: string): Matcher {
  const fail = (what: string): never => args.fail(what);
  return new Matcher(subject, pattern, { fail, spend: (steps) => spend(args.position, steps) });
}

function find(args: Arguments, given: readonly Value[], isFind: boolean): Value[] {
  const subject = args.text(given, 1);
  const pattern = args.text(given, 2);
  const init = args.integer(given, 3, 1);
  const first = Math.min(init < 0 ? Math.max(subject.length + init, 0) : Math.max(init - 1, 0), subject.length);
  if (isFind && (isTrue(given[3]) || !/[\^$*+?.([%-]/.test(pattern))) {
    const at = placeOf(args, subject, pattern, first);
    return at < 0 ? [undefined] : [at + 1, at + pattern.length];
  }
  const matcher = matcherOf(args, subject, pattern);
  const isAnchored = pattern.startsWith("^");
  for (let start = first; start <= subject.length; start += 1) {
    const end = matcher.match(start, isAnchored ? 1 : 0);
    if (end >= 0) {
      const captures = matcher.captures(start, end, !isFind);
      return isFind ? [start + 1, end, ...captures] : captures;
    }
    if (isAnchored) break;
  }
  return [undefined];
}

/** Finds a pattern that stands for itself. */
function placeOf({ position }: Arguments, subject: string, pattern: string, first: number): number {
  if (pattern.length <= LONG_PATTERN) {
    spendOnBytes(position, 4 * (subject.length - first));
    return subject.indexOf(pattern, first);
  }
  for (let at = first; ; at += 1) {
    at = subject.indexOf(pattern.charAt(0), at);
    if (at < 0 || subject.startsWith(pattern, at)) return at;
    spendOnBytes(position, pattern.length);
  }
}

function eachMatch(args: Arguments, given: readonly Value[]): LuaFunction {
  const subject = args.text(given, 1);
  const matcher = matcherOf(args, subject, args.text(given, 2));
  spend(args.position, TABLE_STEPS);
  let from = 0;
  return () => {
    for (let start = from; start <= subject.length; start += 1) {
      const end = matcher.match(start, 0);
      if (end < 0) continue;
      from = end > start ? end : end + 1;
      return matcher.captures(start, end, true);
    }
    from = subject.length + 1;
    return [undefined];
  };
}

function substitute(args: Arguments, given: readonly Value[]): Value[] {
  const subject = args.text(given, 1);
  const pattern = args.text(given, 2);
  const isAnchored = pattern.startsWith("^");
  const most = args.number(given, 4, subject.length + 1);
  const matcher = matcherOf(args, subject, pattern);
  const replacement = replacementOf(args, given, matcher);
  let result = "";
  let at = 0;
  let count = 0;
  while (count < most) {
    const end = matcher.match(at, isAnchored ? 1 : 0);
    if (end >= 0) {
      count += 1;
      const text = replacement(at, end) ?? subject.slice(at, end);
      spendOnBytes(args.position, text.length);
      if (result.length + text.length > MAX_TEXT) args.fail("not enough memory");
      result += text;
    }
    if (end > at) {
      at = end;
    } else if (at < subject.length) {
      result += subject[at];
      at += 1;
    } else {
      break;
    }
    if (isAnchored) break;
  }
  return [result + subject.slice(at), count];
}

/** Returns a function that returns the text for a match; undefined to keep the match. */
function replacementOf(
  args: Arguments,
  given: readonly Value[],
  matcher: Matcher,
): (start: number, end: number) => string | undefined {
  const by = given[2];
  if (typeof by === "string" || typeof by === "number") {
    const text = args.text(given, 3);
    if (!text.includes("%")) return () => text;
    return (start, end) =>
      text.replace(/%([\s\S]?)/g, (_, next: string) => {
        spend(args.position, FORMAT_STEPS);
        if (next < "0" || next > "9") return next === "" ? "\0" : next;
        const captured = asText(matcher.capture(Number(next), start, end));
        spendOnBytes(args.position, captured.length);
        return captured;
      });
  }
  if (typeof by !== "function" && !(by instanceof LuaTable)) {
    return args.refuse(3, "string/function/table expected");
  }
  return (start, end) => {
    const value = valueFor(args, by, () => matcher.captures(start, end, true));
    if (!isTrue(value)) return undefined;
    if (typeof value === "string" || typeof value === "number") return asText(value);
    return args.fail(`invalid replacement value (a ${typeOf(value)})`);
  };
}

function valueFor(args: Arguments, by: LuaTable | LuaFunction, captures: () => Value[]): Value {
  if (typeof by === "function") return callBack(by, captures(), args.position)[0];
  const [key] = captures();
  const value = by.get(key);
  const handler = value === undefined ? by.meta?.get("__index") : undefined;
  if (handler instanceof LuaTable) return handler.get(key);
  return typeof handler === "function" ? callBack(handler, [by, key], args.position)[0] : value;
}

function asText(value: string | number): string {
  return typeof value === "string" ? value : numberText(value);
}
