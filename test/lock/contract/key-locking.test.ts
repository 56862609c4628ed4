// The contract suites with key-level locking, in front of a gateway that refuses keys outside the KEYS of a script. All
// of them in `npm run test:full`.
import { afterAll, describe, vi } from "vitest";
import { everyClientHas } from "../../support/bare-locks.ts";
import { isExhaustive } from "../../support/exhaustive.ts";
import { separateStrictGateway, strictGateway } from "../../support/gateways.ts";
import { countDownLatchContract } from "./count-down-latch/count-down-latch.ts";
import { everyKindContract, waitingAndFaults } from "./every-kind.ts";
import { redissonFairCases } from "./fair/redisson-cases.ts";
import { fenceContract } from "./fenced/fence.ts";
import { fencedContract } from "./fenced/fenced.ts";
import { kinds } from "./kinds.ts";
import { lockContract } from "./lock/lock.ts";
import { reEntryContract } from "./lock/re-entry.ts";
import { multiLockContract } from "./multi-lock/multi-lock.ts";
import { permitExpirableContract } from "./permit-expirable/permit-expirable.ts";
import { readWriteContract } from "./read-write/read-write.ts";
import { semaphoreContract } from "./semaphore/semaphore.ts";
import { singleFlightContract } from "./single-flight/single-flight.ts";

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
