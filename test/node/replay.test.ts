// Every mutating script, every branch, run many times: the effect happens at most once, a definite answer never changes, and
// nobody else's hold is touched. The rows are in support/replay-table.ts.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Gateway, startGateway } from "../../scripts/gateway/index.ts";
import * as generated from "../../src/lua/generated.ts";
import { acquireCall, forceReleaseCall } from "../../src/lua/lock/calls.ts";
import { lastTriesKey } from "../../src/names.ts";
import { upstashPort } from "../../src/redis/upstash.ts";
import { FairQueue } from "../support/fair-queue.ts";
import { fairReplayTable } from "../support/replay-fair.ts";
import { busy, newOwners, type Row, type Run, replayTable } from "../support/replay-table.ts";
import { command, hash } from "../support/rest.ts";

const READ_ONLY = ["lock/status"];
const KEY = "replayed";
const table = [...replayTable, ...fairReplayTable];
let gateway: Gateway;
let run: Run;
beforeAll(async () => {
  gateway = await startGateway();
  run = (call) => upstashPort(gateway).run(call, { timeoutMs: 5_000 });
});
afterAll(() => gateway.close());
beforeEach(() => command(gateway, "FLUSHALL"));

/**
 * All there is: the lock's hash, our own keys with their texts, and who waits, with scores in tens of seconds from now; latches of the
 * arrangement aside.
 */
async function state(): Promise<Record<string, unknown>> {
  const tries = lastTriesKey(KEY);
  const keys = (await command<string[]>(gateway, "KEYS", "leasehound*")).filter(
    (key) => !key.includes("latch:expire-") && key !== tries,
  );
  const own = await Promise.all(keys.sort().map(async (key) => [key, await command(gateway, "GET", key)]));
  const queue = await FairQueue.of(gateway, KEY);
  const scores = Object.entries(await queue.scores()).map(([owner, ms]) => [owner, Math.round(ms / 10_000)]);
  return {
    hash: await hash(gateway, KEY),
    own: Object.fromEntries(own),
    waiting: await queue.order(),
    scores: Object.fromEntries(scores),
    tried: (await command<string[]>(gateway, "ZRANGE", tries, 0, -1)).sort(),
  };
}

function sameAnswer(row: Row, reply: unknown): void {
  if (typeof row.reply === "object") expect(reply).toMatchObject(row.reply ?? {});
  else expect(reply).toBe(row.reply);
}

/** An answer without what is left of a lease. */
function timeless(reply: unknown): unknown {
  const { queued, ...rest } = Object(reply);
  return { ...rest, remainingMs: 0, position: queued?.position };
}

/** A late copy of a try that was only refused finds the lock free and takes it: its caller asks again, or cancels. */
function mayTakeLater(row: Row): boolean {
  return row.reply === busy;
}

it("the table has every script that changes something", () => {
  const mutating = Object.values(generated)
    .map(({ name }) => name)
    .filter((name) => !READ_ONLY.includes(name));
  expect([...new Set(table.map(({ script }) => script))].sort()).toEqual(mutating.sort());
});

describe.each(table)("$script: $branch", (row) => {
  it.each([1, 2, 3, 5])("run %i times in a row: one effect, one answer", async (times) => {
    const call = await row.arrange(run, KEY);
    sameAnswer(row, await run(call));
    const once = await state();
    const ttl = await command<number>(gateway, "PTTL", KEY);
    for (let repeat = 1; repeat < times; repeat += 1) {
      sameAnswer(row, await run(call));
      expect(await state()).toEqual(once);
      if (ttl > 0) expect(await command<number>(gateway, "PTTL", KEY)).toBeGreaterThan(ttl - 1_000);
    }
  });

  it("run five times at once: one effect, one answer", async () => {
    const call = await row.arrange(run, KEY);
    for (const reply of await Promise.all([call, call, call, call, call].map(run))) sameAnswer(row, reply);
    const many = await state();
    await command(gateway, "FLUSHALL");
    await run(await row.arrange(run, KEY));
    expect(many).toEqual(await state());
  });

  it("interleaved with another client: its hold, got or not, stays as it is", async () => {
    const call = await row.arrange(run, KEY);
    const first = await run(call);
    const stranger = newOwners(KEY, "z:9");
    const got = await run(acquireCall(stranger, false));
    const between = await state();
    for (let repeat = 0; repeat < 3; repeat += 1) {
      const again = await run(call);
      // A hold that was told ended, or counted, is told so for ever; what was busy may be busy with the other.
      expect(timeless(again)).toEqual(timeless(first));
      expect(await state()).toEqual(between);
    }
    expect(["held", "busy"]).toContain(Object(got).kind);
  });

  it("late, when the lock is somebody else's by now: nothing is taken, freed or renewed", async () => {
    const call = await row.arrange(run, KEY);
    await run(call);
    await run(forceReleaseCall(KEY, `expire-${crypto.randomUUID()}`));
    const next = newOwners(KEY, "n:7");
    await run(acquireCall(next, false));
    await command(gateway, "PEXPIRE", KEY, 5_000);
    for (let repeat = 0; repeat < 3; repeat += 1) {
      await run(call);
      expect(await hash(gateway, KEY)).toEqual({ [next.owner]: "1" });
      expect(await command<number>(gateway, "PTTL", KEY)).toBeLessThanOrEqual(5_000);
    }
    // And when that one is gone too, no late copy of a hold that was granted or ended takes the free lock.
    await run(forceReleaseCall(KEY, `expire-${crypto.randomUUID()}`));
    const late = await run(call);
    if (mayTakeLater(row)) expect(late).toMatchObject({ kind: "held" });
    else expect(await command(gateway, "EXISTS", KEY)).toBe(0);
  });
});
