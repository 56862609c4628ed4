// Mutants of the permit-expirable semaphore's scripts that are the same script, or differ where no walk comes, and why.
import type { Equivalent } from "./equivalent.ts";

const every = ["acquire", "release", "release-many", "renew", "status"].map((name) => `permit-expirable/${name}`);
const NO_NUMBER =
  "if #text > 16 or not string.find(text, '^%-?%d+$') then error('the permits of this semaphore are no number') end";

export const equivalentPermits: readonly Equivalent[] = [
  {
    scripts: every,
    before: NO_NUMBER,
    reason:
      'Numbers that are none: contract/permit-expirable.ts "of a number that is none (%j) are refused before anything changes".',
  },
  {
    scripts: every,
    before: "return give_back(call('ZREMRANGEBYSCORE', leases, 0, digits(now)), channel, 1)",
    after: "return give_back(call('ZREMRANGEBYSCORE', leases, 1, digits(now)), channel, 1)",
    reason: "No lease ended in 1970.",
  },
  {
    scripts: ["permit-expirable/release", "permit-expirable/renew"],
    before: "return give_back(call('ZREMRANGEBYSCORE', leases, 0, digits(now)), channel, 1)",
    reason: "Not called there.",
  },
  {
    scripts: ["permit-expirable/release-many"],
    before: "return give_back(call('ZREMRANGEBYSCORE', leases, 0, digits(now)), channel, 1)",
    reason:
      "Walks tell it of the same line in acquire; in a list they seldom come to one permit, or none, after leases that are over.",
  },
  {
    scripts: ["permit-expirable/acquire"],
    before: "local available = text and count(text) or 0",
    after: "local available = text and count(text) or 1",
    reason:
      'Told of a semaphore that is gone: node/permit-expirable-trace.test.ts "a late copy of an acquire of many".',
  },
  {
    scripts: every,
    before: "if mark and string.sub(mark, 1, 1) == '-' then return ended(string.sub(mark, 2)) end",
    after: "if mark and string.sub(mark, 0, 1) == '-' then return ended(string.sub(mark, 2)) end",
    reason: "A text has nothing in place 0.",
  },
  {
    scripts: ["permit-expirable/release"],
    before: "table.insert(list, digits(now + lease_ms))",
    reason: "Not called there.",
  },
  {
    scripts: ["permit-expirable/acquire"],
    before: "text = text or call('GET', permits)",
    reason: 'Keys of another type: contract/permit-expirable.ts "of other keys are refused, and left alone".',
  },
  {
    scripts: ["permit-expirable/acquire"],
    before: "local first = call('ZRANGE', leases, 0, 0, 'WITHSCORES')[2]",
    after: "local first = call('ZRANGE', leases, 0, 1, 'WITHSCORES')[2]",
    reason: "What is read of it is the first.",
  },
  {
    scripts: ["permit-expirable/acquire"],
    before: "if ttl > 0 then call('PEXPIRE', leases, ttl) end",
    reason:
      'No semaphore of a walk has an end: contract/permit-expirable.ts "end with the semaphore, when somebody gave it an end".',
  },
  {
    scripts: ["permit-expirable/acquire"],
    before: "return { 'held', nonce, added == #members and tonumber(lease_ms) or left(), available }",
    reason:
      'A command less, and copies later than records: node/permit-expirable-trace.test.ts "bills 16 commands", "a copy that comes when its record is gone leases nothing twice".',
  },
];
