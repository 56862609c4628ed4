// Java threads and clients of ours on the same locks, with lost replies to ours. No two are ever inside together, no
// waiter starves, and nothing is left in Redis.
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createTestHarness, type TestHarness } from "wrangler";
import { sequence } from "../../../../src/engine/faults/random.ts";
import { isLockError } from "../../../../src/index.ts";
import { type Gateway, startGateway } from "../../../../src/tools/gateway/gateway.ts";
import { createLocks } from "../../../support/bare-locks.ts";
import { eventually } from "../../../support/eventually.ts";
import { command } from "../../../support/rest.ts";
import { uniqueName } from "../../../support/unique-name.ts";
import type { JavaThread } from "../java-thread.ts";
import { Witness } from "../soak-witness.ts";
import { Both } from "./both.ts";
import { versions } from "./versions.ts";

const SOAK_MS = Number(process.env["SOAK_MS"] ?? 20_000);
const LEASE_MS = 3_000;
const WAIT_MS = 10_000;
const MAX_HOLD_MS = 30;
// A waiter of ours in a queue, whose stream was away during its message, tries by then.
const QUEUED_POLL_MS = 5_000;
const [version = ""] = versions;

const both = new Both(version);
let lossy: Gateway;
let worker: TestHarness;
let witness: Witness;

beforeAll(async () => {
  await both.start();
  // Java's own connection loses nothing, and neither do the requests of the test.
  lossy = await startGateway({ redisUrl: both.gateway.redisUrl });
  witness = await Witness.start();
  const vars = { REDIS_URL: lossy.url, REDIS_TOKEN: lossy.token, WITNESS: witness.url };
  worker = createTestHarness({ workers: [{ configPath: "./test/together/interop/soak-worker/wrangler.toml", vars }] });
  await worker.listen();
});
afterAll(async () => {
  await worker?.close();
  await lossy?.close();
  await witness?.[Symbol.asyncDispose]();
  await both.stop();
});

it(
  `four Java threads and four clients of ours exclude each other for ${SOAK_MS / 1_000} s with Redisson ${version}`,
  async () => {
    const prefix = uniqueName();
    const random = sequence(1, 0);
    // Three of ten are fair.
    const name = (): string => `${prefix}:{${Math.floor(random() * 10)}}`;
    const isFair = (lock: string): boolean => /[789]}$/.test(lock);
    const holdMs = (): number => Math.floor(random() * MAX_HOLD_MS);
    const end = performance.now() + SOAK_MS;
    const codes: Record<string, number> = {};
    const count = (code: string): void => {
      codes[code] = (codes[code] ?? 0) + 1;
    };

    /** Runs one section after the other. `section` resolves to its outcome. */
    async function again(who: string, section: (lock: string) => Promise<string>): Promise<void> {
      while (performance.now() < end) {
        witness.waits(who);
        const lock = name();
        const outcome = await section(lock);
        count(outcome);
        // A client that lost four replies in a row reports that. One that was refused, or lost the lock, waited too
        // long.
        if (/refused|lost|LOCK_/.test(outcome)) witness.gaveUp(lock, who);
      }
    }

    function javaSection(thread: JavaThread, who: string): (lock: string) => Promise<string> {
      return async (lock) => {
        const java = isFair(lock) ? thread.with("fair") : thread;
        if (!(await java.tryLock(lock, { waitMs: WAIT_MS }))) return "java: refused";
        witness.enter(lock, who);
        await sleep(holdMs());
        witness.exit(lock, who);
        return (await java.unlock(lock)) ? "java: done" : "java: lost";
      };
    }

    function ourSection(who: string): (lock: string) => Promise<string> {
      const locks = createLocks({ redis: lossy, leaseMs: LEASE_MS });
      return async (lock) => {
        try {
          const taken = isFair(lock) ? locks.fairLock(lock) : locks.lock(lock);
          const held = await taken.acquire({ waitMs: WAIT_MS });
          held.keepAlive();
          witness.enter(lock, who);
          await sleep(holdMs());
          witness.exit(lock, who);
          await held.release();
          return "ours: done";
        } catch (error) {
          if (!isLockError(error)) throw error;
          return `ours: ${error.code}`;
        }
      };
    }

    function workerSection(who: string): (lock: string) => Promise<string> {
      return async (lock) => {
        const section = { name: lock, who, fair: isFair(lock), leaseMs: LEASE_MS, waitMs: WAIT_MS, holdMs: holdMs() };
        const response = await worker.fetch("/", { method: "POST", body: JSON.stringify(section) });
        const { code } = Object(await response.json());
        return `worker: ${code ?? "done"}`;
      };
    }

    const threads = await Promise.all([1, 2, 3, 4].map(() => both.java({ watchdogMs: LEASE_MS })));
    lossy.faults.set({ seed: 1, rules: [{ fault: "drop-reply", probability: 0.1 }] });
    await Promise.all([
      ...threads.map((java, nth) => again(`java ${nth}`, javaSection(java, `java ${nth}`))),
      ...["node 1", "node 2"].map((who) => again(who, ourSection(who))),
      ...["worker 1", "worker 2"].map((who) => again(who, workerSection(who))),
    ]);
    lossy.faults.clear();

    const [fairMs, plainMs] = [witness.stuckMs(isFair), witness.stuckMs((lock) => !isFair(lock))];
    const stuck = `stuck at most ${Math.round(plainMs)} ms, in a queue ${Math.round(fairMs)} ms`;
    console.log(`${witness.sections} sections, ${stuck};`, codes);
    expect(witness.overlaps).toEqual([]);
    expect(plainMs).toBeLessThan(LEASE_MS + 1_000);
    expect(fairMs).toBeLessThan(QUEUED_POLL_MS + 1_000);
    // A waiter of ten seconds for a section of a hundredth of one gets in.
    expect(witness.gaveUps).toBe(0);
    for (const side of ["java", "ours", "worker"]) expect(codes[`${side}: done`]).toBeGreaterThan(SOAK_MS / 200);
    // An unreleased hold ends with its lease; a record of ours has a TTL too.
    await eventually(async () => {
      const keys = await command<string[]>(both.gateway, "KEYS", "*");
      return keys.every((key) => /^(leasehound|redisson_unlock_latch)/.test(key));
    }, LEASE_MS + 2_000);
    for (const key of await command<string[]>(both.gateway, "KEYS", "*")) {
      expect(await command(both.gateway, "PTTL", key), key).not.toBe(-1);
    }
  },
  SOAK_MS + 60_000,
);
