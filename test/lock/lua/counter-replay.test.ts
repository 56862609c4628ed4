// Every changing script of the semaphore and of the latch, in every branch, run many times beside other clients: one
// effect, one reply, one message. The rows are in test/lock/lua/replay/counters.ts.
import { describe, expect, it } from "vitest";
import { addPermitsCall } from "../../../src/lock/lua/semaphore.ts";
import { emptyRedis } from "../../support/empty-redis.ts";
import { shortOrFull } from "../../support/exhaustive.ts";
import { counterReplayTable } from "./replay/counters.ts";
import { inFullRedis } from "./replay/full-redis.ts";
import { sameAnswer } from "./replay/same-answer.ts";
import { busy } from "./replay/table.ts";

const KEY = "replayed";

const redis = await emptyRedis();
const { run, command } = redis;

const LOOK = `local own = {}
for _, key in ipairs(redis.call('KEYS', 'leasehound::request:*')) do
  table.insert(own, key .. ' ' .. redis.call('GET', key))
end
table.sort(own)
local told = string.match(redis.call('INFO', 'commandstats'), 'cmdstat_publish:calls=(%d+)')
return {
  redis.call('GET', KEYS[1]) or 'none', math.floor(redis.call('PTTL', KEYS[1]) / 10000 + 0.5), own, tonumber(told or 0)
}`;

interface State {
  readonly number: string;
  /** In tens of seconds. */
  readonly ttl: number;
  /** The stored records, each with its request. */
  readonly own: readonly string[];
  /** Messages since Redis was started. */
  readonly told: number;
}

async function state(): Promise<State> {
  const [number, ttl, own, told] = await command<[string, number, string[], number]>("EVAL", LOOK, 1, KEY);
  return { number, ttl, own, told };
}

/** The reply without its momentary parts. */
function definite(reply: unknown): unknown {
  return typeof reply === "object" ? { ...reply, available: 0 } : reply;
}

describe.each(counterReplayTable)("$script: $branch", (row) => {
  it.each(shortOrFull([5], [1, 2, 3, 5]))(
    "has one effect, one reply and one message when it runs %i times in a row",
    async (times) => {
      const call = await row.arrange(run, KEY);
      const before = await state();
      sameAnswer(row, await run(call));
      const once = await state();
      expect(once.told - before.told).toBeLessThanOrEqual(row.script === "count-down-latch/delete" ? 2 : 1);
      for (let repeat = 1; repeat < times; repeat += 1) {
        sameAnswer(row, await run(call));
        expect(await state()).toEqual(once);
      }
    },
  );

  it("has one effect, one reply and one message when it runs five times at once", async () => {
    const call = await row.arrange(run, KEY);
    const before = await state();
    for (const reply of await Promise.all([call, call, call, call, call].map(run))) sameAnswer(row, reply);
    const many = await state();
    await command("FLUSHALL");
    const again = await row.arrange(run, KEY);
    const { told } = await state();
    await run(again);
    const once = await state();
    expect({ ...many, told: many.told - before.told }).toEqual({ ...once, told: once.told - told });
  });

  it("in a full Redis, has its effect and reply, or is refused and does nothing after its cancel", async () => {
    await inFullRedis(row, KEY, redis, async () => ({ ...(await state()), told: 0 }));
  });

  it("does nothing late, when other clients have changed the number or deleted the key", async () => {
    const call = await row.arrange(run, KEY);
    const first = await run(call);
    const mayTakeLater = row.reply === busy;
    const meanwhile: (() => Promise<unknown>)[] = [
      () => run(addPermitsCall(KEY, `more-${crypto.randomUUID()}`, 3)),
      () => command("SET", KEY, "0"),
      () => command("DEL", KEY),
      () => command("SET", KEY, "100"),
    ];
    for (const change of meanwhile) {
      await change();
      if (mayTakeLater) continue;
      const before = await state();
      for (let repeat = 0; repeat < 3; repeat += 1) {
        expect(definite(await run(call))).toEqual(definite(first));
        expect(await state()).toEqual(before);
      }
    }
    // The caller repeats the request, or cancels it.
    if (mayTakeLater) expect(await run(call)).toMatchObject({ kind: "held", available: 94 });
  });
});
