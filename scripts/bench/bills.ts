// npm run bench -- bills: the commands that three usual jobs cost, counted by Redis, and their price in a month.
import { setTimeout as sleep } from "node:timers/promises";
import { createLocks } from "leasehound";
import { createLightLocks } from "leasehound/light";
import { type Gateway, startGateway } from "../../src/tools/gateway/gateway.ts";
import { UpstashLock, UpstashRedis, VERSIONS } from "./others/locks.ts";
import { UPSTASH } from "./prices.ts";
import { dollars, table } from "./table.ts";
import { wholeNumbers } from "./whole-numbers.ts";

export interface BillsOptions {
  /** How often each job is counted. */
  readonly rounds: number;
}

/** `--rounds 5`. */
export function parseBillsOptions(args: string[]): BillsOptions {
  const usage = "usage: npm run bench -- bills [--rounds 5]";
  return wholeNumbers(args, usage, { rounds: 5 }, (whole) => ({ rounds: whole("rounds", 1, 100) }));
}

const WEBHOOKS = 1_000_000;
const MACHINES = 3;
const CHATS = 50;
const CHAT_MS = 60_000;
const LEASE_MS = 30_000;
// How many times faster than in reality the chats are: their time, their leases and their renewals. @upstash/lock
// extends leases by whole seconds, such as a third of 3 s.
const FASTER = 10;
const MINUTES_A_MONTH = 30 * 24 * 60;

/** What a package does in each job. Each name is used once. */
interface Payer {
  readonly name: string;
  webhook(name: string): Promise<void>;
  /** One machine in one minute: one of them gets the lock. */
  tick(name: string): Promise<void>;
  /** A chat that renews its lease each third of it. */
  chat(name: string, ms: number, leaseMs: number): Promise<void>;
}

export async function runBills({ rounds }: BillsOptions): Promise<void> {
  await using gateway = await startGateway();
  const payers = [
    ours("leasehound", (options) => createLocks({ redis: gateway, ...options })),
    ours("leasehound/light", (options) => createLightLocks({ redis: gateway, ...options })),
    upstashLock(gateway),
  ];
  const jobs: readonly [title: string, times: number, job: (payer: Payer, name: string) => Promise<unknown>][] = [
    ["a million webhooks", WEBHOOKS, (payer, name) => payer.webhook(name)],
    [
      `a cron each minute on ${MACHINES} machines`,
      MINUTES_A_MONTH,
      (payer, name) => Promise.all(Array.from({ length: MACHINES }, () => payer.tick(name))),
    ],
    [
      `${CHATS} chats of 60 s at once, all month`,
      MINUTES_A_MONTH,
      (payer, name) =>
        Promise.all(
          Array.from({ length: CHATS }, (_, nth) => payer.chat(`${name}:${nth}`, CHAT_MS / FASTER, LEASE_MS / FASTER)),
        ),
    ],
  ];
  const rows: (string | number)[][] = [];
  for (const [title, times, job] of jobs) {
    for (const payer of payers) {
      // The first one loads the scripts.
      await job(payer, `bills:${title}:warm`);
      await gateway.resetCounters();
      for (let round = 0; round < rounds; round += 1) await job(payer, `bills:${title}:${round}`);
      const commands = ((await gateway.counters()).billed ?? Number.NaN) / rounds;
      rows.push([`${title}, ${payer.name}`, commands, times, dollars(commands * times * UPSTASH.command)]);
    }
  }
  console.log(`Measured on ${new Date().toISOString().slice(0, 10)}, ${rounds} rounds of each job. Chats ran ${FASTER} times as fast, with leases as much shorter.
Prices: Upstash, pay as you go, ${UPSTASH.asOf}.

${table(["job", "commands", "times a month", "a month"], rows)}`);
}

/** What the jobs need of a client: of `createLocks`, or of `createLightLocks`. */
interface Client {
  withLock(name: string, fn: () => Promise<void> | void): Promise<void>;
  lock(name: string): { tryAcquire(): Promise<{ release(): Promise<unknown> } | null> };
}

function ours(name: string, client: (options?: { leaseMs: number }) => Client): Payer {
  const locks = client();
  return {
    name,
    webhook: (of) => locks.withLock(of, () => {}),
    async tick(of) {
      // Machines share nothing.
      const held = await client().lock(of).tryAcquire();
      if (held === null) return;
      await sleep(500);
      await held.release();
    },
    chat: (of, ms, leaseMs) => client({ leaseMs }).withLock(of, () => sleep(ms)),
  };
}

function upstashLock(gateway: Gateway): Payer {
  const redis = new UpstashRedis({ url: gateway.url, token: gateway.token });
  return {
    name: `@upstash/lock ${VERSIONS["@upstash/lock"]}`,
    async webhook(id) {
      const lock = new UpstashLock({ redis, id });
      if (await lock.acquire()) await lock.release();
    },
    async tick(id) {
      const lock = new UpstashLock({ redis, id });
      if (!(await lock.acquire())) return;
      await sleep(500);
      await lock.release();
    },
    async chat(id, ms, lease) {
      const lock = new UpstashLock({ redis, id, lease });
      await lock.acquire();
      // It has no watchdog: its caller extends the lease.
      for (let at = lease / 3; at < ms; at += lease / 3) {
        await sleep(lease / 3);
        await lock.extend(lease / 3);
      }
      await sleep(lease / 3);
      await lock.release();
    },
  };
}
