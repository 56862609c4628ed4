// "leasehound/testing": locks without a server, for tests, on fake time.

export { type FailureReason, PlanFailedError, type PlanFailedFacts } from "../../base/plan-failed-error.ts";
export type { Observed, SimulatedFaults, SimulateOptions } from "../simulate/options.ts";
export type { Program, Simulated } from "../simulate/program.ts";
export type { SimulationReport } from "../simulate/report.ts";
export type { Store, StoreKey, StoreValues, StoreView } from "../simulate/store.ts";
export { type FakeTime, fakeTime, type NodeTestContext } from "./fake-time.ts";
export { simulate } from "./simulate.ts";
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
