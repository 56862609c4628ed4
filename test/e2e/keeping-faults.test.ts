// Objects that are ended at any moment, and alarms that do not come as they were set. All of it at one time, since most of it is
// waiting; each scenario has its own objects and locks.
import { afterAll, beforeAll } from "vitest";
import { abortScenarios } from "./keeping-aborts.ts";
import { alarmScenarios } from "./keeping-alarms.ts";
import { Stack } from "./keeping-stack.ts";

// 120 s, scaled. Not smaller: an alarm whose run ended its object before the next was stored is tried again by workerd after 2 s
// and a bit, unscaled.
const LEASE_MS = 6_000;
const stack = new Stack();

beforeAll(() => stack.start(LEASE_MS));
afterAll(() => stack.stop());

abortScenarios(stack, LEASE_MS);
alarmScenarios(stack, LEASE_MS);
