// The contracts of the kinds, through a port to an engine in this process. All of them in `npm run test:full`.
import { describe, vi } from "vitest";
import { everyKindContract, MOST_AT_ONCE } from "../contract/every-kind.ts";
import { redissonFairCases } from "../contract/fair/redisson-cases.ts";
import { kinds } from "../contract/kinds.ts";
import { lockContract } from "../contract/lock/lock.ts";
import { reEntryContract } from "../contract/lock/re-entry.ts";
import { isExhaustive } from "../support/exhaustive.ts";
import { startFront } from "./rest-front.ts";

// Most of it is waiting.
vi.setConfig({ maxConcurrency: MOST_AT_ONCE });
const redis = await startFront({ compares: true });
if (isExhaustive) everyKindContract(redis, true);
else {
  describe.concurrent("plain lock", () => {
    lockContract(redis, kinds.plain);
    reEntryContract(redis, kinds.plain);
  });
  describe.concurrent("fair lock", () => {
    lockContract(redis, kinds.fair);
    redissonFairCases(redis, kinds.fair);
  });
}
