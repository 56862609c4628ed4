import { expect, it } from "vitest";
import { CloseRegistry } from "../../src/hold/close-registry.ts";

it("forgets work whose invocation was cut: it stays as long as what is open", () => {
  const work = new CloseRegistry();
  let ended = 0;
  const end = (): void => {
    ended += 1;
  };
  for (let i = 0; i < 10; i += 1) work.add({ end, overAt: () => Number.POSITIVE_INFINITY });
  for (let i = 0; i < 1_000; i += 1) work.add({ end, overAt: () => 0 });
  work.close();
  // The ten, and of the dead no more than there are looks in a round over the living.
  expect(ended).toBeGreaterThanOrEqual(10);
  expect(ended).toBeLessThanOrEqual(30);
});

it("ends what is open at close, once, and not what was forgotten", () => {
  const work = new CloseRegistry();
  const ended: string[] = [];
  const forget = work.add({ end: () => ended.push("forgotten"), overAt: () => Number.POSITIVE_INFINITY });
  work.add({ end: () => ended.push("open"), overAt: () => Number.POSITIVE_INFINITY });
  forget();
  work.close();
  work.close();
  expect(ended).toEqual(["open"]);
  expect(work.closed).toBe(true);
});

it("knows the holds that are open and believed in, by their keys, and keeps none of those that ended", () => {
  const work = new CloseRegistry();
  const end = (): void => {};
  const hour = performance.now() + 3_600_000;
  const forget = work.add({ end, overAt: () => hour, keys: ["a", "b"] });
  const forgetOther = work.add({ end, overAt: () => hour, keys: ["a"] });
  work.add({ end, overAt: () => 0, keys: ["c"] });
  work.add({ end, overAt: () => hour });
  expect(["a", "b", "c", "d"].filter((key) => work.holds(key))).toEqual(["a", "b"]);
  forget();
  forget();
  expect(["a", "b"].map((key) => work.holds(key))).toEqual([true, false]);
  forgetOther();
  expect(work.holds("a")).toBe(false);
  work.add({ end, overAt: () => hour, keys: ["e"] });
  work.close();
  expect(work.holds("e")).toBe(false);
});
