// npm run bench -- many-holds counts lost holds in a process with many holds of all kinds, beside slow scripts and a
// Redis that forgets its scripts. npm run bench -- false-losses counts lost holds of a healthy process when one answer
// of Redis in a thousand is slow.
import { fork } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { type Gateway, startGateway } from "../../src/tools/gateway/gateway.ts";
import type { HolderNews, HolderOrder } from "./losses-holder.ts";
import { table } from "./table.ts";
import { wholeNumbers } from "./whole-numbers.ts";

const SLOW_SCRIPT = `local function ms() local now = redis.call('TIME') return now[1] * 1000 + now[2] / 1000 end
local ends = ms() + tonumber(ARGV[1])
while ms() < ends do end`;

export interface ManyHoldsOptions {
  readonly runs: number;
  readonly holds: number;
  readonly leaseMs: number;
  readonly seconds: number;
  /** How long a slow script blocks Redis, every 2 s. */
  readonly slowMs: number;
}

/** `--runs 1 --holds 1600 --lease 6000 --seconds 40 --slow 500`. */
export function parseManyHoldsOptions(args: string[]): ManyHoldsOptions {
  const usage = "[--runs 1] [--holds 1600] [--lease 6000] [--seconds 40] [--slow 500]";
  const defaults = { runs: 1, holds: 1_600, lease: 6_000, seconds: 40, slow: 500 };
  return wholeNumbers(args, `usage: npm run bench -- many-holds ${usage}`, defaults, (whole) => ({
    runs: whole("runs", 1, 1_000),
    holds: whole("holds", 8, 100_000),
    leaseMs: whole("lease", 1_000, 3_600_000),
    seconds: whole("seconds", 1, 3_600),
    slowMs: whole("slow", 0, 60_000),
  }));
}

export async function runManyHolds({ runs, slowMs, ...order }: ManyHoldsOptions): Promise<void> {
  const rows: (string | number)[][] = [];
  for (let run = 1; run <= runs; run += 1) {
    await using gateway = await startGateway({ keyLocking: true });
    const news = await measured(gateway, { ...order, loops: 8, mode: "together" }, async () => {
      await send(gateway, ["SCRIPT", "FLUSH"]);
      if (slowMs > 0) await send(gateway, ["EVAL", SLOW_SCRIPT, "0", String(slowMs)]);
      await sleep(2_000);
    });
    rows.push([run, ...rowOf(news)]);
    console.error(`run ${run}: ${JSON.stringify(news)}`);
  }
  console.log(`${today()}: ${order.holds} holds of 8 kinds in one process, with shared renewals and key locking, for
${order.seconds} s at a lease of ${order.leaseMs} ms. Every 2 s a script takes ${slowMs} ms, and Redis forgets all scripts.

${table(["run", ...COLUMNS], rows)}`);
}

export interface FalseLossesOptions {
  readonly holds: number;
  readonly leaseMs: number;
  readonly seconds: number;
  /** One answer in so many is slow. */
  readonly oneIn: number;
}

/** `--holds 400 --lease 30000 --seconds 180 --one-in 1000`. */
export function parseFalseLossesOptions(args: string[]): FalseLossesOptions {
  const usage = "[--holds 400] [--lease 30000] [--seconds 180] [--one-in 1000]";
  const defaults = { holds: 400, lease: 30_000, seconds: 180, "one-in": 1_000 };
  return wholeNumbers(args, `usage: npm run bench -- false-losses ${usage}`, defaults, (whole) => ({
    holds: whole("holds", 8, 100_000),
    leaseMs: whole("lease", 1_000, 3_600_000),
    seconds: whole("seconds", 1, 3_600),
    oneIn: whole("one-in", 1, 1_000_000),
  }));
}

export async function runFalseLosses({ oneIn, ...order }: FalseLossesOptions): Promise<void> {
  const rows: (string | number)[][] = [];
  for (const seconds of [1, 2, 5, 9]) {
    for (const mode of ["alone", "together"] as const) {
      await using gateway = await startGateway({ keyLocking: true });
      const slow = { fault: "delay", probability: 1 / oneIn, replyDelayMs: seconds * 1_000 } as const;
      gateway.faults.set({ seed: 1, rules: [slow] });
      const news = await measured(gateway, { ...order, loops: 8, mode });
      const answers = gateway.faults.state();
      rows.push([`${seconds} s`, mode, answers.rules[0]?.fired ?? 0, ...rowOf(news)]);
      console.error(`${seconds} s, ${mode}: ${JSON.stringify(news)}`);
    }
  }
  const hours = ((order.holds * order.seconds) / 3_600).toFixed(0);
  console.log(`${today()}: ${order.holds} holds of 8 kinds in one process for ${order.seconds} s (${hours} hours of holds) at a lease of ${order.leaseMs} ms,
and 8 loops of acquire and release. One answer in ${oneIn} is slow. "together": shared renewals, key locking.

${table(["slow answer", "renewals", "slow answers", ...COLUMNS], rows)}`);
}

const COLUMNS = ["renewed", "attempts without an answer", "cycles", "lost"];

function rowOf({ renewals, failing, cycles, lost }: HolderNews): (string | number)[] {
  const losses = Object.entries(lost).map(([what, times]) => `${what}: ${times}`);
  return [renewals, failing, cycles, losses.length === 0 ? 0 : losses.join(", ")];
}

/** Runs a holder to its end. Calls `disturb` again and again while it holds. */
async function measured(
  { url, token }: Gateway,
  order: Omit<HolderOrder, "url" | "token">,
  disturb: () => Promise<void> = () => sleep(1_000),
): Promise<HolderNews> {
  const asked: HolderOrder = { url, token, ...order };
  const holder = fork(fileURLToPath(new URL("losses-holder.ts", import.meta.url)), [JSON.stringify(asked)]);
  const exit = once(holder, "exit");
  let last: HolderNews | undefined;
  holder.on("message", (news: HolderNews) => {
    last = news;
  });
  try {
    let isRunning = true;
    const ended = exit.then(() => {
      isRunning = false;
    });
    while (isRunning) await Promise.race([ended, last === undefined ? sleep(50) : disturb()]);
    if (last?.seconds === undefined) throw new Error("the holder ended before it had measured");
    return last;
  } finally {
    holder.kill("SIGKILL");
  }
}

async function send({ url, token }: Gateway, words: string[]): Promise<void> {
  const response = await fetch(url, {
    method: "POST",
    headers: { authorization: `Bearer ${token}` },
    body: JSON.stringify(words),
  });
  if (!response.ok) throw new Error(`${words[0]} was refused: ${await response.text()}`);
}

function today(): string {
  return `Measured on ${new Date().toISOString().slice(0, 10)}, Node ${process.version}`;
}
