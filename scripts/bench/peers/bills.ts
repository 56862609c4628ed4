// The commands of three usual jobs, counted by Redis.
import { setTimeout as sleep } from "node:timers/promises";
import { createLocks } from "leasehound";
import { createLightLocks } from "leasehound/light";
import { type Gateway, startGateway } from "../../../src/tools/gateway/gateway.ts";
import { UpstashLock, UpstashRedis } from "../others/upstash.ts";
import { say } from "../settings.ts";
import { CHATS, type FigureId, MACHINES } from "./figures.ts";
import type { Run } from "./run.ts";

const CHAT_MS = 60_000;
const LEASE_MS = 30_000;
// How many times faster than in reality the chats are: their time, their leases and their renewals. @upstash/lock
// extends leases by whole seconds, such as a third of 3 s.
const FASTER = 10;

/** What a package does in each job. Each name is used once. */
interface Payer {
  readonly id: string;
  webhook(name: string): Promise<void>;
  /** One machine in one minute: one of them gets the lock. */
  tick(name: string): Promise<void>;
  /** A chat that renews its lease each third of it. */
  chat(name: string, ms: number, leaseMs: number): Promise<void>;
}

const JOBS: readonly { figure: FigureId; play: (payer: Payer, name: string) => Promise<unknown> }[] = [
  { figure: "bill-webhook", play: (payer, name) => payer.webhook(name) },
  {
    figure: "bill-cron",
    play: (payer, name) => Promise.all(Array.from({ length: MACHINES }, () => payer.tick(name))),
  },
  {
    figure: "bill-chats",
    play: (payer, name) =>
      Promise.all(
        Array.from({ length: CHATS }, (_, nth) => payer.chat(`${name}:${nth}`, CHAT_MS / FASTER, LEASE_MS / FASTER)),
      ),
  },
];

export async function measureBills({ record, isQuick }: Run): Promise<void> {
  await using gateway = await startGateway();
  const payers = [
    ours("leasehound", (options) => createLocks({ redis: gateway, ...options })),
    ours("leasehound-light", (options) => createLightLocks({ redis: gateway, ...options })),
    upstashLock(gateway),
  ];
  const rounds = isQuick ? 1 : 5;
  for (const { figure, play } of JOBS) {
    say(figure);
    for (const payer of payers) {
      // The first one loads the scripts.
      await play(payer, `${figure}:warm`);
      await gateway.resetCounters();
      for (let round = 0; round < rounds; round += 1) await play(payer, `${figure}:${round}`);
      record(figure, payer, { median: ((await gateway.counters()).billed ?? Number.NaN) / rounds });
    }
  }
}

/** What the jobs need of a client: of `createLocks`, or of `createLightLocks`. */
interface Client {
  withLock(name: string, fn: () => Promise<void> | void): Promise<void>;
  lock(name: string): { tryAcquire(): Promise<{ release(): Promise<unknown> } | null> };
}

function ours(id: string, client: (options?: { leaseMs: number }) => Client): Payer {
  const locks = client();
  return {
    id,
    webhook: (name) => locks.withLock(name, () => {}),
    async tick(name) {
      // Machines share nothing.
      const held = await client().lock(name).tryAcquire();
      if (held === null) return;
      await sleep(500);
      await held.release();
    },
    chat: (name, ms, leaseMs) => client({ leaseMs }).withLock(name, () => sleep(ms)),
  };
}

function upstashLock(gateway: Gateway): Payer {
  const redis = new UpstashRedis({ url: gateway.url, token: gateway.token });
  return {
    id: "upstash-lock",
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
