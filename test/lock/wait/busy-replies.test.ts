// A server that always answers that the lock will be free at once: a waiter attempts five times at once,
// and then five times a second at most.
import { describe, expect, it, type TestContext, vi } from "vitest";
import { createLocks, type Locks } from "../../../src/index.ts";
import { createRemoteLocks } from "../../../src/service/remote/index.ts";
import { TOKEN } from "../../support/lock-api.ts";
import { named } from "../../support/mixed-answers.ts";
import { served } from "../../support/served.ts";

const WAIT_MS = 2_500;

// All of it is waiting.
vi.setConfig({ maxConcurrency: 22 });

/** Returns how many attempts are allowed: five at once, one for each 200 ms that follow, and the last one. */
function most(attemptedAt: readonly number[]): number {
  const [first = 0] = attemptedAt;
  return 5 + ((attemptedAt.at(-1) ?? first) - first) / 200 + 1;
}

/** Returns the address of a server that answers every attempt alike, and the times at which attempts arrived. */
async function busyServer(
  busy: readonly number[],
  { onTestFinished }: TestContext,
): Promise<{ readonly url: string; readonly attemptedAt: number[] }> {
  const attemptedAt: number[] = [];
  const { origin, stop } = await served(async (request) => {
    const [, kind, channel] = /^\/(p?subscribe)\/(.*)$/.exec(new URL(request.url).pathname) ?? [];
    if (channel !== undefined) return subscribed(`${kind},${decodeURIComponent(channel)},1`);
    const [, , keys, ...rest]: string[] = await request.json();
    attemptedAt.push(performance.now());
    return Response.json({ result: ["busy", rest[Number(keys)], ...busy] });
  });
  onTestFinished(stop);
  return { url: origin, attemptedAt };
}

/** A stream that says that it is open, and nothing else. */
function subscribed(data: string): Response {
  const body = new ReadableStream({ start: (controller) => controller.enqueue(`data: ${data}\n\n`) });
  const headers = { "content-type": "text/event-stream" };
  return new Response(body.pipeThrough(new TextEncoderStream()), { headers });
}

interface Waits {
  acquire(options: { waitMs: number; wait?: "poll" | "subscribe" }): Promise<unknown>;
}

/** How each kind answers that it is busy for so many ms more: with a place in a queue, or with available permits. */
const KINDS: readonly (readonly [string, (locks: Locks) => Waits, (ms: number) => readonly number[]])[] = [
  ["lock", (locks) => locks.lock("x"), (ms) => [ms]],
  ["fairLock", (locks) => locks.fairLock("x"), (ms) => [ms, 1, ms]],
  ["readLock", (locks) => locks.readWriteLock("x").readLock(), (ms) => [ms]],
  ["semaphore", (locks) => locks.semaphore("x"), () => [9]],
  ["permitExpirableSemaphore", (locks) => locks.permitExpirableSemaphore("x"), (ms) => [ms, 9]],
];

describe.concurrent.each(KINDS)("%s", (_, of, answers) => {
  it.for([
    ["poll", 0],
    ["poll", 1],
    ["subscribe", 0],
    ["subscribe", 1],
  ] as const)("by %s, busy for %i ms more, attempts five times a second at most", async ([wait, ms], context) => {
    const { url, attemptedAt } = await busyServer(answers(ms), context);
    const locks = createLocks({ redis: { url, token: "canary-5ecret" } });
    const waiting = of(locks).acquire({ waitMs: WAIT_MS, wait });
    await expect(waiting).rejects.toMatchObject({ code: "LOCK_BUSY" });
    expect(attemptedAt.length).toBeGreaterThanOrEqual(3);
    expect(attemptedAt.length).toBeLessThanOrEqual(most(attemptedAt));
    locks.close();
  });
});

it.concurrent.each([0, 1])(
  "the client of a lock API, busy for %i ms more, asks five times a second at most",
  async (remainingMs) => {
    const attemptedAt: number[] = [];
    const locks = createRemoteLocks({
      ...{ url: "https://locks.example", token: TOKEN },
      async fetch(_, init) {
        attemptedAt.push(performance.now());
        return Response.json({ ...named(init), code: "LOCK_BUSY", title: "busy", remainingMs }, { status: 423 });
      },
    });
    await expect(locks.lock("x").acquire({ waitMs: WAIT_MS })).rejects.toMatchObject({ code: "LOCK_BUSY" });
    expect(attemptedAt.length).toBeLessThanOrEqual(most(attemptedAt));
  },
);
