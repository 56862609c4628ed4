// Equivalent mutants of the permit-expirable semaphore's scripts, with reasons.
import type { Equivalent } from "./equivalent.ts";

const FIRST_LEASE = "local id, till = unpack(read('ZRANGE', leases, 0, 0, 'WITHSCORES'))";
const SWEEP = "give_back(many, channel, 1, call, 'ZREMRANGEBYRANK', leases, 0, many - 1)";
const IS_LEASED = "if till then many = many + 1 end";
const IS_END = "if mark and string.sub(mark, 1, 1) == '-' then return ended(string.sub(mark, 2)) end";
const FIRST_END =
  "local first = read('ZRANGE', leases, '(' .. digits(now), '+inf', 'BYSCORE', 'LIMIT', 0, 1, 'WITHSCORES')[2]";

export const equivalentPermits: readonly Equivalent[] = [
  ...[
    FIRST_LEASE,
    "if id and #id ~= 16 then error('NOT_A_LOCK 2') end",
    "if not id or tonumber(till) > now then return available end",
    "local many = math.min(expired, MOST_SWEPT)",
    SWEEP,
  ].map((before) => ({
    scripts: ["permit-expirable/release", "permit-expirable/renew"],
    before,
    reason: "In sweep, which is not called here.",
  })),
  ...[
    "if not text then return false end",
    "if #text > 16 or not (text == '0' or string.find(text, '^%-?[1-9]%d*$')) then error('NOT_A_LOCK 1') end",
  ].map((before) => ({
    scripts: ["permit-expirable/renew"],
    before,
    reason: "In counter, which is not called here: a renewal does not read the number.",
  })),
  ...[
    ["local least, many = math.huge, 0", "local least, many = math.huge, 1"],
    ...["2", "0"].map((step) => [IS_LEASED, IS_LEASED.replace("+ 1", `+ ${step}`)]),
  ].map(([before = "", after]) => ({
    scripts: ["permit-expirable/acquire", "permit-expirable/release-many", "permit-expirable/renew"],
    before,
    after,
    reason: "Only a release of one's own permits asks how many have a lease.",
  })),
  {
    scripts: ["permit-expirable/release"],
    before: "local list, till = {}, digits(now + lease_ms)",
    reason: "In scored, which is not called here.",
  },
  {
    scripts: ["permit-expirable/acquire", "permit-expirable/release-many", "permit-expirable/status"],
    before: FIRST_LEASE,
    after: FIRST_LEASE.replace("0, 0,", "0, 1,"),
    reason: "The script reads the first lease of the reply only.",
  },
  {
    scripts: ["permit-expirable/acquire"],
    before: FIRST_END,
    after: FIRST_END.replace("0, 1,", "0, 2,"),
    reason: "The script reads the first score of the reply only.",
  },
  {
    scripts: ["permit-expirable/acquire", "permit-expirable/release", "permit-expirable/renew"],
    before: IS_END,
    after: IS_END.replace("mark, 1, 1", "mark, 0, 1"),
    reason: "Lua takes a start before the first character as the first.",
  },
];
