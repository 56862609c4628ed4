// What keeps locks under faults: objects that are ended at any moment, alarms that do not come as they were set, Redis
// away. Many scenarios at a time, since most of it is waiting; each has its own objects and locks.
import { afterAll, beforeAll, describe } from "vitest";
import { roomAborts, watchdogAborts } from "./aborts.ts";
import { alarmScenarios } from "./alarms.ts";
import { awayScenarios } from "./away.ts";
import { Stack } from "./stack.ts";

// 120 s, scaled. Not smaller: an alarm whose run ended its object before the next was stored is tried again by workerd
// after 2 s and a bit, unscaled.
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
