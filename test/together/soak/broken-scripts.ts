// The scripts of the plain lock with one guard removed, by edits of their text. docs/audit/replay-safety.md has the
// reason for each guard.
import type { LuaScript } from "../../../src/lock/protocol.ts";
import { longSource, scriptOf } from "../../support/edited-script.ts";
import { scripts } from "./scripts.ts";

/** Changed scripts, by the name of the one they replace. */
export type BrokenScripts = ReadonlyMap<string, LuaScript>;

const OWN_END = "local over = stored_end()\nif over then return over end\n";
const RELEASED_END = "local over, released_by = stored_end()\n";
const RENEWED_END = "local over = stored_end()\nif over then return nil, over end\n";
const EPOCH_TEST = "(epoch == '' or epoch == born) and read";
const RENEW_LEASE = "extend(lock, lease_ms)";
const COUNTED_BY_RELEASE = "counted(first and epoch_told)";
const REST_LEASE = "extend(lock, rest_ms)";

type Edits = Readonly<Record<string, readonly (readonly [from: string, to: string])[]>>;

// Applies to every script that includes the shared file.
const wherever = (from: string, to: string): Edits =>
  Object.fromEntries(
    scripts.filter(({ name }) => longSource(name).includes(from)).map(({ name }) => [name, [[from, to]]]),
  );

const edits = {
  "acquire ignores its own end": { "lock/acquire": [[OWN_END, ""]] },
  "no end is remembered": wherever(
    "local function remember_end(how, life_ms, by)\n",
    "local function remember_end(how, life_ms, by)\nif true then return ended(how) end\n",
  ),
  "passed owners have no record": {
    "lock/acquire": [
      ["call('SET', record, '+' .. hold, 'PX', life_ms)\n", ""],
      ["call('SET', record, '+' .. epoch, 'PX', life_ms + longer)\n", ""],
    ],
  },
  "a grant to a new owner is not written": {
    "lock/acquire": [["if not call('SET', owner_state, '|+' .. ARGV[8], 'PX', life_ms, 'NX') then return end\n", ""]],
  },
  "no epoch": wherever(EPOCH_TEST, "read"),
  "cancel acts as release": {
    "lock/release": [[COUNTED_BY_RELEASE, "counted((first or epoch_told == '') and epoch_told)"]],
  },
  "a repeated release acts without a record": {
    "lock/release": [[COUNTED_BY_RELEASE, "counted((first or epoch_told ~= '') and epoch_told)"]],
  },
  "a first release needs the record": { "lock/release": [[COUNTED_BY_RELEASE, "counted()"]] },
  "renew acts without a record": {
    "lock/renew": [["if record and hold_mark == '' and not epoch_told then return nil end\n", ""]],
  },
  "renew asks for the owner only": {
    "lock/renew": [
      [RENEWED_END, ""],
      [EPOCH_TEST, "read"],
    ],
  },
  "renew asks for nothing": { "lock/renew": [["counted()\nif", "counted() or '1'\nif"]] },
  "renew shortens": { "lock/renew": [[RENEW_LEASE, "call('PEXPIRE', lock, lease_ms)"]] },
  "a lost renewal leaves nothing": {
    "lock/renew": [["return nil, remember_end(lost_how('lost'), life_ms)", "return nil, ended(lost_how('lost'))"]],
  },
  "a renewal leaves the page behind": { "lock/renew": [["keep(owner_state, kept_ms)\n", ""]] },
  "a renewal leaves the record behind": {
    "lock/renew": [["keep(record, kept_ms, renew_more)\n", ""]],
  },
  "a check leaves the record behind": {
    "lock/check": [["if record then call('PEXPIRE', record, ARGV[4] + read('PTTL', lock), 'GT') end\n", ""]],
  },
  "a re-entry is remembered by its own lease only": {
    "lock/acquire": [["'PX', life_ms + longer)", "'PX', life_ms)"]],
  },
  "re-entry sets the shorter lease": {
    "lock/acquire": [
      ["if left < longer then call('PEXPIRE', lock, lease_ms) end", "call('PEXPIRE', lock, lease_ms)"],
      ["local longer = math.max(left, tonumber(lease_ms))", "local longer = tonumber(lease_ms)"],
    ],
  },
  "a partial release shortens": { "lock/release": [[REST_LEASE, "call('PEXPIRE', lock, rest_ms)"]] },
  "a partial release leaves the page behind": {
    "lock/release": [["if record then pcall(keep, owner_state, life_ms) end\n", ""]],
  },
  "the last refusal leaves nothing": {
    "lock/acquire": [
      [
        "unknown = write('SET', owner_state, '|-refused', 'PX', life_ms, 'NX')",
        "unknown = read('EXISTS', owner_state) == 0",
      ],
      ["if is_last() then remember_end('refused', life_ms) end\n", ""],
    ],
  },
  "a repeated try counts once more": { "lock/acquire": [["if count and known then", "if count and not record then"]] },
  "a repeated try sets the lease again": {
    "lock/acquire": [["return { 'held', nonce, tonumber(count),", "call('PEXPIRE', lock, lease_ms)\n$&"]],
  },
  "a repeated release counts down again": { "lock/release": [[RELEASED_END, "local over, released_by\n"]] },
  "a release takes another's for its own": {
    "lock/release": [["and by ~= '' and", "and false and"]],
  },
  "a release takes its own for another's": {
    "lock/release": [["released_by ~= release_id", "true"]],
  },
  "release does not look at the field": {
    "lock/release": [[COUNTED_BY_RELEASE, "read('HGET', lock, owner) or '1'"]],
  },
  "a repeated forced release frees again": {
    "lock/force-release": [["if stored then return { 'forced', ARGV[1], tonumber(stored) } end\n", ""]],
  },
  "acquire does not look at other owners": { "lock/acquire": [["if left == -2 then", "if true then"]] },
  "taken without a lease": {
    "lock/acquire": [["call('PEXPIRE', lock, lease_ms)\nundo('UNLINK', lock)\nend\n", "end\n"]],
  },
  "an end is remembered for ever": wherever(
    "write('SET', owner_state, text .. about, 'PX', life_ms)",
    "write('SET', owner_state, text)",
  ),
} satisfies Readonly<Record<string, Edits>>;

// Redisson's lock and unlock (4.x) with our replies around them.
const redisson: Readonly<Record<string, string>> = {
  "lock/acquire": [
    "local lock, nonce, owner, lease_ms = KEYS[1], ARGV[1], ARGV[2], ARGV[4]",
    "if redis.call('EXISTS', lock) == 0 or redis.call('HEXISTS', lock, owner) == 1 then",
    "local count = redis.call('HINCRBY', lock, owner, 1)",
    "redis.call('PEXPIRE', lock, lease_ms)",
    "return { 'held', nonce, count, tonumber(lease_ms), '' }",
    "end",
    "return { 'busy', nonce, redis.call('PTTL', lock) }",
  ].join("\n"),
  "lock/release": [
    "local lock, nonce, owner, lease_ms, channel = KEYS[1], ARGV[1], ARGV[2], ARGV[6], ARGV[9]",
    "if redis.call('HEXISTS', lock, owner) == 0 then return { 'ended', nonce, 'taken' } end",
    "local count = redis.call('HINCRBY', lock, owner, -1)",
    "if count > 0 then redis.call('PEXPIRE', lock, lease_ms) return { 'ended', nonce, 'still:' .. count } end",
    "redis.call('DEL', lock)",
    "redis.call('PUBLISH', channel, '0')",
    "return { 'ended', nonce, 'released' }",
  ].join("\n"),
};

export type RemovedGuard = keyof typeof edits | "Redisson's own scripts";

/** Returns every variant, by its missing guard. Throws when an edit no longer finds its text. */
export function brokenScripts(): Map<RemovedGuard, BrokenScripts> {
  const all = new Map<RemovedGuard, BrokenScripts>();
  for (const [guard, byScript] of entries(edits)) {
    const changed = Object.entries<Edits[string]>(byScript).map(([name, steps]) => {
      return scriptOf(
        name,
        steps.reduce((source, [from, to]) => edited(guard, source, from, to), longSource(name)),
      );
    });
    if (changed.length === 0) throw new Error(`"${guard}": no script has the text to remove any more`);
    all.set(guard, new Map(changed.map((script) => [script.name, script])));
  }
  const own = Object.entries(redisson).map(([name, source]) => scriptOf(name, source));
  all.set("Redisson's own scripts", new Map(own.map((script) => [script.name, script])));
  return all;
}

function edited(guard: string, source: string, from: string, to: string): string {
  if (!source.includes(from)) throw new Error(`"${guard}": the text to remove is not there any more:\n${from}`);
  return source.replace(from, to);
}

function entries<Key extends string, Value>(record: Readonly<Record<Key, Value>>): [Key, Value][] {
  return Object.keys(record)
    .filter((key): key is Key => key in record)
    .map((key) => [key, record[key]]);
}
