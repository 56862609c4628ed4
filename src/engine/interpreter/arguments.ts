// Checks the arguments of library functions, and raises their errors.
import { numberOf, spend, spendOnBytes, TEXT_STEPS } from "./budget.ts";
import { numberText } from "./numbers.ts";
import { LuaError, LuaTable, type Position, typeOf, type Value } from "./values.ts";

/** Places of arguments count from 1, as in messages. */
export class Arguments {
  readonly position: Position;

  constructor(position: Position) {
    this.position = position;
  }

  /** Returns the start of an error's text: "" if no line of a script called the library function. */
  where(): string {
    return this.position.site === undefined ? "" : `user_script:${this.position.line}: `;
  }

  fail(what: string): never {
    throw new LuaError(this.where() + what);
  }

  refuse(place: number, why: string): never {
    const { name = "?", isMethod = false } = this.position.site ?? {};
    if (isMethod && place === 1) this.fail(`calling '${name}' on bad self (${why})`);
    return this.fail(`bad argument #${isMethod ? place - 1 : place} to '${name}' (${why})`);
  }

  refuseType(args: readonly Value[], place: number, expected: string): never {
    const got = place > args.length ? "no value" : typeOf(args[place - 1]);
    return this.refuse(place, `${expected} expected, got ${got}`);
  }

  /** Refuses an absent argument; nil is a value. */
  any(args: readonly Value[], place: number): Value {
    return place > args.length ? this.refuse(place, "value expected") : args[place - 1];
  }

  text(args: readonly Value[], place: number): string {
    const value = args[place - 1];
    if (typeof value === "string") {
      spend(this.position, TEXT_STEPS);
      spendOnBytes(this.position, value.length);
      return value;
    }
    return typeof value === "number" ? numberText(value) : this.refuseType(args, place, "string");
  }

  number(args: readonly Value[], place: number, otherwise?: number): number {
    const value = args[place - 1];
    if (typeof value === "number") return value;
    if (value === undefined && otherwise !== undefined) return otherwise;
    return numberOf(value, this.position) ?? this.refuseType(args, place, "number");
  }

  /** Returns a number as C converts it to 64 bits. */
  integer(args: readonly Value[], place: number, otherwise?: number): number {
    const number = Math.trunc(this.number(args, place, otherwise));
    return Math.abs(number) < 2 ** 63 ? number : -(2 ** 63);
  }

  table(args: readonly Value[], place: number): LuaTable {
    const value = args[place - 1];
    return value instanceof LuaTable ? value : this.refuseType(args, place, "table");
  }
}

/** Returns a library's table. */
export function tableOf(members: Readonly<Record<string, Value>>): LuaTable {
  const table = new LuaTable();
  for (const [name, value] of Object.entries(members)) table.set(name, value);
  table.isReadonly = true;
  return table;
}
