// Java's waiters beside releases that grant the plain lock by message, and ours behind a Java holder.
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Locks } from "../../../../src/index.ts";
import { releaseChannel } from "../../../../src/lock/keys.ts";
import { listen } from "../../../support/channel.ts";
import { uniqueName } from "../../../support/unique-name.ts";
import { sleeper } from "../../../support/waiting.ts";
import { Both } from "./both.ts";
import { versionsUnlessShort } from "./versions.ts";
import { tell } from "./woken.ts";

const ISOLATES = 4;
const TURNS = 8;
// Once in each second of grants, a release leaves the lock free and says so.
const FREE_WITHIN_MS = 1_200;
// Java attempts at such a moment, as the called waiter of ours does: it may be late several times.
const LONGEST_WAIT_MS = 10_000;
const BEHIND_JAVA_MS = 500;

describe.each(versionsUnlessShort)("grants beside Redisson %s", (version) => {
  const both = new Both(version);
  beforeAll(() => both.start());
  afterAll(() => both.stop());

  const isolate = (prefix: string): Locks => both.isolate({ prefix, waitMs: 25_000, pollMs: 60_000 });

  it("Java is woken within 1.2 s, gets in, and starves nobody", async () => {
    const name = uniqueName();
    const key = `lock:${name}`;
    const java = await both.java();
    await using channel = await listen(both.gateway, releaseChannel(key));
    const turns = Array.from({ length: ISOLATES }, () => 0);
    let [isOver, inside] = [false, 0];
    const greedy = turns.map(async (_, nth) => {
      const lock = isolate("lock:").lock(name);
      // Ends when Java had its turns.
      while (!isOver) {
        await using _held = await lock.acquire();
        inside += 1;
        expect(inside).toBe(1);
        turns[nth] = (turns[nth] ?? 0) + 1;
        await sleep(5);
        inside -= 1;
      }
    });
    const waits: number[] = [];
    for (let turn = 0; turn < TURNS; turn += 1) {
      await sleep(200);
      const [start, before] = [performance.now(), channel.messages.length];
      const told = sleep(FREE_WITHIN_MS).then(() => channel.messages.slice(before).includes("0"));
      await java.lock(key);
      waits.push(performance.now() - start);
      expect(inside).toBe(0);
      await java.unlock(key);
      expect(await told).toBe(true);
    }
    isOver = true;
    await Promise.all(greedy);
    tell(version, `among ${turns.join(", ")} grants Java is`, waits);
    expect(Math.max(...waits)).toBeLessThan(LONGEST_WAIT_MS);
    expect(Math.min(...turns)).toBeGreaterThan(Math.max(...turns) / 2);
    await both.nothingLeft(name);
  });

  it.each(["", "lock:"])("ours is woken by a release of Java's with prefix %o", async (prefix) => {
    const woken: number[] = [];
    for (let round = 0; round < 5; round += 1) {
      const [name, java] = [uniqueName(), await both.java()];
      await both.following(0);
      await java.lock(prefix + name);
      const { got } = await sleeper((more) => isolate(prefix).lock(name).acquire(more));
      // Until Redis has confirmed its streams.
      await both.following(1);
      const start = performance.now();
      await java.unlock(prefix + name);
      const held = await got;
      woken.push(performance.now() - start);
      await held.release();
    }
    tell(version, `behind Java, prefix "${prefix}": we are`, woken);
    expect(Math.max(...woken)).toBeLessThan(BEHIND_JAVA_MS);
  });
});
