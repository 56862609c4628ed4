import { setImmediate } from "node:timers/promises";
import { expect, it } from "vitest";

// Without support/rejections.ts, vitest would fail the run.
it("a rejection that its test handles later fails no run", async () => {
  const waiting = Promise.reject(new Error("given up"));
  await setImmediate();
  await expect(waiting).rejects.toThrow("given up");
});
