// The library "math", without random numbers.
import { type Arguments, tableOf } from "./arguments.ts";
import { power } from "./numbers.ts";
import type { LuaFunction, LuaTable } from "./values.ts";

export function mathLibrary(args: Arguments): LuaTable {
  const unary =
    (compute: (number: number) => number): LuaFunction =>
    (given) => [compute(args.number(given, 1))];
  const binary =
    (compute: (a: number, b: number) => number): LuaFunction =>
    (given) => [compute(args.number(given, 1), args.number(given, 2))];
  const best =
    (isBetter: (number: number, than: number) => boolean): LuaFunction =>
    (given) => {
      let result = args.number(given, 1);
      for (let place = 2; place <= given.length; place += 1) {
        const number = args.number(given, place);
        if (isBetter(number, result)) result = number;
      }
      return [result];
    };
  return tableOf({
    abs: unary(Math.abs),
    acos: unary(Math.acos),
    asin: unary(Math.asin),
    atan: unary(Math.atan),
    atan2: binary(Math.atan2),
    ceil: unary(Math.ceil),
    cos: unary(Math.cos),
    cosh: unary(Math.cosh),
    deg: unary((number) => (number * 180) / Math.PI),
    exp: unary(Math.exp),
    floor: unary(Math.floor),
    fmod: binary((a, b) => a % b),
    huge: Infinity,
    ldexp: binary((number, power) => number * 2 ** Math.trunc(power)),
    log: unary(Math.log),
    log10: unary(Math.log10),
    max: best((number, than) => number > than),
    min: best((number, than) => number < than),
    mod: binary((a, b) => a % b),
    modf: (given) => {
      const number = args.number(given, 1);
      const whole = Math.trunc(number);
      return [whole, Number.isFinite(number) ? number - whole : 0];
    },
    pi: Math.PI,
    pow: binary(power),
    rad: unary((number) => (number * Math.PI) / 180),
    sin: unary(Math.sin),
    sinh: unary(Math.sinh),
    sqrt: unary(Math.sqrt),
    tan: unary(Math.tan),
    tanh: unary(Math.tanh),
  });
}
