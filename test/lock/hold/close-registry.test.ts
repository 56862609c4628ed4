import { expect, it } from "vitest";
import { nowMs } from "../../../src/base/clock.ts";
import { CloseRegistry } from "../../../src/lock/hold/close-registry.ts";

it("the registry forgets work of a cut invocation, and keeps open work", () => {
  const work = new CloseRegistry();
  let ended = 0;
  const close = (): void => {
    ended += 1;
  };
  for (let i = 0; i < 10; i += 1) work.add({ close, overAt: () => Number.POSITIVE_INFINITY });
  for (let i = 0; i < 1_000; i += 1) work.add({ close, overAt: () => 0 });
  work.close();
  // The ten, and no more dead ones than there are reads in a round over the live ones.
  expect(ended).toBeGreaterThanOrEqual(10);
  expect(ended).toBeLessThanOrEqual(30);
});

it("the registry ends open work at close, once, and no forgotten work", () => {
  const work = new CloseRegistry();
  const ended: string[] = [];
  const forgotten = { close: () => ended.push("forgotten"), overAt: () => Number.POSITIVE_INFINITY };
  work.add(forgotten);
  work.add({ close: () => ended.push("open"), overAt: () => Number.POSITIVE_INFINITY });
  work.forget(forgotten);
  work.close();
  work.close();
  expect(ended).toEqual(["open"]);
  expect(work.closed).toBe(true);
});

it("the registry has the open and valid holds, by their keys, and none that ended", () => {
  const work = new CloseRegistry();
  const close = (): void => {};
  const hour = nowMs() + 3_600_000;
  const [both, other, third] = [["a", "b"], ["a"], ["a"]].map((keys) => ({ close, overAt: () => hour, keys }));
  for (const hold of [both, other, third]) if (hold !== undefined) work.add(hold);
  work.add({ close, overAt: () => 0, keys: ["c"] });
  work.add({ close, overAt: () => hour });
  expect(["a", "b", "c", "d"].filter((key) => work.holds(key))).toEqual(["a", "b"]);
  const forget = (hold = both): void => void (hold !== undefined && work.forget(hold));
  forget();
  forget();
  expect(["a", "b"].map((key) => work.holds(key))).toEqual([true, false]);
  forget(other);
  expect(work.holds("a")).toBe(true);
  forget(third);
  expect(work.holds("a")).toBe(false);
  work.add({ close, overAt: () => hour, keys: ["e"] });
  work.close();
  expect(work.holds("e")).toBe(false);
});
