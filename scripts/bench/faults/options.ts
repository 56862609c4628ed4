// The command line: npm run bench -- faults [--only stopped,killed] [--seed 1]
import { parseArgs } from "node:util";
import { UsageError } from "../usage-error.ts";
import { FAULTS, type Fault } from "./faults.ts";

const ALL = FAULTS.map(({ id }) => id);
const USAGE = `usage: npm run bench -- faults [--only ${ALL.join(",")}] [--seed 1]`;

export interface FaultsOptions {
  readonly faults: readonly Fault[];
  readonly seed: number;
}

export function parseFaultsOptions(args: string[]): FaultsOptions {
  try {
    const options = {
      only: { type: "string", default: ALL.join(",") },
      seed: { type: "string", default: "1" },
    } as const;
    const { values } = parseArgs({ args, options });
    const names = values.only.split(",");
    const faults = FAULTS.filter(({ id }) => names.includes(id));
    if (faults.length !== names.length) throw new Error(`--only: the faults are ${ALL.join(", ")}`);
    const seed = Number(values.seed);
    if (!/^\d+$/.test(values.seed) || !Number.isSafeInteger(seed)) throw new Error("--seed must be a whole number");
    return { faults, seed };
  } catch (error) {
    throw new UsageError(`${error instanceof Error ? error.message : error}\n${USAGE}`);
  }
}
