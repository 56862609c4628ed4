// Batches of lock managers, run many times: a copy of a batch, early or late, changes nothing, and a definite answer
// never changes.
import { describe, expect, it } from "vitest";
import type { OperationCall } from "../../../src/lock/lua/web-locks.ts";
import { batch, request } from "../../lock/lua/replay/web-locks.ts";
import { emptyRedis } from "../../support/empty-redis.ts";

const { run, command } = await emptyRedis();
const KEY = "replayed";

// Every key with its content, and with its TTL in tens of seconds; without the times of attempts and of uses.
const LOOK = `local all = {}
for _, key in ipairs(redis.call('KEYS', '*')) do
  local of, parts = redis.call('TYPE', key).ok, {}
  if of == 'string' then
    parts = { redis.call('GET', key) }
  elseif of == 'zset' then
    local untimed = string.find(key, 'tries', 1, true) or string.find(key, 'names', 1, true)
    parts = redis.call('ZRANGE', key, 0, -1, untimed and 'REV' or 'WITHSCORES')
    if untimed then table.sort(parts) end
  else
    parts = redis.call('HGETALL', key)
  end
  table.insert(all, key .. ': ' .. table.concat(parts, ' ') .. ', ' .. math.floor(redis.call('PTTL', key) / 10000 + 0.5))
end
table.sort(all)
return all`;
const state = (): Promise<string[]> => command("EVAL", LOOK, 0);

type Replied = readonly { readonly kind: string; readonly end?: string; readonly fencingToken?: string }[];

async function replies(operations: readonly OperationCall<unknown>[]): Promise<Replied> {
  const replied = await run(batch(...operations));
  return replied.map((reply) => {
    const { kind = "touched", end, fencingToken } = Object(reply);
    return { kind, end, fencingToken };
  });
}

const w1 = request(KEY, "a:1", "write");
const w2 = request(KEY, "b:2", "write");
const r3 = request(KEY, "c:3", "read");
const r4 = request(KEY, "d:4", "read");

const courses: Record<string, readonly (readonly OperationCall<unknown>[])[]> = {
  "a hand-over in one batch": [
    [w1.ask],
    [w2.ask, r3.ask],
    [w1.release, w2.askAgain],
    [w2.touch],
    [w2.release, r3.askAgain],
  ],
  "readers, a writer that gives up, and readers behind it": [
    [r3.ask, w1.ask],
    [r4.ask],
    [w1.cancel, r4.askAgain],
    [r3.release],
    [r4.release],
  ],
  "a refused last attempt": [[w1.ask], [r3.askLast, w2.askLast], [w1.release]],
  thefts: [[w1.ask, r3.ask], [w2.take], [w1.release], [w2.release, r3.askAgain], [r3.release]],
  "a theft from readers, whose thief is robbed": [
    [r3.ask, r4.ask],
    [w1.take, w2.take],
    [w1.release, r3.release],
    [w2.release],
  ],
  "an attempt that is given up before it arrives": [[w1.cancel], [r3.ask], [r3.release]],
  "a grant in the batch of its end": [[w1.ask, w1.release, w2.ask], [w2.cancel]],
};

describe.each(Object.entries(courses))("%s", (_, batches) => {
  it("copies of the newest batch change nothing", async () => {
    await command("FLUSHALL");
    for (const operations of batches) {
      const first = await replies(operations);
      const before = await state();
      for (let copy = 0; copy < 3; copy += 1) {
        for (const [at, reply] of (await replies(operations)).entries()) {
          // A later operation of the batch may have ended the hold, and a last refusal is an end. An end never changes.
          const { kind } = first[at] ?? {};
          if (kind === "ended" || kind === reply.kind) expect(reply).toEqual(first[at]);
          else expect([kind, reply.kind]).toEqual([expect.stringMatching(/^(held|busy)$/), "ended"]);
        }
      }
      expect(await state()).toEqual(before);
    }
  });

  it("late copies of all earlier batches, in any order, change nothing", async () => {
    await command("FLUSHALL");
    const sent: (readonly OperationCall<unknown>[])[] = [];
    for (const operations of batches) {
      await run(batch(...operations));
      sent.push(operations);
      const before = await state();
      for (const late of [...sent, ...sent.toReversed()]) await run(batch(...late));
      expect(await state()).toEqual(before);
    }
  });
});

describe("a batch", () => {
  it("runs the others when one raises an error", async () => {
    await command("FLUSHALL");
    await command("SET", "wrong", "not a lock");
    const other = request("wrong", "a:1", "read");
    await expect(run(batch(w1.ask, other.ask, r3.askLast))).rejects.toThrow("WRONGTYPE");
    expect(await command("EXISTS", KEY)).toBe(1);
    expect(await run(batch(r3.askLast))).toEqual([{ kind: "ended", end: "refused" }]);
  });
});
