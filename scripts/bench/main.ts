// The benchmarks: npm run bench -- NAME
import { parseArgs } from "node:util";
import { FAULTS } from "./faults/faults.ts";
import { runFaults } from "./faults.ts";
import { writePages } from "./page.ts";
import { TASKS } from "./peers/figures.ts";
import { runPeers } from "./peers.ts";
import { readResults } from "./results.ts";
import { type Options, UsageError } from "./settings.ts";

const USAGE = `usage: npm run bench -- peers | faults | pages
  peers    measures beside other packages. --only ${TASKS.join(",")}
  faults   plays the same faults with each package. --only ${FAULTS.map(({ id }) => id).join(",")} --seed 1
  pages    writes README.md, docs/audit/compare.md and docs/audit/cost.md again, from the results
  --quick  measures little, to see whether the bench works
  --write  writes the results, and the pages`;

const BENCHES: Readonly<Record<string, (options: Options) => Promise<void>>> = {
  peers: runPeers,
  faults: runFaults,
  pages: async () => writePages(readResults()),
};

function optionsOf(args: string[]): { readonly name: string; readonly options: Options } {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      only: { type: "string" },
      seed: { type: "string", default: "1" },
      quick: { type: "boolean", default: false },
      write: { type: "boolean", default: false },
    },
  });
  const [name = "", ...rest] = positionals;
  if (rest.length > 0 || !Object.hasOwn(BENCHES, name)) throw new Error(`there is no bench "${positionals.join(" ")}"`);
  const seed = Number(values.seed);
  if (!/^\d+$/.test(values.seed) || !Number.isSafeInteger(seed)) throw new Error("--seed must be a whole number");
  if (values.quick && values.write) throw new Error("the numbers of --quick are too rough for --write");
  return { name, options: { only: values.only?.split(","), seed, isQuick: values.quick, isWritten: values.write } };
}

function parsed(args: string[]): ReturnType<typeof optionsOf> {
  try {
    return optionsOf(args);
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

try {
  const { name, options } = parsed(process.argv.slice(2));
  await BENCHES[name]?.(options);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  if (error instanceof UsageError) console.error(USAGE);
  process.exitCode = error instanceof UsageError ? 2 : 1;
}
