// Fails a file whose tests leave a rejected promise that nobody handles. Vitest would count one that its test handles
// later, too: a wait that fails while another call is awaited. A failed try may leave one: that belongs to its failure.
import { setImmediate } from "node:timers/promises";
import { afterAll, afterEach, beforeAll } from "vitest";

declare global {
  /** A test of this process has failed: what it left may be rejected while later files run. */
  var hasFailedTry: boolean | undefined;
}

const unhandled = new Map<Promise<unknown>, unknown>();
const onUnhandled = (reason: unknown, promise: Promise<unknown>): void => void unhandled.set(promise, reason);
const onHandled = (promise: Promise<unknown>): void => void unhandled.delete(promise);

beforeAll(() => {
  process.on("unhandledRejection", onUnhandled);
  process.on("rejectionHandled", onHandled);
});

afterEach(({ task }) => {
  globalThis.hasFailedTry ||= task.result?.state === "fail";
});

afterAll(async () => {
  // Node tells of both once the microtasks have run.
  await setImmediate();
  process.off("unhandledRejection", onUnhandled);
  process.off("rejectionHandled", onHandled);
  if (unhandled.size === 0) return;
  const left = new AggregateError([...unhandled.values()], `${unhandled.size} rejected promises were never handled`);
  if (globalThis.hasFailedTry !== true) throw left;
  console.error(left);
});
