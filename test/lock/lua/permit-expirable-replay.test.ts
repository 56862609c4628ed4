// Every script of the permit-expirable semaphore, in every branch, run many times. The effect happens at most once, a
// definite reply never changes, and other owners' permits stay. The rows are in test/lock/lua/replay/permits.ts.
import { describe, expect, it } from "vitest";
import * as generated from "../../../src/lock/lua/generated.ts";
import { acquirePermitsCall } from "../../../src/lock/lua/permit-expirable.ts";
import { emptyRedis } from "../../support/empty-redis.ts";
import { exhaustive } from "../../support/exhaustive.ts";
import { permitsSeen } from "../../support/permits.ts";
import { inFullRedis } from "./replay/full-redis.ts";
import { expirePermits, permitReplayTable, setPermits } from "./replay/permits.ts";
import { sameAnswer } from "./replay/same-answer.ts";
import { busy } from "./replay/table.ts";

const KEY = "replayed";
const BETWEEN = "0e".repeat(16);
const LOOK = `local own = {}
for _, key in ipairs(redis.call('KEYS', 'leasehound*')) do
  table.insert(own, key .. ' ' .. redis.call('GET', key))
end
table.sort(own)
return own`;

const redis = await emptyRedis();
const { run, command } = redis;

/** Reads the counter, the records, and the leases in tens of seconds from now. */
async function state(): Promise<unknown> {
  const { available, leases, now } = await permitsSeen(command, KEY);
  const left = Object.entries(leases).map(([id, till]) => [id, Math.max(0, Math.round((Number(till) - now) / 10_000))]);
  return { available, leases: Object.fromEntries(left), own: await command("EVAL", LOOK, 0) };
}

/** Returns a reply without what another client acquired since. */
function told(reply: unknown): unknown {
  return typeof reply === "object" ? { ...reply, remainingMs: 0, available: 0, leased: 0 } : reply;
}

it("the replay table has every script", () => {
  const names = Object.values(generated).map(({ name }) => name);
  const ours = names.filter((name) => name.startsWith("permit-expirable/"));
  expect([...new Set(permitReplayTable.map(({ script }) => script))].sort()).toEqual(ours.sort());
});

describe.each(permitReplayTable)("$script: $branch", (row) => {
  it("has one effect and one reply when it runs one to five times in a row", async () => {
    const call = await row.arrange(run, KEY);
    sameAnswer(row, await run(call));
    const once = await state();
    for (let times = 2; times <= 5; times += 1) {
      sameAnswer(row, await run(call));
      expect(await state()).toEqual(once);
    }
  });

  it("leaves a permit to another client that acquires it in between", async () => {
    const call = await row.arrange(run, KEY);
    const first = await run(call);
    await run(setPermits(KEY, "add", 5, "s9"));
    await run(acquirePermitsCall({ key: KEY, ids: [BETWEEN], leaseMs: 30_000 }, false));
    const between = await state();
    for (let repeat = 0; repeat < 3; repeat += 1) {
      const again = await run(call);
      // A permit that was busy may be free by now, and then is acquired.
      if (row.reply === busy) return expect(again).toMatchObject({ kind: "held" });
      if (!row.script.endsWith("/status")) expect(told(again)).toEqual(told(first));
      expect(await state()).toEqual(between);
    }
  });

  exhaustive(() => {
    it("has one effect and one reply when it runs five times at once", async () => {
      const call = await row.arrange(run, KEY);
      const replies = await Promise.all([call, call, call, call, call].map(run));
      for (const reply of replies) sameAnswer(row, reply);
      const many = await state();
      await command("FLUSHALL");
      await run(await row.arrange(run, KEY));
      expect(many).toEqual(await state());
    });
  });

  it("in a full Redis, has its effect and reply, or is refused and does nothing after its cancel", async () => {
    await inFullRedis(row, KEY, redis, state);
  });

  it("takes or gives back nothing late, when the leases ended and another client has a permit", async () => {
    const call = await row.arrange(run, KEY);
    const first = await run(call);
    await run(expirePermits(KEY));
    await run(setPermits(KEY, "add", 5, "s9"));
    await run(acquirePermitsCall({ key: KEY, ids: [BETWEEN], leaseMs: 30_000 }, false));
    const { available, leases } = await permitsSeen(command, KEY);
    expect(Object.keys(leases)).toEqual([BETWEEN]);
    for (let repeat = 0; repeat < 3; repeat += 1) {
      const again = await run(call);
      if (row.reply === busy) return expect(again).toMatchObject({ kind: "held" });
      // The leased permits have expired; all else is as in the first reply.
      const isLeased = ["held", "renewed", "counted"].includes(Object(first).kind);
      if (isLeased) expect(again).toEqual({ kind: "ended", end: "lost" });
      else if (!row.script.endsWith("/status")) expect(told(again)).toEqual(told(first));
      expect(await permitsSeen(command, KEY)).toMatchObject({ available, leases });
    }
  });
});
