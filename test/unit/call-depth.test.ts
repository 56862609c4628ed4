// The number of asynchronous functions between a call of the library and its request, as in a debugger.
import { afterEach, expect, it, vi } from "vitest";
import { createLocks } from "../../src/index.ts";

const MOST_FRAMES = 8;

afterEach(() => {
  vi.unstubAllGlobals();
});

it("acquire() reaches fetch in eight asynchronous frames", async () => {
  let stack = "";
  const limit = Error.stackTraceLimit;
  Error.stackTraceLimit = 100;
  vi.stubGlobal("fetch", async () => {
    // From here on, the stack shows the functions that await this one.
    await Promise.resolve();
    stack ||= new Error("at fetch").stack ?? "";
    return Response.json({ error: "ERR away" }, { status: 400 });
  });
  const locks = createLocks({ redis: { url: "https://nowhere.invalid", token: "canary" } });
  await expect(locks.lock("x").acquire()).rejects.toMatchObject({ code: "REDIS_REFUSED" });
  Error.stackTraceLimit = limit;
  const frames = stack.split("\n").filter((line) => /\/src\/[\w-]+\//.test(line));
  expect(frames.length, stack).toBeGreaterThan(0);
  expect(frames.length, stack).toBeLessThanOrEqual(MOST_FRAMES);
});
