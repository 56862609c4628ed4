// Faults of the holder's own process: stopped, busy.
import { expect, it } from "vitest";
import { statusCall } from "../../../src/lock/lua/lock.ts";
import { upstashPort } from "../../../src/lock/redis/upstash.ts";
import { createLocks } from "../../support/bare-locks.ts";
import { startNode } from "../../support/child-process.ts";
import { eventually } from "../../support/eventually.ts";
import { sharedGateway } from "../../support/gateways.ts";
import { startHolder } from "../../support/start-holder.ts";
import { uniqueName } from "../../support/unique-name.ts";
import { BackgroundWork } from "../../support/wait-until.ts";

const redis = await sharedGateway();
const LEASE_MS = 1_500;

/** Blocks the event loop, as CPU-heavy work does. */
function burn(ms: number): void {
  const end = performance.now() + ms;
  while (performance.now() < end);
}

it("a process stopped for longer than the lease learns of the loss before its own code continues", async () => {
  const name = uniqueName();
  const lock = createLocks({ redis, leaseMs: LEASE_MS }).lock(name);
  await using holder = startHolder(redis, name, { leaseMs: LEASE_MS });
  await holder.line();
  holder.signal("SIGSTOP");
  await using next = await lock.acquire({ waitMs: 5 * LEASE_MS });
  expect(holder.stdout).not.toContain("lost");
  holder.signal("SIGCONT");
  await holder.line(/lost LOCK_LOST/);
  expect(await next.check()).toBe(true);
});

it("a kept signal is aborted at the first read after a stop that was longer than the lease, 15 of 15", async () => {
  const name = uniqueName();
  const leaseMs = 2 * LEASE_MS;
  await using holder = startNode(["test/support/stopped-holder.ts", redis.url, redis.token, name, leaseMs, 15]);
  await holder.line(/^before 0$/);
  holder.signal("SIGSTOP");
  await new Promise((resolve) => setTimeout(resolve, leaseMs + 500));
  holder.signal("SIGCONT");
  const looks = (await holder.line(/^after /)).replace("after ", "");
  expect(JSON.parse(looks)).toEqual(Array.from({ length: 15 }, (_, nth) => (nth % 2 === 0 ? true : "LOCK_LOST")));
});

it("an event loop that is busy for longer than lease/3 renews as soon as it can", async () => {
  const held = await createLocks({ redis, leaseMs: LEASE_MS }).lock(uniqueName()).acquire();
  const before = held.validUntil;
  const kept = held.keepAlive(new BackgroundWork());
  burn(LEASE_MS * 0.6);
  await eventually(() => held.validUntil > before + LEASE_MS / 3);
  expect(held.signal.aborted).toBe(false);
  await held.release();
  expect((await kept.ended).renewals).toBeGreaterThanOrEqual(1);
});

it("an event loop that is busy for longer than the lease has lost the lock, and renews nothing", async () => {
  const lock = createLocks({ redis, leaseMs: LEASE_MS }).lock(uniqueName());
  const held = await lock.acquire();
  const { signal } = held;
  const kept = held.keepAlive(new BackgroundWork());
  burn(LEASE_MS * 1.2);
  // Before any timer can run.
  expect(signal.aborted).toBe(true);
  expect(held.signal.aborted).toBe(true);
  expect(await kept.ended).toEqual({ reason: "lost", renewals: 0 });
  expect(await lock.isLocked()).toBe(false);
});

it("an answer that arrived while the event loop was busy counts, although its time has passed", async () => {
  const port = upstashPort(redis);
  await port.run(statusCall(uniqueName()), { timeoutMs: 20_000 });
  for (let time = 0; time < 10; time += 1) {
    const answer = port.run(statusCall(uniqueName()), { timeoutMs: 200 });
    // It is on its way.
    await new Promise((resolve) => setTimeout(resolve, 1));
    burn(400);
    expect(await answer).toMatchObject({ holdCount: 0 });
  }
});
