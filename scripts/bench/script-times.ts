// npm run bench -- script-times: how long Redis executes each script beside n waiters, readers, permits or holds. All
// other clients wait meanwhile.
import { ScriptTimes } from "./script-times/measure.ts";
import { SCENES } from "./script-times/scenes.ts";
import { type Cell, table } from "./table.ts";
import { wholeNumbers } from "./whole-numbers.ts";

const NUMBERS = [50, 500, 5_000] as const;

export interface ScriptTimesOptions {
  /** Of each script and n; the median counts. */
  readonly runs: number;
}

/** `--runs 15`. */
export function parseScriptTimesOptions(args: string[]): ScriptTimesOptions {
  const usage = "usage: npm run bench -- script-times [--runs 15]";
  return wholeNumbers(args, usage, { runs: 15 }, (whole) => ({ runs: whole("runs", 1, 1_000) }));
}

export async function runScriptTimes({ runs }: ScriptTimesOptions): Promise<void> {
  await using times = await ScriptTimes.start();
  const rows: Cell[][] = [];
  for (const scene of SCENES) {
    const most = scene.most ?? Number.POSITIVE_INFINITY;
    const ns = NUMBERS.filter((_, column) => (NUMBERS[column - 1] ?? 0) < most).map((n) => Math.min(n, most));
    const medians = await times.medians(scene, ns, runs);
    const row = NUMBERS.map((n, column): Cell => {
      const [asked, micros] = [ns[column], medians[column]];
      if (asked === undefined || micros === undefined) return "-";
      return asked === n ? micros : `${micros} (n = ${asked.toLocaleString("en-US")})`;
    });
    rows.push([scene.name, ...row]);
  }
  console.log(`µs in Redis, median of ${runs} runs; in brackets: the most that one call accepts\n`);
  console.log(table(["script", ...NUMBERS.map((n) => `n = ${n.toLocaleString("en-US")}`)], rows));
}
