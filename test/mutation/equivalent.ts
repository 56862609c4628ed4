// Mutants that are the same script, and why.

export interface Equivalent {
  readonly scripts: readonly string[];
  readonly before: string;
  /** None: whatever the line becomes. */
  readonly after?: string;
  readonly reason: string;
}

const ALL = ["lock/acquire", "lock/check", "lock/release", "lock/renew", "lock/renew-many"];
const HOLD_OF_ONE = "local lock, page, record, owner, hold = KEYS[1], KEYS[2], KEYS[3], ARGV[1], ARGV[2]";

export const equivalent: readonly Equivalent[] = [
  {
    scripts: ALL,
    before: "if string.sub(mark, 1, 1) == '-' then return ended(string.sub(mark, 2)) end",
    after: "if string.sub(mark, 0, 1) == '-' then return ended(string.sub(mark, 2)) end",
    reason: "Lua takes a start before the first character as the first.",
  },
  {
    scripts: ALL,
    before: "if left > tonumber(life_ms) then life_ms = left end",
    after: "if left >= tonumber(life_ms) then life_ms = left end",
    reason: "Equal lives: the same number either way.",
  },
  {
    scripts: ["lock/acquire"],
    before: "if left < tonumber(lease_ms) then",
    after: "if left <= tonumber(lease_ms) then",
    reason: "A lease as long as what is left: set to what it is.",
  },
  {
    scripts: ["lock/release"],
    before: "if call('PTTL', lock) < tonumber(rest_ms) then call('PEXPIRE', lock, rest_ms) end",
    after: "if call('PTTL', lock) <= tonumber(rest_ms) then call('PEXPIRE', lock, rest_ms) end",
    reason: "A lease as long as what is left: set to what it is.",
  },
  {
    scripts: ["lock/check", "lock/renew", "lock/renew-many"],
    before: "local born = mark ~= '' and string.sub(mark, 2) or epoch_told or ''",
    after: "local born = mark ~= '' and string.sub(mark, 2) or epoch_told and ''",
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
    before: "know(unpack(call('MGET', page, record)))",
    after: "know(unpack(call('MGET', lock, record)))",
    reason: "In load_state, which is not called here: all pages and records are read at once.",
  },
  {
    scripts: ["lock/renew-many"],
    before: "for at = 1, holds do",
    after: "for at = 0, holds do",
    reason: "Lua counts from 1: KEYS[0] is nil, and nil is not added to a table.",
  },
  ...[
    { before: "write_page(string.sub(mark, 2) .. '|', kept_ms)", after: "" },
    { before: "local own = shared and own_left(beyond_ms)", after: "local own = shared or own_left(beyond_ms)" },
    { before: "renew_slot(holds, own, lease_ms)", after: "renew_slot(holds, own, '8000')" },
  ].map((change) => ({
    ...change,
    scripts: ["lock/renew", "lock/renew-many"],
    reason: "Of the read/write lock, which is not in these sequences: the walks of its model have it.",
  })),
  ...["add('8000', left, life_ms)", "add(lease_ms, left, '8000')"].map((changed) => ({
    scripts: ["lock/acquire"],
    before: "local holds, ms = add(lease_ms, left, life_ms)",
    after: `local holds, ms = ${changed}`,
    reason: "Only a read hold has a lease of its own: here all holds of the owner have what the lock has left.",
  })),
];
