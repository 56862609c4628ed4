// npm run bench -- list: how long it takes to list 1,000 held locks beside many other keys, and how long one call
// blocks Redis.
import { createLocks, type Locks } from "leasehound";
import { ownerStateKey } from "../../src/lock/keys.ts";
import { startGateway } from "../../src/tools/gateway/gateway.ts";
import { quietClient } from "../../src/tools/gateway/redis-link.ts";
import { type Cell, table } from "./table.ts";
import { wholeNumbers } from "./whole-numbers.ts";

const OTHERS = [100_000, 1_000_000] as const;
// Keys that one script writes.
const TOGETHER = 10_000;
// Longer than the bench.
const LEASE_MS = 3_600_000;
const LOCK = "lock:held:";
const UUID = "5b8a1c3e-0f6d-4a2b-9c7e-1d2f3a4b5c6d";

// In Redis itself: as many requests would take minutes. Locks as lock/acquire writes them.
const LOCKS = `for at = 1, ARGV[1] do
  local key, owner = ARGV[4] .. at, ARGV[2] .. ':' .. at
  redis.call('HINCRBY', key, owner, 1)
  redis.call('PEXPIRE', key, ARGV[3])
  redis.call('SET', ARGV[5] .. owner .. '|{' .. key .. '}', '|+', 'PX', ARGV[3] + 60000)
end`;
// Half of them hashes.
const OTHER_KEYS = `for at = ARGV[1], ARGV[1] + ARGV[2] - 1 do
  if at % 2 == 0 then redis.call('SET', 'order:' .. at, at) else redis.call('HSET', 'user:' .. at, 'visits', at) end
end`;

export interface ListOptions {
  /** How many locks are held. */
  readonly locks: number;
  /** Simulated, ms. */
  readonly roundTripMs: number;
  /** Of each list. */
  readonly runs: number;
}

/** `--locks 1000 --rtt 20 --runs 3`. */
export function parseListOptions(args: string[]): ListOptions {
  const usage = "usage: npm run bench -- list [--locks 1000] [--rtt 20] [--runs 3]";
  return wholeNumbers(args, usage, { locks: 1_000, rtt: 20, runs: 3 }, (whole) => ({
    locks: whole("locks", 1, 100_000),
    roundTripMs: whole("rtt", 0, 1_000),
    runs: whole("runs", 1, 100),
  }));
}

export async function runList({ locks, roundTripMs, runs }: ListOptions): Promise<void> {
  const rows: Cell[][] = [];
  for (const others of OTHERS) {
    await using gateway = await startGateway();
    const admin = await quietClient.duplicate({ url: gateway.redisUrl }).connect();
    const [beforeOwner = ""] = ownerStateKey(LOCK, "").split("|");
    await admin.sendCommand(["EVAL", LOCKS, "0", String(locks), UUID, String(LEASE_MS), LOCK, beforeOwner]);
    for (let from = 0; from < others; from += TOGETHER) {
      await admin.sendCommand(["EVAL", OTHER_KEYS, "0", String(from), String(Math.min(TOGETHER, others - from))]);
    }
    const delay = { fault: "delay", delayMs: roundTripMs / 2, replyDelayMs: roundTripMs / 2 } as const;
    gateway.faults.set({ seed: 1, rules: roundTripMs > 0 ? [delay] : [] });
    await admin.sendCommand(["CONFIG", "SET", "slowlog-log-slower-than", "0", "slowlog-max-len", "100000"]);
    const client = createLocks({ redis: gateway });
    await listAll(client);
    const times: number[] = [];
    await gateway.resetCounters();
    await admin.sendCommand(["SLOWLOG", "RESET"]);
    const cpuBefore = cpuMs(await admin.sendCommand(["INFO", "cpu"]));
    for (let run = 0; run < runs; run += 1) {
      const start = performance.now();
      const found = await listAll(client);
      times.push(performance.now() - start);
      if (found.size !== locks) throw new Error(`${found.size} of ${locks} locks were listed`);
    }
    const { requests } = await gateway.counters();
    const cpu = cpuMs(await admin.sendCommand(["INFO", "cpu"])) - cpuBefore;
    const blocked = blockedMs(await admin.sendCommand(["SLOWLOG", "GET", "-1"]));
    const [median = Number.NaN, longest = Number.NaN] = [blocked[Math.floor(blocked.length / 2)], blocked.at(-1)];
    const spread = [Math.min(...times), Math.max(...times)];
    rows.push([others.toLocaleString("en-US"), ...spread, requests / runs, cpu / requests, median, longest]);
    client.close();
    admin.destroy();
  }
  console.log(`${locks.toLocaleString("en-US")} held locks, a round trip of ${roundTripMs} ms, ${runs} runs\n`);
  const calls = ["CPU of a call, ms", "median call, ms", "longest call, ms"];
  console.log(table(["other keys", "fastest, ms", "slowest, ms", "requests", ...calls], rows));
  console.log(
    "\nCalls: how long a script blocks Redis. On a busy machine, the longest are those that were interrupted.",
  );
}

/** Lists all locks. Returns their names. */
async function listAll(locks: Locks): Promise<ReadonlySet<string>> {
  const names = new Set<string>();
  let cursor: string | undefined;
  do {
    const page = await locks.list({ limit: 1_000, cursor });
    for (const { name } of page.locks) names.add(name);
    cursor = page.cursor;
  } while (cursor !== undefined);
  return names;
}

/** Returns how long the main thread of Redis has computed, ms. */
function cpuMs(info: unknown): number {
  const parts = [...String(info).matchAll(/^used_cpu_(?:sys|user)_main_thread:([\d.]+)/gm)];
  return parts.reduce((sum, [, seconds]) => sum + Number(seconds) * 1_000, 0);
}

/** Returns how long each script of the slow log took, ms, the shortest first. */
function blockedMs(log: unknown): number[] {
  const entries: readonly unknown[] = Array.isArray(log) ? log : [];
  const micros = entries.flatMap((entry) => {
    const [, , took, words]: unknown[] = Array.isArray(entry) ? entry : [];
    return Array.isArray(words) && String(words[0]).toUpperCase() === "EVALSHA" ? Number(took) : [];
  });
  return micros.map((each) => each / 1_000).sort((one, other) => one - other);
}
