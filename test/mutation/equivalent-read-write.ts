// Mutants of the read/write scripts that are the same script, and why.
import type { Equivalent } from "./equivalent.ts";

const READ = ["read-write/acquire-read"];
const WRITE = ["read-write/acquire-write"];
const RELEASE = ["read-write/release-read"];
const TIMEOUTS = ["read-write/timeouts"];

const FAST_PATH = "if call('EXISTS', unpack(KEYS)) == 0 then return take() end";
const MOVES = "if n <= rest and last_ms > 0 and (is_own or last_ms > gone_ms) then";
const LAST_OF_ALL = "if call('HLEN', lock) == 2 then";
const PLACE = "if count > 1 then n = slot_of(count, own) end";
const READ_LEFT = "return math.max(math.min(left, call('PTTL', lock)), 0)";

const MILLISECOND = "A millisecond.";

export const equivalentReadWrite: readonly Equivalent[] = [
  {
    scripts: [...READ, ...WRITE],
    before: FAST_PATH,
    after: FAST_PATH.replace(/if .* then/, "if false then"),
    reason: "What follows comes to the same with more commands: test/node/read-write-bills.test.ts counts them.",
  },
  {
    scripts: READ,
    before: "local left = mode and call('PTTL', lock) or -2",
    after: "local left = mode and call('PTTL', lock) or -1",
    reason: "Less than any lease either way.",
  },
  {
    scripts: READ,
    before: "if left < tonumber(lease_ms) then call('PEXPIRE', lock, lease_ms) end",
    after: "if left <= tonumber(lease_ms) then call('PEXPIRE', lock, lease_ms) end",
    reason: "A lease as long as what is left: set to what it is.",
  },
  {
    scripts: WRITE,
    before: "local reader = string.sub(owner, 1, -7)",
    after: "local reader = string.sub(owner, 0, -7)",
    reason: "Lua takes a start before the first character as the first.",
  },
  {
    scripts: RELEASE,
    before: "if gone_ms < call('PTTL', lock) - SCRIPT_MS or call('HGET', lock, 'mode') == 'write' then return end",
    after: "if gone_ms <= call('PTTL', lock) - SCRIPT_MS or call('HGET', lock, 'mode') == 'write' then return end",
    reason: MILLISECOND,
  },
  ...["last_ms >= 0", "last_ms > 1"].map((after) => ({
    scripts: RELEASE,
    before: MOVES,
    after: MOVES.replace("last_ms > 0", after),
    reason: MILLISECOND,
  })),
  {
    scripts: RELEASE,
    before: MOVES,
    after: MOVES.replace("last_ms > gone_ms", "last_ms >= gone_ms"),
    reason: "With as much left as the key that goes: set to what it is.",
  },
  ...["if call('HLEN', lock) == 1 then", "if false then"].map((after) => ({
    scripts: ["read-write/release-write"],
    before: LAST_OF_ALL,
    after,
    reason: "A lock of readers without any is freed, too.",
  })),
  ...["2", "0"].map((place) => ({
    scripts: TIMEOUTS,
    before: "local at, left, covers = 1, math.huge, false",
    after: `local at, left, covers = ${place}, math.huge, false`,
    reason: "The first key that is looked at takes its place.",
  })),
  ...["count >= 1", "count > 0"].map((after) => ({
    scripts: TIMEOUTS,
    before: "local default_counts = default_end == '+' and epoch == '' and count > 1",
    after: `local default_counts = default_end == '+' and epoch == '' and ${after}`,
    reason: "While the new owner's own hold counts, another one is the second.",
  })),
  {
    scripts: TIMEOUTS,
    before: READ_LEFT,
    after: READ_LEFT.replace(", 0)", ", 1)"),
    reason: MILLISECOND,
  },
  {
    scripts: TIMEOUTS,
    before: "for n = 1, count do",
    after: "for n = 0, count do",
    reason: "There is no key 0.",
  },
  {
    scripts: TIMEOUTS,
    before: "longest = math.max(longest, longest_of(fields[at], tonumber(fields[at + 1]) or 0))",
    after: "longest = math.max(longest, longest_of(fields[at], tonumber(fields[at + 1]) or 1))",
    reason: "The mode has no keys.",
  },
  ...["if longest >= 0 then", "if true then"].map((after) => ({
    scripts: TIMEOUTS,
    before: "if longest > 0 then",
    after,
    reason: "It is 0 at the least; a lease of 0 frees the lock, too.",
  })),
  ...["if longest > 1 then", "return longest > 1"].map((after) => ({
    scripts: TIMEOUTS,
    before: after.replace("1", "0"),
    after,
    reason: MILLISECOND,
  })),
  ...["if count >= 1 then", "if count > 0 then", "if true then"].map((after) => ({
    scripts: TIMEOUTS,
    before: PLACE,
    after: PLACE.replace("if count > 1 then", after),
    reason: "The only hold has the first key.",
  })),
  {
    scripts: ["read-write/write-left"],
    before: "left = math.max(math.min(left, call('PTTL', owner_state) - beyond_ms), 0)",
    after: "left = math.max(math.min(left, call('PTTL', owner_state) - beyond_ms), 1)",
    reason: MILLISECOND,
  },
];
