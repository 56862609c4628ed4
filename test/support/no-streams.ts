// Streams that outlive their waiters, between tests.
import { createLocks } from "./bare-locks.ts";
import { eventually } from "./eventually.ts";
import { countsOf, type Endpoint } from "./rest.ts";

/** Ends the stream that has outlived its last waiter. Resolves when no stream is open any more. */
export async function noStreams(redis: Endpoint, prefix = ""): Promise<void> {
  createLocks({ redis, prefix }).close();
  await eventually(async () => (await countsOf(redis)).openStreams === 0);
}
