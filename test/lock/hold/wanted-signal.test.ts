// When a hold asks whether somebody waits, on fake time.
import { beforeEach, expect, it, vi } from "vitest";
import { type WantedHold, WantedSignal } from "../../../src/lock/hold/wanted.ts";
import type { Waiting } from "../../../src/lock/lua/wanted.ts";

const NOBODY: Waiting = { listed: 0, streams: 0, first: {} };

const hold: WantedHold = {
  facts: { id: "", lockName: "orders:42", kind: "lock", owner: "a:1", label: "" },
  isHeld: true,
  listens: false,
  inContext: (run) => run(),
  isHere: () => true,
  report() {},
};

beforeEach(() => {
  vi.useFakeTimers();
  return () => vi.useRealTimers();
});

it("asks once more if a message comes while it asks", async () => {
  const answers: ((waiting: Waiting) => void)[] = [];
  const wanted = new WantedSignal(hold, () => new Promise((resolve) => answers.push(resolve)));
  const asking = wanted.ask();
  for (let messages = 0; messages < 3; messages += 1) await wanted.ask();
  answers[0]?.(NOBODY);
  await vi.waitFor(() => expect(answers).toHaveLength(2));
  answers[1]?.({ ...NOBODY, listed: 1 });
  await asking;
  expect(answers).toHaveLength(2);
  expect(wanted.signal.reason).toMatchObject({ code: "LOCK_WANTED", waiters: 1 });
});

it("counts streams only after 5 s: one may be its own, which is closed", async () => {
  const wanted = new WantedSignal(hold, async () => ({ ...NOBODY, streams: 2 }));
  await wanted.ask();
  expect(wanted.signal.aborted).toBe(false);
  await vi.advanceTimersByTimeAsync(5_000);
  await wanted.ask();
  expect(wanted.signal.reason).toMatchObject({ waiters: 2, waiterLabel: undefined });
});

it("asks no more once somebody waits", async () => {
  const count = vi.fn(async () => ({ ...NOBODY, listed: 1 }));
  const wanted = new WantedSignal(hold, count);
  for (let asked = 0; asked < 3; asked += 1) await wanted.ask();
  expect(count).toHaveBeenCalledTimes(1);
});

it("stays quiet when Redis does not tell", async () => {
  const wanted = new WantedSignal(hold, () => Promise.reject(new Error("away")));
  await wanted.ask();
  const unknown = new WantedSignal(hold, async () => ({ listed: 0, streams: undefined, first: {} }));
  await unknown.ask();
  expect([wanted, unknown].map(({ signal }) => signal.aborted)).toEqual([false, false]);
});
