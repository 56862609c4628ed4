// The contract suites with key-level locking, in front of a gateway that refuses keys outside the KEYS of a script. All
// of them in `npm run test:full`.
import { afterAll, describe, vi } from "vitest";
import { countDownLatchContract } from "../../contract/count-down-latch/count-down-latch.ts";
import { everyKindContract, waitingAndFaults } from "../../contract/every-kind.ts";
import { redissonFairCases } from "../../contract/fair/redisson-cases.ts";
import { fenceContract } from "../../contract/fenced/fence.ts";
import { fencedContract } from "../../contract/fenced/fenced.ts";
import { kinds } from "../../contract/kinds.ts";
import { lockContract } from "../../contract/lock/lock.ts";
import { reEntryContract } from "../../contract/lock/re-entry.ts";
import { multiLockContract } from "../../contract/multi-lock/multi-lock.ts";
import { permitExpirableContract } from "../../contract/permit-expirable/permit-expirable.ts";
import { readWriteContract } from "../../contract/read-write/read-write.ts";
import { semaphoreContract } from "../../contract/semaphore/semaphore.ts";
import { singleFlightContract } from "../../contract/single-flight/single-flight.ts";
import { everyClientHas } from "../../support/bare-locks.ts";
import { isExhaustive } from "../../support/exhaustive.ts";
import { separateStrictGateway, strictGateway } from "../../support/gateways.ts";

// Most of it is waiting.
vi.setConfig({ maxConcurrency: 12 });
afterAll(everyClientHas({ keyLocking: true }));
const redis = await strictGateway();
if (isExhaustive) {
  everyKindContract(redis, true);
  waitingAndFaults(separateStrictGateway, true);
} else {
  describe.concurrent("plain lock", () => {
    lockContract(redis, kinds.plain);
    reEntryContract(redis, kinds.plain);
  });
  describe.concurrent("fair lock", () => redissonFairCases(redis, kinds.fair));
  describe.concurrent("fenced lock", () => fencedContract(redis));
  describe.concurrent("read/write lock", () => readWriteContract(redis, "readWriteLock"));
  describe.concurrent("fair read/write lock", () => readWriteContract(redis, "fairReadWriteLock"));
  describe.concurrent("permit-expirable semaphore", () => permitExpirableContract(redis));
  describe.concurrent("fence", () => fenceContract(redis));
  describe.concurrent("semaphore", () => semaphoreContract(redis));
  describe.concurrent("count-down latch", () => countDownLatchContract(redis));
  multiLockContract(redis);
  singleFlightContract(redis);
}
