// Every mutating script, in every branch, run many times: the effect happens at most once, a definite reply never
// changes, and other owners' holds stay. The rows are in test/lock/lua/replay/.
import { beforeEach, describe, expect, it } from "vitest";
import { lastTriesKey, queueKey, queueScoresKey, tokenKey } from "../../../src/lock/keys.ts";
import { fencedAcquireCall } from "../../../src/lock/lua/fenced.ts";
import * as generated from "../../../src/lock/lua/generated.ts";
import { acquireCall } from "../../../src/lock/lua/lock.ts";
import type { ScriptCall } from "../../../src/lock/protocol.ts";
import { emptyRedis } from "../../support/empty-redis.ts";
import { exhaustive } from "../../support/exhaustive.ts";
import { byOwnerReplayTable } from "./replay/by-owner.ts";
import { counterReplayTable } from "./replay/counters.ts";
import { fairReplayTable } from "./replay/fair.ts";
import { fairReadWriteReplayTable } from "./replay/fair-read-write.ts";
import { fenceReplayTable } from "./replay/fence.ts";
import { AHEAD_OF_CLOCK, fencedReplayTable } from "./replay/fenced.ts";
import { flightReplayTable } from "./replay/flight.ts";
import { inFullRedis } from "./replay/full-redis.ts";
import { multiLockReplayTable } from "./replay/multi-lock.ts";
import { passReplayTable } from "./replay/pass.ts";
import { readWriteReplayTable } from "./replay/read-write.ts";
import { sameAnswer } from "./replay/same-answer.ts";
import { HEARD_MAILBOXES, standingReplayTable } from "./replay/standing.ts";
import { busy, expire, newOwners, type Row, replayTable } from "./replay/table.ts";
import { theftReplayTable } from "./replay/theft.ts";
import { wantedReplayTable } from "./replay/wanted.ts";

const INSPECTIONS = ["counter", "lock", "permits", "scan", "summaries"].map((script) => `inspect/${script}`);
const READ_ONLY = ["lock/status", "read-write/status", "request/number", ...INSPECTIONS];
// Their state is not a hash alone. These cover them: permit-expirable-replay.test.ts, web-locks/replay.test.ts, and
// light-by-scripts.test.ts.
const ELSEWHERE = /^(permit-expirable|web-locks|light)\//;
const KEY = "replayed";
const table = [
  ...[...replayTable, ...passReplayTable, ...standingReplayTable, ...fairReplayTable, ...fencedReplayTable],
  ...fairReadWriteReplayTable,
  ...[...fenceReplayTable, ...readWriteReplayTable, ...multiLockReplayTable, ...flightReplayTable],
  ...[...theftReplayTable, ...byOwnerReplayTable, ...wantedReplayTable],
];
const redis = await emptyRedis();
const { run, command, hear } = redis;

// In one request, because this test mostly reads the state. Without the order of last attempts: a copy is an attempt.
// Without the times of standing requests and of spends, which the scripts write.
const LOOK = `local own = {}
for _, key in ipairs(redis.call('KEYS', 'leasehound*')) do
  if key ~= KEYS[5] then
    local of = redis.call('TYPE', key).ok
    local range = of == 'list' and 'LRANGE' or of == 'zset' and 'ZRANGE'
    local parts = range and redis.call(range, key, 0, -1) or { redis.call('GET', key) }
    if string.find(key, 'tries', 1, true) then table.sort(parts) end
    local text = table.concat(parts, ' ')
    if string.find(key, 'spend', 1, true) then text = string.gsub(text, '^%d+', 'time') end
    if string.find(key, 'standing', 1, true) then text = string.gsub(text, ' %d%d%d%d%d%d%d%d%d%d%d%d%d ', ' time ') end
    table.insert(own, key)
    table.insert(own, text)
  end
end
local leases = {}
for _, key in ipairs(redis.call('KEYS', ARGV[1])) do
  table.insert(leases, key)
  table.insert(leases, tostring(math.floor(redis.call('PTTL', key) / 10000 + 0.5)))
end
return {
  redis.call('HGETALL', KEYS[1]), redis.call('GET', KEYS[2]), own, redis.call('LRANGE', KEYS[3], 0, -1),
  redis.call('ZRANGE', KEYS[4], 0, -1, 'WITHSCORES'), redis.call('ZRANGE', KEYS[5], 0, -1), redis.call('TIME')[1],
  leases,
}`;
const LOOKED_AT = [KEY, tokenKey(KEY), queueKey(KEY), queueScoresKey(KEY), lastTriesKey(KEY)];
type Looked = readonly [string[], string | null, string[], string[], string[], string[], string, string[]];

/**
 * Reads the lock's hash, its latest token, our own keys with their texts, the leases of readers, and the queue. Scores
 * and leases are in tens of seconds from now.
 */
async function state(): Promise<Record<string, unknown>> {
  const looked = await command<Looked>("EVAL", LOOK, LOOKED_AT.length, ...LOOKED_AT, `{${KEY}}:*`);
  const [fields, token, own, waiting, scores, tried, seconds, leases] = looked;
  const left = (score: string): number => Math.round((Number(score) / 1_000 - Number(seconds)) / 10);
  return {
    ...{ hash: byName(fields), token, own: byName(own), waiting, tried: tried.sort(), leases: byName(leases) },
    scores: Object.fromEntries(Object.entries(byName(scores)).map(([owner, score]) => [owner, left(score)])),
  };
}

/** Converts a list of names, each followed by its value, to an object. */
function byName(flat: readonly string[]): Record<string, string> {
  return Object.fromEntries(Array.from({ length: flat.length / 2 }, (_, i) => [flat[2 * i], flat[2 * i + 1]]));
}

/** Returns a state without the time at which it was made, which may be its token. */
function undated({ token, ...rest }: Record<string, unknown>): unknown {
  return { ...rest, token: String(token).length === AHEAD_OF_CLOCK.length ? token : "of the clock" };
}

/** Returns an acquire of the row's kind, so that its grant raises the row's token. */
function another({ script }: Row, owner: string): ScriptCall<unknown> {
  const hold = newOwners(KEY, owner);
  return script.startsWith("fenced/") ? fencedAcquireCall(hold, false) : acquireCall(hold, false);
}

/**
 * Returns a reply without the remaining lease and the standing request, and without the victims or the next owner:
 * only the first run names these.
 */
function timeless(reply: unknown): unknown {
  const { queued, robbed: _, granted: __, stands: ___, ...rest } = Object(reply);
  return { ...rest, remainingMs: 0, position: queued?.position };
}

/** Says whether a late copy of a refused attempt takes the free lock. The caller then repeats or cancels it. */
function mayTakeLater(row: Row): boolean {
  return row.reply === busy;
}

it("the replay table has every script that changes something", () => {
  const mutating = Object.values(generated)
    .map(({ name }) => name)
    .filter((name) => !READ_ONLY.includes(name) && !ELSEWHERE.test(name));
  // counter-replay.test.ts runs the scripts of counters.
  const rows = [...table, ...counterReplayTable];
  expect([...new Set(rows.map(({ script }) => script))].sort()).toEqual(mutating.sort());
});

describe.each(table)("$script: $branch", (row) => {
  if (standingReplayTable.includes(row)) {
    beforeEach(async () => {
      await hear(...HEARD_MAILBOXES);
    });
  }

  it("has one effect and one reply each time when it runs five times in a row", async () => {
    const call = await row.arrange(run, KEY);
    const first = await run(call);
    sameAnswer(row, first);
    const once = await state();
    const readAt = performance.now();
    const ttl = await command<number>("PTTL", KEY);
    for (let repeat = 1; repeat < 5; repeat += 1) {
      const again = await run(call);
      sameAnswer(row, again);
      expect(Object(again).fencingToken).toBe(Object(first).fencingToken);
      expect(await state()).toEqual(once);
      const ttlNow = await command<number>("PTTL", KEY);
      // Time alone may shorten it.
      if (ttl > 0) expect(ttlNow + (performance.now() - readAt)).toBeGreaterThan(ttl - 50);
    }
  });

  it("leaves the hold of another client unchanged, granted or not, when both interleave", async () => {
    const call = await row.arrange(run, KEY);
    const first = await run(call);
    const got = await run(another(row, "z:9"));
    const between = await state();
    for (let repeat = 0; repeat < 3; repeat += 1) {
      const again = await run(call);
      // The reply to an ended or counted hold never changes. A busy one may be busy for another reason.
      expect(timeless(again)).toEqual(timeless(first));
      expect(await state()).toEqual(between);
    }
    expect(["held", "busy"]).toContain(Object(got).kind);
  });

  exhaustive(() => {
    it("has one effect and one reply when it runs five times at once", async () => {
      const call = await row.arrange(run, KEY);
      const replies = await Promise.all([call, call, call, call, call].map(run));
      for (const reply of replies) sameAnswer(row, reply);
      expect(new Set(replies.map((reply) => Object(reply).fencingToken)).size).toBe(1);
      const many = await state();
      await command("FLUSHALL");
      await run(await row.arrange(run, KEY));
      expect(undated(many)).toEqual(undated(await state()));
    });
  });

  it("in a full Redis, has its effect and reply, or is refused and does nothing after its cancel", async () => {
    await inFullRedis(row, KEY, redis, async () => undated(await state()));
  });

  it("takes, frees or renews nothing late, when another owner holds the lock", async () => {
    const call = await row.arrange(run, KEY);
    await run(call);
    await expire(run, KEY);
    const next = newOwners(KEY, "n:7");
    await run(another(row, "n:7"));
    const token = await command("GET", tokenKey(KEY));
    await command("PEXPIRE", KEY, 5_000);
    for (let repeat = 0; repeat < 3; repeat += 1) {
      // A forced release may find that this is not a lock of its kind.
      await run(call).catch((error) => expect(error).toMatchObject({ code: "NOT_A_LOCK" }));
      expect(byName(await command("HGETALL", KEY))).toEqual({ [next.owner]: "1" });
      expect(await command<number>("PTTL", KEY)).toBeLessThanOrEqual(5_000);
    }
    // After that lock is free too, no late copy of a granted or ended hold acquires it.
    await expire(run, KEY);
    const late = await run(call);
    if (mayTakeLater(row)) return expect(late).toMatchObject({ kind: "held" });
    expect(await command("EXISTS", KEY)).toBe(0);
    expect(await command("GET", tokenKey(KEY))).toBe(token);
  });
});
