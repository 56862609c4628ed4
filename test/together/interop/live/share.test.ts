// How Java services and isolates share a lock that all of them want all the time. `npm run test:full -- interop share
// --share-ms 30000` prints the table of docs/java/redisson.md.
import { setTimeout as sleep } from "node:timers/promises";
import { Redis } from "ioredis";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Locks } from "../../../../src/index.ts";
import { ioredisPort } from "../../../../src/lock/tcp/ioredis.ts";
import { uniqueName } from "../../../support/unique-name.ts";
import { JavaThread } from "../java-thread.ts";
import { Both, JAVA_WATCHDOG_MS } from "./both.ts";
import { newest } from "./versions.ts";

const SHARE_MS = Number(process.env["SHARE_MS"] ?? 5_000);
const THREADS = 2;
const HOLD_MS = 10;
const LONGEST_PAUSE_MS = 24;
// One isolate beside three services comes in when none of them wants the lock.
const LONGEST_WAIT_MS = 30_000;

/** What one side got while both ran. */
interface Side {
  turns: number;
  readonly waits: number[];
}

const both = new Both(newest);
const closing: (() => Promise<unknown>)[] = [];

beforeAll(() => both.start());
afterAll(async () => {
  for (const close of closing) await close();
  await both.stop();
});

function isolate(prefix: string, transport: string): Locks {
  if (transport === "HTTP") return both.isolate({ prefix });
  const client = new Redis(both.gateway.redisUrl);
  closing.push(() => client.quit());
  return both.isolate({ prefix }, ioredisPort(client));
}

/** One service of Redisson: two threads of a client. */
async function service(nth: number): Promise<JavaThread[]> {
  const client = `service-${uniqueName()}-${nth}`;
  const threads = Array.from({ length: THREADS }, (_, thread) => new JavaThread(both.jvm, client, String(thread)));
  await threads[0]?.open({ lockWatchdogTimeout: JAVA_WATCHDOG_MS });
  return threads;
}

it.each(
  [
    [2, 2],
    [1, 3],
    [3, 3],
    [3, 1],
  ].flatMap(([javas, ours]) =>
    ["lock:", ""].flatMap((prefix) => ["HTTP", "ioredis"].map((by) => [javas, ours, prefix, by] as const)),
  ),
)(
  "%d services of Redisson and %d isolates, prefix %o, over %s, share a lock",
  async (javas = 1, ours = 1, prefix, by) => {
    const name = uniqueName();
    const sides: Record<"java" | "ours", Side> = { java: { turns: 0, waits: [] }, ours: { turns: 0, waits: [] } };
    let inside = 0;
    let isOver = false;
    const repeat = async (side: Side, acquire: () => Promise<() => Promise<unknown>>): Promise<void> => {
      // Ends with the run.
      while (!isOver) {
        await sleep(Math.random() * LONGEST_PAUSE_MS);
        const start = performance.now();
        const release = await acquire();
        inside += 1;
        expect(inside).toBe(1);
        side.turns += 1;
        side.waits.push(performance.now() - start);
        await sleep(HOLD_MS);
        inside -= 1;
        await release();
      }
    };
    const threads = (await Promise.all(Array.from({ length: javas }, (_, nth) => service(nth)))).flat();
    const clients = Array.from({ length: ours }, () => isolate(prefix, by));
    const all = [
      ...threads.map((java) =>
        repeat(sides.java, async () => {
          await java.lock(prefix + name);
          return () => java.unlock(prefix + name);
        }),
      ),
      ...clients.flatMap((locks) =>
        Array.from({ length: THREADS }, () =>
          repeat(sides.ours, async () => {
            const held = await locks.lock(name).acquire({ waitMs: 60_000 });
            return () => held.release();
          }),
        ),
      ),
    ];
    await sleep(SHARE_MS);
    isOver = true;
    await Promise.all(all);
    const turns = sides.java.turns + sides.ours.turns;
    const shareOf = ({ turns: some }: Side, processes: number): string =>
      (some / turns / (processes / (javas + ours))).toFixed(2);
    const longest = ({ waits }: Side): number => Math.round(Math.max(...waits));
    console.log(
      `${javas} + ${ours}, prefix "${prefix}", ${by}: Java ${shareOf(sides.java, javas)} of its share, isolates ` +
        `${shareOf(sides.ours, ours)}; longest waits ${longest(sides.java)} and ${longest(sides.ours)} ms; ${turns} turns`,
    );
    // How large the shares are depends on the machine and its load: the simulation has them as equalities.
    expect(Math.min(sides.java.turns, sides.ours.turns)).toBeGreaterThan(0);
    expect(Math.max(longest(sides.java), longest(sides.ours))).toBeLessThan(LONGEST_WAIT_MS);
    await both.nothingLeft(name);
  },
  SHARE_MS + 60_000,
);
