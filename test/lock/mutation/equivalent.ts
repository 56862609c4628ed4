// Equivalent mutants, with reasons.

export interface Equivalent {
  readonly scripts: readonly string[];
  readonly before: string;
  /** Undefined: any mutant of the line. */
  readonly after?: string;
  readonly reason: string;
}

const ALL = ["lock/acquire", "lock/check", "lock/release", "lock/renew", "lock/renew-many"];
const HOLD_OF_ONE =
  "local lock, owner_state, record, nonce, owner, hold = KEYS[1], KEYS[2], KEYS[3], ARGV[1], ARGV[2], ARGV[3]";
const OF_HOLDS = ["lock/check", "lock/release", "lock/renew", "lock/renew-many"];
const OF_NO_HOLD = ["lock/force-release", "lock/status"];
const IS_GRANTED = "return epoch ~= '' or string.sub(hold_mark, 1, 1) == '+'";
const TOLD = "return told and (string.sub(told, 1, 1) ~= '|' or string.sub(told, 1, 2) == '|+')";
const NOT_LOCKED = "if KEYS.locked and (field ~= owner or owner == '') then error('KEY_NOT_LOCKED') end";
const LOOK = "mode, count = #some > 0 and 'plain', some[1] == owner and some[2]";
const STANDING = ["lock/acquire-standing", "fenced/acquire-standing"];
const SEALS = "tell(mailbox, text, string.sub(redis.sha1hex(secret .. text .. secret), 1, SEAL_DIGITS))";
const LEAVES = "if string.match(text, '^%S+ (%S+)') == owner then call('LREM', standing, 0, text) end";
const CAN_SEAL = "return done and digest == 'da39a3ee5e6b4b0d3255bfef95601890afd80709'";
const IS_CLUSTER = "return type(info) == 'string' and string.find(info, 'cluster_enabled:1', 1, true) ~= nil";
const IS_OURS = "if theirs then ours = string.sub(theirs, 1, 1) ~= '!' end";
const RUNS_AGAIN = "if string.find(tostring(problem), 'KEY_NOT_LOCKED') then error(problem, 0) end";
const RESERVES = "local reserved = may_reserve and grant(mark, mailbox, owner, secret, lease_ms, life_ms, how, about)";
const OF_A_MODE = "A hash with a mode: refused here as no plain lock, in whatever way it is looked at.";
const OF_READERS = "Of the read/write lock, which is not in these sequences: the walks of its model have it.";

export const equivalent: readonly Equivalent[] = [
  ...[IS_GRANTED, TOLD].map((before) => ({
    scripts: [...ALL, ...OF_NO_HOLD],
    before,
    after: before.replace(", 1, 1)", ", 0, 1)"),
    reason: "Lua takes a start before the first character as the first.",
  })),

  {
    scripts: OF_HOLDS,
    before: RUNS_AGAIN,
    after: RUNS_AGAIN.replace("problem, 0", "problem, 1"),
    reason: "The client looks for the word anywhere in the error.",
  },
  {
    scripts: ["lock/release"],
    before: RESERVES,
    after: RESERVES.replace("life_ms", "'8000'"),
    reason: "No owner state is written of a reservation.",
  },
  {
    scripts: [...ALL, ...OF_NO_HOLD],
    before: TOLD,
    after: TOLD.replace(", 1, 2)", ", 0, 2)"),
    reason: "A text that begins before its first character begins with it.",
  },
  ...[
    NOT_LOCKED.replace("~=", "=="),
    NOT_LOCKED.replace("owner ==", "owner ~="),
    NOT_LOCKED.replace(" or ", " and "),
  ].map((after) => ({
    scripts: ["lock/acquire", ...OF_NO_HOLD],
    before: NOT_LOCKED,
    after,
    reason: "Only with key-level locking, which is not in these sequences: node/key-locking.test.ts has it.",
  })),
  {
    scripts: [...ALL, ...OF_NO_HOLD],
    before: LOOK,
    after: LOOK.replace("> 0", "> 1"),
    reason: "A list of fields and values has an even length.",
  },
  {
    scripts: OF_NO_HOLD,
    before: IS_GRANTED,
    reason: "Nothing is remembered of a hold here: both texts are empty.",
  },
  {
    scripts: ["lock/force-release"],
    before: "local known = count and is_granted()",
    reason: "No owner asks here, and so there is no count.",
  },
  ...[
    "if (mode ~= 'read' and mode ~= 'write') or (count and not is_count(count)) then refuse(lock) end",
    "if some[at] ~= 'mode' or mode == 'plain' then",
    "if owner == 'mode' then count = false end",
  ].map((before) => ({
    scripts: [...OF_HOLDS, "lock/force-release"],
    before,
    reason: OF_A_MODE,
  })),
  {
    scripts: OF_HOLDS,
    before: "if string.find(owner, ':write$') then return mode == 'write' end",
    reason: OF_A_MODE,
  },
  {
    scripts: OF_HOLDS,
    before: "if each == key then error('NOT_A_LOCK ' .. place) end",
    reason: "Any error says that it is no lock; which key it names is not heard.",
  },
  ...["some[1] ~= owner and some[2]", "some[1] == owner or some[2]"].map((changed) => ({
    scripts: [...OF_HOLDS, "lock/force-release"],
    before: LOOK,
    after: LOOK.replace("some[1] == owner and some[2]", changed),
    reason: "The count is asked for only where Redis remembers the hold, and then nobody looks.",
  })),
  {
    scripts: OF_HOLDS,
    before: LOOK,
    after: LOOK.replace("> 0", ">= 0"),
    reason: "An empty hash has no TTL, and is no lock before it is looked at.",
  },
  ...[
    "local before = string.match(owner_state, '^[^:]+:[^:]*:owner:')",
    NOT_LOCKED,
    "return before .. field .. string.sub(owner_state, #before + #owner + 1)",
    TOLD,
  ].map((before) => ({
    scripts: OF_HOLDS,
    before,
    reason:
      "The hash has one field here, that of the owner, of whom nothing is remembered: by its form alone it is known.",
  })),
  ...["<= 0", "< 1"].map((changed) => ({
    scripts: OF_HOLDS,
    before: "if read('PTTL', lock) < 0 then return false end",
    after: `if read('PTTL', lock) ${changed} then return false end`,
    reason: "A TTL of 0: the last part of a millisecond.",
  })),
  {
    scripts: ["lock/acquire", "lock/acquire-standing", "fenced/acquire", "fenced/acquire-standing"],
    before: "call('SET', owner_state, '|+' .. ARGV[8], 'PX', life_ms)",
    reason:
      "In take(), where a new owner gets only when its owner state ends while the script runs. Fair locks and flights have it, too.",
  },
  {
    scripts: ["lock/acquire"],
    before: "if tonumber(count) >= MAX_HOLDS then return remember_end('crowded', life_ms) end",
    after: "if tonumber(count) >= MAX_HOLDS then return remember_end('crowded', '8000') end",
    reason: "No sequence has 1,000 holds of one owner.",
  },
  {
    scripts: ALL,
    before: "if left > tonumber(life_ms) then life_ms = left end",
    after: "if left >= tonumber(life_ms) then life_ms = left end",
    reason: "Equal lives: the same number either way.",
  },
  {
    scripts: ["lock/check", "lock/renew", "lock/renew-many"],
    before: "local born = hold_mark ~= '' and string.sub(hold_mark, 2) or epoch_told or ''",
    after: "local born = hold_mark ~= '' and string.sub(hold_mark, 2) or epoch_told and ''",
    reason: "No epoch is told here: none and the empty one both count where the lock's is empty, and nowhere else.",
  },
  ...[
    HOLD_OF_ONE.replace("KEYS[1], KEYS[2]", "KEYS[2], KEYS[1]"),
    HOLD_OF_ONE.replace("KEYS[2], KEYS[3]", "KEYS[3], KEYS[2]"),
    HOLD_OF_ONE.replace("ARGV[1], ARGV[2]", "ARGV[2], ARGV[1]"),
  ].map((after) => ({
    scripts: ["lock/renew-many"],
    before: HOLD_OF_ONE,
    after,
    reason: "Set anew for each hold before they are used.",
  })),
  {
    scripts: ["lock/renew-many"],
    before: "for at = 1, holds do",
    after: "for at = 0, holds do",
    reason: "Lua counts from 1: KEYS[0] is nil, and nil is not added to a table.",
  },
  {
    scripts: ["lock/renew", "lock/renew-many"],
    before: "write_owner_state(string.sub(hold_mark, 2) .. '|', kept_ms)",
    after: "",
    reason: OF_READERS,
  },
  ...[
    { before: "local own = shared and own_left(beyond_ms)", after: "local own = shared or own_left(beyond_ms)" },
    { before: "renew_slot(holds, own, lease_ms)", after: "renew_slot(holds, own, '8000')" },
  ].map((change) => ({
    ...change,
    scripts: ["lock/renew-many"],
    reason: OF_READERS,
  })),
  ...["add('8000', longer, life_ms)", "add(lease_ms, longer, '8000')"].map((changed) => ({
    scripts: ["lock/acquire"],
    before: "local holds, ms = add(lease_ms, longer, life_ms)",
    after: `local holds, ms = ${changed}`,
    reason: "Only a read hold has a lease of its own: here all holds of the owner have what the lock has left.",
  })),
  {
    scripts: [...ALL, "lock/force-release", "fence/set"],
    before: "redis.pcall('PEXPIRE', key, 1, 'GT')",
    reason: "The write that follows sets the value and the life of this key.",
  },
  {
    scripts: ["lock/check"],
    before: "owner_state_exists, state_before = owner_state_text ~= false, owner_state_text",
    after: "owner_state_exists, state_before = owner_state_text == false, owner_state_text",
    reason: "A check writes an owner state only at the end of a default hold, whose state is the hold's own.",
  },
  {
    scripts: ["lock/renew-many"],
    before: "if left and left > enough_ms then",
    after: "if left and left >= enough_ms then",
    reason: "Enough to the millisecond.",
  },
  {
    scripts: ["lock/release"],
    before:
      "if done and (before and string.sub(before, 1, 2) == '|+' or not before and (first and was_granted or is_lock())) then",
    after:
      "if done and (before and string.sub(before, 0, 2) == '|+' or not before and (first and was_granted or is_lock())) then",
    reason: "A text that begins before its first character begins with it.",
  },
  {
    scripts: ["lock/release"],
    before: "local tried = 0",
    after: "local tried = 1",
    reason: "A release counts anew when it serves. Fair locks and flights only call.",
  },
  {
    scripts: ["lock/release"],
    before: "if redis.pcall('EXISTS', lock) == 1 then return end",
    after: "if redis.pcall('EXISTS', lock) == 2 then return end",
    reason: "No message is refused in these courses: test/lock/lua/standing.test.ts refuses one.",
  },
  {
    scripts: ["lock/release"],
    before: "if is_called and (mark == '' or ms > 0) then",
    after: "if is_called and (mark == '' or ms > 1) then",
    reason: "It is 0 or 65.",
  },
  {
    scripts: ["lock/release"],
    before: LEAVES,
    after: LEAVES.replace("standing, 0, text", "standing, 1, text"),
    reason: "The list that was read has each copy of this text.",
  },
  {
    scripts: ["lock/release"],
    before: SEALS,
    after: SEALS.replace(", 1, SEAL", ", 0, SEAL"),
    reason: "Lua takes a start before the first character as the first.",
  },
  {
    scripts: [...STANDING, "fair/acquire-standing"],
    before: CAN_SEAL,
    after: CAN_SEAL.replace("and", "or"),
    reason: "A Redis that has the function computes the right digest.",
  },
  {
    scripts: STANDING,
    before: "local is_ours = 0",
    after: "local is_ours = 1",
    reason: "Each refusal of a new owner that is not the last reads the holder's owner state.",
  },
  {
    scripts: STANDING,
    before: IS_OURS,
    after: IS_OURS.replace("theirs, 1, 1", "theirs, 0, 1"),
    reason: "Lua takes a start before the first character as the first.",
  },
  {
    scripts: [...STANDING, "fair/acquire-standing"],
    before: IS_CLUSTER,
    after: IS_CLUSTER.replace(", 1, true", ", 0, true"),
    reason: "Lua takes a start before the first character as the first.",
  },
];
