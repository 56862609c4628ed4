// What callers in Java do to the order of our fair read/write lock, whose queue they do not see: among ours, the order
// holds. The counts are printed.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Lock } from "../../../../src/index.ts";
import { uniqueName } from "../../../support/unique-name.ts";
import { asleep } from "../../../support/waiting.ts";
import { sharedLockOf } from "../kinds.ts";
import { Both } from "./both.ts";
import { newest } from "./versions.ts";

const OURS = 8;
const JAVA_THREADS = 3;
const WAIT_MS = 60_000;

describe(`the order of the fair read/write lock with Redisson ${newest}`, () => {
  const both = new Both(newest);
  beforeAll(async () => {
    await both.start();
    // The first call of a client is slow.
    await (await both.java()).owner();
  });
  afterAll(() => both.stop());

  const ours = (name: string): Lock => sharedLockOf(both.locks(), "fairReadWriteLock", "write", name);

  it("writers of Java that ask again and again overtake our writers, who keep their own order", async () => {
    const name = uniqueName();
    const first = await ours(name).acquire();
    const order: number[] = [];
    const waiting: Promise<void>[] = [];
    for (let nth = 0; nth < OURS; nth += 1) {
      let refusals = 0;
      const got = ours(name).acquire({ waitMs: WAIT_MS, onWait: () => (refusals += 1) });
      waiting.push(
        got.then(async (held) => {
          order.push(nth);
          await held.release();
        }),
      );
      await asleep(() => refusals);
    }
    let isOver = false;
    let javaHolds = 0;
    const threads = await Promise.all(Array.from({ length: JAVA_THREADS }, () => both.java({ kind: "write" })));
    const greedy = threads.map(async (java) => {
      // Ends when all of ours have had the lock.
      while (!isOver) {
        await java.lock(name);
        if (!isOver) javaHolds += 1;
        await java.unlock(name);
      }
    });
    const start = performance.now();
    await first.release();
    await Promise.all(waiting);
    const ms = Math.round(performance.now() - start);
    isOver = true;
    await Promise.all(greedy);
    expect(order).toEqual(Array.from({ length: OURS }, (_, nth) => nth));
    console.log(
      `${OURS} of our writers beside ${JAVA_THREADS} greedy ones in Java: ${javaHolds} holds in Java in ${ms} ms`,
    );
  });

  it("readers of Java overtake our waiting writer, which acquires the lock after the last of them", async () => {
    const name = uniqueName();
    const readers = [await both.java({ kind: "read" }), await both.java({ kind: "read" })] as const;
    await readers[0].lock(name);
    let refusals = 0;
    let isIn = false;
    const got = ours(name).acquire({ waitMs: WAIT_MS, onWait: () => (refusals += 1) });
    got.then(() => (isIn = true)).catch(() => {});
    await asleep(() => refusals);
    const turns = 20;
    for (let turn = 1; turn <= turns; turn += 1) {
      const [next, last] = turn % 2 === 1 ? [readers[1], readers[0]] : [readers[0], readers[1]];
      await next.lock(name);
      expect(await last.unlock(name)).toBe(true);
      expect(isIn).toBe(false);
    }
    const lastReader = readers[turns % 2];
    expect(await lastReader?.unlock(name)).toBe(true);
    await (await got).release();
    await both.nothingLeft(name);
  });
});
