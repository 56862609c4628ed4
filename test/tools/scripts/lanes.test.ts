// The drawing of `npm start` moves the cursor up by its number of lines: a line that wraps leaves its first part
// behind.
import { expect, it } from "vitest";
import { drawLanes, type Lane } from "../../../scripts/start/lanes.ts";

it("no line of a scene is wider than a terminal of 80 columns", () => {
  const done: Lane = {
    ...{ name: "A", askedAtMs: 0, grantedAtMs: 10, renewedAtMs: [500, 1_000, 1_500, 2_000] },
    ended: { atMs: 2_600, how: "released" },
  };
  for (let nowMs = 3_000; nowMs < 12_000; nowMs += 50) {
    const last = { ...done, name: "C", grantedAtMs: nowMs - 2_500, ended: { atMs: nowMs, how: "released" as const } };
    for (const line of drawLanes([done, last], 0, nowMs)) {
      expect(3 + [...line].length, `at ${nowMs} ms`).toBeLessThanOrEqual(80);
    }
  }
});
