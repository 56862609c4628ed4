// Equivalent mutants of the permit-expirable semaphore's scripts, with reasons.
import type { Equivalent } from "./equivalent.ts";

const FIRST_LEASE = "local id, till = unpack(read('ZRANGE', leases, 0, 0, 'WITHSCORES'))";
const IS_LEASED = "if till then many = many + 1 end";
const IS_END = "if mark and string.sub(mark, 1, 1) == '-' then return ended(string.sub(mark, 2)) end";
const FIRST_END =
  "local first = read('ZRANGE', leases, '(' .. digits(now), '+inf', 'BYSCORE', 'LIMIT', 0, 1, 'WITHSCORES')[2]";

export const equivalentPermits: readonly Equivalent[] = [
  ...[
    ["local least, many = math.huge, 0", "local least, many = math.huge, 1"],
    ...["2", "0"].map((step) => [IS_LEASED, IS_LEASED.replace("+ 1", `+ ${step}`)]),
  ].map(([before = "", after = ""]) => ({
    scripts: ["permit-expirable/acquire", "permit-expirable/release-many", "permit-expirable/renew"],
    before,
    after,
    reason: "Only a release of one's own permits asks how many have a lease.",
  })),
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
