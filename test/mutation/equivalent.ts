// Mutants that are the same script, and why.

export interface Equivalent {
  readonly scripts: readonly string[];
  readonly before: string;
  readonly after: string;
  readonly reason: string;
}

const ALL = ["lock/acquire", "lock/check", "lock/release", "lock/renew"];

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
    before: "if left < tonumber(rest_lease_ms) then call('PEXPIRE', lock, rest_lease_ms) end",
    after: "if left <= tonumber(rest_lease_ms) then call('PEXPIRE', lock, rest_lease_ms) end",
    reason: "A lease as long as what is left: set to what it is.",
  },
];
