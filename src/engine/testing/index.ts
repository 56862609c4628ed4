// "leasehound/testing": locks without a server, for tests, on fake time.

export { type FakeTime, fakeTime, type NodeTestContext } from "./fake-time.ts";
export { createTestLocks, type TestLocks } from "./test-locks.ts";
export type {
  FaultRule,
  TestCommand,
  TestFaultState,
  TestFaults,
  TestLocksOptions,
  TestRedis,
} from "./test-redis.ts";
export { testWatchdog } from "./test-watchdog.ts";
