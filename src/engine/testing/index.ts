// "leasehound/testing": locks without a server, for tests.

export { type FakeTime, fakeTime, type NodeTestContext } from "./fake-time.ts";
export { createTestLocks, type TestLocks } from "./test-locks.ts";
export type { TestCommand, TestLocksOptions, TestRedis } from "./test-redis.ts";
