// Locks that a Durable Object holds: on real workerd, through the built package.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { uniqueName } from "../../support/unique-name.ts";
import { roomDisturbances, roomScenarios } from "./room.ts";
import { Stack } from "./stack.ts";

const LEASE_MS = 2_400;
const stack = new Stack();

beforeAll(() => stack.start(LEASE_MS));
afterAll(() => stack.stop());

describe.concurrent("DurableLocks", () => {
  it("hold a lock longer than its lease, through an abort of the object, with the same owner", async () => {
    const name = uniqueName();
    const { owner } = await stack.room(name, "acquire", name);
    await stack.room(name, "abort");
    const until = performance.now() + 2.5 * LEASE_MS;
    while (performance.now() < until) expect(await stack.locks.lock(name).isHeldBy(String(owner))).toBe(true);
    expect(await stack.room(name, "get", name)).toMatchObject({ owner, aborted: false });
    expect(await stack.room(name, "release", name)).toEqual({ outcome: "released" });
    expect(await stack.locks.lock(name).isLocked()).toBe(false);
    expect(await stack.room(name, "facts")).toMatchObject({ lost: [], list: [], nextAlarmAt: null });
    await stack.noAlarm("room", name, 5_000);
  });
});

describe.concurrent("an object that holds locks", () => roomScenarios(stack, LEASE_MS));
describe("an object that holds locks, disturbed", () => roomDisturbances(stack, LEASE_MS));
