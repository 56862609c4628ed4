// Every script with key-level locking, before a gateway that refuses keys outside the KEYS of a script: the same reply
// and the same state as without. `npm run test:full` runs every branch.
import { expect, it } from "vitest";
import { ownerStateKey } from "../../../src/lock/keys.ts";
import * as generated from "../../../src/lock/lua/generated.ts";
import {
  inspectLockCall,
  inspectPermitsCall,
  inspectSemaphoreCall,
  scanCall,
  summariesCall,
} from "../../../src/lock/lua/inspect.ts";
import { acquireCall, statusCall } from "../../../src/lock/lua/lock.ts";
import { renewManyCall } from "../../../src/lock/lua/lock-many.ts";
import {
  acquireReadCall,
  checkReadCall,
  releaseSharedCall,
  renewReadCall,
  statusSharedCall,
} from "../../../src/lock/lua/read-write.ts";
import { numberCall } from "../../../src/lock/lua/request.ts";
import type { GrantedHold, ScriptCall } from "../../../src/lock/protocol.ts";
import { keyLocking } from "../../../src/lock/redis/key-locking.ts";
import type { RedisPort } from "../../../src/lock/redis/port.ts";
import { upstashPort } from "../../../src/lock/redis/upstash.ts";
import type { Gateway } from "../../../src/tools/gateway/gateway.ts";
import { scriptOf } from "../../support/edited-script.ts";
import { shortOrFull } from "../../support/exhaustive.ts";
import { FIRST_LINES, FLAGGED_NAMES } from "../../support/flagged-scripts.ts";
import { command } from "../../support/rest.ts";
import { runsOf } from "../../support/runs.ts";
import { ownGateway } from "../../tools/gateway/support.ts";
import { byOwnerReplayTable } from "./replay/by-owner.ts";
import { counterReplayTable } from "./replay/counters.ts";
import { fairReplayTable } from "./replay/fair.ts";
import { fairReadWriteReplayTable } from "./replay/fair-read-write.ts";
import { fenceReplayTable } from "./replay/fence.ts";
import { fencedReplayTable } from "./replay/fenced.ts";
import { flightReplayTable } from "./replay/flight.ts";
import { multiLockReplayTable } from "./replay/multi-lock.ts";
import { passReplayTable } from "./replay/pass.ts";
import { permitReplayTable } from "./replay/permits.ts";
import { readWriteReplayTable } from "./replay/read-write.ts";
import { standingReplayTable } from "./replay/standing.ts";
import { newOwners, passedOwners, type Row, replayTable, row } from "./replay/table.ts";
import { theftReplayTable } from "./replay/theft.ts";
import { wantedReplayTable } from "./replay/wanted.ts";
import { webLocksTable } from "./replay/web-locks.ts";

const KEY = "locked";
const LIMITS = { timeoutMs: 5_000 };
const HOLD = newOwners(KEY);

const OF_NO_LOCK = ["request/number", "inspect/counter", "inspect/permits"];
// Names no key, so that the gateway cannot refuse one.
const SCANS = "inspect/scan";

function reading(script: string, call: ScriptCall<unknown>): Row {
  return row(script, "of a held lock", undefined, async (run) => {
    if (!OF_NO_LOCK.includes(script)) await run(acquireCall(HOLD, false));
    return call;
  });
}

const table: readonly Row[] = [
  ...[...replayTable, ...passReplayTable, ...standingReplayTable, ...fairReplayTable, ...fencedReplayTable],
  ...fairReadWriteReplayTable,
  ...[...fenceReplayTable, ...readWriteReplayTable, ...multiLockReplayTable, ...flightReplayTable],
  ...[...counterReplayTable, ...permitReplayTable, ...theftReplayTable, ...byOwnerReplayTable, ...webLocksTable],
  ...wantedReplayTable,
  reading("lock/status", statusCall(KEY, HOLD.owner)),
  reading("read-write/status", statusSharedCall(KEY, HOLD.owner, "read")),
  reading("request/number", numberCall(KEY)),
  reading("inspect/lock", inspectLockCall(KEY)),
  reading("inspect/counter", inspectSemaphoreCall(KEY)),
  reading("inspect/permits", inspectPermitsCall(KEY)),
  reading("inspect/summaries", summariesCall([KEY])),
  reading(SCANS, scanCall("*", "0", { passed: 100, wanted: 10, light: true })),
];
const someOfEach = table.filter(({ script }, at) => {
  return table.slice(0, at).filter((before) => before.script === script).length < 3;
});
// The scripts of light locks are not sent by a port.
const scripts = Object.values(generated).filter(({ name }) => !name.startsWith("light/"));
const otherKeys = scripts.filter(({ hasOtherKeys }) => hasOtherKeys).map(({ name }) => name);
const ofReaders = scripts.filter(({ source }) => source.includes(":rwlock_timeout:")).map(({ name }) => name);

const [plain, strict] = await Promise.all([ownGateway(), ownGateway({ keyLocking: true })]);
const bare = upstashPort(strict);
const locking = keyLocking().portFor(bare);

// Every key with its content, and with its TTL in fives of seconds. Times of the clock are left out, and so are the
// requests of fair waiters: with locked keys there are none.
const LOOK = `local all = {}
for _, key in ipairs(redis.call('KEYS', '*')) do
  if string.find(key, ':waiter:', 1, true) then redis.call('UNLINK', key) end
end
for _, key in ipairs(redis.call('KEYS', '*')) do
  local of, parts = redis.call('TYPE', key).ok, {}
  if of == 'string' then
    parts = { redis.call('GET', key) }
  elseif of == 'list' then
    parts = redis.call('LRANGE', key, 0, -1)
  elseif of == 'zset' then
    parts = redis.call('ZRANGE', key, 0, -1)
    table.sort(parts)
  else
    for _, field in ipairs(redis.call('HKEYS', key)) do
      table.insert(parts, field .. '=' .. redis.call('HGET', key, field))
    end
    table.sort(parts)
  end
  local content = string.gsub(table.concat(parts, ' '), '%f[%d]%d%d%d%d%d%d%d%d%d%d%d%d%d+', 'time')
  table.insert(all, key .. ': ' .. content .. ', ' .. math.floor(redis.call('PTTL', key) / 5000 + 0.5))
end
table.sort(all)
return all`;

interface Outcome {
  readonly reply: unknown;
  readonly state: unknown;
}

async function outcome({ arrange }: Row, gateway: Gateway, port: RedisPort): Promise<Outcome> {
  await command(gateway, "FLUSHALL");
  const run = (call: ScriptCall<unknown>): Promise<unknown> => port.run(call, LIMITS);
  const reply = await run(await arrange(run, KEY));
  return { reply: timeless(reply), state: await command(gateway, "EVAL", LOOK, 0) };
}

/** Rounds times, which have just begun to run down, and leaves out tokens, and the standing request: with locked keys, its holder is not known. */
function timeless(reply: unknown): unknown {
  if (typeof reply === "number") return reply < 1_000 ? reply : Math.ceil((reply - 100) / 10_000);
  if (Array.isArray(reply)) return reply.map(timeless);
  if (typeof reply !== "object" || reply === null) return reply;
  const { fencingToken: _, stands: __, ...rest } = Object(reply);
  return Object.fromEntries(Object.entries(rest).map(([name, value]) => [name, timeless(value)]));
}

it("the tables have every script", () => {
  expect([...new Set(table.map(({ script }) => script))].sort()).toEqual(scripts.map(({ name }) => name).sort());
});

it.each(shortOrFull(someOfEach, table))("$script answers the same with locked keys: $branch", async (row) => {
  const since = strict.witness().at(-1)?.seq;
  expect(await outcome(row, strict, locking)).toEqual(await outcome(row, plain, upstashPort(plain)));
  const runs = runsOf(strict.witness(since), undefined, FLAGGED_NAMES).map(({ script }) => script);
  const flagged = `${row.script} (flag)`;
  // A script of readers that finds that it needs other keys has changed nothing, and runs again.
  const allowed = [otherKeys.includes(row.script) ? row.script : flagged];
  if (ofReaders.includes(row.script)) allowed.push(row.script);
  expect(allowed).toContain(runs.at(-1));
});

it("readers with one hold each need no key of another, until the longest ends before others", async () => {
  await command(strict, "FLUSHALL");
  const readers = [30_000, 40_000, 60_000, 50_000].map((leaseMs, nth) => ({ ...newOwners(KEY, `r:${nth}`), leaseMs }));
  const since = strict.witness().at(-1)?.seq;
  const run = (call: ScriptCall<unknown>): Promise<unknown> => locking.run(call, LIMITS);
  const runs = (): string[] => runsOf(strict.witness(since), undefined, FLAGGED_NAMES).map(({ script }) => script);
  const release = (hold: GrantedHold): Promise<unknown> => run(releaseSharedCall(hold, true, "read"));
  for (const hold of readers) {
    for (const call of [acquireReadCall(hold, false), renewReadCall(hold, true), checkReadCall(hold)]) await run(call);
  }
  await run(renewManyCall(readers.map((hold) => ({ hold: { ...hold, shared: true }, leaseMs: hold.leaseMs }))));
  const [first, second, longest, last] = readers;
  if (!first || !second || !longest || !last) throw new Error("there are four readers");
  for (const hold of [first, second]) await release(hold);
  expect(runs().filter((script) => !script.endsWith("(flag)"))).toEqual([]);
  await release(longest);
  expect(runs().filter((script) => !script.endsWith("(flag)"))).toEqual(["read-write/release-read"]);
  await release(last);
  expect(runs().at(-1)).toBe("read-write/release-read (flag)");
  expect(await command(strict, "EXISTS", KEY)).toBe(0);
});

it.each([
  ["without", plain, upstashPort(plain)],
  ["with", strict, locking],
] as const)("a reader without an owner state counts beside a named one, %s locked keys", async (_, gateway, port) => {
  await command(gateway, "FLUSHALL");
  const run = <Reply>(call: ScriptCall<Reply>): Promise<Reply> => port.run(call, LIMITS);
  const [named, reader] = [{ ...passedOwners(KEY, "w:1"), owner: "worker-1" }, newOwners(KEY, "r:1")];
  for (const hold of [named, reader]) await run(acquireReadCall(hold, false));
  await command(gateway, "DEL", ownerStateKey(KEY, reader.owner));
  expect(await run(checkReadCall(reader))).toMatchObject({ kind: "counted", holdCount: 1 });
  expect(await run(releaseSharedCall(reader, true, "read"))).toMatchObject({ kind: "ended", end: "released" });
});

it.each(otherKeys.filter((name) => name !== SCANS))(
  "%s, which says so, touches keys outside its KEYS",
  async (name) => {
    const errors: string[] = [];
    for (const { arrange } of table.filter(({ script }) => script === name)) {
      await command(strict, "FLUSHALL");
      const call = await arrange((before) => bare.run(before, LIMITS), KEY);
      const script = scriptOf(name, FIRST_LINES + call.script.source);
      const flagged = { ...call, script, args: [...call.args, "0"] };
      errors.push(await bare.run(flagged, LIMITS).then(() => "", String));
    }
    expect(errors).toContainEqual(expect.stringContaining("Dynamic keys are not allowed"));
  },
);
