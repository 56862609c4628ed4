// Options of the command line that are whole numbers: `--leases 1000`.
import { parseArgs } from "node:util";
import { UsageError } from "./usage-error.ts";

/** The value of an option, which must be from `from` to `to`. */
type Whole<Name> = (name: Name, from: number, to: number) => number;

export function wholeNumbers<Name extends string, Options>(
  args: string[],
  usage: string,
  defaults: Readonly<Record<Name, number>>,
  read: (whole: Whole<Name>) => Options,
): Options {
  const options = Object.fromEntries(
    Object.entries(defaults).map(([name, value]) => [name, { type: "string" as const, default: String(value) }]),
  );
  try {
    const { values } = parseArgs({ args, options });
    return read((name, from, to) => {
      const value = Number(values[name]);
      if (Number.isInteger(value) && value >= from && value <= to) return value;
      throw new Error(`--${name} must be a whole number from ${from} to ${to}`);
    });
  } catch (error) {
    throw new UsageError(`${error instanceof Error ? error.message : error}\n${usage}`);
  }
}
