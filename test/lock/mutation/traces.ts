// Records a set of scripts in seeded sequences: replies, hash, TTLs, our keys, messages. Two sets with equal records
// behave alike as far as these sequences reach.

import { mulberry32 } from "../../../src/engine/faults/random.ts";
import {
  acquireCall,
  cancelCall,
  checkCall,
  forceReleaseCall,
  releaseCall,
  renewCall,
  statusCall,
} from "../../../src/lock/lua/lock.ts";
import { renewManyCall } from "../../../src/lock/lua/lock-many.ts";
import { argumentsOf } from "../../../src/lock/lua/reply.ts";
import { stealCall } from "../../../src/lock/lua/steal.ts";
import type { GrantedHold, ScriptCall } from "../../../src/lock/protocol.ts";

export const KEY = "traced";
// Far apart, so that a TTL shows which lease set it, and long compared with the time of a trace. Whole multiples of 2
// s, to which TTLs are rounded.
const LEASES_MS = [20_000, 100_000, 500_000];
// Values of `enough`: between the possible remaining leases, or above all except a lock's without a TTL (PTTL -1).
const ENOUGH_MS = [15_000, 130_000, 300_000, -1];
/** How many calls are in a full Redis, which refuses some scripts as a whole. */
export const FULL_SHARE = 0.1;
// Ids of releases; "": by text.
const RELEASE_IDS = ["", "r1", "r2"];
// Recognised by its form; the others by their records.
export const OWN = "3f0c2a1b-7d4e-4b6a-8c9d-1e2f3a4b5c6d:1";
const JAVA = "0b9d6f2e-4c1a-4f7e-9d3b-5a8c7e6f1d20";
// Hashes of the owner that is recognised by its form.
export const OF_OWN: readonly (readonly string[])[] = ["1", "2", "01", "1000000", "text"].map((count) => [OWN, count]);
// Hashes that other clients may have put in place of the lock, or into its hash. They are of other kinds of locks, or
// look like a lock or not.
export const FOREIGN: readonly (readonly string[])[] = [
  [`${JAVA}:7`, "1"],
  [`${JAVA}:-7`, "2"],
  [`${JAVA}x:7`, "1"],
  [`${JAVA}:7`, "999999"],
  [`${JAVA}:7`, "1000000"],
  [`${JAVA}:7`, "0"],
  [`${JAVA}:7`, "01"],
  [`${JAVA}:7`, "text"],
  ["p:1", "1"],
  ["p:1", "2"],
  ["p:1", "text"],
  ["b:1", "1"],
  ["b:1", "2"],
  ["p:1", "1", OWN, "1"],
  ["mode", "1"],
  ["mode", "read"],
  ["mode", "read", `${JAVA}:7`, "1"],
  ["mode", "read", "p:1", "1"],
  ["mode", "read", OWN, "text"],
  ["mode", "write", `${JAVA}:7:write`, "1"],
  ["mode", "write", `${JAVA}:7:write`, "1", OWN, "1"],
  ["mode", "other", `${JAVA}:7`, "1"],
  ["mode", "1", "p:1", "1"],
  ["name", "1", "price", "2"],
  ["name", "1", "price", "2", "p:1", "1"],
  ["mode", "read", "name", "1", "price", "2"],
  ["p:1", "1", "n1", "1", "n2", "1", "n3", "1", "n4", "1", "n5", "1"],
];

export interface RedisConnection {
  sendCommand(command: string[]): Promise<unknown>;
}

export type Sources = ReadonlyMap<string, string>;

/** Plays one sequence on an empty Redis and returns a line for each step. */
export async function trace(redis: RedisConnection, sources: Sources, seed: number, steps: number): Promise<string[]> {
  await redis.sendCommand(["FLUSHALL"]);
  const random = mulberry32(seed);
  const pick = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)] ?? (items[0] as T);
  // Two new owners, and three holds of two passed owners, one of which equals a new owner's id.
  const lease = (): number => pick(LEASES_MS);
  const holds: GrantedHold[] = [OWN, "b:1"].map((owner) => ({
    ...{ key: KEY, owner, holdId: owner, ownerIsNew: true, leaseMs: lease(), epoch: "" },
  }));
  let made = 0;
  const passed = (owner: string): GrantedHold => {
    made += 1;
    return { key: KEY, owner, holdId: `h${made}`, ownerIsNew: false, leaseMs: lease(), epoch: "" };
  };
  for (const owner of ["p:1", "p:1", OWN]) holds.push(passed(owner));
  // Most sequences have one owner, whose holds interact more often.
  if (seed % 3 === 1) holds.splice(0, holds.length, passed("p:1"), passed("p:1"), passed("p:1"));
  if (seed % 3 === 2) holds.splice(1, holds.length, passed(OWN), passed(OWN));
  // Every other sequence has other clients.
  const withOthers = seed % 2 === 1;
  const lines: string[] = [];
  for (let step = 0; step < steps; step += 1) {
    const index = Math.floor(random() * holds.length);
    const hold = holds[index];
    if (hold === undefined) continue;
    if (withOthers && random() < 0.25) await putForeign(redis, hold, pick, random);
    const chosen = chooseCall(pick, [hold, ...holds.filter((each) => each !== hold)], random);
    // Some sequences have thefts instead of releases by force.
    const isTheft = seed % 8 === 5 && chosen.name === "force";
    const { name, call } = isTheft ? { name: "steal", call: stealCall(hold, "stolen:t//", false) } : chosen;
    const isFull = call !== undefined && random() < FULL_SHARE;
    const reply = call === undefined ? await disturb(redis, name, hold) : await run(redis, sources, call, isFull);
    // Keeps the epoch of its grant, as a client does.
    if (Array.isArray(reply) && reply[0] === "held") holds[index] = { ...hold, epoch: String(reply[4]) };
    // Then its owner makes another hold.
    if (Array.isArray(reply) && reply[0] === "ended" && !hold.ownerIsNew && random() < 0.7) {
      holds[index] = passed(hold.owner);
    }
    lines.push(
      `${name}${isFull ? ", full," : ""} ${hold.holdId} -> ${JSON.stringify(rounded(reply))} ${await state(redis)}`,
    );
  }
  return lines;
}

function chooseCall(
  pick: <T>(items: readonly T[]) => T,
  [hold, ...others]: readonly [GrantedHold, ...GrantedHold[]],
  random: () => number,
): { name: string; call: ScriptCall<unknown> | undefined } {
  const name = pick([
    ...["acquire", "acquire", "acquire", "acquire", "acquire", "acquire", "acquire-last", "acquire-once"],
    ...["acquire-later", "acquire-later", "acquire-later", "acquire-last"],
    ...["release", "release", "release-again", "cancel", "check", "check", "force", "status"],
    ...["renew", "renew", "renew", "renew-many", "renew-many", "renew-many"],
    ...[
      "expire",
      "expire",
      "shorten",
      "lengthen",
      "persist",
      "persist-all",
      "forget",
      "age",
      "age",
      "age-record",
      "mode",
      "forget-page",
    ],
  ]);
  const request = `r${Math.floor(random() * 3)}`;
  const calls: Record<string, () => ScriptCall<unknown>> = {
    acquire: () => acquireCall(hold, false),
    "acquire-later": () => acquireCall(hold, false, false, false),
    "acquire-last": () => acquireCall(hold, true),
    "acquire-once": () => acquireCall(hold, false, true),
    release: () => releaseCall(hold, true, pick(RELEASE_IDS)),
    "release-again": () => releaseCall(hold, false, pick(RELEASE_IDS)),
    cancel: () => cancelCall(hold),
    renew: () => renewCall(hold, random() < 0.5),
    "renew-many": () => {
      const more = others.filter(() => random() < 0.4).slice(0, 2);
      const holds = random() < 0.5 ? [hold, ...more] : [...more, hold];
      const renewals = holds.map((each) => ({ hold: each, leaseMs: each.leaseMs }));
      return renewManyCall(renewals, random() < 0.5 ? undefined : pick(ENOUGH_MS));
    },
    check: () => checkCall(hold),
    force: () => forceReleaseCall(KEY, request),
    status: () => statusCall(KEY, request === "r0" ? undefined : hold.owner),
  };
  return { name, call: calls[name]?.() };
}

/**
 * Puts a foreign hash in place of the lock or beside its owners, with or without a TTL. The record of the hold may be
 * missing.
 */
async function putForeign(
  redis: RedisConnection,
  hold: GrantedHold,
  pick: <T>(items: readonly T[]) => T,
  random: () => number,
): Promise<void> {
  // A script reads only some of more than five fields, which differ between runs.
  const isHash = (await redis.sendCommand(["TYPE", KEY])) === "hash";
  const isSmall = isHash && Number(await redis.sendCommand(["HLEN", KEY])) < 2;
  if (!isSmall || random() < 0.8) await redis.sendCommand(["DEL", KEY]);
  await redis.sendCommand(["HSET", KEY, ...pick(random() < 0.4 ? OF_OWN : FOREIGN)]);
  if (random() < 0.5) await redis.sendCommand(["DEL", `leasehound::owner:${hold.owner}|{${KEY}}`]);
  await redis.sendCommand(random() < 0.7 ? ["PEXPIRE", KEY, String(pick(LEASES_MS))] : ["PERSIST", KEY]);
}

/** Events without a script: an expiry, leases set by others, records that expire. */
async function disturb(redis: RedisConnection, name: string, hold: GrantedHold): Promise<void> {
  const commands: Record<string, string[]> = {
    expire: ["DEL", KEY],
    shorten: ["PEXPIRE", KEY, "10000", "LT"],
    lengthen: ["PEXPIRE", KEY, "900000", "GT"],
    persist: ["PERSIST", KEY],
    // As an administrator does that copies keys to another Redis without their TTLs.
    "persist-all": ["EVAL", "for _, key in ipairs(redis.call('KEYS', '*')) do redis.call('PERSIST', key) end", "0"],
    age: ["PEXPIRE", `leasehound::owner:${hold.owner}|{${KEY}}`, "10000", "LT"],
    "age-record": ["PEXPIRE", `leasehound::record:${hold.owner}|${hold.holdId}|{${KEY}}`, "10000", "LT"],
    // As that of a read/write lock.
    mode: [
      "EVAL",
      "return redis.call('TYPE', KEYS[1]).ok == 'hash' and redis.call('HLEN', KEYS[1]) < 5 and redis.call('HSET', KEYS[1], 'mode', 'read')",
      "1",
      KEY,
    ],
    "forget-page": ["DEL", `leasehound::owner:${hold.owner}|{${KEY}}`],
    forget: ["DEL", `leasehound::record:${hold.owner}|${hold.holdId}|{${KEY}}`],
  };
  // Its reply is not a part of the trace: within one millisecond it depends on the machine.
  await redis.sendCommand(commands[name] ?? ["PING"]);
}

/** Runs a script, or the one that replaces it. `isFull`: in a full Redis. */
export async function run(
  redis: RedisConnection,
  sources: Sources,
  call: ScriptCall<unknown>,
  isFull = false,
): Promise<unknown> {
  const source = sources.get(call.script.name) ?? call.script.source;
  if (isFull) await redis.sendCommand(["CONFIG", "SET", "maxmemory", "1"]);
  try {
    return await redis.sendCommand(["EVAL", source, ...argumentsOf(call, "nonce")]);
  } catch (error) {
    return `error ${error instanceof Error ? error.message.slice(0, 40) : ""}`;
  } finally {
    if (isFull) await redis.sendCommand(["CONFIG", "SET", "maxmemory", "0"]);
  }
}

const STATE = `
  local lines = {}
  local names = redis.call('KEYS', '*')
  table.sort(names)
  for _, name in ipairs(names) do
    local ttl = redis.call('PTTL', name)
    local kind = redis.call('TYPE', name).ok
    local value = kind == 'hash' and redis.call('HGETALL', name) or kind == 'string' and { redis.call('GET', name) } or {}
    if kind == 'hash' then
      local fields = {}
      for i = 1, #value, 2 do fields[#fields + 1] = value[i] .. '=' .. value[i + 1] end
      table.sort(fields)
      value = fields
    end
    lines[#lines + 1] = name .. ' ' .. table.concat(value, ',') .. ' ' .. math.floor(ttl / 2000 + 0.5)
  end
  return table.concat(lines, '; ')
`;

/** Returns all keys with their values and TTLs. */
export async function state(redis: RedisConnection): Promise<string> {
  return String(await redis.sendCommand(["EVAL", STATE, "0"]));
}

/** Rounds times, so that passed milliseconds are not a difference. */
export function rounded(reply: unknown): unknown {
  return Array.isArray(reply)
    ? reply.map((slot) => (typeof slot === "number" && slot > 1_000 ? Math.round(slot / 2_000) : slot))
    : reply;
}
