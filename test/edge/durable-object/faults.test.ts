// Kept locks under faults: objects that are aborted at any moment, alarms that do not fire as set, Redis away. Many
// scenarios run at a time, because they mostly wait; each has its own objects and locks.
import { afterAll, beforeAll, describe } from "vitest";
import { roomAborts, watchdogAborts } from "./aborts.ts";
import { alarmScenarios } from "./alarms.ts";
import { awayScenarios } from "./away.ts";
import { Stack } from "./stack.ts";

// 120 s, scaled. Not smaller: workerd repeats an alarm, whose run aborted its object before it stored the next one,
// after an unscaled 2 s or more.
const LEASE_MS = 6_000;
const SHORT_LEASE_MS = 1_200;
const stack = new Stack();
const alone = new Stack();

beforeAll(async () => {
  await stack.start(LEASE_MS);
  await alone.start(SHORT_LEASE_MS);
});
afterAll(async () => {
  await stack.stop();
  await alone.stop();
});

describe("LeaseWatchdog, aborted at each of its calls", () => watchdogAborts(stack, LEASE_MS));
describe("DurableLocks, aborted at each of its calls", () => roomAborts(stack, LEASE_MS));
describe.concurrent("alarms", () => alarmScenarios(stack, LEASE_MS));
describe.concurrent("Redis", () => awayScenarios(alone, SHORT_LEASE_MS));
