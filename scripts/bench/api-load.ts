// Measures an honest caller of the lock API, alone and beside hostile ones that are refused.
// The Worker runs in Miniflare, without the test harness of wrangler, and without static assets: Miniflare routes
// requests to them in the same process. Each of both takes longer than a refusal.
import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import { Miniflare } from "miniflare";
import { workerOptions } from "../start/worker-options.ts";
import type { FloodCounts, FloodOrder } from "./api-load/flood.ts";
import { table } from "./table.ts";
import { ThroughputStage } from "./throughput/stage.ts";
import { wholeNumbers } from "./whole-numbers.ts";

export interface ApiLoadOptions {
  readonly hostile: number;
  /** The requests of all hostile callers. */
  readonly perSecond: number;
  readonly cyclesPerSecond: number;
  readonly rounds: number;
  /** The duration of each half of a round. */
  readonly ms: number;
  /** What one principal may send in 10 s, by the rate limit of the Worker. 0: it has none. */
  readonly limit: number;
}

/** `--hostile 99 --per-second 1000 --cycles-per-second 20 --rounds 3 --ms 5000 --limit 0`. */
export function parseApiLoadOptions(args: string[]): ApiLoadOptions {
  const defaults = { hostile: 99, "per-second": 1_000, "cycles-per-second": 20, rounds: 3, ms: 5_000, limit: 0 };
  const usage =
    "usage: npm run bench -- api-load [--hostile 99] [--per-second 1000] [--cycles-per-second 20] [--rounds 3] [--ms 5000] [--limit 0]";
  return wholeNumbers(args, usage, defaults, (whole) => ({
    hostile: whole("hostile", 1, 1_000),
    perSecond: whole("per-second", 1, 10_000),
    cyclesPerSecond: whole("cycles-per-second", 1, 100),
    rounds: whole("rounds", 1, 20),
    ms: whole("ms", 1_000, 60_000),
    limit: whole("limit", 0, 1_000_000),
  }));
}

/** What one half of a round measured. */
interface Half {
  readonly cyclesMs: readonly number[];
  readonly redisRequests: number;
}

export async function runApiLoad(options: ApiLoadOptions): Promise<void> {
  const { hostile, perSecond, cyclesPerSecond, rounds, ms, limit } = options;
  await using stage = await ThroughputStage.open();
  const apiToken = randomBytes(32).toString("hex");
  const settings = { redis: stage, apiToken, leaseMs: 30_000, port: 0, hasAssets: false };
  const rateLimit = limit === 0 ? {} : { rateLimit: { limit, periodS: 10 as const } };
  const worker = new Miniflare(await workerOptions({ ...settings, ...rateLimit }));
  try {
    const url = (await worker.ready).href.replace(/\/$/, "");
    const honest = await minted(url, apiToken, {
      principal: "honest",
      names: ["honest/*"],
      verbs: ["acquire", "release"],
    });
    const tokens: string[] = [];
    for (let n = 0; n < hostile; n += 1) {
      tokens.push(await minted(url, apiToken, { principal: `h${n}`, names: ["own/*"], verbs: ["acquire", "release"] }));
    }
    const order = { url, tokens, perSecond, ms };
    const halves: { idle: Half; beside: Half }[] = [];
    const answers: Record<string, number> = {};
    let answeredMs = 0;
    // The first round warms up.
    for (let round = 0; round <= rounds; round += 1) {
      const idle = await half(stage, url, honest, options);
      const flooded = flood(order);
      const beside = await half(stage, url, honest, options);
      const { byStatus, ms: floodMs } = await flooded;
      if (round === 0) continue;
      halves.push({ idle, beside });
      answeredMs += floodMs;
      for (const [status, count] of Object.entries(byStatus)) answers[status] = (answers[status] ?? 0) + count;
    }
    if (answers["200"] !== undefined) throw new Error(`${answers["200"]} hostile requests were served`);
    const idle = halves.flatMap((each) => each.idle.cyclesMs);
    const beside = halves.flatMap((each) => each.beside.cyclesMs);
    const requests = (name: "idle" | "beside", cycles: number): number =>
      halves.reduce((sum, each) => sum + each[name].redisRequests, 0) / cycles;
    const row = (title: string, cycles: readonly number[], perCycle: number) =>
      [title, cycles.length, quantile(cycles, 0.5), quantile(cycles, 0.95), perCycle] as const;
    const answered = Object.values(answers).reduce((sum, count) => sum + count, 0) / (answeredMs / 1_000);
    const today = new Date().toISOString().slice(0, 10);
    console.log(`Measured on ${today}, Node ${process.version}: ${cyclesPerSecond} cycles of acquire and release a second by one principal, alone and beside
${hostile} others with ${perSecond} requests a second in all, in Miniflare on this machine. ${rounds} rounds of ${ms} ms each.

${table(
  ["", "cycles", "median, ms", "p95, ms", "requests to Redis a cycle"],
  [row("alone", idle, requests("idle", idle.length)), row("beside", beside, requests("beside", beside.length))],
)}

The others were answered: ${Object.entries(answers)
      .map(([status, count]) => `${status} ${count} times`)
      .join(", ")}: ${Math.round(answered)} answers a second.
Ratio of the medians: ${(quantile(beside, 0.5) / quantile(idle, 0.5)).toFixed(2)}`);
  } finally {
    await worker.dispose();
  }
}

async function half(stage: ThroughputStage, url: string, token: string, options: ApiLoadOptions): Promise<Half> {
  const { cyclesPerSecond, ms } = options;
  await stage.requests();
  const cycles: Promise<number>[] = [];
  const start = performance.now();
  for (let n = 0; (n * 1_000) / cyclesPerSecond < ms; n += 1) {
    await sleep(Math.max(0, start + (n * 1_000) / cyclesPerSecond - performance.now()));
    cycles.push(cycle(url, token, `honest%2F${n}`));
  }
  const cyclesMs = await Promise.all(cycles);
  return { cyclesMs, redisRequests: await stage.requests() };
}

/** Acquires and releases a lock of its own, so that no cycle waits for another. Returns the duration in ms. */
async function cycle(url: string, token: string, lock: string): Promise<number> {
  const start = performance.now();
  const { hold } = await ask<{ hold: string }>(url, token, `${lock}/acquire`, {});
  await ask(url, token, `${lock}/release`, { hold });
  return performance.now() - start;
}

async function minted(url: string, apiToken: string, capability: object): Promise<string> {
  return (await ask<{ token: string }>(url, apiToken, "-/tokens", capability)).token;
}

async function ask<Answer>(url: string, token: string, path: string, body: object): Promise<Answer> {
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  const response = await fetch(`${url}/v1/locks/${path}`, { method: "POST", headers, body: JSON.stringify(body) });
  if (!response.ok) throw new Error(`${path} was answered ${response.status}: ${await response.text()}`);
  const answer: Answer = JSON.parse(await response.text());
  return answer;
}

function flood(order: FloodOrder): Promise<FloodCounts> {
  return new Promise((resolve, reject) => {
    const thread = new Worker(new URL("./api-load/flood.ts", import.meta.url), { workerData: order });
    thread.once("message", resolve);
    thread.once("error", reject);
  });
}

function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length * share)] ?? Number.NaN;
}
