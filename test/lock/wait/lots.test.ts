// The pauses before attempts for permits. Random numbers are the median, so that pauses are exact.
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { Lots, lotsOf } from "../../../src/lock/wait/lots.ts";

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(Math, "random").mockReturnValue(0.5);
});
afterEach(() => void vi.useRealTimers());

/** Lots of an isolate that had this many refusals and one grant, and a mean wait of 100 ms. */
function lotsAfter(refusals: number): Lots {
  const lots = new Lots();
  for (let nth = 0; nth < refusals; nth += 1) lots.refused(true);
  lots.granted(800);
  return lots;
}

it("there is no pause without a refusal, nor where attempts are mostly granted", () => {
  expect(new Lots().drawMs(0)).toBe(0);
  const lots = lotsAfter(8);
  expect(lots.drawMs(100)).toBeGreaterThan(0);
  for (let nth = 0; nth < 8; nth += 1) lots.granted(100);
  expect(lots.drawMs(100)).toBe(0);
});

it("the more attempts are refused, the longer are the pauses; none is longer than a second", () => {
  const [few, more, most] = [4, 8, 1_000].map((refusals) => lotsAfter(refusals).drawMs(100));
  expect(more).toBeCloseTo(Number(few) * 1.25 ** 4);
  expect(most).toBeCloseTo((500 / 1.25) * Math.LN2);
  vi.mocked(Math.random).mockReturnValue(1 - Number.EPSILON);
  expect(lotsAfter(1_000).drawMs(0)).toBe(1_000);
});

it("an older waiter pauses less, and a newcomer four times as long as others", () => {
  const lots = lotsAfter(8);
  const usual = lots.drawMs(100);
  expect(lots.drawMs(200)).toBeCloseTo(usual / 2);
  expect([lots.drawMs(25), lots.drawMs(0)].map((ms) => ms / usual)).toEqual([4, 4]);
});

it("a refusal without a message shows no rivals, but counts where there are some", () => {
  const lots = new Lots();
  for (let nth = 0; nth < 100; nth += 1) lots.refused(false);
  lots.granted(800);
  expect(lots.drawMs(100)).toBe(0);
  const contended = lotsAfter(8);
  const before = contended.drawMs(100);
  contended.refused(false);
  expect(contended.drawMs(100)).toBeCloseTo(before * 1.25);
});

it("pauses begin anew after a time without rivals", () => {
  const lots = lotsAfter(100);
  const before = lots.drawMs(100);
  vi.advanceTimersByTime(3_000);
  lots.refused(true);
  expect(lots.drawMs(100)).toBeLessThan(before / 50);
});

it("rivals are forgotten after two seconds without an answer", () => {
  const lots = lotsAfter(8);
  vi.advanceTimersByTime(2_000);
  expect(lots.drawMs(100)).toBeGreaterThan(0);
  vi.advanceTimersByTime(1);
  expect(lots.drawMs(100)).toBe(0);
});

it("a channel keeps its lots while there are rivals", () => {
  const lots = lotsOf("contended");
  for (let nth = 0; nth < 8; nth += 1) lots.refused(true);
  expect(lotsOf("contended")).toBe(lots);
  for (const other of ["b", "c", "d"]) lotsOf(other);
  expect(lotsOf("contended")).toBe(lots);
  vi.advanceTimersByTime(3_000);
  for (const other of ["e", "f", "g"]) lotsOf(other);
  expect(lotsOf("contended")).not.toBe(lots);
});
