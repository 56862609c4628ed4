// npm run bench -- renewals: the cost of keeping many locks alive in one process.
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { startGateway } from "../../src/tools/gateway/gateway.ts";
import type { HolderNews, HolderOrder } from "./renewals-holder.ts";
import { table } from "./table.ts";
import { wholeNumbers } from "./whole-numbers.ts";

export type RenewalsOptions = Omit<HolderOrder, "url" | "token">;

/** `--locks 10000 --lease 30000 --seconds 30`. */
export function parseRenewalsOptions(args: string[]): RenewalsOptions {
  const defaults = { locks: 10_000, lease: 30_000, seconds: 30 };
  const options = "[--locks 10000] [--lease 30000] [--seconds 30]";
  return wholeNumbers(args, `usage: npm run bench -- renewals ${options}`, defaults, (whole) => ({
    locks: whole("locks", 1, 100_000),
    leaseMs: whole("lease", 1_000, 3_600_000),
    seconds: whole("seconds", 1, 600),
  }));
}

export async function runRenewals(options: RenewalsOptions): Promise<void> {
  const gateway = await startGateway();
  const order: HolderOrder = { ...options, url: gateway.url, token: gateway.token };
  const holder = fork(fileURLToPath(new URL("renewals-holder.ts", import.meta.url)), [JSON.stringify(order)], {
    execArgv: ["--expose-gc"],
  });
  try {
    await news(holder);
    await gateway.resetCounters();
    const { heapBytesPerHold, ended } = await news(holder);
    if (ended === undefined) throw new Error("the holder has not measured anything");
    const { requests, billed } = await gateway.counters();
    const row = [
      requests / ended.seconds,
      (billed ?? Number.NaN) / ended.seconds,
      `${(ended.cpuShare * 100).toFixed(1)} %`,
      `${(heapBytesPerHold / 1_000).toFixed(2)} kB`,
      ended.lost,
    ];
    const [locks, leaseMs] = [options.locks, options.leaseMs].map((number) => number.toLocaleString("en-US"));
    console.log(`Measured on ${new Date().toISOString().slice(0, 10)}, Node ${process.version}: ${locks} locks, kept alive in one process for ${Math.round(ended.seconds)} s, at a lease of
${leaseMs} ms. CPU is that of the process, without the gateway.

${table(["requests/s", "commands/s", "of a core", "heap of a hold", "locks lost"], [row])}`);
  } finally {
    holder.kill("SIGKILL");
    await gateway.close();
  }
}

/** Waits for the next message of the holder. */
async function news(holder: ChildProcess): Promise<HolderNews> {
  const ended = once(holder, "exit").then(([code]) => Promise.reject(new Error(`the holder ended with code ${code}`)));
  const [message]: HolderNews[] = await Promise.race([once(holder, "message"), ended]);
  return message ?? (await ended);
}
